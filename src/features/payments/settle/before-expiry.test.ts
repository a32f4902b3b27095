import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';

const { database } = useDatabase();
const minute = 60 * 1000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

/** Minutes that an order may wait for its payment. */
const pendingMinutes = 60;

/** Lets minutes pass as the worker does: orders expire each minute, payments are asked about every five. */
async function passMinutes(payment: PlacedPayment, from: number, to: number): Promise<void> {
  for (let passed = from; passed < to; passed += 1) {
    remote.clock.forward(minute);
    if ((passed + 1) % 5 === 0) await remote.trigger('job', payment);
    await expireOrders(remote.app.shop);
  }
}

/** The browser dies with the approval, and the provider's events are lost. */
async function approveUnseen(approvedAfter: number): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  await passMinutes(payment, 0, approvedAfter);
  remote.server.approve(payment.publicId);
  await passMinutes(payment, approvedAfter, pendingMinutes + 10);
  return payment;
}

describe.each(['authorize', 'sale', 'approve'] as const)('at a provider that starts with %s', (mode) => {
  it.each([2, 31, 56, 59])(
    'an approval of minute %i, of which nobody tells the shop, pays the order',
    async (after) => {
      remote.server.mode = mode;
      const outcome = await remote.readOutcome(await approveUnseen(after));
      expect(outcome).toMatchObject({
        order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
        payments: [{ status: 'open', captured: 1500, refunded: 0, voided: 0 }],
        ...{ requested: 0, stock: 4, mails: ['confirmation', 'owner'] },
      });
    },
  );
});

it('lets an order expire that nobody pays, whether the provider answers or not', async () => {
  const [asked, unheard] = [await remote.placeOrder(), await remote.placeOrder()];
  await passMinutes(asked, 0, pendingMinutes - 1);
  remote.server.fail('state', 'refuse-connection');
  await passMinutes(asked, pendingMinutes - 1, pendingMinutes + 1);
  for (const payment of [asked, unheard])
    expect((await remote.readOutcome(payment)).order).toMatchObject({ status: 'cancelled' });
});
