import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { createManualOrder, inOrderTransaction } from '#features/manual-orders/create-manual-order.ts';
import { manualOrderSchema } from '#features/manual-orders/order-file.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  homeAddress,
  payTestOrder,
  placeHeldOrder,
  placeTestOrder,
  refundTestOrder,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { runMails } from '#tests/support/whole-order.ts';
import type { Amendment } from './amend-order.ts';

const { database, pool } = useDatabase({ connections: 12 });
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

const amend = (order: Pick<Order, 'id'>, change: Partial<Amendment>) => amendTestOrder(app.shop, order, change);

async function amended(order: Pick<Order, 'id'>, change: Partial<Amendment>): Promise<Order> {
  const result = await amend(order, change);
  if (!result.ok) throw new Error(result.code);
  return result.after;
}

const read = async ({ id }: Pick<Order, 'id'>): Promise<Order> => {
  const order = await getOrder(app.shop.db, { id });
  if (!order) throw new Error('no such order');
  return order;
};

/** A paid order of 4 bowls at 10.00 with shipping for 5.00, of which 10 were in stock. */
async function placePaid(quantity = 4): Promise<{ order: Order; bowl: number }> {
  const bowl = await addProduct(app.shop, { stock: 10 });
  const order = await placeTestOrder(app.shop, [[bowl, quantity]]);
  await payTestOrder(app.shop, order);
  return { order: await read(order), bowl };
}

async function addSku(sku: string, price = 700): Promise<number> {
  const id = await addProduct(app.shop, { name: 'Dune cup', price, stock: 5 });
  await pool.query('update variations set sku = $2 where id = $1', [id, sku]);
  return id;
}

const findMails = async ({ number }: Order) => {
  await runMails(app);
  const { rows } = await pool.query<{ id: string; plain: string }>(
    `select id, plain from platform.mail where id like $1 order by id`,
    [`order:${number}:%`],
  );
  return new Map(rows.map(({ id, plain }) => [id.split(':').slice(2).join(':'), plain]));
};

/** Sums that are the same whatever happens: of orders by their columns, and of the ledger by its transactions. */
async function readSums() {
  const { rows } =
    await pool.query(`select bool_and(o.captured_total = p.captured and o.refunded_total = p.refunded) as "ofEach",
    sum(o.captured_total)::integer = (select coalesce(sum(amount), 0) from payment_transactions where kind = 'capture' and status = 'succeeded') as captured,
    sum(o.refunded_total)::integer = (select coalesce(sum(amount), 0) from payment_transactions where kind = 'refund' and status = 'succeeded') as refunded
    from orders o cross join lateral (
      select coalesce(sum(captured), 0) as captured, coalesce(sum(refunded), 0) as refunded from payments where order_id = o.id
    ) p`);
  return rows[0];
}
const equal = { captured: true, refunded: true, ofEach: true };

