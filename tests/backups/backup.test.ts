import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { placeOrder } from '#features/checkout/index.ts';
import { backup } from '#platform/database/backup.ts';
import type { Database } from '#platform/database/database.ts';
import { restore } from '#platform/database/restore.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { checkoutInput, createVisitorWithCart, salesShop } from '#tests/support/sales.ts';
import { temporaryFolder } from '../processes/start-built.ts';

const selling = useDatabase();
const empty = useDatabase({ empty: true });

/** Tables whose rows are only inserted, with an order. */
const insertOnlyTables = [
  'orders',
  'order_lines',
  'order_addresses',
  'order_history',
  'stock_reservations',
  'stock_movements',
];

async function readRows(database: Database, table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

describe('a backup taken while orders are placed', () => {
  it('restores the shop as it was at one moment, row by row', async () => {
    const { shop, assembly } = await salesShop(selling);
    const products = await Promise.all(
      [1, 2, 3].map((number) => addProduct(shop, { name: `Bowl ${number}`, stock: 500 })),
    );
    let isSelling = true;
    let placed = 0;
    const sell = async (seed: number) => {
      while (isSelling) {
        const product = products[(seed + placed) % products.length] ?? 0;
        const visitor = await createVisitorWithCart(shop, [[product, 1 + (placed % 2)]]);
        const expectedTotal = (1 + (placed % 2)) * 1000 + 500;
        if ((await placeOrder(shop, visitor, checkoutInput({ expectedTotal }))).ok) placed += 1;
      }
    };
    const sellers = [sell(0), sell(1)];
    await expect.poll(() => placed).toBeGreaterThan(5);
    const file = join(temporaryFolder(), 'shop.tar.gz');
    await backup({ database: selling, file });
    const atBackup = placed;
    await expect.poll(() => placed).toBeGreaterThan(atBackup + 3);
    isSelling = false;
    await Promise.all(sellers);
    await restore({ file, database: empty, sets: listMigrationSets(assembly) });

    const orders = await readRows(empty, 'orders');
    expect(orders.length).toBeGreaterThan(5);
    expect(orders.length).toBeLessThan((await readRows(selling, 'orders')).length);
    for (const table of insertOnlyTables) {
      const current = new Set(await readRows(selling, table));
      const restored = await readRows(empty, table);
      expect(
        restored.filter((row) => !current.has(row)),
        table,
      ).toEqual([]);
    }
    for (const table of ['products', 'variations'])
      expect(await readRows(empty, table), table).toEqual(await readRows(selling, table));
    await expectConsistent(empty);
  });
});

/** Every order has lines and reservations, the ledger matches the stock, every mail is queued. */
async function expectConsistent({ db }: Database): Promise<void> {
  const { rows } = await db.execute(sql`select
    (select count(*)::int from orders o where not exists (select from order_lines l where l.order_id = o.id)) as without_lines,
    (select count(*)::int from orders o where not exists (select from stock_reservations r where r.order_id = o.id)) as without_reservations,
    (select count(*)::int from stock_levels s where s.managed and s.on_hand <> (
      select coalesce(sum(m.delta), 0) from stock_movements m where m.variation_id = s.variation_id)) as off_the_ledger`);
  expect(rows).toEqual([{ without_lines: 0, without_reservations: 0, off_the_ledger: 0 }]);
  const jobs = await db.execute<{ waiting: number; orders: number }>(sql`select
    (select count(*)::int from graphile_worker.jobs where task_identifier like '%mail%') as waiting,
    (select count(*)::int from orders) as orders`);
  expect(jobs.rows[0]?.waiting).toBeGreaterThanOrEqual(jobs.rows[0]?.orders ?? 0);
}
