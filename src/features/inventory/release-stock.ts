import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { StockDisplayChange } from './events.ts';
import { toStockDisplayChange } from './publish-stock-changes.ts';
import type { ReservedStock } from './reserve-stock.ts';
import type { StockLevel } from './stock-display.ts';
import { type StockReference, toReferenceColumns } from './stock-reference.ts';

interface AddedStockRow extends StockLevel {
  stockId: number;
  productId: number;
  /** Quantity added to `on_hand`. */
  added: number;
}

/** Added units settle open backorders before they raise `on_hand`. */
const queryAddStock = sqlQuery<AddedStockRow>(
  'inventory.release-stock',
  `with requested as (
    select r.stock_id, sum(r.quantity)::integer as quantity
    from unnest($1::integer[], $2::integer[]) as r(stock_id, quantity) group by r.stock_id
  ), locked as (
    select s.*, v.product_id, r.quantity, least(r.quantity, s.backordered) as settled
    from stock_levels s join requested r on r.stock_id = s.variation_id join variations v on v.id = s.variation_id
    order by s.variation_id for update of s
  ), changed as (
    update stock_levels s set on_hand = s.on_hand + l.quantity - l.settled, backordered = s.backordered - l.settled
    from locked l where s.variation_id = l.variation_id and l.quantity > 0
  ), ledger as (
    insert into stock_movements (variation_id, delta, backordered, reason, reference, by_staff_id)
    select variation_id, quantity - settled, -settled, $3, $4, $5 from locked where quantity > 0
  )
  select variation_id as "stockId", product_id as "productId", managed, on_hand as "onHand", backorders, low_stock_threshold as "lowStockThreshold", status,
    quantity - settled as added
  from locked order by variation_id`,
);

/**
 * Returns units to stock. They first settle open backorders, also those of other orders, whose reservations still
 * count the units as backordered. Deleted stock rows are skipped.
 */
export async function releaseStock(
  tx: Tx,
  units: readonly Pick<ReservedStock, 'stockId' | 'quantity'>[],
  reference: string,
): Promise<StockDisplayChange[]> {
  const values = [units.map(({ stockId }) => stockId), units.map(({ quantity }) => quantity)];
  return toStockDisplayChanges(await queryAddStock(tx, [...values, 'returned', reference, null]));
}

export const receiveStock = (tx: Tx, stockId: number, quantity: number, reference: StockReference) =>
  receiveUnits(tx, [{ stockId, quantity }], reference);

/** Adds delivered units to several stocks, in one statement. Deleted stock rows are skipped. */
export async function receiveUnits(
  tx: Tx,
  units: readonly Pick<ReservedStock, 'stockId' | 'quantity'>[],
  reference: StockReference,
): Promise<StockDisplayChange[]> {
  const values = [units.map(({ stockId }) => stockId), units.map(({ quantity }) => quantity)];
  return toStockDisplayChanges(await queryAddStock(tx, [...values, 'received', ...toReferenceColumns(reference)]));
}

function toStockDisplayChanges(rows: readonly AddedStockRow[]): StockDisplayChange[] {
  const changes = rows.map((row) =>
    toStockDisplayChange(row.stockId, row.productId, row, { ...row, onHand: row.onHand + row.added }),
  );
  return changes.filter((change) => change !== null);
}
