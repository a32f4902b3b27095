import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shipOrder } from '#features/fulfilment/index.ts';
import { cancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { refundOrderOperation } from '#features/payments/admin/refund-operation.tsx';
import { recordCapture } from '#features/payments/index.ts';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { runMails } from '#tests/support/whole-order.ts';
import { replaceItemsOperation } from '../admin/replacement-operations.ts';

const { database, pool } = useDatabase({ connections: 8 });
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

/** A paid order of units of a product at 10.00 with shipping for 5.00, of which so many were shipped. */
async function placeShipped(quantity: number, shipped = quantity) {
  const product = await addProduct(app.shop, { name: 'Tide bowl', stock: 20 });
  const order = await placeTestOrder(app.shop, [[product, quantity]]);
  await payTestOrder(app.shop, order);
  const units = [{ position: 1, quantity: shipped }];
  const shipment = { orderId: order.id, units, parcels: [], notify: false, by: 'shop' } as const;
  await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
  return { order, product };
}

function replace({ id }: Pick<Order, 'id'>, units: number, charge: number | null = null, by = 'Ada') {
  const values = { units: { 1: units }, charge, reason: 'Chipped' } as never;
  const call = { id, values, actor: createSystemActor(by), requestKey: randomUUID(), input: '' };
  return runOperation(app.shop, replaceItemsOperation, call);
}

const refundUnits = (order: Pick<Order, 'id'>, quantity: number) =>
  refundTestOrder(app.shop, order, { parts: { lines: [{ position: 1, quantity }], shipping: false, fees: false } });

/** As the page of an order sends it. */
function refundByForm({ id }: Pick<Order, 'id'>, units: number) {
  const values = { items: { 1: units }, shipping: false, amount: null, restock: false, reason: 'Chipped' } as never;
  const call = { id, values, actor: createSystemActor('Bea'), requestKey: randomUUID(), input: '' };
  return runOperation(app.shop, refundOrderOperation, call);
}

async function findReplacements({ id }: Pick<Order, 'id'>): Promise<Order[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select order_id::integer as id from replacements where replaced_order_id = $1 order by order_id',
    [id],
  );
  return Promise.all(rows.map(async (row) => (await getOrder(app.shop.db, row)) as Order));
}

async function replaced(order: Pick<Order, 'id'>, units: number, charge: number | null = null): Promise<Order> {
  expect(await replace(order, units, charge)).toMatchObject({ ok: true });
  const replacement = (await findReplacements(order)).at(-1);
  if (!replacement) throw new Error('not replaced');
  return replacement;
}

async function countUnits({ id }: Pick<Order, 'id'>) {
  const { rows } = await pool.query<{ refunded: number; replaced: number }>(
    `select (select coalesce(sum(l.quantity), 0)::integer from refund_lines l join refunds r on r.id = l.refund_id
        where r.order_id = $1 and r.status <> 'failed') as refunded,
      (select coalesce(sum(u.quantity), 0)::integer from replaced_units u join orders o on o.id = u.replacement_id
        where u.order_id = $1 and o.status not in ('cancelled', 'refunded')) as replaced`,
    [id],
  );
  return rows[0];
}

const refused = { ok: false, refusal: { code: 'NOT_REPLACEABLE' } };

