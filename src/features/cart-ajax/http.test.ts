import type { FastifyInstance } from 'fastify';
import { createElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { cartFragments } from './index.ts';

const database = useDatabase();
const miniCart = 'div.widget_shopping_cart_content';
let app: App;
let http: FastifyInstance;
let cup = 0;

beforeAll(async () => {
  const badge = {
    selector: 'span.badge',
    render: (_shop: unknown, _context: unknown, { count }: { count: number }) =>
      createElement('span', { className: 'badge' }, count),
  };
  const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 };
  const pickup = { type: 'local_pickup', id: 'local_pickup:2', title: 'Workshop' };
  app = await salesShop(database, {
    provides: providePort(cartFragments, [badge]),
    settings: { shipping: { zones: [{ name: 'Everywhere', methods: [parcel, pickup] }] } },
  });
  ({ http } = app);
  cup = await addProduct(app.shop, { name: 'Cup', price: 1250, stock: 10 });
  await database.pool.query(`insert into coupons (code, code_key, percent, currency) values ('TEN', 'ten', 10, 'EUR')`);
});

const call = async (shopper: Shopper, endpoint: string, fields: Readonly<Record<string, string>> = {}) => {
  const reply = await shopper.submit(`/?st-ajax=${endpoint}`, fields);
  return { ...reply, type: String(reply.headers['content-type']) };
};
const readCookies = ({ cookies }: Shopper) => [cookies.get('store_cart_hash'), cookies.get('store_items_in_cart')];

