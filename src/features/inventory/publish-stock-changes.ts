import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type StockDisplayChange, stockDisplayChanged, stockFell, stockRose } from './events.ts';
import { isSameDisplay, type StockLevel, toStockDisplay } from './stock-display.ts';

/** @returns null when pages show the same as before */
export function toStockDisplayChange(
  stockId: number,
  productId: number,
  before: StockLevel,
  after: StockLevel,
): StockDisplayChange | null {
  const [from, to] = [toStockDisplay(before), toStockDisplay(after)];
  return isSameDisplay(from, to) ? null : { stockId, productId, from: from.state, to: to.state };
}

/** Returns the changes between available and sold out, in either direction. */
export function findAvailabilityChanges(changes: readonly StockDisplayChange[]): StockDisplayChange[] {
  return changes.filter(({ from, to }) => (from === 'out') !== (to === 'out'));
}

const queryVariationsByStockId = sqlQuery<{ id: number; stockId: number }>(
  'inventory.find-variations-by-stock',
  'select id, stock_id as "stockId" from variations where stock_id = any($1::integer[]) order by id',
);

/**
 * Emits the events of changed stock. Call it in the transaction of the change, with the changes that `reserveStock`,
 * `releaseStock` or another function of this feature returned.
 */
export async function publishStockChanges(
  shop: Pick<Shop, 'emit'>,
  tx: Tx,
  changes: readonly StockDisplayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await shop.emit(stockDisplayChanged, tx, { changes });
  const availabilityChanges = findAvailabilityChanges(changes);
  if (availabilityChanges.length === 0) return;
  const variations = await queryVariationsByStockId(tx, [availabilityChanges.map((change) => change.stockId)]);
  for (const { stockId, productId, from, to } of availabilityChanges) {
    for (const variation of variations.filter((row) => row.stockId === stockId)) {
      await shop.emit(to === 'out' ? stockFell : stockRose, tx, {
        variationId: variation.id,
        productId,
        from,
        to,
      });
    }
  }
}
