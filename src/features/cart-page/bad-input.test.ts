import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { type Answer, newShopper, type Shopper } from '#tests/support/shopper.ts';

const database = useDatabase();
const storeRoot = '/api/st/store/v1';
let shop: Shop;
let http: FastifyInstance;
let cup = 0;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database));
  cup = await addProduct(shop, { name: 'Cup', price: 1000, stock: 50 });
  await database.pool.query(`insert into coupons (code, code_key, percent, currency) values ('TEN', 'ten', 10, 'EUR')`);
});

async function openCart(): Promise<{ readonly shopper: Shopper; readonly key: string }> {
  const shopper = newShopper({ http });
  await shopper.addToCart(cup, 2);
  const { body } = await shopper.visit('/cart');
  return { shopper, key: /name="quantity\[([0-9a-f-]{36})\]"/.exec(body)?.[1] ?? '' };
}

type Method = 'DELETE' | 'GET' | 'POST' | 'PUT';

/** A call with JSON and the shopper's cookies, at the store API with a nonce. */
async function callJson(shopper: Shopper, method: Method, url: string, payload?: object): Promise<Answer> {
  const cookie = [...shopper.cookies].map((pair) => pair.join('=')).join('; ');
  const { nonce } = (await http.inject({ url: `${storeRoot}/cart`, headers: { cookie } })).headers;
  const headers = { cookie, 'sec-fetch-site': 'same-origin', nonce: String(nonce) };
  const reply = await http.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, location: '', json: reply.json };
}

/** Everything that a shopper can change of a cart. */
async function readCart(shopper: Shopper): Promise<object> {
  const { items, coupons, totals } = (await callJson(shopper, 'GET', `${storeRoot}/cart`)).json();
  const lines = items.map(({ key, quantity }: { key: string; quantity: number }) => [key, quantity]);
  return { lines, coupons: coupons.map(({ code }: { code: string }) => code), total: totals.total_price };
}

const alter = (cart_item_key: string, quantity: string) => ({
  action: 'theme_ajax_cart_item_alter_quantity',
  ...{ cart_item_key, quantity },
});

/** What a form says on the page that it leads to. */
async function followForm(shopper: Shopper, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, location, body } = await shopper.submit(path, fields);
  return status === 303 ? (await shopper.visit(location)).body : body;
}

const quantities = ['-1', '1000000000', '1.5', 'NaN', '1e9', '', '0x2', '٣', '9'.repeat(300), '\0'];

describe('a quantity that is none', () => {
  it.each(quantities)('%j is refused by each way to set one, and changes nothing', async (quantity) => {
    const { shopper, key } = await openCart();
    const before = await readCart(shopper);
    expect(await followForm(shopper, '/cart/quantity', { [`quantity[${key}]`]: quantity })).toContain(
      'Enter a quantity from 1 to 100.',
    );
    const called = await shopper.submit('/ajax', alter(key, quantity));
    expect([400, 409]).toContain(called.status);
    expect(called.json().code).toMatch(/^(?:invalid_input|QUANTITY_INVALID)$/);
    const replies = [
      await callJson(shopper, 'POST', `${storeRoot}/cart/update-item`, { key, quantity }),
      await callJson(shopper, 'PUT', `${storeRoot}/cart/items/${key}`, { quantity }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(400);
      expect(reply.json().code).toMatch(/^(?:rest_invalid_param|store_rest_product_invalid_quantity)$/);
    }
    expect(await readCart(shopper)).toEqual(before);
  });

  it.each(quantities.filter((quantity) => quantity !== ''))(
    '%j is refused by the form and the call that add, and changes nothing',
    async (quantity) => {
      const { shopper } = await openCart();
      const before = await readCart(shopper);
      const fields = { product_id: String(cup), quantity };
      const form = await shopper.submit('/cart/add', fields);
      expect([form.status, form.body]).toEqual([422, expect.stringContaining('Enter a quantity from 1 to 100.')]);
      const called = await callJson(shopper, 'POST', '/api/store/v1/cart/item', fields);
      expect([called.status, called.json().code]).toEqual([400, 'QUANTITY_INVALID']);
      expect(await readCart(shopper)).toEqual(before);
    },
  );
});

describe('the cart_item_key of another cart', () => {
  it('is unknown to each way in, and changes neither cart', async () => {
    const [{ shopper: owner, key }, { shopper: other }] = [await openCart(), await openCart()];
    const before = [await readCart(owner), await readCart(other)];
    const gone = 'This item is no longer in your cart.';
    expect(await followForm(other, '/cart/quantity', { [`quantity[${key}]`]: '9' })).toContain(gone);
    expect(await followForm(other, '/cart/remove', { cart_item_key: key })).toContain(gone);
    expect(await followForm(other, '/cart/restore', { cart_item_key: key })).toContain(gone);
    for (const quantity of ['9', '0']) {
      const reply = await other.submit('/ajax', alter(key, quantity));
      expect([reply.status, reply.json().code]).toEqual([404, 'LINE_NOT_FOUND']);
    }
    const ajax = await other.submit('/?st-ajax=remove_from_cart', { cart_item_key: key });
    expect([ajax.status, ajax.json()]).toEqual([200, { success: false }]);
    for (const path of ['cart/update-item', 'cart/remove-item']) {
      const reply = await callJson(other, 'POST', `${storeRoot}/${path}`, { key, quantity: 9 });
      expect([reply.status, reply.json().code]).toEqual([409, 'store_rest_cart_invalid_key']);
    }
    expect([await readCart(owner), await readCart(other)]).toEqual(before);
  });

  it.each(['', 'x', '\0', "' or true --", '%', 'x'.repeat(10_000)])(
    'is refused when it is %j, and changes nothing',
    async (key) => {
      const { shopper } = await openCart();
      const before = await readCart(shopper);
      for (const path of ['/cart/remove', '/cart/restore'])
        expect((await shopper.submit(path, { cart_item_key: key })).status).toBe(400);
      expect((await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: '3' })).status).toBeLessThan(500);
      expect((await shopper.submit('/ajax', alter(key, '3'))).status).toBe(400);
      expect(await readCart(shopper)).toEqual(before);
    },
  );
});