describe('changing what is ordered [2.9/3]', () => {
  it('replaces a paid order by a smaller one that has its money, and leaves the rest to a refund', async () => {
    const { order, bowl } = await placePaid();
    const after = await amended(order, { quantities: [3] });
    expect(after).toMatchObject({
      ...{ status: 'processing', total: 3500, capturedTotal: 4500, refundedTotal: 0, amends: order.number },
      ...{ isReplacement: true, email: order.email, visitorId: order.visitorId, paymentMethod: 'bank_transfer' },
      ...{ lines: [{ quantity: 3, unitPrice: 1000 }], delivery: order.delivery, paidAt: expect.any(Date) },
    });
    const before = await read(order);
    expect(before).toMatchObject({
      ...{ status: 'cancelled', cancelReason: 'superseded', capturedTotal: 0, paidAt: null, lines: order.lines },
      replacedBy: { id: after.id, number: after.number },
    });
    expect(await readOnHand(app.shop.db, bowl)).toBe(7);
    const mails = await findMails(after);
    expect(mails.get('confirmation')).toContain(`We have changed your order ${order.number}`);
    expect(mails.has('payment-request')).toBe(false);
    // Nobody gives it back by itself.
    expect((await pool.query('select from refunds where order_id = $1', [after.id])).rowCount).toBe(0);
    expect(await refundTestOrder(app.shop, after, { amount: 1000 })).toMatchObject({ ok: true, amount: 1000 });
    expect((await read(after)).status).toBe('processing');
    expect(await readSums()).toEqual(equal);
  });

  it('asks for the difference by a link, while the order waits', async () => {
    await addSku('CUP-1');
    const { order } = await placePaid(1);
    const after = await amended(order, { quantities: [1], added: [{ sku: 'cup-1', quantity: 2 }] });
    expect(after).toMatchObject({
      status: 'pending',
      total: 2900,
      capturedTotal: 1500,
      paidAt: null,
      paymentMethod: 'bank_transfer',
    });
    expect(after.lines.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice])).toEqual([
      ['Tide bowl', 1, 1000],
      ['Dune cup', 2, 700],
    ]);
    const mail = (await findMails(after)).get('payment-request') ?? '';
    expect(mail).toMatch(/Please pay €14\.00 by/);
    expect(mail).toMatch(new RegExp(`/order/${after.token}/pay\\?key=`));
    await payTestOrder(app.shop, after);
    expect(await read(after)).toMatchObject({ status: 'processing', capturedTotal: 2900 });
    expect(await readSums()).toEqual(equal);
  });

  it('gives everything back when the difference is not paid in time, like any order', async () => {
    const { order, bowl } = await placePaid(1);
    const after = await amended(order, { quantities: [2] });
    clock.forward(15 * 24 * 60 * 60 * 1000);
    await expireOrders(app.shop);
    expect(await read(after)).toMatchObject({ status: 'cancelled', cancelReason: 'expired', capturedTotal: 1500 });
    expect(await readOnHand(app.shop.db, bowl)).toBe(10);
    const { rows } = await pool.query('select money_state from orders where id = any($1) order by id', [
      [order.id, after.id],
    ]);
    expect(rows).toEqual([{ money_state: 'none' }, { money_state: 'to-return' }]);
  });

  it('ships at once while the difference is asked for', async () => {
    const { order, bowl } = await placePaid(1);
    const after = await amended(order, { quantities: [2], settlement: 'ship' });
    expect(after).toMatchObject({ status: 'processing', total: 2500, capturedTotal: 1500, paidAt: null, dueAt: null });
    const mails = await findMails(after);
    expect(mails.get('payment-request')).toMatch(/€25\.00.*€10\.00 is still to be paid/s);
    expect(mails.get('confirmation')).toContain('Tide bowl × 2');
    const ship = { units: null, parcels: [], notify: false, by: 'shop', orderId: after.id } as const;
    expect(await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, ship))).toMatchObject({ isComplete: true });
    expect((await read(after)).status).toBe('processing');
    await payTestOrder(app.shop, after);
    expect(await read(after)).toMatchObject({ status: 'completed', capturedTotal: 2500 });
    expect(await readOnHand(app.shop.db, bowl)).toBe(8);
    expect(await readSums()).toEqual(equal);
  });

  it('asks for nothing when the sum stays the same, and changes the shipping price', async () => {
    await addSku('CUP-2', 1000);
    const { order } = await placePaid(2);
    const swapped = await amended(order, { quantities: [1], added: [{ sku: 'CUP-2', quantity: 1 }] });
    expect(swapped).toMatchObject({ status: 'processing', total: 2500, paidAt: expect.any(Date) });
    const cheaper = await amended(swapped, { quantities: [1, 1], shipping: 300 });
    expect(cheaper).toMatchObject({ shippingTotal: 300, total: 2300, capturedTotal: 2500, amends: swapped.number });
    // An agreed price stays, whatever the method costs.
    const last = await amended(cheaper, { quantities: [0, 2] });
    expect(last).toMatchObject({ shippingTotal: 300, total: 2300, lines: [{ name: 'Dune cup', quantity: 2 }] });
    expect(await readSums()).toEqual(equal);
  });

  it('keeps an order that is not paid yet waiting for all of its money', async () => {
    const bowl = await addProduct(app.shop, { stock: 10 });
    const order = await placeTestOrder(app.shop, [[bowl, 4]]);
    const after = await amended(order, { quantities: [5] });
    expect(after).toMatchObject({ status: 'on-hold', total: 5500, paymentMethod: 'bank_transfer', capturedTotal: 0 });
    const { rows } = await pool.query(
      'select order_id as id, amount, status from payments where order_id = any($1) order by id',
      [[order.id, after.id]],
    );
    expect(rows).toEqual([
      { id: order.id, amount: 4500, status: 'cancelled' },
      { id: after.id, amount: 5500, status: 'open' },
    ]);
    expect(await readOnHand(app.shop.db, bowl)).toBe(5);
  });

  it('keeps an order on account, and asks for no money before it is due', async () => {
    const bowl = await addProduct(app.shop, { stock: 10 });
    const lines = [{ variationId: bowl, quantity: 4 }];
    const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, lines });
    const placed = await inOrderTransaction(app.shop, (tx) =>
      createManualOrder(app.shop, tx, input, 'shop', { payment: { kind: 'account' } }),
    );
    const order = placed.ok && (await getOrder(app.shop.db, { number: placed.number }));
    if (!order) throw new Error('not placed');
    const after = await amended(order, { quantities: [5] });
    expect(after).toMatchObject({ status: 'processing', paymentMethod: 'on_account', paidAt: null, total: 5500 });
    expect(after.paymentInstructions.length).toBeGreaterThan(0);
    expect((await findMails(after)).has('payment-request')).toBe(false);
  });

  it('has more units at an agreed price, and another shipping price, as far as the role may agree prices', async () => {
    const bowl = await addProduct(app.shop, { stock: 50 });
    const lines = [{ variationId: bowl, quantity: 2, price: '6.00' }];
    const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, lines });
    const placed = await inOrderTransaction(app.shop, (tx) => createManualOrder(app.shop, tx, input, 'shop'));
    const order = placed.ok && (await getOrder(app.shop.db, { number: placed.number }));
    if (!order) throw new Error('not placed');
    const clerk = (limit?: number): Actor => {
      const permissions = new Map(limit === undefined ? [] : [['orders.set-prices', limit]]);
      return { ...createSystemActor('Cleo'), kind: 'staff', permissions };
    };
    const refused = { ok: false, code: 'PRICE_NOT_ALLOWED' };
    // Each of them costs 4.00 less than now, and shipping costs 5.00.
    expect(await amend(order, { quantities: [3], by: clerk() })).toMatchObject({
      ...refused,
      reduction: 1200,
      limit: 0,
    });
    expect(await amend(order, { quantities: [3], by: clerk(1100) })).toMatchObject(refused);
    expect(await amend(order, { shipping: 100, by: clerk(300) })).toMatchObject({ ...refused, reduction: 400 });
    expect(await amend(order, { quantities: [3], shipping: 100, by: clerk(1500) })).toMatchObject({ reduction: 1600 });
    expect(await amend(order, { quantities: [1], by: clerk() })).toMatchObject({ ok: true, after: { total: 1100 } });
    // A shopper's order has the price that everybody had.
    const { order: own, bowl: cheap } = await placePaid(1);
    await pool.query('update main_prices set regular_price = 5000 where variation_id = $1', [cheap]);
    expect(await amend(own, { quantities: [2], by: clerk() })).toMatchObject({ ok: true, after: { total: 2500 } });
  });

  it('uses the coupon again, and leaves it out when it does not apply any more', async () => {
    await pool.query(
      `insert into coupons (code, code_key, percent, currency, usage_limit, min_spend) values ('Tenth', 'tenth', 10, 'EUR', 1, 3000)`,
    );
    const { order } = await placePaid(4);
    await pool.query(
      `insert into coupon_uses (coupon_id, order_id, email_key, state, created_at, updated_at)
      select id, $1, 'ada@example.com', 'used', now(), now() from coupons where code = 'Tenth'`,
      [order.id],
    );
    const uses = async () =>
      (
        await pool.query(
          `select order_id as id, state from coupon_uses where coupon_id = (select id from coupons where code = 'Tenth') order by id`,
        )
      ).rows;
    const more = await amended(order, { quantities: [5] });
    expect(more).toMatchObject({ discountTotal: 500, total: 5000 });
    expect(await uses()).toEqual([
      { id: order.id, state: 'released' },
      { id: more.id, state: 'held' },
    ]);
    const fewer = await amended(more, { quantities: [2] });
    expect(fewer).toMatchObject({ discountTotal: 0, total: 2500, status: 'processing' });
    expect((await uses()).map(({ state }) => state)).toEqual(['released', 'released']);
  });

  it('cancels the invoice, and issues one of what is ordered now', async () => {
    const { order } = await placePaid(2);
    await runMails(app);
    const after = await amended(order, { quantities: [1] });
    await runMails(app);
    const { rows } = await pool.query(
      'select order_id as id, kind, total from documents where order_id = any($1) order by documents.id',
      [[order.id, after.id]],
    );
    expect(rows).toEqual([
      { id: order.id, kind: 'invoice', total: 2500 },
      { id: order.id, kind: 'credit-note', total: 2500 },
      { id: after.id, kind: 'invoice', total: 1500 },
    ]);
  });

  it('is found by the transaction of its payment, and keeps the source', async () => {
    const { order } = await placePaid(2);
    await pool.query(`update payments set reference = 'pay_moved' where order_id = $1`, [order.id]);
    const after = await amended(order, { quantities: [1] });
    const { rows } = await pool.query(`select order_id as id from order_search_terms where term = 'pay_moved'`);
    expect(rows).toEqual([{ id: after.id }]);
  });

  it('refuses what can’t be changed, and writes nothing', async () => {
    const { order, bowl } = await placePaid(2);
    expect(await amend(order, { quantities: [2] })).toMatchObject({ code: 'AMENDMENT_UNCHANGED' });
    expect(await amend(order, { quantities: [0] })).toMatchObject({ code: 'AMENDMENT_EMPTY' });
    expect(await amend(order, { quantities: [11] })).toMatchObject({ code: 'OUT_OF_STOCK', available: 10 });
    expect(await amend(order, { quantities: [2], added: [{ sku: 'none', quantity: 1 }] })).toMatchObject({
      code: 'SKU_NOT_FOUND',
      index: 0,
    });
    expect(await readOnHand(app.shop.db, bowl)).toBe(8);
    const held = await placeHeldOrder(app.shop, [[bowl, 1]], { email: 'held@example.com' });
    const refunded = (await placePaid(2)).order;
    await refundTestOrder(app.shop, refunded, { amount: 100 });
    const shipped = (await placePaid(2)).order;
    const units = [{ position: 1, quantity: 1 }];
    await inTransaction(app.shop.db, (tx) =>
      shipOrder(app.shop, tx, { orderId: shipped.id, units, parcels: [], notify: false, by: 'shop' }),
    );
    const replaced = (await placePaid(2)).order;
    await amended(replaced, { quantities: [1] });
    for (const each of [held, refunded, shipped, replaced])
      expect(await amend(each, { quantities: [1] })).toEqual({ ok: false, code: 'ORDER_NOT_AMENDABLE' });
  });
});

