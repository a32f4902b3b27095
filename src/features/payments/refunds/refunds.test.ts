import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesShop } from '#tests/support/sales.ts';

const { database } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

/** A paid order of 2 × 10.00 and 5.00 shipping. */
async function placePaidOrder(stock = 9) {
  const bowl = await addProduct(shop, { stock });
  const order = await placeTestOrder(shop, [[bowl, 2]]);
  await payTestOrder(shop, order);
  return { bowl, ...order };
}

const parts = (lines: readonly (readonly [position: number, quantity: number])[], shipping = false) => ({
  parts: { lines: lines.map(([position, quantity]) => ({ position, quantity })), shipping, fees: false },
});

describe('refunding an amount', () => {
  it('works in parts up to the total, and the last part changes the status to refunded', async () => {
    const order = await placePaidOrder();
    const { id, bowl } = order;
    expect(await refundTestOrder(shop, order, { amount: 1000 })).toMatchObject({ ok: true, amount: 1000 });
    expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'processing', refundedTotal: 1000, total: 2500 });
    expect(await refundTestOrder(shop, order, { amount: 1501 })).toEqual({
      ...{ ok: false, code: 'REFUND_TOO_LARGE', left: 1500 },
    });
    expect(await refundTestOrder(shop, order, { amount: 0 })).toEqual({ ok: false, code: 'REFUND_AMOUNT_INVALID' });
    expect(await refundTestOrder(shop, order, { restock: true })).toMatchObject({ ok: true, amount: 1500 });
    expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'refunded', refundedTotal: 2500 });
    expect(await readOnHand(shop.db, bowl)).toBe(9);
    expect(await refundTestOrder(shop, order)).toMatchObject({ ok: false, code: 'REFUND_AMOUNT_INVALID' });
  });

  it('returns nothing to stock unless nothing is left to refund', async () => {
    const order = await placePaidOrder();
    expect(await refundTestOrder(shop, order, { amount: 250, restock: true })).toMatchObject({ restocked: false });
    expect(await readOnHand(shop.db, order.bowl)).toBe(7);
    const [refund] = (await getOrder(shop.db, { id: order.id }))?.refunds ?? [];
    expect(refund).toMatchObject({ amount: 250, restock: false });
  });

  it('never refunds more than was paid, even at once', async () => {
    const order = await placePaidOrder();
    const results = await Promise.all(Array.from({ length: 8 }, () => refundTestOrder(shop, order, { amount: 700 })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ refundedTotal: 2100 });
  });

  it('creates one refund for requests with one key', async () => {
    const order = await placePaidOrder();
    const input = { amount: 700, requestKey: randomUUID() };
    const results = await Promise.all(Array.from({ length: 3 }, () => refundTestOrder(shop, order, input)));
    expect(new Set(results.map((result) => result.ok && result.refundId)).size).toBe(1);
    expect(await refundTestOrder(shop, order, { ...input, amount: 800 })).toEqual({
      ...{ ok: false, code: 'REQUEST_KEY_USED' },
    });
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ refundedTotal: 700 });
  });

  it('needs money of the order, and items of a sale', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    expect(await refundTestOrder(shop, order)).toEqual({ ok: false, code: 'REFUND_AMOUNT_INVALID' });
    expect(await refundTestOrder(shop, order, { amount: 1 })).toEqual({ ok: false, code: 'REFUND_TOO_LARGE', left: 0 });
    expect(await refundTestOrder(shop, order, parts([[1, 1]]))).toEqual({
      ...{ ok: false, code: 'STATUS_NOT_ALLOWED', status: 'on-hold' },
    });
    expect(await refundTestOrder(shop, { id: 999_999 })).toEqual({ ok: false, code: 'ORDER_NOT_FOUND' });
  });
});

describe('refunding by line', () => {
  it('returns exactly the refunded units to stock', async () => {
    const [cup, jug] = [await addProduct(shop, { stock: 9 }), await addProduct(shop, { price: 999, stock: 9 })];
    const order = await placeTestOrder(shop, [
      [cup, 3],
      [jug, 3],
    ]);
    await payTestOrder(shop, order);
    expect(await refundTestOrder(shop, order, { ...parts([[2, 1]]), restock: true })).toMatchObject({
      ...{ ok: true, amount: 999, restocked: true },
    });
    expect([await readOnHand(shop.db, cup), await readOnHand(shop.db, jug)]).toEqual([6, 7]);
    expect(await refundTestOrder(shop, order, parts([[1, 2]]))).toMatchObject({ amount: 2000, restocked: false });
    expect(await refundTestOrder(shop, order, { ...parts([[2, 2]]), restock: true })).toMatchObject({ amount: 1998 });
    expect([await readOnHand(shop.db, cup), await readOnHand(shop.db, jug)]).toEqual([6, 9]);
    expect(await refundTestOrder(shop, order, parts([[2, 1]]))).toEqual({
      ...{ ok: false, code: 'REFUND_LINE_INVALID', position: 2, left: 0 },
    });
    expect(await refundTestOrder(shop, order, parts([[3, 1]]))).toMatchObject({ code: 'REFUND_LINE_INVALID' });
  });

  it('refunds the shipping costs once', async () => {
    const order = await placePaidOrder();
    expect(await refundTestOrder(shop, order, parts([[1, 1]], true))).toMatchObject({ amount: 1500 });
    expect(await refundTestOrder(shop, order, parts([], true))).toMatchObject({ code: 'REFUND_AMOUNT_INVALID' });
    expect(await refundTestOrder(shop, order, parts([[1, 1]]))).toMatchObject({ amount: 1000 });
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'refunded' });
  });

  it('never refunds a unit twice, even at once', async () => {
    const order = await placePaidOrder();
    const results = await Promise.all(
      Array.from({ length: 5 }, () => refundTestOrder(shop, order, { ...parts([[1, 1]]), restock: true })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await readOnHand(shop.db, order.bowl)).toBe(9);
  });
});

