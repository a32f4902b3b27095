import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';

const { database } = useDatabase({ connections: 12 });
const hour = 60 * 60 * 1000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'authorize';
});
afterEach(() => {
  remote.server.chooseFault = null;
});
afterAll(() => remote.stop());

/** An order whose money was authorized, and whose capture the provider does not answer. */
async function placeAuthorized(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.approve(payment.publicId);
  remote.server.chooseFault = (operation) => (operation === 'capture' ? 'refuse-connection' : null);
  await remote.trigger('return', payment);
  return payment;
}

/** The jobs look every six hours. */
async function wait(payment: PlacedPayment, hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 6) {
    remote.clock.forward(6.1 * hour);
    await remote.trigger('job', payment);
    await expireOrders(remote.app.shop);
  }
}

const waiting = { order: { status: 'pending', captured_total: 0 }, requested: 1, stock: 4 };

describe('authorized money whose capture is not answered', () => {
  it.each(['capture', 'state'] as const)(
    'for days is told to staff once, and captured when the provider answers again (silent about: %s) (pitfall 36)',
    async (silent) => {
      const payment = await placeAuthorized();
      remote.server.chooseFault = (operation) => (['capture', silent].includes(operation) ? 'refuse-connection' : null);
      await wait(payment, 18);
      expect(await remote.readOutcome(payment)).toMatchObject({ ...waiting, mails: [] });
      await wait(payment, 72);
      expect(await remote.readOutcome(payment)).toMatchObject({ ...waiting, mails: ['payment-unanswered'] });
      remote.server.chooseFault = null;
      await wait(payment, 12);
      expect(await remote.readOutcome(payment)).toMatchObject({
        order: { status: 'processing', captured_total: 1500 },
        ...{ book: ['authorize 1500', 'capture 1500'], mails: ['confirmation', 'owner', 'payment-unanswered'] },
      });
    },
  );

  it('says in the history until when it can be captured', async () => {
    const payment = await placeAuthorized();
    await remote.app.shop.db.execute(
      sql`update payments set authorized_until = '2031-02-03T04:05:06Z' where public_id = ${payment.publicId}`,
    );
    await wait(payment, 30);
    const { rows } = await remote.app.shop.db.execute(
      sql`select text, by from order_history where order_id = ${payment.orderId} and kind = 'note'`,
    );
    const text =
      'Test card has not answered for a day whether the money was captured, authorized until 2031-02-03T04:05Z';
    expect(rows).toEqual([{ text, by: 'test_card' }]);
  });

  it('and that ends without it fails the payment, which the shopper is told: they had agreed and left', async () => {
    const payment = await placeAuthorized();
    remote.server.expire(payment.publicId);
    await wait(payment, 6);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'failed', captured_total: 0 },
      ...{ payments: [{ status: 'expired' }], requested: 0, stock: 4, mails: ['payment-failed'] },
    });
  });
});