/** The constraint that refuses a statement; null when none does. */
const constraint = (query: string, values: readonly unknown[]): Promise<string | null> =>
  pool.query(query, [...values]).then(
    () => null,
    (error) => postgresError(error)?.constraint ?? String(error),
  );

/** Waits until a statement waits for a lock. */
async function waitForLocks(): Promise<void> {
  const find = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(find)).rowCount).toBeGreaterThan(0);
}

describe('the database', () => {
  it('refuses a second replacement, one of a shipped or an ended order, shipments and money of a replaced one', async () => {
    const { order } = await placePaid(2);
    const after = await amended(order, { quantities: [1] });
    const other = (await placePaid(1)).order;
    const replace = 'update orders set superseded_by = $2 where id = $1';
    expect(await constraint(replace, [order.id, other.id])).toBe('orders_are_replaced_once');
    const shipped = (await placePaid(1)).order;
    await inTransaction(app.shop.db, (tx) =>
      shipOrder(app.shop, tx, { orderId: shipped.id, units: null, parcels: [], notify: false, by: 'shop' }),
    );
    expect(await constraint(replace, [shipped.id, after.id])).toBe('shipped_orders_are_not_replaced');
    await pool.query(
      `update orders set status = 'cancelled', cancel_reason = 'superseded', cancelled_at = now(), due_at = null where id = $1`,
      [other.id],
    );
    expect(await constraint(replace, [other.id, after.id])).toBe('ended_orders_are_not_replaced');
    expect(await constraint(`insert into shipments (order_id, by) values ($1, 'Cleo')`, [order.id])).toBe(
      'cancelled_orders_are_not_shipped',
    );
    expect(await constraint('update payments set order_id = $2 where order_id = $1', [after.id, shipped.id])).toBe(
      'payments_stay_with_their_order',
    );
  });
});