describe('units that are replaced for nothing', () => {
  it('can’t be raised by a change of the replacement, and stay replaced', async () => {
    const { order } = await placeShipped(3);
    const replacement = await replaced(order, 1);
    for (const quantities of [[2], [1]])
      expect(await amendTestOrder(app.shop, replacement, { quantities, shipping: 100 })).toEqual({
        ...{ ok: false, code: 'ORDER_NOT_AMENDABLE' },
      });
    expect(await replace(order, 3)).toMatchObject(refused);
    const failure = await pool
      .query(
        `update orders set status = 'cancelled', cancel_reason = 'superseded', cancelled_at = now(), paid_at = null, superseded_by = $2
        where id = $1`,
        [replacement.id, order.id],
      )
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('replacements_stay_as_they_are');
  });

  it('are none that were refunded, and the other way round', async () => {
    const { order } = await placeShipped(3);
    expect(await refundUnits(order, 2)).toMatchObject({ ok: true });
    expect(await replace(order, 2)).toMatchObject(refused);
    await replaced(order, 1);
    expect(await refundUnits(order, 1)).toEqual({ ok: false, code: 'REFUND_LINE_INVALID', position: 1, left: 0 });
    // Money may still be given back, such as out of goodwill.
    expect(await refundTestOrder(app.shop, order, { amount: 500 })).toMatchObject({ ok: true });
    const [replacement] = await findReplacements(order);
    const cancel = { orderId: replacement?.id ?? 0, by: 'shop', reason: 'by-shop' } as const;
    await inTransaction(app.shop.db, (tx) => cancelOrder(app.shop, tx, cancel));
    expect(await refundUnits(order, 1)).toMatchObject({ ok: true });
    expect(await countUnits(order)).toEqual({ refunded: 3, replaced: 0 });
  });

  it('are all that were shipped when those were refunded that never left', async () => {
    const { order } = await placeShipped(3, 2);
    expect(await refundUnits(order, 1)).toMatchObject({ ok: true });
    await replaced(order, 2);
    expect(await countUnits(order)).toEqual({ refunded: 1, replaced: 2 });
  });

  it('are none of an order whose money was given back', async () => {
    const { order } = await placeShipped(2);
    expect(await refundTestOrder(app.shop, order)).toMatchObject({ ok: true });
    expect((await getOrder(app.shop.db, order))?.status).toBe('refunded');
    expect(await replace(order, 1)).toMatchObject({ ok: false, refusal: { code: 'STATUS_NOT_ALLOWED' } });
  });

  it('are counted once when two clerks replace and refund them at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order } = await placeShipped(2);
      const outcomes = await Promise.all([replace(order, 2), refundByForm(order, 1), replace(order, 1, null, 'Cleo')]);
      expect(outcomes.some(({ ok }) => ok)).toBe(true);
      const { refunded = 0, replaced: sent = 0 } = (await countUnits(order)) ?? {};
      expect(refunded + sent).toBeLessThanOrEqual(2);
      const codes = outcomes.flatMap((outcome) => ('refusal' in outcome ? outcome.refusal.code : []));
      expect(codes.every((code) => code === 'NOT_REPLACEABLE' || code === 'REFUND_LINE_INVALID')).toBe(true);
    }
  });

  it('are counted once by the database, whoever writes', async () => {
    const { order } = await placeShipped(1);
    const replacement = await replaced(order, 1);
    const refund = await pool
      .query(
        `with refund as (
          insert into refunds (order_id, request_key, status, cause, amount, requested_amount, by)
          values ($1, gen_random_uuid(), 'requested', 'staff', 1000, 1000, 'shop') returning id
        )
        insert into refund_lines (refund_id, order_line_id, kind, quantity, net, tax, gross)
        select refund.id, l.id, 'item', 1, l.net, l.tax, l.gross from refund, order_lines l where l.order_id = $1`,
        [order.id],
      )
      .then(() => null, postgresError);
    expect(refund?.constraint).toBe('refunded_at_most_ordered');
    const cancel = { orderId: replacement.id, by: 'shop', reason: 'by-shop' } as const;
    await inTransaction(app.shop.db, (tx) => cancelOrder(app.shop, tx, cancel));
    await refundUnits(order, 1);
    const reopened = await pool
      .query(`update orders set status = 'pending', cancel_reason = null, cancelled_at = null where id = $1`, [
        replacement.id,
      ])
      .then(() => null, postgresError);
    expect(reopened?.constraint).toBe('replacements_stay_as_they_are');
  });
});

describe('the delivery charge of a replacement', () => {
  it('is asked for by a link, with its tax, and the replacement waits for it', async () => {
    const { order, product } = await placeShipped(2);
    const replacement = await replaced(order, 1, 450);
    expect(replacement).toMatchObject({
      ...{ total: 450, itemsTotal: 0, shippingTotal: 450, paidAt: null, paymentMethod: order.paymentMethod },
      lines: [{ quantity: 1, total: 0 }],
    });
    expect(replacement.status).not.toBe('processing');
    expect(replacement.shipping[0]).toMatchObject({ title: order.shipping[0]?.title, gross: 450 });
    expect(await readOnHand(app.shop.db, product)).toBe(17);
    await inTransaction(app.shop.db, (tx) => recordCapture(app.shop, tx, { orderId: replacement.id, by: 'shop' }));
    expect(await getOrder(app.shop.db, replacement)).toMatchObject({ status: 'processing', capturedTotal: 450 });
    await runMails(app);
    const { rows } = await pool.query<{ plain: string }>(
      `select plain from platform.mail where id like $1 and plain like '%€4.50%'`,
      [`order:${replacement.number}:%`],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('that is given back before anything is sent ends the replacement, and frees its units', async () => {
    const { order } = await placeShipped(1);
    const replacement = await replaced(order, 1, 450);
    await payTestOrder(app.shop, replacement);
    expect(await refundUnits(order, 1)).toMatchObject({ ok: false, code: 'REFUND_LINE_INVALID' });
    expect(await refundTestOrder(app.shop, replacement)).toMatchObject({ ok: true, amount: 450 });
    expect((await getOrder(app.shop.db, replacement))?.status).toBe('refunded');
    expect(await refundUnits(order, 1)).toMatchObject({ ok: true });
  });

  it('that nobody pays ends the replacement: its units may be refunded, and late money goes back', async () => {
    const { order, product } = await placeShipped(1);
    const replacement = await replaced(order, 1, 450);
    clock.forward(30 * 24 * 60 * 60 * 1000);
    await expireOrders(app.shop);
    expect(await getOrder(app.shop.db, replacement)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(await readOnHand(app.shop.db, product)).toBe(19);
    expect(await refundUnits(order, 1)).toMatchObject({ ok: true });
  });
});
