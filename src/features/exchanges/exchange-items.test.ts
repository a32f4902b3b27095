import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { issueDocuments } from '#features/documents/issue/issue-documents.ts';
import { replaceItemsOperation } from '#features/fulfilment/admin/replacement-operations.ts';
import { shipOrder } from '#features/fulfilment/index.ts';
import { createOrderLink, getOrder, type Order } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { refundOrderOperation } from '#features/payments/admin/refund-operation.tsx';
import { loadRefundable } from '#features/payments/refunds/load-refundable.ts';
import type { AdminOperation } from '#platform/admin/records/operations/operation.ts';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestPromotion } from '#tests/support/discounts.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { runMails } from '#tests/support/whole-order.ts';
import { exchangeItemsOperation } from './admin/exchange-operation.tsx';
import { recordArrivalOperation } from './admin/record-arrival-operation.ts';
import { planExchange } from './plan-exchange.ts';

const { database, pool } = useDatabase({ connections: 8 });
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

interface Sold {
  readonly order: Order;
  readonly bowl: number;
}

/** A paid order of bowls at 10.00 with shipping for 5.00, of which so many were shipped. */
async function placeShipped(quantity = 3, shipped = quantity): Promise<Sold> {
  const bowl = await addProduct(app.shop, { name: 'Tide bowl', stock: 20 });
  const order = await placeTestOrder(app.shop, [[bowl, quantity]]);
  await payTestOrder(app.shop, order);
  const units = [{ position: 1, quantity: shipped }];
  const shipment = { orderId: order.id, units, parcels: [], notify: false, by: 'shop' } as const;
  await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
  return { order, bowl };
}

const addCup = (price: number, stock = 5) => addProduct(app.shop, { name: 'Dune cup', price, stock });

interface Wanted {
  readonly returned: number;
  readonly sent: readonly (readonly [product: number, quantity: number])[];
  readonly charge?: number;
  readonly settlement?: 'wait' | 'ship';
  readonly by?: string;
}

const call = (operation: AdminOperation, { id }: Pick<Order, 'id'>, values: object, by = 'Ada') =>
  runOperation(app.shop, operation, {
    ...{ id, values: values as never, actor: createSystemActor(by), requestKey: randomUUID(), input: '' },
  });

const exchange = (order: Pick<Order, 'id'>, { returned, sent, charge, settlement = 'wait', by }: Wanted) =>
  call(
    exchangeItemsOperation,
    order,
    {
      ...{ returned: { 1: returned }, charge: charge ?? 0, settlement },
      sent: sent.map(([variation, quantity]) => ({ variation, quantity })),
    },
    by,
  );

const read = async ({ id }: Pick<Order, 'id'>) => (await getOrder(app.shop.db, { id })) as Order;

async function exchanged(order: Pick<Order, 'id'>, wanted: Wanted): Promise<Order> {
  expect(await exchange(order, wanted)).toMatchObject({ ok: true });
  const last = (await read(order)).exchangedFor.at(-1);
  if (!last) throw new Error('not exchanged');
  return read(last);
}

async function readUnits({ id }: Pick<Order, 'id'>) {
  const { rows } = await pool.query<{ refunded: number; replaced: number }>(
    `select count_refunded_units(l) as refunded, count_replaced_units(l) as replaced from order_lines l where order_id = $1`,
    [id],
  );
  return rows[0] ?? { refunded: 0, replaced: 0 };
}

/** What orders have received, without what was carried over, is what was captured; and what they have is what the ledger has. */
async function readSums() {
  const { rows } =
    await pool.query(`with carried as (select coalesce(sum(amount), 0) as amount from payment_transactions where carried_to_id is not null),
    real as (select coalesce(sum(t.amount) filter (where t.kind = 'capture' and p.source_id is null), 0) as captured,
      coalesce(sum(t.amount) filter (where t.kind = 'refund' and t.carried_to_id is null), 0) as refunded
      from payment_transactions t join payments p on p.id = t.payment_id where t.status = 'succeeded')
    select (select sum(captured_total) from orders) - carried.amount = real.captured as captured,
      (select sum(refunded_total) from orders) - carried.amount = real.refunded as refunded,
      (select bool_and(o.captured_total = coalesce(p.captured, 0) and o.refunded_total = coalesce(p.refunded, 0)) from orders o
        left join (select order_id, sum(captured) as captured, sum(refunded) as refunded from payments group by 1) p on p.order_id = o.id) as "ofEach"
    from carried, real`);
  return rows[0];
}
const equal = { captured: true, refunded: true, ofEach: true };

