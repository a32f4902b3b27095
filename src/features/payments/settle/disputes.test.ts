import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrderHistory } from '#features/orders/history.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase({ connections: 12 });
const hour = 60 * 60 * 1000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

async function placePaid(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.approve(payment.publicId);
  await remote.trigger('return', payment);
  return payment;
}

/** The shop learns of it in each way, several times and at once. */
async function fetchOften(payment: PlacedPayment): Promise<void> {
  await Promise.all([remote.trigger('return', payment), remote.trigger('event', payment)]);
  for (let count = 0; count < 3; count += 1) {
    remote.clock.forward(7 * hour);
    await remote.trigger('job', payment);
  }
  await remote.runJobs();
}

async function readDispute({ orderId, number }: PlacedPayment) {
  const notes = (await getOrderHistory(remote.app.shop.db, orderId)).filter(({ text }) => text.startsWith('dispute'));
  const { rows } = await remote.app.shop.db.execute<{ kind: string; recipient: string; plain: string }>(
    sql`select split_part(id, ':', 3) as kind, recipient, plain from platform.mail where id like ${`order:${number}:dispute-%`} order by created_at`,
  );
  return { notes: notes.map(({ text, by }) => `${text} by ${by}`), mails: rows };
}

describe('a dispute', () => {
  it.each([
    { end: 'failed', outcome: 'won', says: 'You have won the dispute' },
    { end: 'succeeded', outcome: 'lost', says: 'You have lost the dispute' },
  ] as const)(
    'that the shop has $outcome is in the history and mailed to staff once when it is opened, and once when it has ended',
    async ({ end, outcome, says }) => {
      const payment = await placePaid();
      const id = remote.server.dispute(payment.publicId, 'pending');
      await fetchOften(payment);
      const note = `dispute ${id} of €15.00 with Test card`;
      const opened = await readDispute(payment);
      expect(opened.notes).toEqual([`${note}: opened by test_card`]);
      expect(opened.mails).toMatchObject([{ kind: 'dispute-opened', recipient: remote.app.shop.choices.email }]);
      expect(opened.mails[0]?.plain.replace(/\s+/g, ' ')).toContain(id);
      remote.server.dispute(payment.publicId, end);
      if (end === 'succeeded') remote.server.refund(payment.publicId, 1500);
      await fetchOften(payment);
      const ended = await readDispute(payment);
      expect(ended.notes).toEqual([`${note}: opened by test_card`, `${note}: ${outcome} by test_card`]);
      expect(ended.mails.map(({ kind }) => kind)).toEqual(['dispute-opened', `dispute-${outcome}`]);
      expect(ended.mails[1]?.plain.replace(/\s+/g, ' ')).toContain(says);
      expect(await remote.readOutcome(payment)).toMatchObject({
        order: { captured_total: 1500, refunded_total: end === 'succeeded' ? 1500 : 0 },
        requested: 0,
      });
    },
  );

  it('is found by the job when its event was lost, and asked about until it has ended', async () => {
    const payment = await placePaid();
    remote.server.dispute(payment.publicId, 'pending');
    remote.clock.forward(7 * hour);
    await remote.trigger('job', payment);
    remote.clock.forward(200 * 24 * hour);
    remote.server.dispute(payment.publicId, 'failed');
    await remote.trigger('job', payment);
    await remote.runJobs();
    expect((await readDispute(payment)).notes).toHaveLength(2);
  });

  it('that has ended before the shop knew of it is told once', async () => {
    const payment = await placePaid();
    remote.server.dispute(payment.publicId, 'succeeded');
    await fetchOften(payment);
    expect((await readDispute(payment)).mails.map(({ kind }) => kind)).toEqual(['dispute-lost']);
  });

  it('is no request: an older state that does not know its end undoes nothing', async () => {
    const payment = await placePaid();
    remote.server.dispute(payment.publicId, 'pending');
    await remote.trigger('return', payment);
    remote.server.repeatState(payment.publicId);
    remote.server.dispute(payment.publicId, 'failed');
    const old = remote.trigger('return', payment);
    await old;
    await remote.trigger('return', payment);
    remote.server.repeatState(payment.publicId);
    await remote.trigger('return', payment);
    expect((await readDispute(payment)).notes).toHaveLength(2);
  });

  it('is not shown to the shopper', async () => {
    const payment = await placePaid();
    const id = remote.server.dispute(payment.publicId, 'pending');
    const shopper = newShopper(remote.app);
    const { location } = await shopper.visit(`/checkout/payment/${payment.publicId}`);
    const { body } = await shopper.visit(location);
    expect(body).not.toMatch(new RegExp(`${id}|dispute`, 'i'));
  });
});
