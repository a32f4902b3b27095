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
  app = await salesShop(database, { provides: providePort(cartFragments, [badge]) });
  ({ http } = app);
  cup = await addProduct(app.shop, { name: 'Cup', price: 1250, stock: 10 });
});

const call = async (shopper: Shopper, endpoint: string, fields: Readonly<Record<string, string>> = {}) => {
  const reply = await shopper.submit(`/?st-ajax=${endpoint}`, fields);
  return { ...reply, type: String(reply.headers['content-type']) };
};
const readCookies = ({ cookies }: Shopper) => [cookies.get('store_cart_hash'), cookies.get('store_items_in_cart')];

describe('endpoints of the cart (7.2/12)', () => {
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
    expect(fragments[miniCart]).toContain('size: small');
    const refused = await call(shopper, 'add_to_cart', { product_id: String(bowl.product) });
    expect([refused.status, refused.json()]).toEqual([
      200,
      { error: true, product_url: expect.stringContaining('/product/') },
    ]);
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

describe('endpoints of cart page and checkout', () => {
  it('calculate the order for the address of the form', async () => {
    const shopper = newShopper({ http });
    expect((await call(shopper, 'update_order_review')).json().result).toBe('failure');
    await call(shopper, 'add_to_cart', { product_id: String(cup) });
    const review = await call(shopper, 'update_order_review', { country: 'IE', 'shipping_method[0]': 'flat_rate:1' });
    const { result, fragments } = review.json();
    expect([result, Object.keys(fragments)]).toEqual(['success', ['.store-checkout-review-order-table']]);
    expect(fragments['.store-checkout-review-order-table']).toMatch(
      /class="[^"]*store-checkout-review-order-table.*17\.50/s,
    );
  });

  it('answer with HTML of the totals and of messages', async () => {
    const shopper = newShopper({ http });
    await call(shopper, 'add_to_cart', { product_id: String(cup) });
    for (const name of ['get_cart_totals', 'update_shipping_method']) {
      const totals = await call(shopper, name);
      expect([totals.type, totals.body]).toEqual([
        'text/html; charset=utf-8',
        expect.stringMatching(/^<div class="cart_totals">.*12\.50/s),
      ]);
    }
    const coupon = await call(shopper, 'apply_coupon', { coupon_code: '<b>' });
    expect(coupon.body).toMatch(/^<div class="store-error" role="alert">.*&lt;b&gt;/);
    expect((await call(shopper, 'remove_coupon', { coupon: 'x' })).body).toContain('store-error');
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