const findMails = async ({ number }: Order) => {
  await runMails(app);
  const { rows } = await pool.query<{ id: string; plain: string }>(
    'select id, plain from platform.mail where id like $1 order by id',
    [`order:${number}:%`],
  );
  return new Map(rows.map(({ id, plain }) => [id.split(':').slice(2).join(':'), plain]));
};

describe('an exchange', () => {
  it('for the same price is paid by what comes back, and both orders name each other', async () => {
    const { order, bowl } = await placeShipped();
    const cup = await addCup(1000);
    const after = await exchanged(order, { returned: 1, sent: [[cup, 1]] });
    expect(after).toMatchObject({
      ...{ status: 'processing', total: 1000, capturedTotal: 1000, refundedTotal: 0, paidAt: expect.any(Date) },
      ...{ shippingTotal: 0, email: order.email, visitorId: order.visitorId, amends: null },
      exchangeOf: { id: order.id, number: order.number },
    });
    expect(await read(order)).toMatchObject({
      ...{ status: 'completed', capturedTotal: 3500, refundedTotal: 1000 },
      exchangedFor: [{ id: after.id, number: after.number }],
      refunds: [{ amount: 1000, isCarried: true, reason: `Exchanged for order ${after.number}`, restock: false }],
    });
    expect(await readOnHand(app.shop.db, cup)).toBe(4);
    expect(await readOnHand(app.shop.db, bowl)).toBe(17);
    expect(await readSums()).toEqual(equal);
    expect([...(await findMails(order)).keys()].filter((id) => id.startsWith('refund'))).toEqual([]);
    const shopper = newShopper(app);
    expect((await shopper.visit(createOrderLink(app.shop, order))).body).toContain(`See order ${after.number}`);
    expect((await shopper.visit(createOrderLink(app.shop, after))).body).toContain(
      `replace some of order ${order.number}`,
    );
    const mails = await findMails(after);
    expect(mails.get('confirmation')).toContain(`replaces items of order ${order.number}`);
    expect(mails.has('payment-request')).toBe(false);
  });

  it('for more asks for the difference by a link, and the order waits for it', async () => {
    const { order } = await placeShipped();
    const after = await exchanged(order, { returned: 2, sent: [[await addCup(1500), 2]], charge: 250 });
    expect(after).toMatchObject({
      status: 'pending',
      total: 3250,
      shippingTotal: 250,
      capturedTotal: 2000,
      paidAt: null,
    });
    const mail = (await findMails(after)).get('payment-request') ?? '';
    expect(mail).toContain('€12.50');
    await payTestOrder(app.shop, after);
    expect(await read(after)).toMatchObject({ status: 'processing', capturedTotal: 3250 });
    expect(await readSums()).toEqual(equal);
  });

  it('for more is shipped at once when the clerk says so', async () => {
    const { order } = await placeShipped();
    const after = await exchanged(order, { returned: 1, sent: [[await addCup(1500), 1]], settlement: 'ship' });
    expect(after).toMatchObject({ status: 'processing', total: 1500, capturedTotal: 1000, paidAt: null });
    expect((await findMails(after)).get('payment-request')).toContain('€5.00');
    await payTestOrder(app.shop, after);
    expect(await read(after)).toMatchObject({ capturedTotal: 1500, paidAt: expect.any(Date) });
    expect(await readSums()).toEqual(equal);
  });

  it('for less proposes to refund the rest of the new order', async () => {
    const { order } = await placeShipped();
    const after = await exchanged(order, { returned: 2, sent: [[await addCup(700), 1]] });
    expect(after).toMatchObject({ status: 'processing', total: 700, capturedTotal: 2000 });
    const refundable = await loadRefundable(app.shop, app.shop.db, after.id);
    expect(refundable?.proposal).toMatchObject({ amount: 1300 });
    expect(await refundTestOrder(app.shop, after, { amount: 1300 })).toMatchObject({ ok: true });
    expect(await read(after)).toMatchObject({ status: 'processing', refundedTotal: 1300 });
    expect((await loadRefundable(app.shop, app.shop.db, after.id))?.proposal).toBeNull();
    expect(await readSums()).toEqual(equal);
  });

  it('has a credit note of what comes back, and an invoice of what goes out', async () => {
    const { order } = await placeShipped();
    await issueDocuments(app.shop, { orderId: order.id, by: 'shop' });
    const after = await exchanged(order, { returned: 1, sent: [[await addCup(1200), 1]] });
    await payTestOrder(app.shop, after);
    await runMails(app);
    for (const { id } of [order, after]) await issueDocuments(app.shop, { orderId: id, by: 'shop' });
    const { rows } = await pool.query(
      `select order_id::integer as id, kind, total::integer as total, snapshot->'facts' as facts from documents
      where order_id = any($1) order by order_id, documents.id`,
      [[order.id, after.id]],
    );
    expect(rows.map(({ id, kind, total }) => [id, kind, total])).toEqual([
      [order.id, 'invoice', 3500],
      [order.id, 'credit-note', 1000],
      [after.id, 'invoice', 1200],
    ]);
    expect(JSON.stringify(rows[1]?.facts)).toContain('Transferred to another order');
  });

  it('leaves units alone that are still to be shipped', async () => {
    const { order } = await placeShipped(3, 2);
    await exchanged(order, { returned: 1, sent: [[await addCup(1000), 1]] });
    expect(await exchange(order, { returned: 2, sent: [[await addCup(1000), 1]] })).toMatchObject({
      refusal: { code: 'EXCHANGE_UNITS_LEFT' },
    });
    const shipment = { orderId: order.id, units: null, parcels: [], notify: false, by: 'shop' } as const;
    const shipped = await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
    expect(shipped).toMatchObject({ ok: true, isComplete: true });
  });

  it('can be exchanged again, and the money is still that of the first payment', async () => {
    const { order } = await placeShipped();
    const first = await exchanged(order, { returned: 2, sent: [[await addCup(1000), 2]] });
    const shipment = { orderId: first.id, units: null, parcels: [], notify: false, by: 'shop' } as const;
    await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
    const second = await exchanged(first, { returned: 1, sent: [[await addCup(800), 1]] });
    expect(second).toMatchObject({ total: 800, capturedTotal: 1000 });
    const { rows } = await pool.query(
      'select count(distinct coalesce(source_id, id))::integer as sources from payments where order_id = any($1)',
      [[order.id, first.id, second.id]],
    );
    expect(rows).toEqual([{ sources: 1 }]);
    expect(await readSums()).toEqual(equal);
  });

  it('costs what delivery costs, or what staff may agree', async () => {
    const { order } = await placeShipped();
    const cup = await addCup(1000);
    const plan = async (charge: number | null, limit?: number) => {
      const permissions = new Map(limit === undefined ? [] : [['orders.set-prices', limit]]);
      const clerk: Actor = { ...createSystemActor('Cleo'), kind: 'staff', permissions };
      const input = { returned: [{ position: 1, quantity: 1 }], sent: [{ variationId: cup, quantity: 1 }], charge };
      const planned = await inTransaction(app.shop.db, (tx) => planExchange(app.shop, tx, order.id, input, clerk));
      return planned.ok ? planned.quote.calculation.totals.total : planned;
    };
    expect(await plan(null)).toBe(1500);
    expect(await plan(0)).toEqual({ ok: false, code: 'PRICE_NOT_ALLOWED', limit: 0, reduction: 500 });
    expect(await plan(50, 400)).toMatchObject({ code: 'PRICE_NOT_ALLOWED', limit: 400, reduction: 450 });
    expect(await plan(100, 400)).toBe(1100);
  });

  it('that is not paid in time ends: what goes out is free again, and its money is to be given back', async () => {
    const { order } = await placeShipped();
    const cup = await addCup(1500);
    const after = await exchanged(order, { returned: 1, sent: [[cup, 1]] });
    expect(await readOnHand(app.shop.db, cup)).toBe(4);
    clock.forward(60 * 24 * 60 * 60 * 1000);
    await expireOrders(app.shop);
    expect(await readOnHand(app.shop.db, cup)).toBe(5);
    const { rows } = await pool.query('select money_state from orders where id = $1', [after.id]);
    expect(rows).toEqual([{ money_state: 'to-return' }]);
    // Nobody gives back a transfer by itself: staff record that they did.
    const values = { items: undefined, amount: 1000, restock: false, reason: 'Not paid' };
    const outcomes = await Promise.all(['Ada', 'Bea'].map((by) => call(refundOrderOperation, after, values, by)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await read(after)).toMatchObject({ status: 'cancelled', capturedTotal: 1000, refundedTotal: 1000 });
    expect(await readSums()).toEqual(equal);
  });

  it('is refused for what was not shipped, not paid, not priced, or not in stock, and writes nothing', async () => {
    const { order } = await placeShipped(2);
    const cup = await addCup(1000, 1);
    const unpaid = await placeTestOrder(app.shop, [[await addCup(1000), 1]]);
    const refusals = [
      [order, { returned: 0, sent: [[cup, 1]] }, 'EXCHANGE_UNITS_LEFT'],
      [order, { returned: 3, sent: [[cup, 1]] }, 'EXCHANGE_UNITS_LEFT'],
      [order, { returned: 1, sent: [] }, 'EXCHANGE_EMPTY'],
      [order, { returned: 1, sent: [[999_999, 1]] }, 'SKU_NOT_FOUND'],
      [order, { returned: 1, sent: [[cup, 2]] }, 'OUT_OF_STOCK'],
      [unpaid, { returned: 1, sent: [[cup, 1]] }, 'ORDER_NOT_EXCHANGEABLE'],
    ] as const;
    for (const [subject, wanted, code] of refusals)
      expect(await exchange(subject, wanted), code).toMatchObject({ ok: false, refusal: { code } });
    await refundTestOrder(app.shop, order, { amount: 2500 });
    expect(await exchange(order, { returned: 1, sent: [[cup, 1]] })).toMatchObject({ ok: false });
    expect((await read(order)).exchangedFor).toEqual([]);
    expect(await readOnHand(app.shop.db, cup)).toBe(1);
  });
});

describe('what comes back', () => {
  const arrive = (order: Order, key: string, arrived: number, restocked: number | null) =>
    call(recordArrivalOperation, order, { items: { [key]: { arrived, restocked } } });

  it('goes to stock when it has arrived, as far as it can be sold, and once', async () => {
    const { order, bowl } = await placeShipped();
    await exchanged(order, { returned: 3, sent: [[await addCup(1000), 3]] });
    const { rows } = await pool.query<{ id: number }>(
      'select l.id::integer as id from refund_lines l join refunds r on r.id = l.refund_id where r.order_id = $1',
      [order.id],
    );
    const key = `l${rows[0]?.id}`;
    expect(await arrive(order, key, 1, 2)).toMatchObject({ refusal: { code: 'ARRIVAL_NOT_EXPECTED' } });
    expect(await arrive(order, key, 1, null)).toMatchObject({ ok: true });
    expect(await readOnHand(app.shop.db, bowl)).toBe(17);
    const outcomes = await Promise.all([arrive(order, key, 2, 2), arrive(order, key, 2, 2)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readOnHand(app.shop.db, bowl)).toBe(19);
    const failure = await pool
      .query(
        `insert into exchange_arrivals (refund_line_id, quantity, restocked, by, arrived_at) values ($1, 1, 0, 'x', now())`,
        [rows[0]?.id],
      )
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('arrived_at_most_exchanged');
  });
});

describe('at the same moment', () => {
  const refund = (order: Pick<Order, 'id'>, units: number) =>
    call(refundOrderOperation, order, {
      ...{ items: { 1: units }, shipping: false, amount: null, restock: false, reason: 'Chipped' },
    });

  it('two clerks exchange the same unit: it is done once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { order } = await placeShipped(1);
      const cup = await addCup(1000);
      const wanted = { returned: 1, sent: [[cup, 1]] } as const;
      const outcomes = await Promise.all([exchange(order, wanted), exchange(order, { ...wanted, by: 'Bea' })]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'EXCHANGE_UNITS_LEFT' } });
      expect([await readUnits(order), await readOnHand(app.shop.db, cup)]).toEqual([{ refunded: 1, replaced: 0 }, 4]);
    }
    expect(await readSums()).toEqual(equal);
  });

  it('units are exchanged, refunded and replaced: each once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { order } = await placeShipped(2);
      const outcomes = await Promise.all([
        exchange(order, { returned: 2, sent: [[await addCup(1000), 1]] }),
        refund(order, 1),
        call(replaceItemsOperation, order, { units: { 1: 1 }, charge: null, reason: '' }, 'Cleo'),
      ]);
      expect(outcomes.some(({ ok }) => ok)).toBe(true);
      const { refunded, replaced } = await readUnits(order);
      expect(refunded + replaced).toBeLessThanOrEqual(2);
    }
    expect(await readSums()).toEqual(equal);
  });

  it('all of the money is refunded and a unit exchanged: no more than was paid goes anywhere', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { order } = await placeShipped(1);
      const outcomes = await Promise.all([
        exchange(order, { returned: 1, sent: [[await addCup(1000), 1]] }),
        call(refundOrderOperation, order, {
          ...{ items: { 1: null }, shipping: false, amount: 1500, restock: false, reason: 'All of it' },
        }),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
    expect(await readSums()).toEqual(equal);
  });
});

