import { createHmac, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { type StoreCart, storeCart } from './cart/cart-schemas.ts';
import { type CartExtension, cartExtensions, productExtensions } from './index.ts';
import { storeProduct } from './products/product-schemas.ts';
import { batchReply } from './protocol/batch.ts';
import { storeFailure } from './protocol/replies.ts';

const database = useDatabase();
const clock = testClock();
const root = '/api/st/store/v1';
let app: App;
let cup = 0;
let bowl: Awaited<ReturnType<typeof addBowl>>;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  cup = await addProduct(app.shop, { name: 'Cup', price: 1250, stock: 10 });
  bowl = await addBowl(app.shop);
});

/** A variation of any size before one of a size, which it accepts too. */
async function addOverlapping(): Promise<{ anySize: number; large: number }> {
  const { size, terms } = await inTransaction(app.shop.db, async (tx) => {
    const [size = 0] = [...(await ensureAttributes(tx, [{ name: 'size', productId: null }])).values()];
    const ids = await ensureTerms(
      tx,
      ['small', 'large'].map((name) => ({ attributeId: size, name })),
    );
    return { size, terms: [...ids.values()] };
  });
  const variation = (termId: number | null) => ({ regularPrice: 500, terms: [{ attributeId: size, termId }] });
  const { variationIds } = await saveTestProduct(app.shop, {
    ...{ name: 'Tray', slug: `p-${randomUUID()}`, type: 'variable', status: 'published' },
    attributes: [{ attributeId: size, terms, forVariations: true }],
    variations: [variation(null), variation(terms[1] ?? null)],
  });
  return { anySize: variationIds[0] ?? 0, large: variationIds[1] ?? 0 };
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A client without cookies: it knows its cart by the token alone. */
function newTokenClient() {
  const state = { token: '' };
  const send = async (
    method: InjectOptions['method'],
    path: string,
    payload?: object,
    headers = {},
  ): Promise<Answer> => {
    const reply = await app.http.inject({
      method: method ?? 'GET',
      url: `${root}${path}`,
      headers: { ...(state.token ? { 'cart-token': state.token } : {}), ...headers },
      ...(payload ? { payload } : {}),
    });
    state.token = String(reply.headers['cart-token'] ?? state.token);
    return { status: reply.statusCode, body: reply.payload === '' ? {} : reply.json(), headers: reply.headers };
  };
  return { state, send };
}

async function openTokenClient() {
  const client = newTokenClient();
  await client.send('GET', '/cart');
  return client;
}

const asCart = ({ body }: Answer): StoreCart => storeCart.parse(body);
const asFailure = ({ body }: Answer) => storeFailure.parse(body);

describe('a cart token', () => {
  it('stands for the cart of a guest, without cookies', async () => {
    const client = await openTokenClient();
    const added = await client.send('POST', '/cart/add-item', { id: cup, quantity: 2 });
    expect(added.status).toBe(201);
    expect(added.headers['set-cookie']).toBeUndefined();
    const { items, items_count, totals } = asCart(await client.send('GET', '/cart'));
    expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([[cup, 2]]);
    expect([items_count, totals.total_price]).toEqual([2, '2500']);
  });

  it('counts for nothing when it is changed, signed otherwise, foreign in form or too old', async () => {
    const client = await openTokenClient();
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    const { token } = client.state;
    const [head = '', claims = '', signature = ''] = token.split('.');
    const others = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), user_id: randomUUID() };
    const changed = Buffer.from(JSON.stringify(others)).toString('base64url');
    const known = createHmac('sha256', 'secret').update(`${head}.${changed}`).digest('base64url');
    const bad = [`${head}.${changed}.${signature}`, `${head}.${changed}.${known}`, `${token}.x`, 'x', `${token}a`, ''];
    for (const cartToken of [...bad, 'a'.repeat(5000)]) {
      const reply = await newTokenClient().send(
        'POST',
        '/cart/add-item',
        { id: cup, quantity: 1 },
        { 'cart-token': cartToken },
      );
      expect([reply.status, asFailure(reply).code]).toEqual([401, 'store_rest_missing_nonce']);
    }
    expect(asCart(await client.send('GET', '/cart')).items_count).toBe(1);
    clock.forward(31 * 24 * 60 * 60 * 1000);
    const late = await newTokenClient().send('GET', '/cart', undefined, { 'cart-token': token });
    expect(asCart(late).items_count).toBe(0);
  });
});

describe('a client with cookies', () => {
  const openCookieClient = async () => {
    const first = await app.http.inject(`${root}/cart`);
    const cookies = new Map(first.cookies.map(({ name, value }) => [name, value]));
    const send = async (method: 'GET' | 'POST', path: string, payload?: object, nonce?: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, ...(nonce === undefined ? {} : { nonce }) };
      const reply = await app.http.inject({ method, url: `${root}${path}`, headers, ...(payload ? { payload } : {}) });
      for (const { name, value } of reply.cookies) cookies.set(name, value);
      return reply;
    };
    return { cookies, send, nonce: String(first.headers.nonce) };
  };

  it('needs a nonce for writes, and gets a new one with each reply [7.3/7]', async () => {
    const { send, nonce } = await openCookieClient();
    const missing = await send('POST', '/cart/add-item', { id: cup, quantity: 1 });
    expect([missing.statusCode, missing.json().code]).toEqual([401, 'store_rest_missing_nonce']);
    const foreign = await (await openCookieClient()).send('POST', '/cart/add-item', { id: cup, quantity: 1 }, nonce);
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'store_rest_invalid_nonce']);
    clock.forward(25 * 60 * 60 * 1000);
    const old = await send('POST', '/cart/add-item', { id: cup, quantity: 1 }, nonce);
    expect([old.statusCode, old.json().code]).toEqual([403, 'store_rest_invalid_nonce']);
    const repeated = await send('POST', '/cart/add-item', { id: cup, quantity: 1 }, String(old.headers.nonce));
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers).toMatchObject({ 'user-id': '0', 'nonce-timestamp': expect.stringMatching(/^\d+$/) });
  });

  it('gets the cookies of the cart with the hash of the reply, and loses them with the last item', async () => {
    const { send, nonce, cookies } = await openCookieClient();
    const added = await send('POST', '/cart/add-item', { id: cup, quantity: 1 }, nonce);
    expect(added.headers['cart-hash']).toMatch(/^[\da-f]{32}$/);
    expect([cookies.get('store_cart_hash'), cookies.get('store_items_in_cart')]).toEqual([
      added.headers['cart-hash'],
      '1',
    ]);
    const { key } = added.json().items[0];
    const removed = await send('POST', '/cart/remove-item', { key }, nonce);
    expect(removed.headers['cart-hash']).toBe('');
    expect([cookies.get('store_cart_hash'), cookies.get('store_items_in_cart')]).toEqual(['', '']);
  });
});

