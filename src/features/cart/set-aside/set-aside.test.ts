import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  createCustomer,
  createVisitorWithCart,
  putInCart,
  salesShop,
  signInGuest,
  type TestGuest,
} from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { addToCart } from '../add/add-to-cart.ts';
import { getCart } from '../cart.ts';
import { cartData } from '../personal-data.ts';
import { putBack } from './set-aside.ts';

const { database } = useDatabase();
let app: App;
let [bowl, cup, jar] = [0, 0, 0];

beforeAll(async () => {
  app = await salesShop(database);
  bowl = await addProduct(app.shop, { name: 'Moon bowl' });
  cup = await addProduct(app.shop, { name: 'Tide cup' });
  jar = await addProduct(app.shop, { name: 'Salt jar' });
});

const press = (shopper: Shopper, product: number, quantity = 1, more: Readonly<Record<string, string>> = {}) =>
  shopper.submit('/cart/add', { product_id: String(product), quantity: String(quantity), buy_now: '1', ...more });

/** @returns quantities by product, of the lines that would be ordered and of those set aside */
async function readCart(owner: Owner) {
  const { lines, aside } = await getCart(app.shop, owner);
  const toQuantities = (each: typeof lines) =>
    Object.fromEntries(each.map(({ productId, quantity }) => [productId, quantity]));
  return { ordered: toQuantities(lines), aside: toQuantities(aside) };
}

const buyNow = (owner: Owner, productId: number, requestKey: string | null = null) => {
  const item = { productId, variationId: null, chosen: {}, quantity: 1 };
  return addToCart(app.shop, owner, { items: [item], form: {}, requestKey, isBuyNow: true });
};

const buyBowlNextTo = async (lines: readonly (readonly [number, number])[]): Promise<TestGuest> => {
  const guest = await createVisitorWithCart(app.shop, lines);
  expect(await buyNow(guest, bowl)).toMatchObject({ ok: true });
  return guest;
};

