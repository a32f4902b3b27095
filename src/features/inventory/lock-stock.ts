import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { StockLevelRow } from './write-stock-levels.ts';

/** A managed stock row and those of the given variations that use it. */
export interface LockedStock {
  readonly stockId: number;
  readonly onHand: number;
  readonly variationIds: readonly number[];
}

/** Lock order: by `variation_id`, as in `reserveStock`. */
const queryLockStock = sqlQuery<LockedStock>(
  'inventory.lock-managed-stock',
  `with requested as (
    select v.stock_id, array_agg(v.id order by v.id) as ids from variations v where v.id = any($1::integer[]) group by v.stock_id
  )
  select s.variation_id as "stockId", s.on_hand as "onHand", r.ids as "variationIds"
  from stock_levels s join requested r on r.stock_id = s.variation_id where s.managed order by s.variation_id for update of s`,
);

/** Locks the managed stock of variations until the transaction ends. */
export function lockStock(tx: Tx, variationIds: readonly number[]): Promise<LockedStock[]> {
  return queryLockStock(tx, [variationIds]);
}

const levelColumns = `variation_id as "stockId", managed, on_hand as "onHand", backorders, low_stock_threshold as "lowStockThreshold", status`;

const selectLevels = sqlQuery<StockLevelRow>(
  'inventory.find-stock-levels',
  `select ${levelColumns} from stock_levels where variation_id = any($1::integer[])`,
);
const lockLevels = sqlQuery<StockLevelRow>(
  'inventory.lock-stock-levels',
  `select ${levelColumns} from stock_levels where variation_id = any($1::integer[]) order by variation_id for update`,
);

const keepVariations = sqlQuery<{ readonly id: number }>(
  'inventory.keep-variations',
  'select id from variations where id = any($1::integer[]) order by id for key share',
);

/**
 * Keeps variations from being deleted until the transaction ends.
 * @returns ids of the variations that exist
 */
export async function keepStocks(tx: Tx, stockIds: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set((await keepVariations(tx, [stockIds])).map(({ id }) => id));
}

/** Finds stock rows, managed or not. */
export const findStockLevels = (db: Db, stockIds: readonly number[]): Promise<StockLevelRow[]> =>
  selectLevels(db, [stockIds]);

/**
 * Locks stock rows, managed or not, until the transaction ends. Lock order: by `variation_id`, as in `reserveStock`.
 */
export const lockStockLevels = async (tx: Tx, stockIds: readonly number[]): Promise<StockLevelRow[]> =>
  stockIds.length === 0 ? [] : lockLevels(tx, [stockIds]);