describe('the ledger in the database', () => {
  const getViolation = async (statement: ReturnType<typeof sql>) => {
    const error = await shop.db.execute(statement).then(() => null, postgresError);
    return error?.constraint ?? error?.code ?? null;
  };

  it('keeps payments, transactions and refunds of an order that is deleted', async () => {
    const order = await placePaidOrder();
    await refundTestOrder(shop, order, parts([[1, 1]]));
    await shop.db.execute(sql`delete from checkout_attempts where order_id = ${order.id}`);
    expect(await getViolation(sql`delete from orders where id = ${order.id}`)).toMatch(
      /^(payments|refunds)_order_id_fkey/,
    );
    for (const table of ['payment_transactions', 'payments', 'refund_lines', 'refunds'])
      expect([table, await getViolation(sql.raw(`delete from ${table}`))]).toEqual([table, '23001']);
  });

  it('refuses sums that no transaction explains', async () => {
    const { id } = await placePaidOrder();
    const set = (change: string) => getViolation(sql.raw(`update payments set ${change} where order_id = ${id}`));
    expect([await set('captured = 0'), await set('refunded = 1'), await set(`status = 'open'`)]).toEqual([
      ...['23001', '23001', null],
    ]);
  });

  it('refuses to refund more than was captured, and to capture more than was authorized', async () => {
    const { id } = await placePaidOrder();
    const add = (kind: string, amount: number) =>
      getViolation(sql`insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
        select id, ${kind}, 'succeeded', ${amount}, ${randomUUID()}, 'test', now(), now() from payments where order_id = ${id}`);
    expect(await add('refund', 2501)).toBe('refunded_at_most_captured');
    expect(await add('authorize', 2499)).toBe('captured_at_most_authorized');
    expect(await add('refund', 2500)).toBeNull();
  });

  it('keeps payments of orders, and those with money, for ever', async () => {
    const { id } = await placePaidOrder();
    expect(await getViolation(sql`delete from payments where order_id = ${id}`)).toBe('23001');
    expect(await getViolation(sql`truncate payments cascade`)).toBe('23001');
  });

  it('finishes a transaction once', async () => {
    const { id } = await placePaidOrder();
    const { rows } = await shop.db.execute<{ id: number }>(sql`insert into payment_transactions
      (payment_id, kind, status, amount, request_key, by, requested_at)
      select id, 'refund', 'requested', 100, ${randomUUID()}, 'test', now() from payments where order_id = ${id} returning id`);
    const set = (change: string) =>
      getViolation(sql.raw(`update payment_transactions set ${change} where id = ${rows[0]?.id}`));
    expect(await set(`by = 'somebody'`)).toBe('23001');
    expect(await set(`status = 'failed', finished_at = now(), request_key = 'another key'`)).toBe('23001');
    expect(await set(`status = 'failed', finished_at = now()`)).toBeNull();
    expect(await set(`status = 'succeeded', finished_at = now()`)).toBe('23001');
  });
});

describe('refunding lines with taxes', () => {
  it('unit by unit gives back exactly the net amount and the tax of the line', async () => {
    await shop.db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority) values
      ('IE', 13.5, 'VAT', 'standard', 1), ('IE', 7.77, 'Levy', 'standard', 2)`);
    const cup = await addProduct(shop, { price: 999 });
    const order = await placeTestOrder(shop, [[cup, 7]]);
    await shop.db.execute(sql`delete from tax_rates`);
    await payTestOrder(shop, order);
    const [line] = order.lines;
    expect(line?.tax).toBeGreaterThan(0);
    for (const quantity of [1, 2, 1, 3]) await refundTestOrder(shop, order, parts([[1, quantity]]));
    await refundTestOrder(shop, order, parts([], true));
    const { rows } = await shop.db.execute(sql`select l.kind, sum(l.net)::int as net, sum(l.tax)::int as tax
      from refund_lines l join refunds r on r.id = l.refund_id where r.order_id = ${order.id} group by 1 order by 1`);
    const [shipping] = order.shipping;
    expect(rows).toEqual([
      { kind: 'item', net: line?.net, tax: line?.tax },
      { kind: 'shipping', net: shipping?.net, tax: shipping?.tax },
    ]);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'refunded', refundedTotal: order.total });
  });
});