describe('the "buy now" button', () => {
  it('orders what is on the page alone; the checkout, the cart and the mini-cart name what waits', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(cup, 2);
    await shopper.addToCart(jar);
    const pressed = await press(shopper, bowl);
    expect([pressed.status, pressed.location]).toEqual([303, '/checkout']);
    const checkout = (await shopper.visit('/checkout')).body;
    expect(checkout).toContain(
      'You are buying only what you just chose. Saved in your cart for later: Tide cup × 2, Salt jar.',
    );
    expect(checkout.match(/Salt jar/g)).toHaveLength(1);
    // Also after a reload.
    expect((await shopper.visit('/checkout')).body).toContain(
      'You are buying only what you just chose. Saved in your cart for later:',
    );
    const cart = (await shopper.visit('/cart')).body;
    expect(cart).toContain('Saved for later while you buy something else: Tide cup × 2, Salt jar.');
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const refreshed = await app.http.inject({
      ...{ method: 'POST', url: '/api/store/v1/cart/refresh', payload: { fragments: { 'mini-cart': {} } } },
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(refreshed.json().fragments['mini-cart']).toMatch(
      /Tide cup × 2, Salt jar\.[\s\S]*formaction="\/cart\/put-back"/i,
    );
    const order = await shopper.placeOrder((await shopper.fillInCheckout()) ?? {});
    const received = (await shopper.visit(order.location)).body;
    expect(received).toContain('Moon bowl');
    expect(received).not.toContain('Tide cup');
    const after = (await shopper.visit('/cart')).body;
    expect(after).toMatch(/Tide cup[\s\S]*Salt jar/);
    expect(after).not.toMatch(/Saved for later while you buy something else:|Moon bowl/);
  });

  it('does the same by the call, as buttons of wallets on a product page send it', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(cup, 2);
    const product = { product_id: String(bowl), quantity: '1', buy_now: '1' };
    for (let press = 0; press < 2; press += 1) {
      const added = await shopper.submit('/api/store/v1/cart/item', product);
      expect(added.json()).toMatchObject({ cart: { count: 1 } });
    }
    const cart = (await shopper.visit('/cart')).body;
    expect(cart).toContain('Saved for later while you buy something else: Tide cup × 2.');
  });

  it('orders everything together after one press', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(cup);
    await press(shopper, bowl);
    const answer = await shopper.submit('/cart/put-back', { checkout: '1' });
    expect([answer.status, answer.location]).toEqual([303, '/checkout']);
    const checkout = (await shopper.visit('/checkout')).body;
    expect(checkout).toMatch(/Tide cup[\s\S]*Moon bowl|Moon bowl[\s\S]*Tide cup/);
    expect(checkout).not.toContain('You are buying only what you just chose. Saved in your cart for later:');
    expect((await shopper.submit('/cart/put-back', {})).location).toBe('/cart');
  });

  it('buys one of an item that is in the cart already, and the others wait', async () => {
    const guest = await buyBowlNextTo([
      [bowl, 2],
      [cup, 1],
    ]);
    expect(await readCart(guest)).toEqual({ ordered: { [bowl]: 1 }, aside: { [bowl]: 1, [cup]: 1 } });
    // Another one instead.
    await buyNow(guest, jar);
    expect(await readCart(guest)).toEqual({ ordered: { [jar]: 1 }, aside: { [bowl]: 2, [cup]: 1 } });
    await putBack(app.shop.db, guest);
    expect(await readCart(guest)).toEqual({ ordered: { [jar]: 1, [bowl]: 2, [cup]: 1 }, aside: {} });
  });

  it('buys one when it is pressed again after going back', async () => {
    const guest = await buyBowlNextTo([[cup, 1]]);
    await buyNow(guest, bowl);
    expect(await readCart(guest)).toEqual({ ordered: { [bowl]: 1 }, aside: { [cup]: 1 } });
    const alone = await buyBowlNextTo([]);
    await buyNow(alone, bowl);
    expect(await readCart(alone)).toEqual({ ordered: { [bowl]: 1 }, aside: {} });
  });

  it('changes nothing when the product can’t be bought, or the form is sent twice', async () => {
    const guest = await createVisitorWithCart(app.shop, [[cup, 1]]);
    expect(await buyNow(guest, 999_999)).toMatchObject({ ok: false });
    expect(await readCart(guest)).toEqual({ ordered: { [cup]: 1 }, aside: {} });
    const key = crypto.randomUUID();
    await Promise.all([buyNow(guest, bowl, key), buyNow(guest, bowl, key)]);
    await buyNow(guest, bowl, key);
    expect(await readCart(guest)).toEqual({ ordered: { [bowl]: 1 }, aside: { [cup]: 1 } });
  });

  it('leaves a cart whole again once something is added to it', async () => {
    const guest = await buyBowlNextTo([[cup, 2]]);
    await putInCart(app.shop, guest, jar, 1);
    expect(await readCart(guest)).toEqual({ ordered: { [cup]: 2, [bowl]: 1, [jar]: 1 }, aside: {} });
  });

  it('lets the others wait when another item can’t be added, or an earlier request is sent again', async () => {
    const guest = await createVisitorWithCart(app.shop, []);
    const items = [{ productId: cup, variationId: null, chosen: {}, quantity: 2 }];
    const request = { items, form: {}, requestKey: crypto.randomUUID() };
    await addToCart(app.shop, guest, request);
    await buyNow(guest, bowl);
    const unknown = [{ productId: 999_999, variationId: null, chosen: {}, quantity: 1 }];
    expect(await addToCart(app.shop, guest, { items: unknown, form: {} })).toMatchObject({ ok: false });
    expect(await addToCart(app.shop, guest, request)).toMatchObject({ ok: true, lines: [{ quantity: 2 }] });
    expect(await readCart(guest)).toEqual({ ordered: { [bowl]: 1 }, aside: { [cup]: 2 } });
  });

  it('keeps what waits at the sign-in, next to what the customer’s cart had', async () => {
    const guest = await buyBowlNextTo([[cup, 2]]);
    const ada = await createCustomer(app.shop);
    await putInCart(app.shop, ada.owner, cup, 1);
    await putInCart(app.shop, ada.owner, jar, 1);
    await signInGuest(app.shop, guest, ada);
    expect(await readCart(ada.owner)).toEqual({ ordered: { [bowl]: 1 }, aside: { [cup]: 3, [jar]: 1 } });
    const data = await cartData.read(app.shop, app.shop.db, ada.customer);
    expect(data).toHaveLength(3);
  });
});