describe('the lines of a cart', () => {
  it('are added by product and choices, or by variation, with their choices in words', async () => {
    const client = await openTokenClient();
    const variation = [
      { attribute: 'pa_size', value: 'large' },
      { attribute: 'glaze', value: 'Ash' },
    ];
    const large = await client.send('POST', '/cart/add-item', { id: bowl.product, quantity: 1, variation });
    expect(asCart(large).items[0]).toMatchObject({
      id: bowl.large,
      type: 'variation',
      permalink: expect.stringMatching(`\\?variation=${bowl.large}&term=glaze\\+ash$`),
      variation: expect.arrayContaining([{ raw_attribute: 'attribute_pa_size', attribute: 'size', value: 'large' }]),
    });
    const small = await client.send('POST', `/cart/add-item?id=${bowl.small}&quantity=2`);
    expect(asCart(small).items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [bowl.large, 1],
      [bowl.small, 2],
    ]);
    const none = await client.send('POST', '/cart/add-item', { id: bowl.product, quantity: 1 });
    expect(asFailure(none).code).toBe('store_rest_missing_variation_data');
    const wrong = await client.send('POST', '/cart/add-item', {
      id: bowl.product,
      variation: [{ attribute: 'size', value: 'huge' }],
    });
    expect(asFailure(wrong).code).toBe('store_rest_invalid_variation_data');
  });

  it.each([
    ['PA_Size', 'LARGE', 'GLAZE', 'ash'],
    ['Attribute_pa_SIZE', 'Large', 'Glaze', 'ASH'],
    ['attribute_size', 'large', 'attribute_pa_Glaze', 'Ash'],
  ])('are added by attributes in any case: %s %s (A3)', async (size, sizeValue, glaze, glazeValue) => {
    const variation = [
      { attribute: size, value: sizeValue },
      { attribute: glaze, value: glazeValue },
    ];
    const client = await openTokenClient();
    const added = await client.send('POST', '/cart/add-item', { id: bowl.product, variation });
    expect(asCart(added).items).toMatchObject([{ id: bowl.large }]);
  });

  it('are always of the variation that is named by its id, or refused (A3)', async () => {
    const { anySize, large } = await addOverlapping();
    for (const id of [large, anySize]) {
      const client = await openTokenClient();
      const variation = id === anySize ? [{ attribute: 'size', value: 'large' }] : [];
      const added = await client.send('POST', '/cart/add-item', { id, variation });
      expect(asCart(added).items).toMatchObject([{ id }]);
    }
    const client = await openTokenClient();
    const variation = [{ attribute: 'size', value: 'small' }];
    const refused = await client.send('POST', '/cart/add-item', { id: large, variation });
    expect(asFailure(refused).code).toBe('store_rest_invalid_variation_data');
    expect(asCart(await client.send('GET', '/cart')).items).toEqual([]);
  });

  it('are read, set and removed one by one and together, with an overridden method too [7.3/8]', async () => {
    const client = await openTokenClient();
    const created = await client.send('POST', '/cart/items', { id: cup, quantity: 1 });
    expect(created).toMatchObject({ status: 201, body: { id: cup, quantity: 1, prices: { price: '1250' } } });
    const path = `/cart/items/${String(created.body.key)}`;
    expect(await client.send('PUT', path, { quantity: 3 })).toMatchObject({ status: 200, body: { quantity: 3 } });
    const overridden = await client.send('POST', path, { quantity: 4 }, { 'x-http-method-override': 'PUT' });
    expect(overridden).toMatchObject({ status: 200, body: { quantity: 4, totals: { line_total: '5000' } } });
    expect(await client.send('GET', path)).toMatchObject({ status: 200, body: { quantity: 4 } });
    expect((await client.send('DELETE', path)).status).toBe(204);
    const gone = await client.send('GET', path);
    expect([gone.status, asFailure(gone).data.cart?.items]).toEqual([409, []]);
    await client.send('POST', '/cart/items', { id: cup, quantity: 1 });
    await client.send('POST', '/cart/items', { id: bowl.small, quantity: 1 });
    expect((await client.send('DELETE', '/cart/items')).body).toEqual([]);
    expect(asCart(await client.send('GET', '/cart')).items).toEqual([]);
  });

  it('have lower prices and an error when less is in stock than wanted', async () => {
    const scarce = await addProduct(app.shop, { name: 'Jug', stock: 5 });
    const client = await openTokenClient();
    await client.send('POST', '/cart/add-item', { id: scarce, quantity: 5 });
    await database.pool.query('update stock_levels set on_hand = 2 where variation_id = $1', [scarce]);
    const cart = asCart(await client.send('GET', '/cart'));
    expect(cart.errors).toEqual([
      { code: 'store_rest_product_partially_out_of_stock', message: expect.stringContaining('Only 2 left') },
    ]);
  });

  it('of other carts can be neither read nor changed', async () => {
    const [mine, other] = [await openTokenClient(), await openTokenClient()];
    const { key } = (await mine.send('POST', '/cart/items', { id: cup, quantity: 1 })).body as { key: string };
    const attempts = [
      await other.send('GET', `/cart/items/${key}`),
      await other.send('PUT', `/cart/items/${key}`, { quantity: 9 }),
      await other.send('POST', '/cart/update-item', { key, quantity: 9 }),
      await other.send('POST', '/cart/remove-item', { key }),
      await other.send('DELETE', `/cart/items/${key}`),
      await other.send('POST', '/cart/remove-item', { key: 'no-key' }),
    ];
    for (const attempt of attempts) {
      const { code, data } = asFailure(attempt);
      expect([attempt.status, code, data.cart?.items_count]).toEqual([409, 'store_rest_cart_invalid_key', 0]);
    }
    expect(asCart(await mine.send('GET', '/cart')).items_count).toBe(1);
  });
});

