import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database));
});

const findLineKeys = (html: string) =>
  [...html.matchAll(/name="quantity\[([0-9a-f-]{36})\]"/g)].map(([, key]) => key ?? '');

async function countVisitors(): Promise<number> {
  const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*) from platform.visitors`);
  return rows[0]?.count ?? Number.NaN;
}

describe('cart without script', () => {
  it('adds by the product form, redirects to the cart and shows the notice once', async () => {
    const bowl = await addProduct(shop, { name: 'Tide &lt;b&gt;bowl', price: 2400 });
    const visitor = newShopper({ http });
    const added = await visitor.addToCart(bowl, 2);
    expect([added.status, added.location]).toEqual([303, '/cart']);
    expect(new URLSearchParams(decodeURIComponent(visitor.cookies.get(hintCookie) ?? '')).get('c')).toBe('2');
    const page = await visitor.visit('/cart');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.body).toContain('“Tide &lt;b&gt;bowl” was added to your cart.');
    expect(page.body).toContain('€48.00');
    expect((await visitor.visit('/cart')).body).not.toContain('was added');
  });

  it('[2.3/24] shows what is bought together until it is in the cart', async () => {
    const bowl = await addProduct(shop);
    const spoon = await addProduct(shop, { name: 'Salt spoon' });
    await shop.db.execute(
      sql`insert into product_links (product_id, linked_id, kind, position) values (${bowl}, ${spoon}, 'cross-sell', 0)`,
    );
    await shop.db.execute(sql`select refresh_product_listing(array[${bowl}::integer, ${spoon}::integer], now())`);
    const visitor = newShopper({ http });
    await visitor.addToCart(bowl);
    const page = (await visitor.visit('/cart')).body;
    expect(page).toMatch(/Frequently bought together.+Salt spoon/s);
    await visitor.addToCart(spoon);
    expect((await visitor.visit('/cart')).body).not.toContain('Frequently bought together');
  });

  it('is changed with few statements by every route', async () => {
    const bowl = String(await addProduct(shop));
    const visitor = newShopper({ http });
    // The first request after a write waits for the cache, which is a statement.
    await visitor.visit('/cart');
    const count = async (url: string, fields: Readonly<Record<string, string>>) =>
      (await countQueries(() => visitor.submit(url, fields))).queries;
    expect(await count('/cart/add', { product_id: bowl })).toBe(3);
    expect(await count('/cart/add', { product_id: bowl })).toBe(3);
    expect(await count('/api/store/v1/cart/item', { product_id: bowl })).toBe(5);
    const [key = ''] = findLineKeys((await visitor.visit('/cart')).body);
    expect(await count('/cart/quantity', { [`quantity[${key}]`]: '4' })).toBe(4);
    const action = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: key, quantity: '3' };
    expect(await count('/ajax', action)).toBe(7);
    expect(await count('/cart/remove', { cart_item_key: key })).toBe(2);
    // The empty cart has cleared the hint cookie, so the counts of wishlists and of texts that wait are read, too.
    expect(await count('/cart/restore', { cart_item_key: key })).toBe(4);
  });

  it('is counted once for the private call, as wishlists and texts that wait are', async () => {
    const visitor = newShopper({ http });
    await visitor.addToCart(await addProduct(shop), 3);
    const url = `${shop.wire.platformRest}/private-state`;
    const { value, queries } = await countQueries(() => visitor.visit(url));
    expect(value.json()).toMatchObject({ hint: { c: '3' } });
    expect(queries).toBe(3);
  });

  it('keeps notices when a browser prefetches the page', async () => {
    const visitor = newShopper({ http });
    await visitor.addToCart(await addProduct(shop));
    const cookie = `visitor=${visitor.cookies.get('visitor')}; vt_notice=${visitor.cookies.get('vt_notice')}`;
    const ahead = await http.inject({ url: '/cart', headers: { cookie, 'sec-purpose': 'prefetch' } });
    expect(ahead.cookies).toEqual([]);
    expect((await visitor.visit('/cart')).body).toContain('was added');
  });

  it('is changed, emptied and restored by forms', async () => {
    const visitor = newShopper({ http });
    await visitor.addToCart(await addProduct(shop));
    const [key = ''] = findLineKeys((await visitor.visit('/cart')).body);
    await visitor.submit('/cart/quantity', { [`quantity[${key}]`]: '4' });
    expect((await visitor.visit('/cart')).body).toContain('Your cart was updated.');
    await visitor.submit('/cart/remove', { cart_item_key: key });
    expect(visitor.cookies.get(hintCookie)).toBeUndefined();
    const empty = (await visitor.visit('/cart')).body;
    expect(empty).toContain('Your cart is empty');
    expect(empty).toContain('“Tide bowl” was removed from your cart.');
    await visitor.submit('/cart/restore', { cart_item_key: key });
    expect((await visitor.visit('/cart')).body).toContain('value="4"');
  });

  it('explains on a separate page why an item was not added, and keeps the form', async () => {
    const few = await addProduct(shop, { name: 'Moon jar', stock: 2 });
    const visitor = newShopper({ http });
    const refused = await visitor.submit('/cart/add', {
      product_id: String(few),
      quantity: '3',
      'addon-note': '"><script>',
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(
      /<div[^>]*role="alert"[^>]*autofocus[^>]*>(?:(?!<\/div>).)*You can add only 2 more of “Moon jar”\./s,
    );
    expect(refused.body).toContain('name="addon-note" value="&quot;&gt;&lt;script&gt;"');
    expect(refused.body).toMatch(/max="2"[^>]*name="quantity"|name="quantity"[^>]*max="2"/);
    expect((await visitor.visit('/cart')).body).toContain('Your cart is empty');
  });

  it('asks again for required choices of an add-on, as many as may be chosen', async () => {
    const option = { price: 0, label: 'Option' };
    const wanted = [
      { ...option, value: 'spoon' },
      { ...option, value: 'card' },
    ];
    const addon = { key: 'with', label: 'With it', help: '', required: true, maxLength: null, price: 0 };
    const { id } = await saveTestProduct(shop, {
      name: 'Tide mug',
      status: 'published',
      master: { regularPrice: 3400 },
      addons: [{ ...addon, kind: 'checkboxes', options: wanted }],
    });
    const refused = await newShopper({ http }).addToCart(id);
    expect(refused.status).toBe(422);
    const boxes = refused.body.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(boxes.map((box) => [/name="([^"]*)"/.exec(box)?.[1], /value="([^"]*)"/.exec(box)?.[1]])).toEqual([
      ['addon-with[]', 'spoon'],
      ['addon-with[]', 'card'],
    ]);
  });

  it('stores no row and sets no cookie when the first item is refused', async () => {
    const few = await addProduct(shop, { stock: 2 });
    const rowsBefore = await countVisitors();
    const visitor = newShopper({ http });
    const refused = await visitor.addToCart(few, 3);
    expect([refused.status, refused.headers['set-cookie']]).toEqual([422, undefined]);
    expect(await countVisitors()).toBe(rowsBefore);
    await visitor.addToCart(few, 2);
    expect(visitor.cookies.get('visitor')).toBeDefined();
    expect(await countVisitors()).toBe(rowsBefore + 1);
  });

  it('creates the visitor’s row again when only the cookie is left', async () => {
    const bowl = await addProduct(shop);
    const visitor = newShopper({ http });
    await visitor.addToCart(bowl);
    const cookie = visitor.cookies.get('visitor');
    await shop.db.execute(sql`delete from platform.visitors where id = ${cookie?.split('.')[0]}`);
    expect((await visitor.addToCart(bowl)).status).toBe(303);
    expect(visitor.cookies.get('visitor')).toBe(cookie);
    expect((await visitor.visit('/cart')).body).toContain('Tide bowl');
  });

  it('offers the missing choices on the failure page', async () => {
    const { product, large } = await addBowl(shop);
    const visitor = newShopper({ http });
    const sent = { product_id: String(product), quantity: '2', attribute_size: 'large' };
    const refused = await visitor.submit('/cart/add', sent);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Please select some product options');
    expect(refused.body).toMatch(/<select[^>]*name="attribute_glaze"/);
    expect(refused.body).toMatch(/<option value="large" selected=""/);
    expect(refused.body).toContain('name="quantity" value="2"');
    await visitor.submit('/cart/add', { ...sent, attribute_glaze: 'ash' });
    const { rows } = await shop.db.execute(sql`select quantity, choices from cart_lines where variation_id = ${large}`);
    expect(rows).toEqual([{ quantity: 2, choices: { glaze: 'ash' } }]);
  });

  it('links to the product with the choice of a line, on the page and in the mini-cart', async () => {
    const { product, large } = await addBowl(shop);
    const bowl = await addProduct(shop);
    const visitor = newShopper({ http });
    await visitor.addToCart(product, 1, { attribute_size: 'large', attribute_glaze: 'ash' });
    await visitor.addToCart(bowl);
    const { fragments } = (await visitor.submit('/?st-ajax=get_refreshed_fragments', {})).json();
    const html = [(await visitor.visit('/cart')).body, ...Object.values<string>(fragments)];
    expect(html).toHaveLength(2);
    for (const body of html) {
      const links = [...body.matchAll(/href="\/product\/[\w-]+([^"]*)">Tide bowl</g)].map(([, query]) => query);
      expect(links).toEqual([`?variation=${large}&amp;term=glaze+ash`, '']);
    }
  });

  it('is not changed by GET requests', async () => {
    const response = await newShopper({ http }).visit('/cart');
    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('[3.4/6-7] [7.3/2] POST {rest}/cart/item', () => {
  const call = (payload: unknown, headers = {}) =>
    http.inject({ method: 'POST', url: '/api/store/v1/cart/item', payload: payload as object, headers });

  it('takes the product form as JSON and replies with the cart', async () => {
    const bowl = await addProduct(shop, { price: 1200 });
    const response = await call({ id: bowl, quantity: 3, 'addon-none[]': ['a', 'b'] });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      cart: { count: 3, total: 3600, currency: 'EUR', isEmpty: false, needsShipping: true },
      message: '“Tide bowl” was added to your cart.',
      fragments: {},
    });
  });

  it('takes a form with the products of a group', async () => {
    const [cup, saucer] = [await addProduct(shop), await addProduct(shop)];
    const response = await http.inject({
      method: 'POST',
      url: '/api/store/v1/cart/item',
      payload: `product_id=1&quantity[${cup}]=2&quantity[${saucer}]=`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.json()).toMatchObject({ cart: { count: 2 } });
    const none = await call({ product_id: 1, [`quantity[${cup}]`]: '0', [`quantity[${saucer}]`]: '' });
    expect(none.json()).toMatchObject({ code: 'QUANTITY_INVALID' });
  });

  it('replies with the common failure shape', async () => {
    const gone = await call({ product_id: 999_999 });
    expect([gone.statusCode, gone.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'This product could not be found.', data: { status: 404 } },
    ]);
    const soldOut = await call({ product_id: await addProduct(shop, { stock: 0 }) });
    expect([soldOut.statusCode, soldOut.json().code]).toEqual([409, 'OUT_OF_STOCK']);
    for (const body of [
      {},
      { product_id: 'x' },
      { product_id: -1 },
      { product_id: 2 ** 40 },
      [],
      { product_id: { a: 1 } },
    ]) {
      const bad = await call(body);
      expect([bad.statusCode, bad.json().code]).toEqual([400, 'invalid_input']);
    }
    const bowl = await addProduct(shop);
    for (const quantity of ['0', '1.5', 'many', -3, 100_000, '٣']) {
      expect((await call({ product_id: bowl, quantity })).json().code).toBe('QUANTITY_INVALID');
    }
  });

  it('refuses large input and survives malformed input', async () => {
    const bowl = await addProduct(shop);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, 'x']));
    expect((await call({ product_id: bowl, ...many })).statusCode).toBe(400);
    expect((await call({ product_id: bowl, 'addon-x': 'a'.repeat(10_001) })).statusCode).toBe(400);
    expect((await call({ product_id: bowl, 'addon-x': 'a'.repeat(300_000) })).statusCode).toBe(413);
    const odd = {
      product_id: bowl,
      'addon-x': 'nul \u0000 half \ud83d',
      attribute_x: '__proto__',
      __proto__: 'x',
      'attribute_\u0000': '\u0000',
    };
    expect((await call(odd)).statusCode).toBe(200);
  });

  it('refuses requests from other origins', async () => {
    const bowl = await addProduct(shop);
    const response = await call({ product_id: bowl }, { origin: 'https://evil.example' });
    expect(response.statusCode).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('line quantity by script', () => {
  it('is set by cart_item_key, and refused with the common failure shape', async () => {
    const visitor = newShopper({ http });
    await visitor.addToCart(await addProduct(shop, { price: 700, stock: 4 }));
    const [key = ''] = findLineKeys((await visitor.visit('/cart')).body);
    const action = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: key };
    const changed = await visitor.submit('/ajax', { ...action, quantity: '3' });
    expect(changed.json()).toMatchObject({ cart: { count: 3, total: 2100 } });
    const refused = await visitor.submit('/ajax', { ...action, quantity: '5' });
    expect([refused.status, refused.json().message]).toEqual([409, 'You can order at most 4 of “Tide bowl”.']);
    const emptied = await visitor.submit('/ajax', { ...action, quantity: '0' });
    expect(emptied.json()).toMatchObject({ cart: { count: 0, isEmpty: true } });
    expect((await visitor.submit('/ajax', { ...action, quantity: '-1' })).status).toBe(400);
  });
});