describe('what comes back', () => {
  it('gives the price after discounts, with the tax of its own rate', async () => {
    await pool.query(`insert into tax_rates (country, percent, name, tax_class, priority, compound) values
      ('IE', 23, 'VAT', 'standard', 1, false), ('IE', 13.5, 'VAT', 'reduced-rate', 1, false)`);
    const bowl = await addProduct(app.shop, { name: 'Tide bowl', price: 1135, stock: 9 });
    await pool.query(`update products set tax_class = 'reduced-rate' where id = $1`, [bowl]);
    await addTestPromotion(app.shop, { percent: 20, productIds: [bowl] });
    const order = await placeTestOrder(app.shop, [[bowl, 2]]);
    await payTestOrder(app.shop, order);
    const shipment = { orderId: order.id, units: null, parcels: [], notify: false, by: 'shop' } as const;
    await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
    const after = await exchanged(order, { returned: 1, sent: [[await addCup(1230), 1]], settlement: 'ship' });
    expect(after).toMatchObject({ total: 1230, capturedTotal: 908, taxes: [{ rate: { rate: 230_000 }, amount: 230 }] });
    expect((await read(order)).refunds).toMatchObject([
      { amount: 908, taxes: [{ rate: { rate: 135_000 }, net: 800, amount: 108 }] },
    ]);
    expect(await readSums()).toEqual(equal);
  });
});

describe('the database', () => {
  it('lets no money appear by a payment that was not carried over', async () => {
    const { order } = await placeShipped(1);
    const other = await placeTestOrder(app.shop, [[await addCup(1000), 1]]);
    const invented = await pool
      .query(
        `insert into payments (order_id, source_id, provider, amount, currency, status)
        select $2, id, provider, 1000, currency, 'open' from payments where order_id = $1`,
        [order.id, other.id],
      )
      .then(() => null, postgresError);
    expect(invented?.constraint).toBe('carried_money_is_the_same');
  });
});
