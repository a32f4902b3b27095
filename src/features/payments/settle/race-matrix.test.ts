import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { beginOrderPayment } from '#features/payments/index.ts';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  type PlacedPayment,
  type RemotePaymentShop,
  remotePaymentShop,
  type Trigger,
} from '#tests/support/remote-payments.ts';
import { refundTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase({ connections: 12 });
const minute = 60 * 1000;
/** Of faults at random: `FAULT_SEEDS=1,2,3,4,5`. */
const seeds = (process.env.FAULT_SEEDS ?? '1,2').split(',').map(Number);
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'authorize';
});
afterAll(() => remote.stop());

const paidOnce = {
  order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
  payments: [{ status: 'open', captured: 1500, refunded: 0, voided: 0 }],
  requested: 0,
  stock: 4,
  mails: ['confirmation', 'owner'],
};

const faults = ['refuse-connection', 'lose-answer', 'error-after', 'late'] as const;
const byAll: Trigger[] = ['return', 'event', 'job'];

type Step = Trigger | Trigger[] | 'approve' | 'pause';
const sequences: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ['the shopper returns', ['approve', 'return']],
  ['an event comes, and the shopper never returns', ['approve', 'event']],
  ['only the job asks', ['approve', 'pause', 'job']],
  ['all come before the approval, and again after it', [byAll, 'approve', 'pause', byAll]],
  ['the shopper returns before the approval, the event comes after it', ['return', 'approve', 'event']],
  ['all come at once', ['approve', 'pause', byAll]],
  ['the event comes twice at once', ['approve', ['event', 'event']]],
  ['the shopper returns in two tabs at once', ['approve', ['return', 'return']]],
  ['each comes twice, one after another', ['approve', 'return', 'return', 'event', 'event', 'job', 'job']],
  ['all come twice at once', ['approve', 'pause', [...byAll, ...byAll]]],
];

async function run(payment: PlacedPayment, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step === 'approve') remote.server.approve(payment.publicId);
    else if (step === 'pause') remote.clock.forward(5 * minute);
    else await Promise.all([step].flat().map((trigger) => remote.trigger(trigger, payment)));
  }
}

describe('a payment is captured once, its order paid once, each mail sent once', () => {
  describe.each(['authorize', 'sale', 'approve'] as const)('at a provider that starts with %s', (mode) => {
    it.each(sequences)('when %s', async (_name, steps) => {
      remote.server.mode = mode;
      const payment = await remote.placeOrder();
      await run(payment, steps);
      const outcome = await remote.readOutcome(payment);
      expect(outcome).toMatchObject(paidOnce);
      expect(outcome.book.filter((row) => row.startsWith('capture'))).toEqual(['capture 1500']);
    });
  });

  it.each(faults)('when the capture meets: %s', async (fault) => {
    const payment = await remote.placeOrder();
    remote.server.fail('capture', fault);
    await run(payment, ['approve', 'return', 'pause', byAll]);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ ...paidOnce, book: ['authorize 1500', 'capture 1500'] });
  });

  it.each(faults)('when the question for the state meets: %s', async (fault) => {
    const payment = await remote.placeOrder();
    remote.server.fail('state', fault);
    await run(payment, ['approve', 'return', 'pause', byAll]);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it.each(['lose-answer', 'error-after'] as const)('when the answer to the begin meets: %s', async (fault) => {
    remote.server.fail('begin', fault);
    const payment = await remote.placeOrder();
    const again = await beginOrderPayment(remote.app.shop, payment.number);
    expect(again).toMatchObject({ kind: 'redirect' });
    await run(payment, ['approve', byAll]);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
    expect([...remote.server.books.values()].filter(({ publicId }) => publicId === payment.publicId)).toHaveLength(1);
  });

  it('when the job finds the payment whose begin was not answered', async () => {
    remote.server.fail('begin', 'lose-answer');
    const payment = await remote.placeOrder();
    await run(payment, ['pause', 'job']);
    expect(await beginOrderPayment(remote.app.shop, payment.number)).toMatchObject({ kind: 'redirect' });
    await run(payment, ['approve', 'return']);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('when the process ends between the request and the call', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    for (let count = 0; count < 3; count += 1) remote.server.fail('capture', 'refuse-connection');
    await remote.trigger('return', payment);
    expect((await remote.readOutcome(payment)).requested).toBe(1);
    remote.clock.forward(30 * minute);
    await remote.trigger('job', payment);
    await remote.trigger('job', payment);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('when hundreds of events about payments of other shops wait before its own', async () => {
    await remote.app.shop.db.execute(sql`insert into provider_events (provider, event_id, reference, received_at)
      select 'test_card', 'other ' || n, 'pay_other_' || n, ${remote.clock.now()}::timestamptz - interval '1 hour' from generate_series(1, 450) n`);
    const payment = await remote.placeOrder();
    await run(payment, ['approve', 'event']);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
    await remote.app.shop.db.execute(sql`delete from provider_events where event_id like 'other %'`);
  });

  it('and a refund by the provider is found although its event was lost, within hours', async () => {
    const payment = await remote.placeOrder();
    await run(payment, ['approve', 'return']);
    remote.server.refund(payment.publicId, 500);
    await run(payment, ['pause', 'job']);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 0 } });
    remote.clock.forward(6 * 60 * minute);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500, refunded_total: 500 },
      payments: [{ captured: 1500, refunded: 500 }],
    });
  });

  it.each([
    { amount: 500, status: 'processing' },
    { amount: 1500, status: 'refunded' },
  ])(
    'and then $status, when the provider gave $amount back before the shop knew of the money',
    async ({ amount, status }) => {
      const payment = await remote.placeOrder();
      remote.server.approve(payment.publicId);
      remote.server.fail('capture', 'lose-answer');
      await remote.trigger('return', payment);
      const captured = remote.server.books.get(payment.publicId)?.transactions.some(({ kind }) => kind === 'capture');
      expect(captured).toBe(true);
      expect(await remote.readOutcome(payment)).toMatchObject({ order: { captured_total: 0 } });
      remote.server.refund(payment.publicId, amount);
      await run(payment, ['pause', 'job', 'pause', 'job']);
      expect(await remote.readOutcome(payment)).toMatchObject({
        order: { status, captured_total: 1500, refunded_total: amount },
      });
    },
  );

  it('when a refund is requested while the payment is captured', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    const refund = () => refundTestOrder(remote.app.shop, { id: payment.orderId }, { amount: 1000 });
    const [, ...refunds] = await Promise.all([remote.trigger('return', payment), refund(), refund(), refund()]);
    refunds.push(await refund());
    await run(payment, [byAll, byAll]);
    expect(refunds.filter((result) => (result as { ok: boolean }).ok)).toHaveLength(1);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500, refunded_total: 1000 },
      ...{ book: ['authorize 1500', 'capture 1500', 'refund 1000'], requested: 0 },
    });
  });

  it('when an older state is recorded after a newer one', async () => {
    const payment = await remote.placeOrder();
    remote.server.repeatState(payment.publicId);
    const old = remote.trigger('return', payment);
    await old;
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const before = await remote.readOutcome(payment);
    remote.server.books.get(payment.publicId)?.transactions.splice(0);
    remote.server.repeatState(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ ...paidOnce, payments: before.payments });
  });
});

