import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { publishStockChanges, toStockDisplayChange } from './publish-stock-changes.ts';
import type { StockLevel } from './stock-display.ts';
import { type StockReference, toReferenceColumns } from './stock-reference.ts';

export const adjustmentReasons = ['received', 'damaged', 'lost', 'counted', 'corrected', 'other'] as const;

export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** Maximum units of a stock level: the limit of the column type `integer`. */
export const maxOnHand = 2_147_483_647;

interface AdjustedRow extends StockLevel {
  readonly stockId: number;
  readonly productId: number;
  /** Units of the difference that settled open backorders. */
  readonly settled: number;
  readonly isAdjusted: boolean;
}

/**
 * Added units settle open backorders before they raise `on_hand`, as with a delivery. A reduction below zero is
 * refused, because the other units belong to orders. The update must use the values of `locked`: `s` itself shows the
 * snapshot from before the wait.
 */
const queryAdjust = sqlQuery<AdjustedRow>(
  'inventory.adjust-stock',
  `with given as (
    select * from unnest($1::integer[], $2::integer[]) as g(stock_id, difference)
  ), locked as (
    select s.*, v.product_id, g.difference, least(greatest(g.difference, 0), s.backordered) as settled
    from stock_levels s join given g on g.stock_id = s.variation_id join variations v on v.id = s.variation_id order by s.variation_id for update of s
  ), changed as (
    update stock_levels s set on_hand = l.on_hand + l.difference - l.settled, backordered = l.backordered - l.settled
    from locked l where s.variation_id = l.variation_id and l.managed and l.on_hand::bigint + l.difference between 0 and ${maxOnHand} and l.difference <> 0
    returning s.variation_id
  ), ledger as (
    insert into stock_movements (variation_id, delta, backordered, reason, reference, by_staff_id, note)
    select l.variation_id, l.difference - l.settled, -l.settled, $3, $4, $5, $6 from locked l join changed c on c.variation_id = l.variation_id
  )
  select l.variation_id as "stockId", l.product_id as "productId", l.managed, l.on_hand as "onHand", l.backorders, l.low_stock_threshold as "lowStockThreshold", l.status,
    l.settled, c.variation_id is not null as "isAdjusted"
  from locked l left join changed c on c.variation_id = l.variation_id`,
);

export type AdjustResult =
  /** `before` and `after`: units that can be sold. */
  | { readonly ok: true; readonly before: number; readonly after: number }
  | { readonly ok: false; readonly code: 'STOCK_UNKNOWN' | 'STOCK_NOT_MANAGED' | 'STOCK_UNCHANGED' }
  /** The stock would exceed `maxOnHand`. */
  | { readonly ok: false; readonly code: 'STOCK_FULL' }
  /** `available`: the most units that can be taken away. */
  | { readonly ok: false; readonly code: 'STOCK_HELD'; readonly available: number };

export interface Adjustment {
  readonly stockId: number;
  /** Units to add, or to take away when negative. */
  readonly difference: number;
  readonly reason: AdjustmentReason;
  readonly note?: string;
}

/**
 * Changes a managed stock by a difference, with an entry in the ledger. A difference stays correct when units are
 * sold between reading and writing.
 */
export async function adjustStock(
  shop: Pick<Shop, 'emit'>,
  tx: Tx,
  { stockId, difference, reason, note = '' }: Adjustment,
  reference: StockReference,
): Promise<AdjustResult> {
  const [level] = await queryAdjust(tx, [[stockId], [difference], reason, ...toReferenceColumns(reference), note]);
  if (!level) return { ok: false, code: 'STOCK_UNKNOWN' };
  if (!level.managed) return { ok: false, code: 'STOCK_NOT_MANAGED' };
  if (difference === 0) return { ok: false, code: 'STOCK_UNCHANGED' };
  if (!level.isAdjusted && difference > 0) return { ok: false, code: 'STOCK_FULL' };
  if (!level.isAdjusted) return { ok: false, code: 'STOCK_HELD', available: level.onHand };
  const after = level.onHand + difference - level.settled;
  const change = toStockDisplayChange(stockId, level.productId, level, { ...level, onHand: after });
  if (change) await publishStockChanges(shop, tx, [change]);
  return { ok: true, before: level.onHand, after };
}

export interface Adjustments extends Pick<Adjustment, 'reason' | 'note'> {
  readonly rows: readonly Pick<Adjustment, 'stockId' | 'difference'>[];
}

/**
 * Changes several stocks by a difference, in one statement.
 * @returns ids of unchanged stocks: they are not managed, or would be below zero or above `maxOnHand`
 */
export async function adjustStocks(
  shop: Pick<Shop, 'emit'>,
  tx: Tx,
  { rows, reason, note = '' }: Adjustments,
  reference: StockReference,
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const differences = new Map(rows.map(({ stockId, difference }) => [stockId, difference]));
  const given = [[...differences.keys()], [...differences.values()]];
  const levels = await queryAdjust(tx, [...given, reason, ...toReferenceColumns(reference), note]);
  const adjusted = levels.filter(({ isAdjusted }) => isAdjusted);
  const changes = adjusted.flatMap((level) => {
    const onHand = level.onHand + (differences.get(level.stockId) ?? 0) - level.settled;
    return toStockDisplayChange(level.stockId, level.productId, level, { ...level, onHand }) ?? [];
  });
  await publishStockChanges(shop, tx, changes);
  const done = new Set(adjusted.map(({ stockId }) => stockId));
  return [...differences.keys()].filter((id) => !done.has(id));
}