describe('bad input', () => {
  it.each([
    [-1, 'store_rest_product_invalid_quantity'],
    [0, 'store_rest_product_invalid_quantity'],
    [1e9, 'store_rest_product_invalid_quantity'],
    [1.5, 'rest_invalid_param'],
    ['NaN', 'rest_invalid_param'],
    ['', 'rest_invalid_param'],
    [null, 'rest_invalid_param'],
    [{ a: 1 }, 'rest_invalid_param'],
  ])('quantity %j is answered with %s and changes nothing', async (quantity, code) => {
    const client = await openTokenClient();
    const reply = await client.send('POST', '/cart/add-item', { id: cup, quantity });
    expect([reply.status, asFailure(reply).code]).toEqual([400, code]);
    expect(asCart(await client.send('GET', '/cart')).items).toEqual([]);
  });

  it.each([0, -5, 2_147_483_648, 999_999_999_999_999])('id %j is no product', async (id) => {
    const client = await openTokenClient();
    const reply = await client.send('POST', '/cart/add-item', { id, quantity: 1 });
    expect([reply.status, asFailure(reply).code]).toEqual([400, 'store_rest_cart_invalid_product']);
  });

  it('names missing parameters, and refuses names of a megabyte', async () => {
    const client = await openTokenClient();
    const missing = asFailure(await client.send('POST', '/cart/add-item', {}));
    expect([missing.code, missing.data.params]).toEqual(['rest_missing_callback_param', ['id']]);
    const large = await client.send('POST', '/cart/apply-coupon', { code: 'x'.repeat(1024 * 1024) });
    expect(large.status).toBe(413);
    const long = await client.send('POST', '/cart/apply-coupon', { code: 'x'.repeat(1000) });
    expect([long.status, asFailure(long).code]).toEqual([400, 'rest_invalid_param']);
    const zero = await client.send('POST', '/cart/remove-item', { key: 'a\0b' });
    expect(asFailure(zero).code).toBe('store_rest_cart_invalid_key');
    const addon = await client.send('POST', '/cart/add-item', { id: cup, quantity: 1, 'addon-x\0': '\0\ud800' });
    expect(addon.status).toBe(201);
  });
});

describe('a product whose attribute has an odd name', () => {
  it.each(['Code', 'Error', 'ok', 'Status', 'constructor', '__proto__', 'toString', 'valueOf'])(
    'is chosen by it: %s (C1)',
    async (name) => {
      const { product, variation } = await addWithAttribute(app.shop, name);
      const chosen = { id: product, quantity: 1, variation: [{ attribute: name, value: 'One' }] };
      const client = await openTokenClient();
      expect(asCart(await client.send('POST', '/cart/add-item', chosen)).items[0]).toMatchObject({ id: variation });
      const byId = await openTokenClient();
      const cart = asCart(await byId.send('POST', '/cart/add-item', { id: variation, quantity: 1 }));
      expect(cart.items[0]).toMatchObject({ id: variation, variation: [{ value: 'One' }] });
      const other = { ...chosen, variation: [{ attribute: name, value: 'hasOwnProperty' }] };
      const refused = asFailure(await byId.send('POST', '/cart/add-item', other));
      expect(refused.code).toBe('store_rest_invalid_variation_data');
    },
  );

  it('takes add-ons that are no text for absent (C1)', async () => {
    const client = await openTokenClient();
    for (const value of [{ toString: 1 }, [{ toString: 1 }], [[{ valueOf: null, toString: null }]], { length: 1e9 }]) {
      const { status } = await client.send('POST', '/cart/add-item', { id: cup, 'addon-x': value, 'addon-y[]': value });
      expect(status, JSON.stringify(value)).toBe(201);
    }
    expect(asCart(await client.send('GET', '/cart')).items).toHaveLength(1);
  });
});

/** Saves a product with an attribute of its own, and the terms One and Two. */
async function addWithAttribute(shop: Shop, name: string) {
  const [attributeId, one, two] = await inTransaction(shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name, productId: null }])).values();
    const names = ['One', 'Two'].map((term) => ({ attributeId, name: term }));
    return [attributeId, ...(await ensureTerms(tx, names)).values()] as const;
  });
  const variation = (termId: number) => ({ regularPrice: 500, terms: [{ attributeId, termId }] });
  const { id, variationIds } = await saveTestProduct(shop, {
    ...{ name, slug: `p-${randomUUID()}`, type: 'variable', status: 'published' },
    attributes: [{ attributeId, terms: [one ?? 0, two ?? 0], forVariations: true }],
    variations: [variation(one ?? 0), variation(two ?? 0)],
  });
  return { product: id, variation: variationIds[0] ?? 0 };
}

