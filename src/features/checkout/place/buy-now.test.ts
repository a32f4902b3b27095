import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addToCart, getCart } from '#features/cart/index.ts';
import { getOrder } from '#features/orders/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  checkoutInput,
  createVisitorWithCart,
  payTestOrder,
  readTotal,
  salesShop,
  type TestGuest,
  testClock,
} from '#tests/support/sales.ts';
import type { CheckoutInput } from '../read-form.ts';
import { placeOrder } from './place-order.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
let [bowl, cup, jar] = [0, 0, 0];

beforeAll(async () => {
  app = await salesShop(database, { clock, settings: { 'bot-check': { use: null } } });
  bowl = await addProduct(app.shop, { name: 'Moon bowl' });
  cup = await addProduct(app.shop, { name: 'Tide cup' });
  jar = await addProduct(app.shop, { name: 'Salt jar' });
});

const buyNow = (guest: TestGuest, productId: number) => {
  const item = { productId, variationId: null, chosen: {}, quantity: 1 };
  return addToCart(app.shop, guest, { items: [item], form: {}, isBuyNow: true });
};

/** A guest with two cups in the cart, who buys a bowl alone. */
async function buyBowl(): Promise<TestGuest> {
  const guest = await createVisitorWithCart(app.shop, [[cup, 2]]);
  await buyNow(guest, bowl);
  return guest;
}

async function place(guest: TestGuest, changes: Partial<CheckoutInput> = {}) {
  const result = await placeOrder(
    app.shop,
    guest,
    checkoutInput({ email: `${guest.visitorId}@example.com`, ...changes }),
  );
  if (!result.ok) throw new Error(`not placed: ${result.code}`);
  return result;
}

/** Names of the lines that would be ordered and of those that wait. */
async function readCart(guest: TestGuest): Promise<readonly [string[], string[]]> {
  const { lines, aside } = await getCart(app.shop, guest);
  const toNames = (each: typeof lines) => each.map(({ name, quantity }) => `${quantity} ${name}`);
  return [toNames(lines), toNames(aside)];
}

describe('an order of "buy now"', () => {
  it('is one order when it is sent again with its key, and the others are in the cart', async () => {
    const guest = await buyBowl();
    const input = checkoutInput({
      email: `${guest.visitorId}@example.com`,
      expectedTotal: await readTotal(app.shop, guest),
    });
    const first = await place(guest, input);
    expect(await readCart(guest)).toEqual([['2 Tide cup'], []]);
    expect(await place(guest, input)).toMatchObject({ number: first.number, isRepeated: true });
    expect(await readCart(guest)).toEqual([['2 Tide cup'], []]);
  });

  it('is one order when it is sent again without key and total; later the others can be ordered so', async () => {
    const guest = await buyBowl();
    const input = { requestKey: null, expectedTotal: null };
    const first = await place(guest, input);
    expect(await place(guest, input)).toMatchObject({ number: first.number, isRepeated: true });
    clock.forward(11 * 60 * 1000);
    expect((await place(guest, input)).number).not.toBe(first.number);
    expect(await readCart(guest)).toEqual([[], []]);
  });

  it('leaves a later "buy now" alone when it is paid, and the rest returns after that one', async () => {
    const guest = await buyBowl();
    const { token } = await place(guest, { paymentMethod: 'pay_later', expectedTotal: null });
    await buyNow(guest, jar);
    expect(await readCart(guest)).toEqual([['1 Salt jar'], ['2 Tide cup', '1 Moon bowl']]);
    const order = await getOrder(app.shop.db, { token });
    if (!order) throw new Error('the order is lost');
    await payTestOrder(app.shop, order);
    expect(await readCart(guest)).toEqual([['1 Salt jar'], ['2 Tide cup']]);
    await place(guest, { expectedTotal: null });
    expect(await readCart(guest)).toEqual([['2 Tide cup'], []]);
  });
});
