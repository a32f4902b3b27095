import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { getOrder } from '#features/orders/index.ts';
import { listZeroResultSearches } from '#features/search/zero-result-searches.ts';
import { migrate } from '#platform/database/migrate.ts';
import { restore } from '#platform/database/restore.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';

/**
 * `shop-at-NNNN.tar.gz` is a backup of the version of the shop whose last migration was
 * NNNN: four products, seven orders, an open cart, a changed slug, a zero-result search and
 * queued jobs.
 */
const backups = ['0014', '0015'];
const orders: readonly (readonly [number, string, number, string])[] = [
  [1001, 'on-hold', 10_100, '2 × Harbour jug'],
  [1002, 'on-hold', 10_700, '3 × Tide cup, 1 × Harbour jug'],
  [1003, 'processing', 10_300, '1 × Harbour jug, 1 × Gift card'],
  [1004, 'completed', 4100, '2 × Tide cup'],
  [1005, 'processing', 14_900, '3 × Harbour jug'],
  [1006, 'cancelled', 19_700, '4 × Harbour jug'],
  [1007, 'pending', 2300, '1 × Tide cup'],
];
const offers: readonly (readonly [string, boolean, number, boolean])[] = [
  ['Gift card', true, 5000, true],
  ['Harbour jug', true, 4800, true],
  ['Tide bowl', true, 1000, true],
  ['Tide bowl', true, 3000, true],
  ['Tide cup', true, 1800, true],
];

