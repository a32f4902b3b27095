import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { StockDisplayChange } from './events.ts';
import { toStockDisplayChange } from './publish-stock-changes.ts';
import type { BackorderPolicy, StockLevel } from './stock-display.ts';

/** `quantity` is an integer above 0. */
export interface StockLine {
  readonly variationId: number;
  readonly quantity: number;
}

/** Quantity taken from managed stock for a variation; `backordered` of it was not on hand. */
export interface ReservedStock {
  readonly stockId: number;
  readonly variationId: number;
  readonly quantity: number;
  readonly backordered: number;
}

export type ReserveStockResult =
  | { readonly ok: true; readonly reserved: ReservedStock[]; readonly changes: StockDisplayChange[] }
  | {
      readonly ok: false;
      readonly code: 'OUT_OF_STOCK';
      readonly shortages: { readonly variationId: number; readonly available: number }[];
    };

interface ReservedRow {
  stockId: number;
  productId: number;
  managed: boolean;
  onHand: number;
  backorders: BackorderPolicy;
  lowStockThreshold: number | null;
  status: StockLevel['status'];
  quantity: number;
  /** Ids and quantities of the lines that use this row, in the same order. */
  variationIds: number[];
  quantities: number[];
  /** Whether this row has enough stock. */
  isAvailable: boolean;
  /** Whether stock was reserved, because all rows had enough. */
  isReserved: boolean;
}

/**
 * Lock order: stock rows by `variation_id`, before any is read, so concurrent orders can't
 * deadlock. Stock that is not managed is not locked: nothing is taken from it. The update must use
 * the values of `found`: `s` itself shows the snapshot from before the wait.
 */
const queryReserveStock = sqlQuery<ReservedRow>(
  'inventory.reserve-stock',
  `with requested as (
    select l.variation_id, sum(l.quantity)::integer as quantity
    from unnest($1::integer[], $2::integer[]) as l(variation_id, quantity) group by l.variation_id
  ), demand as (
    select v.stock_id, v.product_id, m.managed as counted, sum(r.quantity)::integer as quantity,
      array_agg(r.variation_id order by r.variation_id) as variation_ids, array_agg(r.quantity order by r.variation_id) as quantities
    from requested r join variations v on v.id = r.variation_id join stock_levels m on m.variation_id = v.stock_id
    group by v.stock_id, v.product_id, m.managed
  ), locked as (
    select s.variation_id, s.managed, s.on_hand, s.backordered, s.backorders, s.low_stock_threshold, s.status, d.product_id, d.quantity, d.variation_ids, d.quantities
    from stock_levels s join demand d on d.stock_id = s.variation_id and d.counted
    order by s.variation_id for update of s
  ), found as (
    select * from locked union all
    select s.variation_id, s.managed, s.on_hand, s.backordered, s.backorders, s.low_stock_threshold, s.status, d.product_id, d.quantity, d.variation_ids, d.quantities
    from stock_levels s join demand d on d.stock_id = s.variation_id and not d.counted
  ), checked as (
    select *, case when managed then on_hand >= quantity or backorders <> 'no' else status <> 'out' end as available from found
  ), result as (
    select coalesce(bool_and(available), true)
      and coalesce(sum(cardinality(variation_ids)), 0) = (select count(*) from requested) as reserved from checked
  ), changed as (
    update stock_levels s set on_hand = c.on_hand - least(c.on_hand, c.quantity),
      backordered = c.backordered + greatest(c.quantity - c.on_hand, 0)
    from checked c, result
    where s.variation_id = c.variation_id and c.managed and result.reserved
    returning s.variation_id
  ), ledger as (
    insert into stock_movements (variation_id, delta, backordered, reason, reference)
    select c.variation_id, -least(c.on_hand, c.quantity), greatest(c.quantity - c.on_hand, 0), 'taken', $3
    from checked c join changed on changed.variation_id = c.variation_id
  )
  select c.variation_id as "stockId", c.product_id as "productId", c.managed, c.on_hand as "onHand", c.backorders, c.low_stock_threshold as "lowStockThreshold",
    c.status, c.quantity, c.variation_ids as "variationIds", c.quantities, c.available as "isAvailable", result.reserved as "isReserved"
  from checked c cross join result order by c.variation_id`,
);

/**
 * Reserves stock for all lines or for none, in one statement. After a shortage the transaction can
 * continue. Unmanaged stock is only checked for its status.
 * @param reference what the stock is for (`order:17`), kept in the ledger
 * @returns `available` is the on-hand quantity of the stock row; 0 for a deleted variation
 */
export async function reserveStock(
  tx: Tx,
  lines: readonly StockLine[],
  reference: string,
): Promise<ReserveStockResult> {
  const rows = await queryReserveStock(tx, [
    lines.map((line) => line.variationId),
    lines.map((line) => line.quantity),
    reference,
  ]);
  const isReserved = rows.length > 0 ? rows.every((row) => row.isReserved) : lines.length === 0;
  if (!isReserved) return { ok: false, code: 'OUT_OF_STOCK', shortages: findShortages(lines, rows) };
  const managed = rows.filter((row) => row.managed);
  const changes = managed.map((row) => {
    const after = { ...row, onHand: row.onHand - Math.min(row.onHand, row.quantity) };
    return toStockDisplayChange(row.stockId, row.productId, row, after);
  });
  return { ok: true, reserved: managed.flatMap(toReservedStock), changes: changes.filter((change) => change !== null) };
}

function findShortages(
  lines: readonly StockLine[],
  rows: readonly ReservedRow[],
): { variationId: number; available: number }[] {
  const available = new Map<number, number | null>();
  for (const row of rows) {
    for (const id of row.variationIds) available.set(id, row.isAvailable ? null : row.managed ? row.onHand : 0);
  }
  const variationIds = [...new Set(lines.map((line) => line.variationId))];
  return variationIds.flatMap((variationId) => {
    const left = available.has(variationId) ? available.get(variationId) : 0;
    return typeof left === 'number' ? [{ variationId, available: left }] : [];
  });
}

/** Splits the on-hand quantity among the lines of a stock row, in order; the rest is backordered. */
function toReservedStock(row: ReservedRow): ReservedStock[] {
  let onHand = row.onHand;
  return row.variationIds.map((variationId, index) => {
    const quantity = row.quantities[index] ?? 0;
    const allocated = Math.min(onHand, quantity);
    onHand -= allocated;
    return { stockId: row.stockId, variationId, quantity, backordered: quantity - allocated };
  });
}
