import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';

const { database, pool } = useDatabase({ connections: 12 });
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'authorize';
});
afterAll(() => remote.stop());

/** The clerk entered the order, so that it is changed while its shopper pays. */
async function placeOrder() {
  const payment = await remote.placeOrder(10);
  await pool.query(`update orders set source = 'admin' where id = $1`, [payment.orderId]);
  return payment;
}

const amend = (id: number, quantity: number) => amendTestOrder(remote.app.shop, { id }, { quantities: [quantity] });

async function readOrders(orderId: number) {
  const { rows } = await pool.query<{
    id: number;
    status: string;
    total: number;
    captured: number;
    refunded: number;
    sums: boolean;
  }>(
    `select o.id, status, total::integer, captured_total::integer as captured, refunded_total::integer as refunded,
      (captured_total, refunded_total) = (select coalesce(sum(captured), 0), coalesce(sum(refunded), 0) from payments where order_id = o.id) as sums
    from orders o where id = $1 or amends_order_id = $1 order by id`,
    [orderId],
  );
  return rows;
}

const sumBook = (publicId: string, kind: string) =>
  (remote.server.books.get(publicId)?.transactions ?? [])
    .filter((each) => each.kind === kind && each.status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);

it.each(['authorize', 'sale', 'approve'] as const)(
  'a change while a provider that starts with %s captures loses no money and takes none twice',
  async (mode) => {
    for (let round = 0; round < 4; round += 1) {
      remote.server.mode = mode;
      const payment = await placeOrder();
      remote.server.approve(payment.publicId);
      const [changed] = await Promise.all([
        amend(payment.orderId, 3),
        remote.trigger('return', payment),
        remote.trigger('event', payment),
      ]);
      // Whatever was recorded for the first order meanwhile: the next look at the payment finds the rest.
      remote.clock.forward(5 * 60 * 1000);
      await remote.trigger('job', payment);
      await remote.runJobs();
      const orders = await readOrders(payment.orderId);
      expect(orders.every(({ sums }) => sums)).toBe(true);
      expect(orders.reduce((sum, { captured }) => sum + captured, 0)).toBe(sumBook(payment.publicId, 'capture'));
      expect(sumBook(payment.publicId, 'capture')).toBe(1500);
      if (changed.ok) {
        expect(orders).toMatchObject([
          { status: 'cancelled', captured: 0 },
          { status: 'pending', total: 3500, captured: 1500, refunded: 0 },
        ]);
      } else {
        expect(changed).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' });
        expect(orders).toMatchObject([{ status: 'processing', captured: 1500, refunded: 0 }]);
      }
    }
  },
);

it('money that a shopper approves after the change is the new order’s, and not more than it costs', async () => {
  const payment = await placeOrder();
  const bigger = await amend(payment.orderId, 4);
  if (!bigger.ok) throw new Error(bigger.code);
  const smaller = await amend(bigger.after.id, 1);
  if (!smaller.ok) throw new Error(smaller.code);
  remote.server.approve(payment.publicId);
  await remote.trigger('event', payment);
  expect(await readOrders(bigger.after.id)).toMatchObject([
    { status: 'cancelled', captured: 0 },
    { status: 'processing', total: 1500, captured: 1500, refunded: 0 },
  ]);
});

it('an answer that comes after the change is recorded for the order that has the payment then', async () => {
  remote.server.mode = 'sale';
  const payment = await placeOrder();
  remote.server.approve(payment.publicId);
  remote.server.fail('state', 'late');
  const [, changed] = await Promise.all([remote.trigger('return', payment), amend(payment.orderId, 2)]);
  await remote.trigger('event', payment);
  const orders = await readOrders(payment.orderId);
  expect(orders.reduce((sum, { captured }) => sum + captured, 0)).toBe(1500);
  if (changed.ok) expect(orders[1]).toMatchObject({ status: 'pending', total: 2500, captured: 1500 });
});

it('money of an earlier try that comes late for the first order is given back, and the new one goes on', async () => {
  remote.server.mode = 'sale';
  const payment = await placeOrder();
  await pool.query(`update payments set status = 'failed', failure = 'declined' where order_id = $1`, [
    payment.orderId,
  ]);
  const changed = await amend(payment.orderId, 2);
  remote.server.approve(payment.publicId);
  await remote.trigger('event', payment);
  await remote.runJobs();
  expect(changed.ok).toBe(true);
  expect(await readOrders(payment.orderId)).toMatchObject([
    { status: 'cancelled', captured: 1500, refunded: 1500 },
    { status: 'pending', total: 2500, captured: 0 },
  ]);
});