describe.each(backups)('a backup made at migration %s, restored and migrated', (migration) => {
  const database = useDatabase({ empty: true });
  const { db } = database;
  const select = async (statement: string) => (await database.pool.query({ text: statement, rowMode: 'array' })).rows;

  beforeAll(async () => {
    const sets = listMigrationSets(assembleFeatures(shopConfig));
    await restore({ file: join(import.meta.dirname, `shop-at-${migration}.tar.gz`), database, sets });
    await migrate(database, sets);
  });

  it.each(orders)('shows order %i: %s, total %i, %s', async (number, status, total, items) => {
    const order = await getOrder(db, { number });
    expect(order).toMatchObject({ status, total, currency: 'EUR', email: 'ada@example.com' });
    expect(order?.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')).toBe(items);
    expect(order?.billing).toMatchObject({ last_name: 'Byrne', country: 'IE' });
  });

  it('shows what was paid and refunded', async () => {
    const found = await Promise.all(orders.map(([number]) => getOrder(db, { number })));
    const paid = found.filter((order) => order?.paidAt).map((order) => order?.number);
    expect(paid).toEqual([1003, 1004, 1005]);
    const refunds = found.flatMap((order) =>
      order?.refunds.map(({ amount, reason }) => [order.number, amount, reason]),
    );
    expect(refunds).toEqual([[1005, 4800, 'One was chipped']]);
  });

  it('has one captured payment for each paid order, and an open one for each unpaid order', async () => {
    const payments =
      await select(`select o.number::int, p.provider, p.status, p.amount::int, p.captured::int, p.refunded::int
      from payments p join orders o on o.id = p.order_id order by 1`);
    expect(payments).toEqual([
      [1001, 'bank_transfer', 'open', 10_100, 0, 0],
      [1002, 'bank_transfer', 'open', 10_700, 0, 0],
      [1003, 'bank_transfer', 'open', 10_300, 10_300, 0],
      [1004, 'bank_transfer', 'open', 4100, 4100, 0],
      [1005, 'bank_transfer', 'open', 14_900, 14_900, 4800],
      [1006, 'bank_transfer', 'cancelled', 19_700, 0, 0],
      [1007, 'pay_later', 'open', 2300, 0, 0],
    ]);
    const transactions = await select(`select o.number::int, t.kind, t.status, t.amount::int, t.refund_id is not null
      from payment_transactions t join payments p on p.id = t.payment_id join orders o on o.id = p.order_id order by 1, t.id`);
    expect(transactions).toEqual([
      [1003, 'capture', 'succeeded', 10_300, false],
      [1004, 'capture', 'succeeded', 4100, false],
      [1005, 'capture', 'succeeded', 14_900, false],
      [1005, 'refund', 'succeeded', 4800, true],
    ]);
    const totals = await select(
      `select number::int, captured_total::int, refunded_total::int from orders where captured_total > 0 order by 1`,
    );
    expect(totals).toEqual([
      [1003, 10_300, 0],
      [1004, 4100, 0],
      [1005, 14_900, 4800],
    ]);
  });

  it('has the stock, and what unpaid orders reserve of it', async () => {
    const stock = await select(`select v.sku, s.on_hand, s.low_stock_threshold from stock_levels s
      join variations v on v.id = s.variation_id where s.managed and v.sku is not null order by v.sku`);
    expect(stock).toEqual([
      ['CUP', 19, null],
      ['JUG', 33, 5],
    ]);
    const reserved = await select(`select o.number, r.state, sum(r.quantity)::int from stock_reservations r
      join orders o on o.id = r.order_id group by 1, 2 order by 1`);
    expect(reserved).toEqual([
      [1001, 'reserved', 2],
      [1002, 'reserved', 4],
      [1003, 'committed', 1],
      [1004, 'committed', 2],
      [1005, 'committed', 3],
      [1006, 'released', 4],
      [1007, 'reserved', 1],
    ]);
  });

  it('invents no taxes: the gross of each order is its total', async () => {
    const sums = await select(`select o.number::int, o.taxes_recorded, o.source,
      (o.total = (select sum(gross) from order_lines where order_id = o.id)
        + (select coalesce(sum(gross), 0) from order_shipping_lines where order_id = o.id))
      from orders o order by 1`);
    expect(sums).toEqual(orders.map(([number]) => [number, false, 'checkout', true]));
    expect(await select('select * from order_tax_lines')).toEqual([]);
  });

  it('shows its products through the views of the catalogue', async () => {
    const products = await select(`select p.name, p.is_public, o.regular_price::int, o.is_available
      from published_products p join product_offers o on o.product_id = p.id order by 1, 3`);
    expect(products).toEqual(offers);
  });

  it('has carts, scheduled prices, redirects, searches and the jobs that waited', async () => {
    const carts = await select(`select sum(l.quantity)::int from cart_lines l join carts c on c.id = l.cart_id
      where c.state = 'open' and not exists (select from checkout_attempts a where a.cart_id = c.id)`);
    expect(carts).toEqual([[3]]);
    const prices = await select('select price_min::int, price_changes_at from products where slug = $$cup$$');
    expect(prices).toEqual([[1800, new Date('2027-01-01T00:00:00Z')]]);
    expect(await findRedirect(db, 'en-GB', '/product/jug')).toBe('/product/harbour-jug');
    expect(await listZeroResultSearches(db, 10)).toMatchObject([{ query: 'teapot lid', times: 2 }]);
    const jobs = await db.execute(sql`select count(*)::int as waiting from graphile_worker.jobs`);
    expect(jobs.rows).toEqual([{ waiting: 23 }]);
  });
});

describe('a backup made at migration 0015, restored in place of a shop of this version', () => {
  const database = useDatabase();

  it('drops the views, which the migrations create again', async () => {
    const sets = listMigrationSets(assembleFeatures(shopConfig));
    const file = join(import.meta.dirname, 'shop-at-0015.tar.gz');
    await restore({ file, database, sets, replace: true });
    const countViews = `select count(*)::int as views from pg_views where schemaname = 'public'`;
    expect((await database.pool.query(countViews)).rows).toEqual([{ views: 0 }]);
    await migrate(database, sets);
    expect((await database.pool.query('select count(*)::int as offers from product_offers')).rows).toEqual([
      { offers: offers.length },
    ]);
  });
});
