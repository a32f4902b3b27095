import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { StockDisplayChange } from './events.ts';
import { toStockDisplayChange } from './publish-stock-changes.ts';
import type { BackorderPolicy, StockLevel } from './stock-display.ts';
import { type StockReference, toReferenceColumns } from './stock-reference.ts';

interface WrittenStockRow extends StockLevel {
  stockId: number;
  productId: number;
  /** Null for a new row. */
  before: StockLevel | null;
}

/** Locks the rows before it computes the ledger difference, so concurrent sales are counted. */
const queryWriteStockLevels = sqlQuery<WrittenStockRow>(
  'inventory.write-stock-levels',
  `with requested as (
    select * from jsonb_to_recordset($1::jsonb)
      as r("stockId" integer, managed boolean, "onHand" integer, backorders text, "lowStockThreshold" integer, status text)
  ), before as (
    select s.* from stock_levels s join requested r on r."stockId" = s.variation_id order by s.variation_id for update of s
  ), written as (
    insert into stock_levels as s (variation_id, managed, on_hand, backorders, low_stock_threshold, status)
    select r."stockId", r.managed, r."onHand", r.backorders, r."lowStockThreshold", r.status
    from requested r left join before b on b.variation_id = r."stockId" order by r."stockId"
    on conflict (variation_id, location_id) do update set managed = excluded.managed, on_hand = excluded.on_hand, backorders = excluded.backorders,
      low_stock_threshold = excluded.low_stock_threshold, status = excluded.status
    returning s.variation_id, s.managed, s.on_hand, s.backorders, s.low_stock_threshold, s.status
  ), ledger as (
    insert into stock_movements (variation_id, delta, reason, reference, by_staff_id)
    select w.variation_id, w.on_hand - coalesce(b.on_hand, 0), 'set', $2, $3
    from written w left join before b on b.variation_id = w.variation_id where w.on_hand <> coalesce(b.on_hand, 0)
  )
  select w.variation_id as "stockId", v.product_id as "productId", w.managed, w.on_hand as "onHand", w.backorders, w.low_stock_threshold as "lowStockThreshold", w.status,
    case when b.variation_id is not null then json_build_object('managed', b.managed, 'onHand', b.on_hand, 'backorders', b.backorders,
      'lowStockThreshold', b.low_stock_threshold, 'status', b.status) end as before
  from written w join variations v on v.id = w.variation_id left join before b on b.variation_id = w.variation_id order by w.variation_id`,
);

export interface StockLevelRow extends StockLevel {
  readonly stockId: number;
}

/**
 * Writes complete stock rows and their ledger entries in one statement.
 * @param reference who counted or why, stored in the ledger
 * @returns changes that pages show; none for new rows
 */
export async function writeStockLevels(
  tx: Tx,
  rows: readonly StockLevelRow[],
  reference: StockReference,
): Promise<StockDisplayChange[]> {
  if (rows.length === 0) return [];
  const written = await queryWriteStockLevels(tx, [JSON.stringify(rows), ...toReferenceColumns(reference)]);
  const changes = written.map((row) =>
    row.before === null ? null : toStockDisplayChange(row.stockId, row.productId, row.before, row),
  );
  return changes.filter((change) => change !== null);
}

export interface StockLevelUpdate {
  readonly managed?: boolean | undefined;
  /** Counted quantity. */
  readonly onHand?: number | undefined;
  readonly backorders?: BackorderPolicy | undefined;
  readonly lowStockThreshold?: number | null | undefined;
  readonly status?: StockLevel['status'] | undefined;
}

const queryLockStockLevel = sqlQuery<StockLevelRow>(
  'inventory.lock-stock-level',
  `select s.variation_id as "stockId", s.managed, s.on_hand as "onHand", s.backorders, s.low_stock_threshold as "lowStockThreshold", s.status
  from variations v join stock_levels s on s.variation_id = v.stock_id where v.id = $1 for update of s`,
);

/**
 * Updates the stock level of a variation, which may be the stock of its master variation. A given `onHand` turns
 * stock management on unless `managed` is given too.
 * @param reference who counted or why, stored in the ledger
 */
export async function updateStockLevel(
  tx: Tx,
  variationId: number,
  update: StockLevelUpdate,
  reference: StockReference,
): Promise<{ ok: true; changes: StockDisplayChange[] } | { ok: false; code: 'VARIATION_NOT_FOUND' }> {
  const [level] = await queryLockStockLevel(tx, [variationId]);
  if (!level) return { ok: false, code: 'VARIATION_NOT_FOUND' };
  const row: StockLevelRow = {
    stockId: level.stockId,
    managed: update.managed ?? (update.onHand !== undefined || level.managed),
    onHand: update.onHand ?? level.onHand,
    backorders: update.backorders ?? level.backorders,
    lowStockThreshold: update.lowStockThreshold === undefined ? level.lowStockThreshold : update.lowStockThreshold,
    status: update.status ?? level.status,
  };
  return { ok: true, changes: await writeStockLevels(tx, [row], reference) };
}