describe('[7.2/12] endpoints of the cart', () => {
  it('add, refresh and remove, with fragments that match their selectors and the hash of the cookie', async () => {
    const shopper = newShopper({ http });
    const added = await call(shopper, 'add_to_cart', { product_id: String(cup), quantity: '2', product_sku: '' });
    expect([added.status, added.type]).toEqual([200, 'application/json; charset=utf-8']);
    const { fragments, cart_hash } = added.json();
    expect(Object.keys(fragments)).toEqual([miniCart, 'span.badge']);
    expect(fragments[miniCart]).toMatch(/^<div class="widget_shopping_cart_content">.*Cup/s);
    expect(fragments['span.badge']).toBe('<span class="badge">2</span>');
    expect(readCookies(shopper)).toEqual([cart_hash, '1']);
    const refreshed = await call(shopper, 'get_refreshed_fragments', { time: '1' });
    expect(refreshed.json()).toEqual(added.json());
    const key = /data-cart_item_key="([^"]+)"/.exec(fragments[miniCart])?.[1] ?? '';
    const removed = await call(shopper, 'remove_from_cart', { cart_item_key: key });
    expect(removed.json()).toMatchObject({
      cart_hash: '',
      fragments: { 'span.badge': '<span class="badge">0</span>' },
    });
    expect(readCookies(shopper).filter(Boolean)).toEqual([]);
  });

  it('add once when a request is repeated with its key, and each time without', async () => {
    const shopper = newShopper({ http });
    const fields = { product_id: String(cup), request_key: 'a-key-of-the-script' };
    await call(shopper, 'add_to_cart', fields);
    await Promise.all([call(shopper, 'add_to_cart', fields), call(shopper, 'add_to_cart', fields)]);
    const { request_key: _, ...plain } = fields;
    const last = await call(shopper, 'add_to_cart', plain);
    expect(last.json().fragments['span.badge']).toBe('<span class="badge">2</span>');
  });

  it('change the cookie with each change of the cart, by forms too', async () => {
    const shopper = newShopper({ http });
    const hashes = new Set<string | undefined>();
    await shopper.addToCart(cup);
    hashes.add(readCookies(shopper)[0]);
    await call(shopper, 'add_to_cart', { product_id: String(cup) });
    hashes.add(readCookies(shopper)[0]);
    const page = await shopper.visit('/cart');
    const key = /name="quantity\[([0-9a-f-]{36})\]"/.exec(page.body)?.[1] ?? '';
    await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: '5' });
    hashes.add(readCookies(shopper)[0]);
    await shopper.submit('/cart/remove', { cart_item_key: key });
    expect(readCookies(shopper).filter(Boolean)).toEqual([]);
    await shopper.submit('/cart/restore', { cart_item_key: key });
    hashes.add(readCookies(shopper)[0]);
    expect([hashes.size, hashes.has(undefined), hashes.has('')]).toEqual([4, false, false]);
    expect((await call(shopper, 'get_refreshed_fragments')).json().cart_hash).toBe(readCookies(shopper)[0]);
  });

  it('add a variation by its id', async () => {
    const bowl = await addBowl(app.shop);
    const shopper = newShopper({ http });
    const { fragments } = (await call(shopper, 'add_to_cart', { product_id: String(bowl.small) })).json();
    expect(fragments[miniCart]).toMatch(/size[^a-z]*(<[^>]*>)*[^a-z]*small/);
    const refused = await call(shopper, 'add_to_cart', { product_id: String(bowl.product) });
    expect([refused.status, refused.json()]).toEqual([
      200,
      { error: true, product_url: expect.stringContaining('/product/') },
    ]);
  });

  it('add the smallest quantity of the product when none is sent', async () => {
    const tile = await addProduct(app.shop, { name: 'Tile', stock: 50 });
    await database.pool.query('update products set min_quantity = 4, quantity_step = 2 where id = $1', [tile]);
    const shopper = newShopper({ http });
    const { fragments } = (await call(shopper, 'add_to_cart', { product_id: String(tile) })).json();
    expect(fragments['span.badge']).toBe('<span class="badge">4</span>');
    const odd = await call(shopper, 'add_to_cart', { product_id: String(tile), quantity: '1' });
    expect([odd.status, odd.json().error]).toEqual([200, true]);
  });

  it.each(['-1', '0', '1000000000', '1.5', 'NaN', '9'.repeat(60), '\0'])(
    'answer quantity %j with an error of status 200, and change nothing',
    async (quantity) => {
      const shopper = newShopper({ http });
      const reply = await call(shopper, 'add_to_cart', { product_id: String(cup), quantity });
      expect([reply.status, reply.json().error]).toEqual([200, true]);
      expect(shopper.cookies.size).toBe(0);
    },
  );

  it('do nothing to lines of others, nor for unknown products and endpoints', async () => {
    const [owner, other] = [newShopper({ http }), newShopper({ http })];
    const { fragments } = (await call(owner, 'add_to_cart', { product_id: String(cup) })).json();
    const key = /data-cart_item_key="([^"]+)"/.exec(fragments[miniCart])?.[1] ?? '';
    for (const foreign of [key, 'x', '\0', 'x'.repeat(10_000)])
      expect((await call(other, 'remove_from_cart', { cart_item_key: foreign })).json()).toEqual({ success: false });
    for (const id of ['0', '-1', '999999999', '2147483648', 'x'])
      expect((await call(other, 'add_to_cart', { product_id: id })).json().error).toBe(true);
    for (const name of ['nothing', '__proto__', 'constructor', '']) expect((await call(other, name)).status).toBe(400);
    const [count] = [(await call(owner, 'get_refreshed_fragments')).json().fragments['span.badge']];
    expect(count).toBe('<span class="badge">1</span>');
  });

  it('refuse writes of other sites', async () => {
    const headers = { origin: 'https://other.example', 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await http.inject({
      method: 'POST',
      url: '/?st-ajax=add_to_cart',
      headers,
      payload: `product_id=${cup}`,
    });
    expect(reply.statusCode).toBe(403);
  });
});

describe('the fragment of the mini-cart', () => {
  it('is the mini-cart of the shop, with the links and classes that scripts look for', async () => {
    const shopper = newShopper({ http });
    const { fragments } = (await call(shopper, 'add_to_cart', { product_id: String(cup), quantity: '2' })).json();
    const html = fragments[miniCart];
    const key = /data-cart_item_key="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toMatch(
      /^<div class="widget_shopping_cart_content"><form[^>]* action="\/cart\/quantity" method="post"/,
    );
    expect(html).toContain('class="mini-cart__line store-mini-cart-item mini_cart_item"');
    expect(html).toMatch(
      new RegExp(`<a href="/cart/remove\\?cart_item_key=${key}" class="remove remove_from_cart_button"`),
    );
    expect(html).toMatch(new RegExp(`<input(?=[^>]* value="2")[^>]* name="quantity\\[${key}\\]"`));
    expect(html).toContain('€25.00');
    // The shop's own mini-cart is in the same page: ids of both differ.
    expect(html).not.toMatch(/id="mini-cart/);
    expect(html).not.toContain('data-step');
    // Its form works without script.
    await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: '3' });
    expect((await call(shopper, 'get_refreshed_fragments')).json().fragments[miniCart]).toContain('€37.50');
  });
});

