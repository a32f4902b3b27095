import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';

const { database } = useDatabase({ connections: 12 });
const minute = 60_000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

it.each([
  { mode: 'approve', amount: 900, book: [] },
  { mode: 'authorize', amount: 900, book: ['authorize 900', 'void 900'] },
  { mode: 'authorize', amount: 2900, book: ['authorize 2900', 'void 2900'] },
] as const)(
  'an order of 1500 for which $amount was agreed to captures nothing, and can be paid again (provider of mode $mode)',
  async ({ mode, amount, book }) => {
    remote.server.mode = mode;
    const payment = await remote.placeOrder();
    Object.assign(remote.server.books.get(payment.publicId) ?? {}, { amount });
    remote.server.approve(payment.publicId);
    for (const trigger of ['return', 'event', 'job', 'return'] as const) {
      remote.clock.forward(5 * minute);
      await remote.trigger(trigger, payment);
    }
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'failed', captured_total: 0 },
      payments: [{ status: 'failed', captured: 0 }],
      ...{ book, requested: 0, stock: 4, mails: [] },
    });
  },
);