/** Each way to put a coupon into a cart. @returns what it answers */
const couponWays: readonly (readonly [string, (shopper: Shopper, code: string) => Promise<string>])[] = [
  ['the form', (shopper, code) => followForm(shopper, '/cart/coupon', { coupon_code: code })],
  ['the call', async (shopper, code) => (await callCoupon(shopper, code)).body],
  [
    'the endpoint',
    async (shopper, code) => (await shopper.submit('/?st-ajax=apply_coupon', { coupon_code: code })).body,
  ],
  ['the store API', async (shopper, code) => (await callStoreCoupon(shopper, code)).body],
];
const callCoupon = (shopper: Shopper, coupon_code: string) =>
  callJson(shopper, 'POST', '/api/store/v1/cart/coupon', { coupon_code });
const callStoreCoupon = (shopper: Shopper, code: string) =>
  callJson(shopper, 'POST', `${storeRoot}/cart/apply-coupon`, { code });

describe('a coupon', () => {
  it('that is applied twice, in whatever way, is in the cart once', async () => {
    const { shopper } = await openCart();
    for (const [, apply] of couponWays) await apply(shopper, 'ten');
    await Promise.all(couponWays.map(([, apply]) => apply(shopper, ' TEN ')));
    expect(await readCart(shopper)).toMatchObject({ coupons: ['ten'], total: '1800' });
  });

  it('of a megabyte is refused in each way, and changes nothing', async () => {
    const { shopper } = await openCart();
    const before = await readCart(shopper);
    const code = 'x'.repeat(1_000_000);
    const sent = [
      await shopper.submit('/cart/coupon', { coupon_code: code }),
      await shopper.submit('/cart/coupon', { [code]: 'ten' }),
      await callCoupon(shopper, code),
      await shopper.submit('/?st-ajax=apply_coupon', { coupon_code: code }),
      await callStoreCoupon(shopper, code),
    ];
    expect(sent.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413]);
    expect(await readCart(shopper)).toEqual(before);
  });

  it('cannot be guessed: all ways share one limit, and from then on the right code is refused, too', async () => {
    const limit = { key: 'cart.couponAttemptsPerHour', value: 8, version: null };
    expect(await changeSettings(shop, [limit], 'shop')).toMatchObject({ ok: true });
    const { shopper } = await openCart();
    const tries = 12;
    const answers: string[] = [];
    for (let turn = 0; turn < tries; turn += 1) {
      const [, apply] = couponWays[turn % couponWays.length] ?? [];
      answers.push((await apply?.(shopper, `guess${turn}`)) ?? '');
    }
    const isLimited = (body: string) => /tried too many coupon codes/.test(body);
    expect(answers.map(isLimited)).toEqual(Array.from({ length: tries }, (_, turn) => turn >= 8));
    for (const [name, apply] of couponWays)
      expect([name, isLimited(await apply(shopper, 'TEN'))]).toEqual([name, true]);
    expect(await readCart(shopper)).toMatchObject({ coupons: [], total: '2000' });
  });
});