describe('extensions', () => {
  it('have the data of features by their names, checked by their schemas', async () => {
    const points = { namespace: 'points', schema: z.strictObject({ earned: z.int() }) };
    const extended = await salesShop(database, {
      provides: [
        ...providePort(cartExtensions, [{ ...points, load: async (_shop, _db, cart) => ({ earned: cart.count }) }]),
        ...providePort(productExtensions, [
          { ...points, load: async (_shop, _db, productIds) => new Map(productIds.map((id) => [id, { earned: id }])) },
        ]),
      ],
    });
    const cart = storeCart.parse((await extended.http.inject(`${root}/cart`)).json());
    expect(cart.extensions).toEqual({ points: { earned: 0 } });
    const product = storeProduct.parse((await extended.http.inject(`${root}/products/${bowl.product}`)).json());
    expect(product.extensions).toEqual({ points: { earned: bowl.product } });
    expect(storeCart.parse((await app.http.inject(`${root}/cart`)).json()).extensions).toEqual({});
  });
});

describe('what the API does not have', () => {
  it.each(['/nothing', '/cart/nothing', '/products/1/2/3'])('[G7] %s is no route', async (path) => {
    for (const method of ['GET', 'POST'] as const)
      expect(await newTokenClient().send(method, path)).toMatchObject({
        ...{ status: 404, body: { code: 'rest_no_route', data: { status: 404 } } },
      });
  });

  it('[G7] is a taxonomy of an attribute that one product alone has', async () => {
    const product = { name: 'Pin', slug: `p-${randomUUID()}`, type: 'variable', status: 'published' } as const;
    const { id } = await saveTestProduct(app.shop, product);
    const [logo = 0, gold = 0] = await inTransaction(app.shop.db, async (tx) => {
      const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Logo', productId: id }])).values();
      const [termId = 0] = (await ensureTerms(tx, [{ attributeId, name: 'Gold' }])).values();
      return [attributeId, termId];
    });
    const { variationIds } = await saveTestProduct(app.shop, {
      ...{ ...product, id, attributes: [{ attributeId: logo, terms: [gold], forVariations: true }] },
      variations: [{ regularPrice: 500, terms: [{ attributeId: logo, termId: gold }] }],
    });
    const own = storeProduct.parse((await app.http.inject(`${root}/products/${id}`)).json());
    expect(own.attributes).toMatchObject([{ id: 0, name: 'Logo', taxonomy: null, has_variations: true }]);
    const client = await openTokenClient();
    const cart = asCart(await client.send('POST', '/cart/add-item', { id: variationIds[0], quantity: 1 }));
    expect(cart.items[0]?.variation).toEqual([{ raw_attribute: 'attribute_logo', attribute: 'Logo', value: 'Gold' }]);
  });

  it('[G7] refuses data for an extension that takes none', async () => {
    const client = await openTokenClient();
    const reply = await client.send('POST', '/cart/extensions', { namespace: 'gifts', data: { wrap: true } });
    expect([reply.status, asFailure(reply)]).toMatchObject([
      400,
      { code: 'store_rest_cart_extensions_error', message: expect.stringContaining('gifts') },
    ]);
  });
});

