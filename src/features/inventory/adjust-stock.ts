import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { publishStockChanges, toStockDisplayChange } from './publish-stock-changes.ts';
import type { StockLevel } from './stock-display.ts';
import { type StockReference, toReferenceColumns } from './stock-reference.ts';

/** Why somebody of the staff changes a stock. */
export const adjustmentReasons = ['received', 'damaged', 'lost', 'counted', 'corrected', 'other'] as const;

export type AdjustmentReason = (typeof adjustmentReasons)[number];
export type MovementReason = AdjustmentReason | 'set' | 'taken' | 'returned';

interface AdjustedRow extends StockLevel {
  readonly stockId: number;
  readonly productId: number;
  /** Units that open backorders took of the difference. */
  readonly settled: number;
  readonly isAdjusted: boolean;
}

/**
 * More units settle open backorders before they raise `on_hand`, as a delivery does. Fewer are refused below zero: the
 * rest belongs to orders. The update must use the values of `locked`: `s` itself shows the snapshot from before the wait.
 */
const queryAdjust = sqlQuery<AdjustedRow>(
  'inventory.adjust-stock',
  `with locked as (
    select s.*, v.product_id, least(greatest($2::integer, 0), s.backordered) as settled
    from stock_levels s join variations v on v.id = s.variation_id where s.variation_id = $1 for update of s
  ), changed as (
    update stock_levels s set on_hand = l.on_hand + $2::integer - l.settled, backordered = l.backordered - l.settled
    from locked l where s.variation_id = l.variation_id and l.managed and l.on_hand + $2::integer >= 0 and $2::integer <> 0
    returning s.variation_id
  ), ledger as (
    insert into stock_movements (variation_id, delta, backordered, reason, reference, by_staff_id, note)
    select l.variation_id, $2::integer - l.settled, -l.settled, $3, $4, $5, $6 from locked l join changed c on c.variation_id = l.variation_id
  )
  select variation_id as "stockId", product_id as "productId", managed, on_hand as "onHand", backorders, low_stock_threshold as "lowStockThreshold", status,
    settled, exists (select from changed) as "isAdjusted"
  from locked`,
);

export type AdjustResult =
  /** Units that can be sold. */
  | { readonly ok: true; readonly before: number; readonly after: number }
  | { readonly ok: false; readonly code: 'STOCK_UNKNOWN' | 'STOCK_NOT_MANAGED' | 'STOCK_UNCHANGED' }
  /** `available`: no more can be taken away. */
  | { readonly ok: false; readonly code: 'STOCK_HELD'; readonly available: number };

export interface Adjustment {
  readonly stockId: number;
  /** Units more, or fewer when it is negative. */
  readonly difference: number;
  readonly reason: AdjustmentReason;
  readonly note?: string;
}

/**
 * Changes a counted stock by a difference, with its entry in the ledger. A difference stays right when something is sold
 * between looking and writing.
 */
export async function adjustStock(
  shop: Pick<Shop, 'emit'>,
  tx: Tx,
  { stockId, difference, reason, note = '' }: Adjustment,
  reference: StockReference,
): Promise<AdjustResult> {
  const [level] = await queryAdjust(tx, [stockId, difference, reason, ...toReferenceColumns(reference), note]);
  if (!level) return { ok: false, code: 'STOCK_UNKNOWN' };
  if (!level.managed) return { ok: false, code: 'STOCK_NOT_MANAGED' };
  if (difference === 0) return { ok: false, code: 'STOCK_UNCHANGED' };
  if (!level.isAdjusted) return { ok: false, code: 'STOCK_HELD', available: level.onHand };
  const after = level.onHand + difference - level.settled;
  const change = toStockDisplayChange(stockId, level.productId, level, { ...level, onHand: after });
  if (change) await publishStockChanges(shop, tx, [change]);
  return { ok: true, before: level.onHand, after };
}