describe('at the same moment', () => {
  it('one of two clerks changes an order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order, bowl } = await placePaid(4);
      const results = await Promise.all([amend(order, { quantities: [1] }), amend(order, { quantities: [6] })]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'ORDER_NOT_AMENDABLE' });
      const { rows } = await pool.query(
        `select coalesce(sum(quantity), 0)::integer as units, count(distinct order_id)::integer as orders from stock_reservations where variation_id = $1 and state <> 'released'`,
        [bowl],
      );
      expect(rows[0].orders).toBe(1);
      expect(await readOnHand(app.shop.db, bowl)).toBe(10 - rows[0].units);
    }
    expect(await readSums()).toEqual(equal);
  });

  it('an order is changed or shipped, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order } = await placePaid(4);
      const ship = { orderId: order.id, units: null, parcels: [], notify: false, by: 'shop' } as const;
      const [change, shipment] = await Promise.all([
        amend(order, { quantities: [1] }),
        inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, ship)),
      ]);
      expect([change.ok, shipment.ok].filter(Boolean)).toHaveLength(1);
      expect((await read(order)).status).toBe(change.ok ? 'cancelled' : 'completed');
    }
  });

  it('a shipment that takes no lock of its own waits for the change, and is refused', async () => {
    const { order } = await placePaid(2);
    let insert: Promise<string | null> = Promise.resolve(null);
    const result = await amendTestOrder(app.shop, order, { quantities: [1] }, async () => {
      insert = constraint(`insert into shipments (order_id, by) values ($1, 'Cleo')`, [order.id]);
      await waitForLocks();
    });
    expect([result.ok, await insert]).toEqual([true, 'cancelled_orders_are_not_shipped']);
  });
});
