import { findStockLevels } from '#features/inventory/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { countUnits } from '../count-units.ts';
import { isSold } from '../find-target.ts';

export interface Demand {
  readonly productId: number;
  /** Null for any variation of the product. */
  readonly variationId: number | null;
  readonly name: string;
  readonly choice: string;
  readonly waiting: number;
  /** Number of wanted units. It counts one unit per alert when the form asks for no quantity. */
  readonly wanted: number;
  readonly oldest: Date | null;
  /** Units that can be sold; null when they are not counted. */
  readonly available: number | null;
  readonly mailed: number;
  readonly sold: number;
  readonly revenue: number;
  /** True when there is stock that nobody can buy, for example because the product is hidden. */
  readonly hasUnsellableStock: boolean;
}

const selectDemand = sqlQuery<Omit<Demand, 'available'> & { stockIds: number[] }>(
  'stock-alerts.find-demand',
  `with demand as (
    select product_id, variation_id, count(*) filter (where state = 'waiting')::integer as waiting,
      coalesce(sum(coalesce(quantity, 1)) filter (where state = 'waiting'), 0)::integer as wanted,
      min(created_at) filter (where state = 'waiting') as oldest
    from stock_alerts where state in ('waiting', 'mailed') and kind = 'stock' and ($1::integer is null or product_id = $1)
    group by product_id, variation_id order by waiting desc, oldest, product_id, variation_id limit $2
  )
  select d.product_id as "productId", d.variation_id as "variationId", p.name, coalesce((
      select string_agg(t.name, ', ' order by vt.attribute_id)
      from variation_terms vt join attribute_terms t on t.id = vt.term_id where vt.variation_id = d.variation_id), '') as choice,
    d.waiting, d.wanted, d.oldest,
    array(select distinct v.stock_id from variations v where v.product_id = d.product_id and (v.id = d.variation_id or (d.variation_id is null and ${isSold}))) as "stockIds",
    m.mailed, m.sold, m.revenue,
    exists (select from stock_alert_rises r join variations v on v.stock_id = r.stock_id
      where v.product_id = d.product_id and (d.variation_id is null or v.id = d.variation_id) and r.ended_at is null and r.blocked_at is not null) as "hasUnsellableStock"
  from demand d join products p on p.id = d.product_id
  cross join lateral (
    select count(*)::integer as mailed, coalesce(sum(m.quantity), 0)::integer as sold, coalesce(sum(m.amount), 0)::bigint as revenue
    from stock_alerts a join stock_alert_mails m on m.alert_id = a.id and m.sent_at is not null
    where a.product_id = d.product_id and a.variation_id is not distinct from d.variation_id and a.kind = 'stock'
  ) m
  order by d.waiting desc, d.oldest, d.product_id, d.variation_id`,
);

/**
 * Finds the demand, the most wanted products first.
 * @param productId null for all products
 */
export async function findDemand(db: Db, productId: number | null, limit: number): Promise<Demand[]> {
  const rows = await selectDemand(db, [productId, limit]);
  const levels = await findStockLevels(
    db,
    rows.flatMap(({ stockIds }) => stockIds),
  );
  const units = new Map(levels.map((level) => [level.stockId, countUnits(level)]));
  return rows.map(({ stockIds, ...row }) => ({
    ...row,
    available: sumUnits(stockIds.map((id) => units.get(id) ?? null)),
  }));
}

/** @returns null when one of the units is not counted */
const sumUnits = (units: readonly (number | null)[]): number | null =>
  units.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);

/** Unsent mails and due rises. `oldest` is the time since which the first of them waits. */
export interface AlertQueue {
  readonly count: number;
  readonly oldest: Date | null;
}

const selectQueue = sqlQuery<AlertQueue>(
  'stock-alerts.read-queue',
  `select count(*)::integer as count, min(since) as oldest from (
    select queued_at as since from stock_alert_mails where sent_at is null
    union all
    select due_at from stock_alert_rises where ended_at is null and due_at <= $1
  ) due`,
);

export async function readQueue(db: Db, now: Date): Promise<AlertQueue> {
  return (await selectQueue(db, [now]))[0] ?? { count: 0, oldest: null };
}