describe('coupons', () => {
  const attempts = { couponAttemptsPerHour: 20, couponAttemptsPerNetwork: 40 };

  beforeAll(async () => {
    await database.pool.query(`insert into coupons (code, code_key, percent, amount, amount_per, currency, min_spend) values
      ('TEN', 'ten', 10, null, null, 'EUR', null), ('Three off', 'three off', null, 300, 'cart', 'EUR', null),
      ('LARGE', 'large', 10, null, null, 'EUR', 5000)`);
  });

  const readCoupons = ({ coupons, totals }: StoreCart) => [
    coupons.map((each) => [each.code, each.discount_type, each.totals.total_discount]),
    totals.total_discount,
  ];

  it('take their share off items and totals, and are removed again', async () => {
    const client = await openTokenClient();
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 2 });
    const applied = asCart(await client.send('POST', '/cart/apply-coupon', { code: ' ten ' }));
    expect(readCoupons(applied)).toEqual([[['ten', 'percent', '250']], '250']);
    expect(applied.items[0]?.totals).toMatchObject({ line_subtotal: '2500', line_total: '2250' });
    const created = await client.send('POST', '/cart/coupons', { code: 'THREE  OFF' });
    expect(created).toMatchObject({
      status: 201,
      body: { code: 'three off', discount_type: 'fixed_cart', totals: { total_discount: '300' } },
    });
    const both = asCart(await client.send('GET', '/cart'));
    expect(readCoupons(both)[1]).toBe('550');
    expect([both.totals.total_price, both.items[0]?.totals.line_total]).toEqual(['1950', '1950']);
    expect((await client.send('DELETE', '/cart/coupons/ten')).status).toBe(204);
    expect((await client.send('GET', '/cart/coupons')).body).toMatchObject([{ code: 'three off' }]);
    const none = asCart(await client.send('POST', '/cart/remove-coupon', { code: 'three off' }));
    expect([none.coupons, none.totals.total_price]).toEqual([[], '2500']);
  });

  it('have the tax that they take off beside what they take off', async () => {
    const taxed = await salesShop(database, {
      prices: { pricesIncludeTax: true, baseAddress: { country: 'IE', state: '', postcode: '', city: '' } },
    });
    await database.pool.query(
      `insert into tax_rates (country, name, tax_class, percent) values ('IE', 'VAT', 'standard', 25)`,
    );
    const reply = await taxed.http.inject(`${root}/cart`);
    const token = { 'cart-token': String(reply.headers['cart-token']) };
    const send = async (path: string, payload: object) =>
      storeCart.parse(
        (await taxed.http.inject({ method: 'POST', url: `${root}${path}`, payload, headers: token })).json(),
      );
    await send('/cart/add-item', { id: cup, quantity: 4 });
    const { coupons, totals } = await send('/cart/apply-coupon', { code: 'ten' });
    expect(coupons[0]?.totals).toMatchObject({ total_discount: '400', total_discount_tax: '100' });
    expect(totals).toMatchObject({ total_discount: '400', total_discount_tax: '100', total_price: '4500' });
    await database.pool.query('delete from tax_rates');
  });

  it('are refused in words when they do not exist, do not apply, or are in the cart already', async () => {
    const client = await openTokenClient();
    const apply = async (code: string) => {
      const reply = await client.send('POST', '/cart/apply-coupon', { code });
      return [reply.status, asFailure(reply).code, asFailure(reply).message];
    };
    const refused = (message: string) => [400, 'store_rest_cart_coupon_error', expect.stringContaining(message)];
    expect(await apply('ten')).toEqual(refused('Your cart is empty'));
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 2 });
    expect(await apply('nothing')).toEqual(refused('not valid'));
    expect(await apply('\0\ud800')).toEqual(refused('coupon code'));
    expect(await apply('large')).toEqual(refused('€25.00 more'));
    await client.send('POST', '/cart/apply-coupon', { code: 'ten' });
    expect(await apply('TEN')).toEqual(refused('“TEN” is in your cart already'));
    expect(asCart(await client.send('GET', '/cart')).coupons).toHaveLength(1);
    const removed = await client.send('POST', '/cart/remove-coupon', { code: 'nothing' });
    expect([removed.status, asFailure(removed).data.cart?.coupons.length]).toEqual([409, 1]);
  });

  it('[G7] are read one by one, in small letters, and are 404 when they are absent', async () => {
    const client = await openTokenClient();
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 2 });
    const applied = asCart(await client.send('POST', '/cart/apply-coupon', { code: 'Three off' }));
    expect(applied.coupons.map(({ code }) => code)).toEqual(['three off']);
    for (const code of ['three%20off', 'THREE%20OFF'])
      expect(await client.send('GET', `/cart/coupons/${code}`)).toMatchObject({
        ...{ status: 200, body: { code: 'three off', totals: { total_discount: '300' } } },
      });
    for (const method of ['GET', 'DELETE'] as const) {
      const absent = await client.send(method, '/cart/coupons/nothing');
      expect([absent.status, asFailure(absent).code]).toEqual([404, 'store_rest_cart_coupon_invalid_code']);
    }
  });

  it('that apply no more are among the errors of the cart, and can be removed', async () => {
    const client = await openTokenClient();
    const { key } = (await client.send('POST', '/cart/items', { id: cup, quantity: 4 })).body as { key: string };
    await client.send('POST', '/cart/apply-coupon', { code: 'large' });
    const cart = asCart(await client.send('POST', '/cart/update-item', { key, quantity: 1 }));
    expect([cart.coupons, cart.errors]).toEqual([
      [],
      [{ code: 'store_rest_cart_coupon_error', message: expect.stringMatching(/^LARGE: .*€37\.50 more/) }],
    ]);
    expect((await client.send('DELETE', '/cart/coupons/LARGE')).status).toBe(204);
    expect(asCart(await client.send('GET', '/cart')).errors).toEqual([]);
  });

  it('are removed all at once, also when there are none', async () => {
    const client = await openTokenClient();
    expect(await client.send('DELETE', '/cart/coupons')).toMatchObject({ status: 200, body: [] });
    await client.send('POST', '/cart/add-item', { id: cup, quantity: 4 });
    for (const code of ['ten', 'large']) await client.send('POST', '/cart/apply-coupon', { code });
    const before = asCart(await client.send('GET', '/cart'));
    expect(before.coupons.length).toBeGreaterThan(0);
    const removed = await client.send('DELETE', '/cart/coupons');
    expect([removed.status, removed.body]).toEqual([200, []]);
    const after = asCart(await client.send('GET', '/cart'));
    expect([after.coupons, after.errors, after.totals.total_price]).toEqual([[], [], '5000']);
    const foreign = await newTokenClient().send('DELETE', '/cart/coupons');
    expect([foreign.status, asFailure(foreign).code]).toEqual([401, 'store_rest_missing_nonce']);
  });

  it('cannot be guessed: codes in batches are answered 429 after the first ones', async () => {
    const limited = await salesShop(database, { settings: { cart: attempts } });
    const guess = async (token: string, first: number) => {
      const requests = Array.from({ length: 25 }, (_, index) => ({
        path: '/st/store/v1/cart/apply-coupon',
        body: { code: `guess-${first + index}` },
      }));
      const headers = { 'cart-token': token };
      return limited.http.inject({ method: 'POST', url: `${root}/batch`, payload: { requests }, headers });
    };
    const statuses: unknown[] = [];
    const codes = new Set<unknown>();
    for (let client = 0; client < 2; client += 1) {
      const opened = await limited.http.inject(`${root}/cart`);
      for (let batch = 0; batch < 4; batch += 1) {
        const reply = await guess(String(opened.headers['cart-token']), batch * 25);
        for (const each of batchReply.parse(reply.json()).responses) {
          if (!each) throw new Error('a request was not run');
          statuses.push(each.status);
          codes.add((each.body as { code?: string }).code);
          if (each.status === 429) expect(Number(each.headers['Retry-After'])).toBeGreaterThan(0);
        }
      }
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(160);
    expect([...codes]).toEqual(['store_rest_cart_coupon_error', 'rate_limit_exceeded']);
  });
});

