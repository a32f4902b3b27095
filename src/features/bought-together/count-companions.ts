import { soldAtSql } from '#features/orders/index.ts';
import { awaitAll, inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { companionsCacheTag } from './cache-tags.ts';
import { boughtTogetherSettings } from './settings.ts';

/** Maximum number of order lines per statement, so that each statement takes a few seconds. */
const maxBatchLines = 250_000;

interface CountedProduct {
  id: number;
  /** Number of order lines. */
  lines: number;
}

/** Products that already have companions are included, since their orders may no longer count. */
const findProducts = sqlQuery<CountedProduct>(
  'bought-together.find-products',
  `select p.id, coalesce(l.lines, 0)::integer as lines
  from products p left join (
    select l.product_id, count(*) as lines from orders o join order_lines l on l.order_id = o.id
    where o.status in ('processing', 'completed') and ${soldAtSql} >= $1::timestamptz group by l.product_id
  ) l on l.product_id = p.id
  where l.lines > 0 or exists (select from product_companions c where c.product_id = p.id) order by p.id`,
);

/** On a busy machine a batch may take longer than the limit of other statements. Pairs are sorted in memory. */
const raiseLimits = sqlQuery(
  'bought-together.raise-limits',
  `select set_config('statement_timeout', '300s', true), set_config('work_mem', '64MB', true)`,
);

/** Allows one run at a time: two runs that count the same products could deadlock on each other's rows. */
const lockCount = sqlQuery(
  'bought-together.lock-count',
  `select pg_advisory_xact_lock(hashtext('bought-together:count'))`,
);

/**
 * Writes only rows that differ. Returns the products whose companions or their order have changed. A product that is
 * in an order twice counts once.
 */
const countBatch = sqlQuery<{ id: number }>(
  'bought-together.count-batch',
  `with bought as (
    select distinct l.product_id, l.order_id from unnest($1::integer[]) as batch(id) join order_lines l on l.product_id = batch.id
    join orders o on o.id = l.order_id and o.status in ('processing', 'completed') and o.paid_at >= $2::timestamptz
  ), counted as (
    select b.product_id, other.product_id as companion_id, count(distinct b.order_id)::integer as orders
    from bought b join order_lines other on other.order_id = b.order_id and other.product_id <> b.product_id
    group by 1, 2 having count(distinct b.order_id) >= $3
  ), ranked as (
    select c.*, row_number() over (partition by c.product_id order by c.orders desc, c.companion_id) as nth
    from counted c join published_products p on p.id = c.companion_id and p.in_lists
  ), wanted as materialized (
    select product_id, companion_id, orders from ranked where nth <= $4
  ), removed as (
    delete from product_companions c where c.product_id = any($1)
      and not exists (select from wanted w where w.product_id = c.product_id and w.companion_id = c.companion_id)
  ), saved as (
    insert into product_companions as c (product_id, companion_id, orders)
    select product_id, companion_id, orders from wanted order by product_id, companion_id
    on conflict (product_id, companion_id) do update set orders = excluded.orders where c.orders <> excluded.orders
  ), earlier as (
    select product_id, array_agg(companion_id order by orders desc, companion_id) as companions from product_companions where product_id = any($1) group by 1
  ), later as (
    select product_id, array_agg(companion_id order by orders desc, companion_id) as companions from wanted group by 1
  )
  select product_id as id from earlier full join later using (product_id) where earlier.companions is distinct from later.companions order by 1`,
);

interface CompanionCount {
  readonly products: number;
  /** Number of products whose companions or their order have changed. */
  readonly changed: number;
}

/**
 * Counts which products were bought together in paid orders of the last `days`, and drops the cached pages of
 * products whose companions changed. Cancelled and refunded orders don't count. Each batch of products has its own
 * transaction, which locks rows of `product_companions` only.
 */
export async function countCompanions(shop: Shop): Promise<CompanionCount> {
  const { days, minOrders, companions } = shop.settings(boughtTogetherSettings);
  const since = daysBefore(shop.clock.now(), days);
  const [, products] = await inTransaction(shop.db, (tx) => awaitAll([raiseLimits(tx, []), findProducts(tx, [since])]));
  let changed = 0;
  for (const ids of splitIntoBatches(products)) {
    changed += await inTransaction(shop.db, async (tx) => {
      const [, , rows] = await awaitAll([
        raiseLimits(tx, []),
        lockCount(tx, []),
        countBatch(tx, [ids, since, minOrders, companions]),
      ]);
      await shop.pages.invalidate(
        tx,
        rows.map(({ id }) => companionsCacheTag(id)),
      );
      return rows.length;
    });
  }
  return { products: products.length, changed };
}

function splitIntoBatches(products: readonly CountedProduct[]): number[][] {
  const batches: number[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const product of products) {
    lines += product.lines;
    if (lines > maxBatchLines) {
      batches.push([]);
      lines = product.lines;
    }
    batches.at(-1)?.push(product.id);
  }
  return batches;
}

export const countCompanionsJob = defineJob({
  name: 'bought-together:count-companions',
  every: '50 2 * * *',
  slow: true,
  run: async (shop) => shop.log.info(await countCompanions(shop), 'products that are bought together were counted'),
});
