import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCart } from '#features/cart/index.ts';
import { cancelOrder, getOrder, markOrderPaid, type Order, reopenOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { changeOrderStatus, lockOrder } from '#features/orders/status/order-status.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { checkoutInput, placeTestOrder, putInCart, salesShop, testClock, testGuest } from '#tests/support/sales.ts';
import { placeOrder } from './place/place-order.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

const pending = { paymentMethod: 'pay_later' };
const hourMs = 60 * 60 * 1000;
const pay = (orderId: number) => inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId, by: 'shop' }));
const readLines = async (visitor: string | null) =>
  (await getCart(shop, testGuest(visitor))).lines.map(({ productId, quantity }) => [productId, quantity]);

async function fail(orderId: number): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order)
      await changeOrderStatus(shop, tx, order, { to: 'failed', now: clock.now(), by: createSystemActor('pay_later') });
  });
}

async function placeAgain({ visitorId }: Order, expectedTotal: number): Promise<Order> {
  const result = await placeOrder(shop, testGuest(visitorId), checkoutInput({ expectedTotal, ...pending }));
  const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  if (!order) throw new Error(result.ok ? 'lost' : result.code);
  return order;
}

describe('the cart of a pending order', () => {
  it('is closed once the order is paid', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { stock: 3 }), 1]], pending);
    expect(order.status).toBe('pending');
    await pay(order.id);
    const { rows } = await shop.db.execute(sql`select state from carts where visitor_id = ${order.visitorId}`);
    expect(rows).toEqual([{ state: 'ordered' }]);
  });

  it('keeps what was put into it after the order, once the order is paid', async () => {
    const [bowl, jug, cup] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    const order = await placeTestOrder(
      shop,
      [
        [bowl, 2],
        [jug, 1],
      ],
      pending,
    );
    await putInCart(shop, testGuest(order.visitorId), bowl, 1);
    await putInCart(shop, testGuest(order.visitorId), cup, 4);
    await pay(order.id);
    expect(await readLines(order.visitorId)).toEqual([
      [bowl, 1],
      [cup, 4],
    ]);
  });

  it('stays as it is when the order is cancelled', async () => {
    const bowl = await addProduct(shop);
    const order = await placeTestOrder(shop, [[bowl, 2]], pending);
    await inTransaction(shop.db, (tx) =>
      cancelOrder(shop, tx, { orderId: order.id, by: 'shopper', reason: 'by-shopper' }),
    );
    expect(await readLines(order.visitorId)).toEqual([[bowl, 2]]);
    const again = await placeAgain(order, 2500);
    expect(again.status).toBe('pending');
  });

  it('has one open order at most', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]], pending);
    const other = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    const steal = shop.db.execute(sql`update checkout_attempts set is_open = true,
      cart_id = (select cart_id from checkout_attempts where order_id = ${order.id}) where order_id = ${other.id}`);
    const failure = await steal.then(() => null, postgresError);
    expect(failure?.constraint).toBe('checkout_attempts_one_open_per_cart');
  });
});

describe('an order whose payment failed', () => {
  it('keeps its stock for the shopper, whose next order takes it over', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const order = await placeTestOrder(shop, [[bowl, 2]], pending);
    await fail(order.id);
    expect((await getCart(shop, testGuest(order.visitorId))).lines[0]?.problem).toBeNull();
    const again = await placeAgain(order, 2500);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'superseded',
    });
    expect([await readOnHand(shop.db, bowl), again.status]).toEqual([0, 'pending']);
    await pay(again.id);
    expect(await readLines(order.visitorId)).toEqual([]);
  });

  it('gives its stock back when it is due', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const order = await placeTestOrder(shop, [[bowl, 2]], pending);
    await fail(order.id);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, bowl)).toBe(0);
    clock.forward(hourMs);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, bowl)).toBe(2);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
  });
});

describe('an order that expired', () => {
  const reopen = (orderId: number) =>
    inTransaction(shop.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      return order && reopenOrder(shop, tx, order, createSystemActor('pay_later'));
    });

  async function placeExpired(stock: number): Promise<{ readonly bowl: number; readonly order: Order }> {
    const bowl = await addProduct(shop, { stock });
    const order = await placeTestOrder(shop, [[bowl, 2]], pending);
    clock.forward(hourMs);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, bowl)).toBe(stock);
    return { bowl, order };
  }

  it('is reopened with its stock, and closes its cart when it is paid', async () => {
    const { bowl, order } = await placeExpired(3);
    expect(await reopen(order.id)).toMatchObject({ status: 'pending', cancelReason: null });
    expect(await readOnHand(shop.db, bowl)).toBe(1);
    await pay(order.id);
    expect(await readLines(order.visitorId)).toEqual([]);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'processing', cancelledAt: null });
  });

  it('stays cancelled when others have bought its items', async () => {
    const { bowl, order } = await placeExpired(3);
    await placeTestOrder(shop, [[bowl, 2]]);
    expect(await reopen(order.id)).toBeNull();
    expect(await readOnHand(shop.db, bowl)).toBe(1);
  });
});