describe('delivery', () => {
  const pickup = { type: 'local_pickup', id: 'local_pickup:2', title: 'Workshop' };
  const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 };
  const zones = [{ name: 'Ireland', places: [{ country: 'IE' }], methods: [parcel, pickup] }];
  let local: App;

  beforeAll(async () => {
    local = await salesShop(database, { settings: { shipping: { zones } } });
  });

  const openCart = async (quantity = 1) => {
    const opened = await local.http.inject(`${root}/cart`);
    const headers = { 'cart-token': String(opened.headers['cart-token']) };
    const send = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> => {
      const url = `${root}${path}`;
      const reply = await local.http.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
    };
    if (quantity > 0) await send('POST', '/cart/add-item', { id: cup, quantity });
    return send;
  };
  const toIreland = { shipping_address: { country: 'IE', city: 'Cork', postcode: 't12x4y5' } };
  const readShipping = (cart: StoreCart) => [
    cart.shipping_rates.flatMap((each) => each.shipping_rates.map((rate) => [rate.rate_id, rate.selected])),
    cart.totals.total_shipping,
    cart.has_calculated_shipping,
  ];

  it('lists the payment methods of a cart that the checkout offers', async () => {
    const [send, sendEmpty] = [await openCart(), await openCart(0)];
    const others = ['bank_transfer', 'pay_later'];
    expect(asCart(await send('GET', '/cart')).payment_methods).toEqual(others);
    expect(asCart(await sendEmpty('GET', '/cart')).payment_methods).toEqual(others);
    const change = (value: object) =>
      changeSettings(local.shop, [{ key: 'payments.cashOnDelivery', value, version: null }], 'shop');
    await change({ enabled: true, countries: ['DE'] });
    expect(asCart(await send('POST', '/cart/update-customer', toIreland)).payment_methods).toEqual(others);
    await change({ enabled: true, countries: ['IE'] });
    expect(asCart(await send('GET', '/cart')).payment_methods).toEqual(
      expect.arrayContaining(['bank_transfer', 'cash_on_delivery']),
    );
    await change({ enabled: false, countries: null });
  });

  it('is kept with the cart, with all rates and the chosen one [3.4/10]', async () => {
    const send = await openCart();
    expect(readShipping(asCart(await send('GET', '/cart')))).toEqual([[], null, false]);
    const set = asCart(await send('POST', '/cart/update-customer', toIreland));
    expect(set.shipping_address).toMatchObject({ country: 'IE', city: 'Cork', postcode: 'T12 X4Y5' });
    const rates = [
      ['flat_rate:1', true],
      ['local_pickup:2', false],
    ];
    expect(readShipping(set)).toEqual([rates, '500', true]);
    const rate = { package_id: 0, rate_id: 'local_pickup:2' };
    const chosen = asCart(await send('POST', '/cart/select-shipping-rate', rate));
    expect(readShipping(chosen).slice(1)).toEqual(['0', true]);
    const kept = asCart(await send('GET', '/cart'));
    expect(readShipping(kept)).toEqual(readShipping(chosen));
    expect(kept.shipping_rates[0]?.shipping_rates[1]).toMatchObject({
      ...{ method_id: 'local_pickup', instance_id: 2, selected: true },
    });
    expect(kept.shipping_address).toMatchObject({ country: 'IE', city: 'Cork', postcode: 'T12 X4Y5' });
  });

  it('[G7] has the number of its own, and its email address is checked', async () => {
    const send = await openCart();
    const set = asCart(
      await send('POST', '/cart/update-customer', {
        shipping_address: { ...toIreland.shipping_address, phone: '+353 1 234' },
        billing_address: { email: 'ada@bücher.example', phone: '+353 9' },
      }),
    );
    expect([set.shipping_address.phone, set.billing_address.phone]).toEqual(['+353 1 234', '+353 9']);
    expect(set.billing_address.email).toBe('ada@xn--bcher-kva.example');
    const wrong = await send('POST', '/cart/update-customer', { billing_address: { email: 'ada@' } });
    expect([wrong.status, asFailure(wrong)]).toMatchObject([
      400,
      { code: 'rest_invalid_param', data: { params: { billing_address: expect.stringContaining('email') } } },
    ]);
  });

  it('is that of the billing address until there is another one', async () => {
    const send = await openCart();
    const billing_address = { country: 'IE', first_name: 'Ada', email: 'ada@example.com' };
    const first = asCart(await send('POST', '/cart/update-customer', { billing_address }));
    expect([first.has_calculated_shipping, first.billing_address]).toMatchObject([true, billing_address]);
    await send('POST', '/cart/update-customer', toIreland);
    const after = asCart(
      await send('POST', '/cart/update-customer', { billing_address: { country: 'IE', city: 'Galway' } }),
    );
    expect([after.shipping_address.city, after.billing_address.city]).toEqual(['Cork', 'Galway']);
  });

  it('has the taxes of the billing address where they are based on it, and keeps it', async () => {
    const everywhere = [{ name: 'Everywhere', methods: [parcel] }];
    const taxes = { basedOn: 'billing' };
    const taxed = await salesShop(database, { settings: { shipping: { zones: everywhere }, pricing: { taxes } } });
    await database.pool.query(
      "insert into tax_rates (country, percent, name, tax_class) values ('IE', 23, 'VAT', 'standard'), ('DE', 19, 'MwSt', 'standard')",
    );
    const token = String((await taxed.http.inject(`${root}/cart`)).headers['cart-token']);
    const send = async (path: string, payload?: object) => {
      const request = {
        method: payload ? 'POST' : 'GET',
        url: `${root}${path}`,
        headers: { 'cart-token': token },
      } as const;
      return storeCart.parse((await taxed.http.inject({ ...request, ...(payload ? { payload } : {}) })).json());
    };
    const readTaxes = ({ totals }: StoreCart) => totals.tax_lines.map(({ name }) => name);
    await send('/cart/add-item', { id: cup, quantity: 1 });
    const billing_address = { country: 'DE', city: 'Berlin', postcode: '10115' };
    const set = await send('/cart/update-customer', { ...toIreland, billing_address });
    expect(readTaxes(set)).toEqual(['MwSt']);
    const kept = await send('/cart');
    expect([readTaxes(kept), kept.totals]).toEqual([['MwSt'], set.totals]);
    expect([kept.billing_address, kept.shipping_address]).toMatchObject([
      billing_address,
      { country: 'IE', city: 'Cork' },
    ]);
    const moved = await send('/cart/update-customer', {
      billing_address: { country: 'IE', postcode: '', city: 'Galway' },
    });
    expect([readTaxes(moved), moved.shipping_address.city]).toEqual([['VAT'], 'Cork']);
    expect(
      readTaxes(await send('/cart/update-customer', { shipping_address: { country: 'DE', postcode: '' } })),
    ).toEqual(['VAT']);
    await database.pool.query('delete from tax_rates');
  });

  it('says in words why nothing ships there', async () => {
    const send = await openCart();
    await send('POST', '/cart/update-customer', { shipping_address: { country: 'DE' } });
    const cart = asCart(await send('GET', '/cart'));
    expect([cart.has_calculated_shipping, cart.shipping_rates, cart.errors]).toMatchObject([
      true,
      [{ shipping_rates: [] }],
      [{ code: 'store_rest_invalid_shipping_option', message: expect.stringContaining('Germany') }],
    ]);
  });

  it('of an empty cart is not kept, and no rate can be chosen', async () => {
    const send = await openCart(0);
    const cart = asCart(await send('POST', '/cart/update-customer', toIreland));
    expect([cart.shipping_address.city, cart.has_calculated_shipping, cart.shipping_rates]).toEqual([
      'Cork',
      false,
      [],
    ]);
    const rate = await send('POST', '/cart/select-shipping-rate', { package_id: 0, rate_id: 'flat_rate:1' });
    expect([rate.status, asFailure(rate).code]).toEqual([400, 'store_rest_cart_invalid_rate']);
  });

  it.each([
    { country: 'JP' },
    { country: 'xx' },
    { country: 'IE', postcode: 'no code' },
    { country: 'US', state: 'XX' },
    { country: 'IE', state: 'x'.repeat(150) },
    { country: 'IE', city: 'x'.repeat(150) },
    { country: 'IE', postcode: 'x'.repeat(201) },
  ])('refuses the address %j and keeps what there is', async (shipping_address) => {
    const send = await openCart();
    await send('POST', '/cart/update-customer', toIreland);
    const refused = await send('POST', '/cart/update-customer', { shipping_address });
    expect([refused.status, asFailure(refused).code]).toEqual([400, 'rest_invalid_param']);
    expect(asFailure(refused).data.params).toEqual({ shipping_address: expect.any(String) });
    expect(asCart(await send('GET', '/cart')).shipping_address.city).toBe('Cork');
  });

  it('survives characters that cannot be stored', async () => {
    const send = await openCart();
    const shipping_address = { country: 'ie', city: 'Co\0rk\ud800\n', state: '\0' };
    const reply = asCart(await send('POST', '/cart/update-customer', { shipping_address }));
    expect(reply.shipping_address).toMatchObject({ country: 'IE', city: 'Cork\ufffd', state: '' });
  });

  it.each([
    { rate_id: 'none:1' },
    { rate_id: '' },
    { rate_id: '\0' },
    { rate_id: "flat_rate:1'; drop table carts" },
    { rate_id: 'flat_rate:1', package_id: 7 },
    { rate_id: 'flat_rate:1', package_id: '__proto__' },
  ])('refuses the rate %j and keeps what was chosen', async (rate) => {
    const send = await openCart();
    await send('POST', '/cart/update-customer', toIreland);
    await send('POST', '/cart/select-shipping-rate', { package_id: 0, rate_id: 'local_pickup:2' });
    const refused = await send('POST', '/cart/select-shipping-rate', rate);
    expect([refused.status, asFailure(refused).code]).toEqual([400, 'store_rest_cart_invalid_rate']);
    expect(asCart(await send('GET', '/cart')).totals.total_shipping).toBe('0');
  });
});

