import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { publishStockChanges } from './publish-stock-changes.ts';
import { receiveStock } from './release-stock.ts';
import { linkedUnitsSql } from './sql-fragments.ts';
import { updateStockLevel } from './write-stock-levels.ts';

export interface StockReport {
  readonly stockId: number;
  readonly name: string;
  readonly managed: boolean;
  /** Units that can be sold. */
  readonly available: number;
  /** Units of unpaid orders, and units reserved by links of stock alerts. */
  readonly reserved: number;
  /** Units of paid orders and of orders in preparation that are not shipped. */
  readonly committed: number;
  /** Units sold on backorder that are still to be delivered to the shop. */
  readonly backordered: number;
  /** Units in the house: available, reserved and committed units, without backordered ones. */
  readonly physical: number;
}

const selectStock = sqlQuery<StockReport>(
  'inventory.report-stock',
  `with found as (
    select s.variation_id, s.managed, s.on_hand, s.backordered, p.name, ${linkedUnitsSql} as linked
    from variations v join products p on p.id = v.product_id join stock_levels s on s.variation_id = v.stock_id
    where lower(v.sku) = lower($1)
  ), held as (
    select coalesce(sum(units) filter (where state = 'reserved'), 0)::integer as reserved,
      coalesce(sum(units) filter (where state = 'committed'), 0)::integer as committed
    from (
      select r.state, r.quantity - r.shipped - r.returned as units from found f join stock_reservations r on r.stock_id = f.variation_id
      where r.state <> 'released' and r.shipped + r.returned < r.quantity
    ) unshipped
  )
  select variation_id as "stockId", name, managed, on_hand as available, reserved + linked as reserved, committed, backordered,
    on_hand + reserved + linked + committed - backordered as physical
  from found cross join held`,
);

/** Finds the stock of a SKU. Several variations may share that stock. */
export async function reportStock(db: Db, sku: string): Promise<StockReport | null> {
  return (await selectStock(db, [sku]))[0] ?? null;
}

export type StocktakeResult =
  | { readonly ok: true; readonly stock: StockReport }
  | { readonly ok: false; readonly code: 'SKU_NOT_FOUND' | 'STOCK_NOT_MANAGED' }
  /** `held`: units in the house that belong to orders, or are reserved. */
  | { readonly ok: false; readonly code: 'STOCK_HELD'; readonly held: number };

const lockLevel = sqlQuery(
  'inventory.lock-level',
  'select from stock_levels where variation_id = (select stock_id from variations where lower(sku) = lower($1)) for update',
);

/**
 * Sets the number of units in the house as counted by staff. Units of orders stay reserved, and the rest can be sold.
 */
export async function countStock(
  shop: Shop,
  tx: Tx,
  sku: string,
  physical: number,
  by: Author = 'shop',
): Promise<StocktakeResult> {
  await lockLevel(tx, [sku]);
  const stock = await reportStock(tx, sku);
  if (!stock) return { ok: false, code: 'SKU_NOT_FOUND' };
  const held = stock.physical - stock.available;
  if (physical < held) return { ok: false, code: 'STOCK_HELD', held };
  const reference = { text: 'stocktake', by };
  const written = await updateStockLevel(tx, stock.stockId, { onHand: physical - held }, reference);
  if (written.ok) await publishStockChanges(shop, tx, written.changes);
  return reportResult(tx, sku);
}

/** Adds delivered units to the stock. They first settle open backorders. */
export async function receiveDelivery(
  shop: Shop,
  tx: Tx,
  sku: string,
  quantity: number,
  by: Author = 'shop',
): Promise<StocktakeResult> {
  await lockLevel(tx, [sku]);
  const stock = await reportStock(tx, sku);
  if (!stock) return { ok: false, code: 'SKU_NOT_FOUND' };
  if (!stock.managed) return { ok: false, code: 'STOCK_NOT_MANAGED' };
  const reference = { text: 'delivery', by };
  await publishStockChanges(shop, tx, await receiveStock(tx, stock.stockId, quantity, reference));
  return reportResult(tx, sku);
}

async function reportResult(tx: Tx, sku: string): Promise<StocktakeResult> {
  const stock = await reportStock(tx, sku);
  return stock ? { ok: true, stock } : { ok: false, code: 'SKU_NOT_FOUND' };
}