describe('[7.2/12] endpoints of cart page and checkout', () => {
  const review = '.store-checkout-review-order-table';
  const openCart = async () => {
    const shopper = newShopper({ http });
    await call(shopper, 'add_to_cart', { product_id: String(cup) });
    return shopper;
  };
  const readReview = async (shopper: Shopper, fields: Readonly<Record<string, string>> = {}) => {
    const { result, fragments } = (await call(shopper, 'update_order_review', fields)).json();
    expect([result, Object.keys(fragments)]).toEqual(['success', [review]]);
    return String(fragments[review]);
  };

  it('calculate the order for the address of the form, and keep it with the cart', async () => {
    const shopper = newShopper({ http });
    expect((await call(shopper, 'update_order_review')).json().result).toBe('failure');
    await call(shopper, 'add_to_cart', { product_id: String(cup) });
    const html = await readReview(shopper, { country: 'IE', s_country: 'DE', 'shipping_method[0]': 'flat_rate:1' });
    expect(html).toMatch(/class="[^"]*store-checkout-review-order-table.*17\.50/s);
    expect(await readReview(shopper)).toBe(html);
    expect((await shopper.visit('/cart')).body).toContain('Germany');
    const hash = readCookies(shopper)[0];
    await readReview(shopper, { s_country: 'DE', 'shipping_method[0]': 'flat_rate:1' });
    expect(readCookies(shopper)[0]).toBe(hash);
  });

  it('keep the billing address of the form, and have its taxes where they are based on it', async () => {
    const taxed = await salesShop(database, { settings: { pricing: { taxes: { basedOn: 'billing' } } } });
    await database.pool.query(`insert into tax_rates (country, percent, name, tax_class)
      values ('IE', 23, 'VAT', 'standard'), ('DE', 19, 'MwSt', 'standard')`);
    const shopper = newShopper(taxed);
    await shopper.addToCart(cup);
    const fields = { country: 'DE', postcode: '10115', s_country: 'IE', s_city: 'Cork' };
    expect(await readReview(shopper, fields)).toContain('MwSt');
    expect(await readReview(shopper)).toContain('MwSt');
    const hash = readCookies(shopper)[0];
    for (const kept of [
      fields,
      { country: 'JP' },
      { country: 'DE', postcode: 'no code', s_country: 'IE', s_city: 'Cork' },
    ])
      expect(await readReview(shopper, kept)).toContain('MwSt');
    expect(readCookies(shopper)[0]).toBe(hash);
    const moved = await readReview(shopper, { country: 'IE', s_country: 'IE', s_city: 'Cork' });
    expect(moved).not.toContain('MwSt');
    const other = newShopper(taxed);
    await other.addToCart(cup);
    const invalid = await readReview(other, { country: 'DE', postcode: '10115', s_country: 'JP' });
    expect(invalid, 'kept without a valid shipping address').toContain('MwSt');
    expect(await readReview(other)).toContain('MwSt');
    await database.pool.query('delete from tax_rates');
  });

  it.each([
    { s_country: 'JP' },
    { s_country: '\0' },
    { s_country: 'IE', s_postcode: 'no code' },
    { s_country: 'IE', s_city: 'x'.repeat(150) },
    { 'shipping_method[0]': 'none:1' },
    { 'shipping_method[0]': '\0' },
  ])('keep what there is for %j', async (fields) => {
    const shopper = await openCart();
    const html = await readReview(shopper, { s_country: 'DE', 'shipping_method[0]': 'flat_rate:1' });
    const hash = readCookies(shopper)[0];
    expect(await readReview(shopper, fields as Record<string, string>)).toBe(html);
    expect(readCookies(shopper)[0]).toBe(hash);
  });

  it('choose the shipping method [3.4/10], and answer with the totals', async () => {
    const shopper = await openCart();
    const totals = await call(shopper, 'get_cart_totals');
    expect([totals.type, totals.body]).toEqual([
      'text/html; charset=utf-8',
      expect.stringMatching(/^<div class="cart_totals">.*12\.50/s),
    ]);
    await readReview(shopper, { s_country: 'IE' });
    const chosen = await call(shopper, 'update_shipping_method', { 'shipping_method[0]': 'local_pickup:2' });
    expect(chosen.body).toMatch(/^<div class="cart_totals">.*Workshop/s);
    expect((await call(shopper, 'get_cart_totals')).body).toBe(chosen.body);
    const unknown = await call(shopper, 'update_shipping_method', { 'shipping_method[0]': 'none:1' });
    expect(unknown.body).toBe(chosen.body);
  });

  it('apply and remove coupons, and say in words what they did', async () => {
    const shopper = await openCart();
    const apply = async (coupon_code: string) => (await call(shopper, 'apply_coupon', { coupon_code })).body;
    expect(await apply('<b>')).toMatch(/^<div class="store-error" role="alert">This coupon code is not valid/);
    for (const code of ['', '\0', 'x'.repeat(900)]) expect(await apply(code)).toContain('store-error');
    expect(await apply('TEN')).toBe('<div class="store-message" role="alert">The coupon was applied.</div>');
    expect(await apply('ten')).toContain('“TEN” is in your cart already');
    expect((await call(shopper, 'get_cart_totals')).body).toContain('11.25');
    const remove = async (coupon: string) => (await call(shopper, 'remove_coupon', { coupon })).body;
    expect(await remove('ten')).toContain('store-message');
    expect(await remove('<i>')).toMatch(/store-error.*&lt;i&gt;/);
    expect((await call(shopper, 'get_cart_totals')).body).not.toContain('11.25');
  });

  it('limit how many coupons can be tried, and answer 200 with the reason', async () => {
    const limited = await salesShop(database, { settings: { cart: { couponAttemptsPerHour: 3 } } });
    const shopper = newShopper({ http: limited.http });
    await shopper.addToCart(cup);
    const answers: string[] = [];
    for (let count = 0; count < 6; count += 1)
      answers.push((await call(shopper, 'apply_coupon', { coupon_code: `guess-${count}` })).body);
    expect(answers.map((body) => body.includes('too many coupon codes'))).toEqual([
      ...[false, false, false, true, true, true],
    ]);
  });
});