describe('rules of quantities', () => {
  it('are in the limits of a line, and other quantities are refused in words', async () => {
    const tile = await addProduct(app.shop, { name: 'Tile', stock: 50 });
    await database.pool.query(
      'update products set min_quantity = 4, quantity_step = 2, max_quantity = 11 where id = $1',
      [tile],
    );
    const client = await openTokenClient();
    const cart = asCart(await client.send('POST', '/cart/add-item', { id: tile, quantity: 6 }));
    expect(cart.items[0]?.quantity_limits).toEqual({ minimum: 4, maximum: 10, multiple_of: 2, editable: true });
    const { key } = cart.items[0] ?? {};
    for (const [quantity, message] of [
      [2, 'minimum quantity of “Tile” is 4'],
      [7, 'quantities of 4, 6, 8'],
      [12, 'at most 10'],
    ] as const) {
      const refused = asFailure(await client.send('POST', '/cart/update-item', { key, quantity }));
      expect(refused.message).toContain(message);
      expect(refused.code).toMatch(/^store_rest_product_(invalid_quantity|partially_out_of_stock)$/);
    }
    const small = asFailure(await (await openTokenClient()).send('POST', '/cart/add-item', { id: tile, quantity: 1 }));
    expect(small.code).toBe('store_rest_product_invalid_quantity');
  });
});

