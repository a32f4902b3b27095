import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { cartContributions } from '#features/cart/index.ts';
import type { AddReply } from '#features/mini-cart/contract.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import type { CartReply } from '../contract.ts';

const { database } = useDatabase();
const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500, freeFrom: 10_000 };
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database, {
    provides: [
      ...providePort(cartContributions, [
        async (_shop, _db, { cart, page }) => ({
          cart: { canExpress: cart.count > 0, total: -1, page },
          queryParams: { currency: cart.currency },
        }),
      ]),
    ],
    settings: { shipping: { zones: [{ name: 'Everywhere', methods: [parcel] }] } },
  }));
});

const itemPath = '/api/store/v1/cart/item';
const refreshPath = '/api/store/v1/cart/refresh';
const withMiniCart = { fragments: JSON.stringify({ 'mini-cart': {} }) };
const findKey = (html = '') => /data-cart-item-key="([\da-f-]{36})"/.exec(html)?.[1] ?? '';

describe('the state of the cart', () => {
  it('is returned for a page, with what features add to it [3.4/1] [3.4/2] [3.4/3] [3.4/4] [7.3/1]', async () => {
    const shopper = newShopper({ http });
    const empty = (await shopper.submit(refreshPath, { page: 'cart' })).json() as CartReply;
    expect(empty.cart).toMatchObject({
      isEmpty: true,
      needsShipping: false,
      total: 0,
      canExpress: false,
      page: 'cart',
    });
    await shopper.addToCart(await addProduct(shop, { price: 2400 }), 2);
    const { cart, queryParams, fragments } = (
      await shopper.submit(refreshPath, { page: 'checkout' })
    ).json() as CartReply;
    expect(cart).toMatchObject({ isEmpty: false, needsShipping: true, total: 4800, count: 2, page: 'checkout' });
    expect(queryParams).toEqual({ currency: 'EUR' });
    expect(fragments).toEqual({});
  });

  it('sets the hint cookie anew, so that a wrong count heals', async () => {
    const shopper = newShopper({ http });
    await shopper.addToCart(await addProduct(shop));
    shopper.cookies.set('vt_hint', 'v%3D1%26c%3D9');
    await shopper.submit(refreshPath, { page: '' });
    expect(decodeURIComponent(shopper.cookies.get('vt_hint') ?? '')).toMatch(/c=1(&|$)/);
  });

  it.each([{ page: 'x'.repeat(41) }, { page: 'cart', fragments: 'no object' }])('refuses %j', async (fields) => {
    const answer = await newShopper({ http }).submit(refreshPath, fields as Record<string, string>);
    expect(answer.status).toBe(400);
  });
});

describe('the mini-cart', () => {
  it('comes with the reply of adding, also for a new visitor, and has key and quantity of each line [2.4/4] [3.4/9]', async () => {
    const shopper = newShopper({ http });
    const id = String(await addProduct(shop, { name: 'Dune & sand', price: 1000, stock: 4 }));
    const { fragments, reveal, cart } = (
      await shopper.submit(itemPath, { product_id: id, quantity: '2', ...withMiniCart })
    ).json() as AddReply;
    const html = fragments['mini-cart'] ?? '';
    expect(html).toContain('Dune &amp; sand');
    expect(html).toContain('€20.00');
    expect(html).toContain('€80.00 away from free delivery');
    const [input = ''] = /<input[^>]*>/.exec(html) ?? [];
    expect(input).toMatch(/name="quantity\[[\da-f-]{36}\]"/);
    for (const attribute of ['type="number"', 'min="0"', 'max="4"', 'value="2"']) expect(input).toContain(attribute);
    expect([reveal, cart.count]).toEqual([true, 2]);
    const action = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: findKey(html), ...withMiniCart };
    const removed = (await shopper.submit('/ajax', { ...action, quantity: '0' })).json() as CartReply;
    expect(removed.message).toBe('“Dune & sand” was removed from your cart.');
    expect(removed.fragments['mini-cart']).toContain('Your cart is empty');
    const restore = { action: 'theme_ajax_cart_item_restore', cart_item_key: findKey(html), ...withMiniCart };
    const restored = (await shopper.submit('/ajax', restore)).json() as CartReply;
    expect(restored.message).toBe('“Dune & sand” was restored to your cart.');
    expect(restored.cart).toMatchObject({ count: 2, total: 2000 });
  });

  it("is the shopper's own", async () => {
    const owner = newShopper({ http });
    const id = String(await addProduct(shop, { name: 'Secret jar' }));
    const added = (await owner.submit(itemPath, { product_id: id, ...withMiniCart })).json() as AddReply;
    const key = findKey(added.fragments['mini-cart']);
    const other = newShopper({ http });
    await other.addToCart(await addProduct(shop));
    const action = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: key, quantity: '3' };
    expect((await other.submit('/ajax', action)).status).toBe(404);
    const restore = { action: 'theme_ajax_cart_item_restore', cart_item_key: key };
    expect((await other.submit('/ajax', restore)).json()).toMatchObject({
      message: 'This item is no longer in your cart.',
      cart: { count: 1 },
    });
  });

  it.each(['{', '[]', '{"mini-cart":{"a":', '"x"', '{"unknown":{}}'])(
    'is left out when the fragments are not readable: %s',
    async (fragments) => {
      const id = String(await addProduct(shop));
      const answer = await newShopper({ http }).submit(itemPath, { product_id: id, fragments });
      expect([answer.status, (answer.json() as AddReply).fragments]).toEqual([200, {}]);
    },
  );
});

describe('the checkout button of the cart', () => {
  it('saves the quantities and leads to the checkout, but not past a problem', async () => {
    const shopper = newShopper({ http });
    await shopper.addToCart(await addProduct(shop, { stock: 3 }));
    const [, key = ''] = /name="quantity\[([\da-f-]{36})\]"/.exec((await shopper.visit('/cart')).body) ?? [];
    const quantity = (value: string) => ({ [`quantity[${key}]`]: value, checkout: '1' });
    expect((await shopper.submit('/cart/quantity', quantity('3'))).location).toBe('/checkout');
    expect((await shopper.visit('/cart')).body).toContain('€30.00');
    expect((await shopper.submit('/cart/quantity', quantity('4'))).location).toBe('/cart');
    expect((await shopper.visit('/cart')).body).toContain('You can order at most 3');
  });
});

describe('a price that changes after it was added', () => {
  it('is said once on the cart page, and not to a prefetch', async () => {
    const shopper = newShopper({ http });
    const id = await addProduct(shop, { name: 'Kelp dish', price: 3000 });
    await shopper.addToCart(id);
    const change = 'The price of “Kelp dish” has gone up from €30.00 to €32.00 since you last saw it.';
    expect((await shopper.visit('/cart')).body).not.toContain('since you last saw it');
    await shop.db.execute(sql`update main_prices set regular_price = 3200 where variation_id = ${id}`);
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const prefetched = await http.inject({ url: '/cart', headers: { cookie, 'sec-purpose': 'prefetch' } });
    expect(prefetched.body).not.toContain(change);
    expect((await shopper.visit('/cart')).body).toContain(change);
    expect((await shopper.visit('/cart')).body).not.toContain(change);
  });
});
