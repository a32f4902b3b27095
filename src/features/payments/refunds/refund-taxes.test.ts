import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOrder, type Order } from '#features/orders/index.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeTestOrder, refundTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase();
let remote: RemotePaymentShop;
let shop: Shop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
  shop = remote.app.shop;
  await shop.db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority, compound) values
    ('IE', 23, 'VAT', 'standard', 1, false), ('IE', 2.5, 'Levy', 'standard', 2, true), ('IE', 13.5, 'VAT', 'reduced-rate', 1, false),
    ('IE', 0, 'Zero', 'zero-rate', 1, false)`);
});
beforeEach(() => {
  remote.server.mode = 'sale';
});
afterAll(() => remote.stop());

const taxClasses = ['standard', 'reduced-rate', 'zero-rate'] as const;

async function addTaxedProduct(taxClass: (typeof taxClasses)[number], price: number): Promise<number> {
  const id = await addProduct(shop, { price });
  await shop.db.execute(sql`update products set tax_class = ${taxClass} where id = ${id}`);
  return id;
}

async function readRefunds({ id }: Pick<Order, 'id'>): Promise<Order['refunds']> {
  return (await getOrder(shop.db, { id }))?.refunds ?? [];
}

/** The taxes of all refunds of an order by rate, as the order has its own. */
async function sumRefundTaxes(order: Pick<Order, 'id'>): Promise<Order['taxes']> {
  const taxes = (await readRefunds(order)).flatMap((refund) => refund.taxes);
  const groups = [...Map.groupBy(taxes, ({ rate }) => rate.key).values()];
  return groups.flatMap((group) => {
    const rate = group[0]?.rate;
    const sum = (key: 'net' | 'amount') => group.reduce((total, tax) => total + tax[key], 0);
    return rate ? [{ rate, net: sum('net'), amount: sum('amount') }] : [];
  });
}

const byKey = (taxes: Order['taxes']) => taxes.toSorted((a, b) => (a.rate.key < b.rate.key ? -1 : 1));

describe('refunds of one order', () => {
  it.each([1, 2, 3, 4, 5])('in any order give back exactly its taxes by rate (seed %i)', async (seed) => {
    const chance = createChance(seed);
    const products = await Promise.all(taxClasses.map((taxClass) => addTaxedProduct(taxClass, chance.whole(1, 9999))));
    const order = await placeTestOrder(
      shop,
      products.map((id) => [id, chance.whole(1, 5)]),
    );
    await payTestOrder(shop, order);
    for (let count = 0; count < 8; count += 1) {
      const line = { position: chance.whole(1, 3), quantity: chance.whole(1, 3) };
      const parts = { lines: [line], shipping: chance.happens(0.2), fees: false };
      const amount = chance.whole(1, Math.ceil(order.total / 5));
      await refundTestOrder(shop, order, chance.happens(0.5) ? { parts } : { amount });
      for (const { rate, net, amount } of await sumRefundTaxes(order)) {
        const sold = order.taxes.find(({ rate: { key } }) => key === rate.key);
        expect(net).toBeLessThanOrEqual(sold?.net ?? 0);
        expect(amount).toBeLessThanOrEqual(sold?.amount ?? 0);
      }
    }
    await refundTestOrder(shop, order);
    expect(await getOrder(shop.db, order)).toMatchObject({ status: 'refunded', refundedTotal: order.total });
    expect(byKey(await sumRefundTaxes(order))).toEqual(byKey(order.taxes));
  });

  it('have the taxes of each refund', async () => {
    const order = await placeTestOrder(shop, [[await addTaxedProduct('reduced-rate', 1135), 2]]);
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, {
      parts: { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false },
    });
    expect(await readRefunds(order)).toMatchObject([
      { amount: 1135, taxes: [{ rate: { name: 'VAT', rate: 135_000 }, net: 1000, amount: 135 }] },
    ]);
  });

  it('are shown with their taxes in the email and on the command line', async () => {
    const order = await placeTestOrder(shop, [[await addTaxedProduct('reduced-rate', 1135), 1]]);
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, { amount: 1135, reason: 'A chip' });
    await remote.runJobs();
    const { rows } = await shop.db.execute<{ plain: string }>(
      sql`select plain from platform.mail where id like ${`order:${order.number}:refunded:%`}`,
    );
    expect(rows[0]?.plain).toContain('incl. VAT 13.5%: €1.35');
    const commands = remote.app.assembly.features.flatMap((feature) => feature.commands ?? []);
    const { text } = await runCommand(shop, commands, 'orders show', [String(order.number)], {});
    expect(text).toMatch(/Z {2}refund of €11\.35, incl\. VAT 13\.5% €1\.35: A chip\n/);
  });
});

describe('the database', () => {
  const getViolation = async (statement: ReturnType<typeof sql>) => {
    const error = await shop.db.execute(statement).then(() => null, postgresError);
    return error?.constraint ?? error?.code ?? null;
  };

  it('refuses refunds that are not the sum of their lines, or exceed a rate, and changes of finished ones', async () => {
    const order = await placeTestOrder(shop, [[await addTaxedProduct('reduced-rate', 1135), 2]]);
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, { amount: 1135 });
    const insert = (amount: number, lineNet: number, tax: number) => sql`with refund as (
        insert into refunds (order_id, status, cause, amount, requested_amount, request_key, by)
        values (${order.id}, 'requested', 'staff', ${amount}, ${amount}, gen_random_uuid(), 'test') returning id
      ), line as (
        insert into refund_lines (refund_id, kind, net, tax, gross)
        select id, 'amount', ${lineNet}, ${tax}, ${lineNet + tax} from refund returning id, refund_id
      )
      insert into refund_tax_lines (refund_id, refund_line_id, position, rate_key, name, tax_class, rate, is_compound, net, amount)
      select refund_id, line.id, 0, rate_key, name, tax_class, rate, is_compound, ${lineNet}, 135 from line, (
        select distinct rate_key, name, tax_class, rate, is_compound from order_tax_lines where order_id = ${order.id}) t`;
    expect(await getViolation(insert(1136, 1000, 135))).toBe('refund_sums_add_up');
    expect(await getViolation(insert(1134, 1000, 134))).toBe('refund_sums_add_up');
    expect(await getViolation(insert(2135, 2000, 135))).toBe('refund_sums_add_up');
    expect(await getViolation(insert(1135, 1000, 135))).toBeNull();
    const refunded = sql`refund_id in (select id from refunds where order_id = ${order.id} and status = 'succeeded')`;
    expect(await getViolation(sql`update refund_lines set net = 0, gross = tax where ${refunded}`)).toBe('23001');
    expect(await getViolation(sql`update refund_tax_lines set amount = 0 where ${refunded}`)).toBe('23001');
    expect(await getViolation(sql`delete from refund_tax_lines where ${refunded}`)).toBe('23001');
  });
});

describe('a refund that was made at the provider', () => {
  it('is divided by rate like a free amount', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const order = await getOrder(shop.db, { id: payment.orderId });
    for (const amount of [400, 1100]) remote.server.refund(payment.publicId, amount);
    await Promise.all([remote.trigger('return', payment), remote.trigger('event', payment)]);
    expect(await getOrder(shop.db, { id: payment.orderId })).toMatchObject({ status: 'refunded', refundedTotal: 1500 });
    expect(order?.taxes.length).toBeGreaterThan(0);
    expect(byKey(await sumRefundTaxes({ id: payment.orderId }))).toEqual(byKey(order?.taxes ?? []));
  });
});

describe('a provider that gives back another amount than it was asked for', () => {
  it.each([400, 600])('changes the refund and its taxes to this amount (%i instead of 500)', async (amount) => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    remote.server.fail('refund', 'lose-answer');
    const order = { id: payment.orderId };
    const parts = { lines: [], shipping: true, fees: false };
    expect(await refundTestOrder(shop, order, { parts })).toMatchObject({ ok: true, amount: 500 });
    await remote.trigger('job', payment);
    const transactions = remote.server.books.get(payment.publicId)?.transactions ?? [];
    const index = transactions.findIndex(({ kind }) => kind === 'refund');
    const [transaction] = transactions.splice(index, 1);
    if (transaction) transactions.push({ ...transaction, amount });
    await remote.trigger('return', payment);
    expect(await readRefunds(order)).toMatchObject([{ amount, requestedAmount: 500 }]);
    await refundTestOrder(shop, order);
    await remote.trigger('return', payment);
    const refunded = await getOrder(shop.db, order);
    expect(refunded).toMatchObject({ status: 'refunded', refundedTotal: 1500 });
    expect(byKey(await sumRefundTaxes(order))).toEqual(byKey(refunded?.taxes ?? []));
  });
});

describe('money that an order does not need', () => {
  it('is given back first, without taxes', async () => {
    const payment = await remote.placeOrder();
    await payTestOrder(shop, { id: payment.orderId });
    remote.server.fail('refund', 'decline');
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { captured_total: 3000, refunded_total: 0 }, requested: 0 });
    expect(outcome.mails).toContain('late-payment-kept');
    const order = { id: payment.orderId };
    await refundTestOrder(shop, order, { amount: 1600 });
    for (let count = 0; count < 2; count += 1) await remote.trigger('return', payment);
    const [refund] = await readRefunds(order);
    const tax = refund?.taxes.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    expect([refund?.amount, tax > 0, tax < 100]).toEqual([1600, true, true]);
    await refundTestOrder(shop, order);
    await remote.trigger('return', payment);
    const paid = await getOrder(shop.db, order);
    expect(paid).toMatchObject({ status: 'refunded', refundedTotal: 3000 });
    expect(byKey(await sumRefundTaxes(order))).toEqual(byKey(paid?.taxes ?? []));
  });
});

describe('a refund of an order with two payments', () => {
  /** An order of 15.00: 5.00 were paid to the shop, 10.00 by card. */
  async function placeWithTwoPayments(): Promise<PlacedPayment> {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    await shop.db.execute(sql`with paid as (
        insert into payments (order_id, provider, amount, currency, status) values (${payment.orderId}, 'manual', 500, 'EUR', 'open') returning id)
      insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
      select id, 'capture', 'requested', 500, gen_random_uuid(), 'test', now(), null from paid`);
    await shop.db.execute(sql`update payment_transactions set status = 'succeeded', finished_at = now()
      where payment_id = (select id from payments where order_id = ${payment.orderId} and provider = 'manual')`);
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'processing', captured_total: 1500 } });
    return payment;
  }

  const readRows = async ({ orderId }: PlacedPayment) =>
    (
      await shop.db.execute(sql`select r.status, r.amount::int, r.requested_amount::int as requested,
        (select coalesce(sum(amount), 0)::int from payment_transactions where refund_id = r.id and status = 'succeeded') as moved,
        (select sum(gross)::int from refund_lines where refund_id = r.id) as lines
      from refunds r where r.order_id = ${orderId} order by r.id`)
    ).rows;

  it('succeeds with what was given back when one payment refuses, and tells both sides', async () => {
    const payment = await placeWithTwoPayments();
    remote.server.fail('refund', 'decline');
    const order = { id: payment.orderId };
    const parts = { lines: [{ position: 1, quantity: 1 }], shipping: true, fees: false };
    const requestKey = crypto.randomUUID();
    expect(await refundTestOrder(shop, order, { parts, requestKey })).toMatchObject({ ok: true, amount: 1500 });
    await remote.trigger('job', payment);
    expect(await readRows(payment)).toEqual([
      { status: 'succeeded', amount: 500, requested: 1500, moved: 500, lines: 500 },
    ]);
    const outcome = await remote.readOutcome(payment);
    // Nothing is left to ship.
    expect(outcome).toMatchObject({ order: { status: 'completed', refunded_total: 500 }, requested: 0 });
    expect(outcome.mails).toEqual(['confirmation', 'owner', 'refund-incomplete', 'refunded']);
    const { rows } = await shop.db.execute<{ plain: string }>(
      sql`select plain from platform.mail where id like ${`order:${payment.number}:refund%`} order by id`,
    );
    expect(rows[0]?.plain).toContain(`Only €5.00 of the €15.00 refund for order ${payment.number} went through`);
    expect(rows[1]?.plain).toContain('We are refunding €5.00 to you');
    const repeated = await refundTestOrder(shop, order, { amount: 1500, requestKey });
    expect(repeated).toMatchObject({ ok: true, changed: false });
    expect(await refundTestOrder(shop, order, { parts })).toMatchObject({ code: 'REFUND_LINE_INVALID', left: 0 });
    expect(await refundTestOrder(shop, order)).toMatchObject({ ok: true, amount: 1000 });
    await remote.trigger('job', payment);
    const refunded = await getOrder(shop.db, order);
    expect(refunded).toMatchObject({ status: 'refunded', refundedTotal: 1500 });
    expect(byKey(await sumRefundTaxes(order))).toEqual(byKey(refunded?.taxes ?? []));
  });

  it('fails when its only payment refuses: the shop is told, and nothing counts as refunded', async () => {
    const payment = await placeWithTwoPayments();
    remote.server.fail('refund', 'decline');
    expect(await refundTestOrder(shop, { id: payment.orderId }, { amount: 700 })).toMatchObject({ ok: true });
    await remote.trigger('job', payment);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { refunded_total: 0 }, mails: ['confirmation', 'owner', 'refund-failed'] });
    expect(await readRows(payment)).toMatchObject([{ status: 'failed', requested: 700, moved: 0 }]);
    expect(await refundTestOrder(shop, { id: payment.orderId })).toMatchObject({ ok: true, amount: 1500 });
  });
});