describe('a batch', () => {
  const add = (id: number, headers = {}) => ({
    path: '/st/store/v1/cart/add-item',
    body: { id, quantity: 1 },
    headers,
  });

  it('runs its requests in order, each with its own reply', async () => {
    const client = await openTokenClient();
    const reply = await client.send('POST', '/batch', { requests: [add(cup), add(0), add(bowl.small)] });
    expect(reply.status).toBe(207);
    const { responses } = batchReply.parse(reply.body);
    expect(responses.map((response) => response?.status)).toEqual([201, 400, 201]);
    expect(storeCart.parse(responses[2]?.body).items_count).toBe(2);
    expect(responses[0]?.headers).toMatchObject({ 'Cart-Token': expect.any(String), 'Cart-Hash': expect.any(String) });
  });

  it('answers 500 for a request that fails in the shop, and the others as they were done (C2)', async () => {
    const failing: CartExtension = {
      ...{ namespace: 'failing', schema: z.null() },
      load: async (_shop, _db, cart) => {
        if (cart.count === 2) throw new Error('the extension is broken');
        return null;
      },
    };
    const broken = await salesShop(database, { clock, provides: [...providePort(cartExtensions, [failing])] });
    const opened = await broken.http.inject({ url: `${root}/cart` });
    const headers = { 'cart-token': String(opened.headers['cart-token']) };
    const requests = [add(bowl.small), add(cup), { path: '/st/store/v1/cart/items', method: 'DELETE', body: {} }];
    const reply = await broken.http.inject({ method: 'POST', url: `${root}/batch`, payload: { requests }, headers });
    expect(reply.statusCode).toBe(207);
    const { responses } = batchReply.parse(reply.json());
    expect(responses.map((response) => response?.status)).toEqual([201, 500, 200]);
    expect(storeFailure.parse(responses[1]?.body)).toMatchObject({ code: 'internal_error', data: { status: 500 } });
  });

  it('checks the nonce of each request, and runs nothing when all must be valid', async () => {
    const guest = await newTokenClient().send('POST', '/batch', { requests: [add(cup)] });
    expect(batchReply.parse(guest.body).responses[0]).toMatchObject({
      status: 401,
      body: { code: 'store_rest_missing_nonce' },
    });
    const client = await openTokenClient();
    const requests = [add(cup), { path: '/st/store/v1/cart/add-item', body: {} }];
    const reply = await client.send('POST', '/batch', { validation: 'require-all-validate', requests });
    expect(reply.body).toMatchObject({ failed: 'validation', responses: [null, { status: 400 }] });
    expect(asCart(await client.send('GET', '/cart')).items).toEqual([]);
  });

  it('adds once for requests with the same Idempotency-Key, in the batch and outside', async () => {
    const client = await openTokenClient();
    const key = { 'Idempotency-Key': randomUUID() };
    const reply = await client.send('POST', '/batch', { requests: [add(cup, key), add(cup, key)] });
    expect(batchReply.parse(reply.body).responses.map((response) => response?.status)).toEqual([201, 201]);
    const item = { id: cup, quantity: 1 };
    for (const path of ['/cart/add-item', '/cart/items']) {
      const repeated = await client.send('POST', path, item, { 'idempotency-key': key['Idempotency-Key'] });
      expect(repeated.status).toBe(201);
    }
    expect(asCart(await client.send('GET', '/cart')).items_count).toBe(1);
    const reused = await client.send('POST', '/cart/add-item', { id: bowl.small }, key);
    expect([reused.status, asFailure(reused).code]).toEqual([400, 'store_rest_cart_error']);
    for (const malformed of ['short', 'a'.repeat(101), `${'a'.repeat(20)} b`]) {
      const refused = await client.send('POST', '/cart/add-item', item, { 'idempotency-key': malformed });
      expect([refused.status, asFailure(refused).code]).toEqual([400, 'rest_invalid_param']);
    }
    // The key of a batch is not that of its requests.
    await client.send('POST', '/batch', { requests: [add(cup), add(cup)] }, { 'idempotency-key': randomUUID() });
    expect(asCart(await client.send('GET', '/cart')).items_count).toBe(3);
  });

  it('has at most 25 requests, no batches and no paths outside the store API', async () => {
    const client = await openTokenClient();
    const many = await client.send('POST', '/batch', { requests: Array.from({ length: 26 }, () => add(cup)) });
    expect([many.status, asFailure(many).code]).toEqual([400, 'rest_invalid_param']);
    const nested = { path: '/st/store/v1/batch', body: { requests: [add(cup)] } };
    const others = [nested, { path: '/st/store/v1/products', method: 'POST' }, { path: '/st/store/v1/cart/../batch' }];
    const reply = await client.send('POST', '/batch', { requests: others });
    for (const response of batchReply.parse(reply.body).responses)
      expect(response).toMatchObject({ status: 400, body: { code: 'rest_batch_not_allowed' } });
    for (const path of ['/cart/add', 'https://other.example/st/store/v1/cart', '//other/st/store/v1/cart/add-item']) {
      const outside = await client.send('POST', '/batch', { requests: [add(cup), { path }] });
      expect([outside.status, asFailure(outside).code]).toEqual([400, 'store_rest_invalid_path']);
    }
    expect(asCart(await client.send('GET', '/cart')).items).toEqual([]);
  });
});