describe('the books of provider and shop', () => {
  it.each(seeds)('balance after faults at random (seed %i)', async (seed) => {
    const chance = createChance(seed);
    const payments = await Promise.all(Array.from({ length: 4 }, () => remote.placeOrder()));
    const act = async (payment: PlacedPayment): Promise<unknown> => {
      const operation = chance.pick(['capture', 'refund', 'void', 'state'] as const);
      if (chance.happens(0.4))
        remote.server.fail(operation, chance.pick([...faults, 'decline', 'pending', 'needs-shopper'] as const));
      if (chance.happens(0.3)) remote.server.approve(payment.publicId);
      if (chance.happens(0.1)) remote.clock.forward(20 * minute);
      if (chance.happens(0.1)) remote.server.finishPending(payment.publicId, chance.pick(['succeeded', 'failed']));
      if (chance.happens(0.1)) return expireOrders(remote.app.shop);
      if (chance.happens(0.2))
        return refundTestOrder(remote.app.shop, { id: payment.orderId }, { amount: chance.whole(1, 900) });
      return remote.trigger(chance.pick(byAll), payment);
    };
    for (let turn = 0; turn < 12; turn += 1) await Promise.all(payments.map((payment) => act(payment)));
    remote.server.clearFaults();
    for (const { publicId } of payments) {
      remote.server.approve(publicId);
      remote.server.finishPending(publicId, 'succeeded');
    }
    for (let turn = 0; turn < 2; turn += 1) {
      remote.clock.forward(minute);
      for (const payment of payments) await remote.trigger('return', payment);
    }
    for (const payment of payments) {
      const outcome = await remote.readOutcome(payment);
      const sum = (kind: string) =>
        outcome.book.filter((row) => row.startsWith(kind)).reduce((total, row) => total + Number(row.split(' ')[1]), 0);
      const [first] = outcome.payments;
      expect(first).toMatchObject({ captured: sum('capture'), refunded: sum('refund'), voided: sum('void') });
      expect(outcome.order).toMatchObject({ captured_total: sum('capture'), refunded_total: sum('refund') });
      expect(outcome.requested).toBe(0);
      const { status } = outcome.order as { status: string };
      const expected = {
        processing: sum('capture') === 1500,
        cancelled: sum('capture') === sum('refund'),
        failed: sum('capture') === 0,
      };
      expect([status, (expected as Record<string, boolean>)[status] ?? sum('refund') === 1500]).toEqual([status, true]);
      expect(outcome.stock).toBe(status === 'cancelled' ? 5 : 4);
      expect(outcome.mails.filter((kind) => kind === 'confirmation').length).toBeLessThanOrEqual(1);
    }
  });
});
