import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { proposeRefund } from '#features/withdrawals/index.ts';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { refundOrderOperation } from '../admin/refund-operation.tsx';

const { database, pool } = useDatabase({ connections: 8 });
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

/** A paid order of 3 × 10.00 and 5.00 shipping. */
async function placePaid() {
  const bowl = await addProduct(shop, { name: 'Bowl', stock: 9 });
  const order = await placeTestOrder(shop, [[bowl, 3]]);
  await payTestOrder(shop, order);
  return { ...order, bowl };
}

/** As the page of an order sends it. */
function refund(id: number, name: string, units: number) {
  const values = { items: { 1: units }, shipping: false, amount: null, restock: true, reason: 'Chipped' } as never;
  const actor = createSystemActor(name);
  return runOperation(shop, refundOrderOperation, { id, values, actor, requestKey: randomUUID(), input: '' });
}

const readRefunded = async (id: number) => {
  const { rows } = await pool.query<{ units: number; documents: number }>(
    `select coalesce(sum(l.quantity), 0)::integer as units from refund_lines l join refunds r on r.id = l.refund_id
    where r.order_id = $1 and r.status <> 'failed'`,
    [id],
  );
  return { units: rows[0]?.units, amount: (await getOrder(shop.db, { id }))?.refundedTotal };
};

describe('two clerks', () => {
  it('refund the same line at once: one is done, the other is refused in words', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, bowl } = await placePaid();
      const outcomes = await Promise.all([refund(id, 'Ada', 2), refund(id, 'Bea', 2)]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
        refusal: {
          ...{ code: 'REFUND_LINE_INVALID', field: 'items.1' },
          message: 'Of Bowl only 1 unit can still be refunded.',
        },
      });
      expect(await readRefunded(id)).toEqual({ units: 2, amount: 2000 });
      expect(await readOnHand(shop.db, bowl)).toBe(8);
    }
  });

  it('refund all that is left at once, as lines and as an amount: it is given back once', async () => {
    const { id } = await placePaid();
    const values = { amount: 3500, restock: false, reason: 'All of it' } as never;
    const all = { id, values, actor: createSystemActor('Bea'), input: '' };
    const outcomes = await Promise.all([
      refund(id, 'Ada', 3),
      runOperation(shop, refundOrderOperation, { ...all, requestKey: randomUUID() }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect([3000, 3500]).toContain((await readRefunded(id)).amount);
  });
});

describe('a clerk', () => {
  it('refunds while the shopper withdraws from the same items: never more than was paid, never twice', async () => {
    const { id, number, total } = await placePaid();
    const withdraw = pool.query(
      `insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, declared_at)
      values (gen_random_uuid(), $1, $2, 'ada@example.com', 'Ada Byrne', 'part', '3 × Bowl', now())`,
      [id, String(number)],
    );
    const [first] = await Promise.all([refund(id, 'Ada', 2), withdraw]);
    expect(first.ok).toBe(true);
    // The proposal is of the unit that is left. Both clerks take it over at the same time.
    const proposal = await inTransaction(shop.db, (tx) => proposeRefund(shop, tx, id));
    expect(proposal).toEqual({
      ...{ units: [{ position: 1, quantity: 1 }] },
      lead: 'The form starts with the items Ada Byrne has withdrawn from.',
    });
    const outcomes = await Promise.all([refund(id, 'Ada', 1), refund(id, 'Bea', 1)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      refusal: { message: 'Of Bowl nothing is left to refund: it was refunded meanwhile.' },
    });
    expect(await readRefunded(id)).toEqual({ units: 3, amount: 3000 });
    expect(await inTransaction(shop.db, (tx) => proposeRefund(shop, tx, id))).toBeNull();
    expect(total).toBe(3500);
  });
});

describe('the database', () => {
  /** Two connections write at once. The first one commits when the second one waits for it. @returns the constraint that stops the second */
  async function writeAtOnce(sql: string, values: readonly unknown[]): Promise<string | undefined> {
    const [first, second] = [await pool.connect(), await pool.connect()];
    try {
      await first.query('begin');
      await second.query('begin');
      await first.query(sql, [...values, randomUUID()]);
      const writes = second
        .query(sql, [...values, randomUUID()])
        .then(() => second.query('commit'))
        .then(
          () => undefined,
          (error: { constraint?: string }) => error.constraint,
        );
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await pool.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await first.query('commit');
      return await writes;
    } finally {
      await second.query('rollback');
      first.release();
      second.release();
    }
  }

  it('lets no two refunds take the same unit, whatever the code does', async () => {
    const { id } = await placePaid();
    const sql = `with refund as (
        insert into refunds (order_id, request_key, status, cause, amount, requested_amount, by)
        values ($1, $2, 'requested', 'staff', 2000, 2000, 'test') returning id
      )
      insert into refund_lines (refund_id, kind, order_line_id, quantity, net, tax, gross)
      select refund.id, 'item', l.id, 2, 2000, 0, 2000 from refund, order_lines l where l.order_id = $1`;
    expect(await writeAtOnce(sql, [id])).toBe('refunded_at_most_ordered');
  });

  it('lets no two refunds ask for the same money, or give it back by hand, whatever the code does', async () => {
    for (const [status, finished] of [
      ['requested', 'null'],
      ['succeeded', 'now()'],
    ]) {
      const { id } = await placePaid();
      const sql = `insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
        select id, 'refund', '${status}', 2000, $2, 'test', now(), ${finished} from payments where order_id = $1`;
      expect(await writeAtOnce(sql, [id]), status).toMatch(/reserved_at_most_captured|refunded_at_most_captured/);
    }
  });
});