describe('the cookies of the cart', () => {
  it('change with each write of coupons, destination, shipping and quantities', async () => {
    const shopper = newShopper({ http });
    const seen: (string | undefined)[] = [];
    const expectChange = async (title: string, write: Promise<{ readonly status: number }>) => {
      const { status } = await write;
      const [hash, hasItems] = readCookies(shopper);
      expect([title, status < 400, hasItems, seen.includes(hash)]).toEqual([title, true, '1', false]);
      expect(hash).toMatch(/^[\da-f]{32}$/);
      expect((await call(shopper, 'get_refreshed_fragments')).json().cart_hash).toBe(hash);
      seen.push(hash);
    };
    const { submit } = shopper;
    await expectChange('adding', shopper.addToCart(cup, 2));
    const key = /name="quantity\[([0-9a-f-]{36})\]"/.exec((await shopper.visit('/cart')).body)?.[1] ?? '';
    const rest = '/api/store/v1/cart';
    const [apply, remove] = [{ coupon_code: 'TEN' }, { coupon_code: 'ten' }];
    await expectChange('the form of coupons', submit('/cart/coupon', apply));
    await expectChange('its button that removes', submit('/cart/coupon/remove', remove));
    await expectChange('the call for a coupon', submit(`${rest}/coupon`, apply));
    await expectChange('the call that removes it', submit(`${rest}/coupon/remove`, remove));
    await expectChange('the endpoint for a coupon', call(shopper, 'apply_coupon', apply));
    await expectChange('the endpoint that removes it', call(shopper, 'remove_coupon', { coupon: 'ten' }));
    await expectChange('the form of the destination', submit('/cart/destination', { shipping_country: 'IE' }));
    await expectChange('the call for it', submit(`${rest}/destination`, { shipping_country: 'DE' }));
    await expectChange('the review of the order', call(shopper, 'update_order_review', { s_country: 'IE' }));
    const pickup = { shipping_method: 'local_pickup:2' };
    await expectChange('the form of shipping', submit('/cart/shipping', pickup));
    await expectChange('the call for it', submit(`${rest}/shipping`, { shipping_method: 'flat_rate:1' }));
    const chosen = { 'shipping_method[0]': 'local_pickup:2' };
    await expectChange('the endpoint for it', call(shopper, 'update_shipping_method', chosen));
    const alter = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: key };
    await expectChange('the quantity of the mini-cart', submit('/ajax', { ...alter, quantity: '3' }));
    await submit('/ajax', { ...alter, quantity: '0' });
    expect(readCookies(shopper).filter(Boolean)).toEqual([]);
    const restore = { action: 'theme_ajax_cart_item_restore', cart_item_key: key };
    await expectChange('restoring in the mini-cart', submit('/ajax', restore));
  });

  it('change with writes of other features, and are gone once everything is ordered', async () => {
    const shopper = newShopper({ http });
    const { submit } = shopper;
    const plate = await addProduct(app.shop, { name: 'Plate', price: 1500, stock: 10 });
    const seen = new Set<string | undefined>();
    const expectChange = async (title: string, write: Promise<{ readonly status: number }>) => {
      const { status } = await write;
      const [hash, hasItems] = readCookies(shopper);
      expect([title, status < 400, hasItems, seen.has(hash)]).toEqual([title, true, '1', false]);
      expect((await call(shopper, 'get_refreshed_fragments')).json().cart_hash).toBe(hash);
      seen.add(hash);
    };
    await expectChange('adding by the call', submit('/api/store/v1/cart/item', { product_id: String(cup) }));
    await expectChange('buying now', submit('/cart/add', { product_id: String(plate), buy_now: '1' }));
    await expectChange('putting back', submit('/cart/put-back', {}));
    const key = /value="([\w-]{36})" [^>]*formaction="\/wishlist\/save-for-later"/i.exec(
      (await shopper.visit('/cart')).body,
    )?.[1];
    await expectChange('saving for later', submit('/wishlist/save-for-later', { cart_item_key: key ?? '' }));
    const token = /name="wishlist_id" value="([\w-]{22})"/.exec((await shopper.visit('/wishlist')).body)?.[1];
    const all = { wishlist_id: token ?? '', add_all_to_cart: '1' };
    await expectChange('adding a wishlist', submit('/wishlist/to-cart', all));
    const form = await shopper.fillInCheckout();
    const placed = await shopper.placeOrder(form ?? {});
    expect([placed.status, readCookies(shopper).filter(Boolean)]).toEqual([303, []]);
    expect((await call(shopper, 'get_refreshed_fragments')).json().cart_hash).toBe('');
    await expectChange('ordering again', submit(`${placed.location.split('?')[0]}/reorder`, {}));
  });

  it('change with each write of the store API', async () => {
    const shopper = newShopper({ http });
    const root = '/api/st/store/v1/cart';
    const seen = new Set<string | undefined>();
    await shopper.addToCart(cup);
    seen.add(readCookies(shopper)[0]);
    const { nonce } = (await shopper.visit(root)).headers;
    const writes: [string, Record<string, string>][] = [
      ['apply-coupon', { code: 'ten' }],
      ['remove-coupon', { code: 'ten' }],
      ['update-customer', { 'shipping_address[country]': 'IE' }],
      ['select-shipping-rate', { package_id: '0', rate_id: 'local_pickup:2' }],
    ];
    for (const [path, fields] of writes) {
      const reply = await http.inject({
        ...{ method: 'POST', url: `${root}/${path}`, payload: new URLSearchParams(fields).toString() },
        headers: {
          cookie: [...shopper.cookies].map((pair) => pair.join('=')).join('; '),
          nonce: String(nonce),
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      const set = new Map(reply.cookies.map(({ name, value }) => [name, value]));
      expect([path, reply.statusCode, set.get('store_cart_hash')]).toEqual([path, 200, reply.headers['cart-hash']]);
      for (const [name, value] of set) shopper.cookies.set(name, value);
      seen.add(set.get('store_cart_hash'));
    }
    expect([seen.size, seen.has(undefined), readCookies(shopper)[1]]).toEqual([5, false, '1']);
  });
});

describe('the page behind links that remove', () => {
  it('changes nothing before its button is pressed', async () => {
    const shopper = newShopper({ http });
    const { fragments } = (await call(shopper, 'add_to_cart', { product_id: String(cup) })).json();
    const link = /href="(\/cart\/remove[^"]+)"/.exec(fragments[miniCart])?.[1] ?? '';
    const page = await shopper.visit(link);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('remove “Cup” from your cart?')]);
    expect((await shopper.visit('/cart')).body).toContain('Cup');
    const key = new URLSearchParams(link.split('?')[1]).get('cart_item_key') ?? '';
    await shopper.submit('/cart/remove', { cart_item_key: key });
    expect((await shopper.visit(link)).body).toContain('no longer in your cart');
  });
});
