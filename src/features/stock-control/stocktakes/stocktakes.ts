import { inHouseSql, keepStocks } from '#features/inventory/index.ts';
import { hashRequest } from '#platform/admin/audit/done-requests.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { stockLabelSql } from '../stocks/stock-sql.ts';

export interface Stocktake {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
}

export interface StocktakeSums {
  readonly counted: number;
  readonly differing: number;
  /** Number of rows with a difference that is not applied yet. */
  readonly open: number;
  /** Units above and below the booked stock. */
  readonly more: number;
  readonly fewer: number;
}

export const stocktakeSumsSql = `count(*)::integer as counted, count(*) filter (where difference <> 0)::integer as differing,
  count(*) filter (where difference <> 0 and applied_at is null)::integer as open,
  coalesce(sum(difference) filter (where difference > 0), 0)::integer as more, coalesce(-(sum(difference) filter (where difference < 0)), 0)::integer as fewer`;

const selectStocktake = sqlQuery<Stocktake & StocktakeSums>(
  'stock-control.find-stocktake',
  `select t.id, t.name, t.created_at as "createdAt", sums.* from stocktakes t
  cross join lateral (select ${stocktakeSumsSql} from stocktake_counts where stocktake_id = t.id) sums where t.id = $1::bigint`,
);
const lockStocktake = sqlQuery(
  'stock-control.lock-stocktake',
  'select from stocktakes where id = $1::bigint for no key update',
);

/** @param isLocking locks the stocktake; `db` must then be a transaction */
export async function findStocktake(
  db: Db,
  id: number,
  isLocking = false,
): Promise<(Stocktake & StocktakeSums) | null> {
  if (isLocking) await lockStocktake(db, [id]);
  return (await selectStocktake(db, [id]))[0] ?? null;
}

const insertStocktake = sqlQuery<{ id: number }>(
  'stock-control.add-stocktake',
  'insert into stocktakes (name, created_at) values ($1, $2) returning id',
);
const updateStocktake = sqlQuery('stock-control.rename-stocktake', 'update stocktakes set name = $2 where id = $1');

/** @param id null for a new stocktake */
export async function saveStocktake(tx: Tx, id: number | null, name: string, now: Date): Promise<number> {
  if (id === null) return (await insertStocktake(tx, [name, now]))[0]?.id ?? 0;
  await updateStocktake(tx, [id, name]);
  return id;
}

export interface CodedStock {
  readonly code: string;
  readonly stockId: number;
  readonly managed: boolean;
}

const selectByCode = sqlQuery<CodedStock>(
  'stock-control.find-coded-stocks',
  `select n.code, s.variation_id as "stockId", s.managed from unnest($1::text[]) n (code)
  cross join lateral (
    select v.stock_id from variations v where lower(v.sku) = lower(n.code)
    union select v.stock_id from variations v where lower(v.gtin) = lower(n.code)
  ) v join stock_levels s on s.variation_id = v.stock_id`,
);

export type FoundCode =
  | { readonly ok: true; readonly stockId: number }
  | { readonly ok: false; readonly code: 'CODE_UNKNOWN' | 'CODE_AMBIGUOUS' | 'CODE_NOT_COUNTED' };

/**
 * Finds the stocks of SKUs and GTINs with one statement.
 * @returns a function that returns the stock of a given code
 */
export async function findCodedStocks(db: Db, codes: readonly string[]): Promise<(code: string) => FoundCode> {
  const stocks = Map.groupBy(await selectByCode(db, [[...new Set(codes)]]), ({ code }) => code);
  return (code) => {
    const [stock, ...others] = stocks.get(code) ?? [];
    if (!stock) return { ok: false, code: 'CODE_UNKNOWN' };
    if (others.length > 0) return { ok: false, code: 'CODE_AMBIGUOUS' };
    return stock.managed ? { ok: true, stockId: stock.stockId } : { ok: false, code: 'CODE_NOT_COUNTED' };
  };
}

export interface CountedUnits {
  readonly stockId: number;
  readonly units: number;
}

export const maxUnits = 9_999_999;
const maxScanned = 99_999;

/**
 * Reads the units that a scan adds; a negative number takes units back.
 * @returns null when the text is not a whole number
 */
export const readUnits = (typed: string): number | null => readWhole(typed.trim(), -maxScanned, maxScanned);

/** The booked stock is read when a row is counted. The count of an applied row starts at zero again. */
const upsertCounts = sqlQuery<{ stockId: number; name: string; counted: number }>(
  'stock-control.record-counts',
  `insert into stocktake_counts as c (stocktake_id, stock_id, counted, book, counted_at)
  select $1, s.variation_id, least(greatest(n.units, 0), ${maxUnits}), ${inHouseSql}, $5
  from unnest($2::integer[], $3::integer[]) n (stock_id, units) join stock_levels s on s.variation_id = n.stock_id order by s.variation_id
  on conflict (stocktake_id, stock_id) do update set book = excluded.book, counted_at = excluded.counted_at, applied_at = null,
    counted = case when $4 and c.applied_at is null then least(greatest(c.counted + (
      select n.units from unnest($2::integer[], $3::integer[]) n (stock_id, units) where n.stock_id = c.stock_id), 0), ${maxUnits}) else excluded.counted end
  returning stock_id as "stockId", counted, ${stockLabelSql('c.stock_id')} as name`,
);

/** Waits for rows that are being applied, so that the booked stock is then read with the applied difference. */
const lockCounts = sqlQuery(
  'stock-control.lock-counts-of-stocks',
  'select from stocktake_counts where stocktake_id = $1 and stock_id = any($2::integer[]) order by stock_id for update',
);

/**
 * Records counted units.
 * @param adds adds to the earlier count; otherwise replaces it
 */
export async function recordCounts(
  tx: Tx,
  stocktakeId: number,
  counts: readonly CountedUnits[],
  { adds, now }: { readonly adds: boolean; readonly now: Date },
) {
  const columns = [counts.map(({ stockId }) => stockId), counts.map(({ units }) => units)];
  // Waits for products that are being deleted, so that no count refers to a deleted product.
  await keepStocks(
    tx,
    counts.map(({ stockId }) => stockId),
  );
  await lockCounts(tx, [stocktakeId, columns[0]]);
  return upsertCounts(tx, [stocktakeId, ...columns, adds, now]);
}

const insertScan = sqlQuery<{ readonly stockId: number }>(
  'stock-control.record-scan',
  `insert into stocktake_scans (stocktake_id, request_key, stock_id)
  select $1, $2, id from variations where id = $3 on conflict do nothing returning stock_id as "stockId"`,
);
const selectScanned = sqlQuery<{ readonly stockId: number; readonly counted: number }>(
  'stock-control.find-scan',
  `select c.stock_id as "stockId", c.counted from stocktake_scans s join stocktake_counts c using (stocktake_id, stock_id)
  where s.stocktake_id = $1 and s.request_key = $2`,
);

export interface Scan extends CountedUnits {
  readonly stocktakeId: number;
  /** Key that is repeated when a scan is sent again. Null when each request counts. */
  readonly requestKey: string | null;
}

/**
 * Adds scanned units, once per key.
 * @returns null when the stock was deleted
 */
export async function recordScan(tx: Tx, { stocktakeId, requestKey, stockId, units }: Scan, now: Date) {
  if (!(await keepStocks(tx, [stockId])).has(stockId)) return null;
  // The key is hashed with the input: going back to the page and typing another code repeats the key, but is another
  // scan.
  const key = requestKey && hashRequest({ requestKey, input: `${stockId} ${units}` });
  // A second request with the same key waits here for the first.
  if (key !== null && (await insertScan(tx, [stocktakeId, key, stockId])).length === 0)
    return (await selectScanned(tx, [stocktakeId, key]))[0] ?? null;
  return (await recordCounts(tx, stocktakeId, [{ stockId, units }], { adds: true, now }))[0] ?? null;
}

export interface Count {
  readonly id: number;
  readonly stockId: number;
  readonly name: string;
  readonly counted: number;
  readonly book: number;
  readonly isApplied: boolean;
}

interface LockedCount extends Count {
  readonly stocktakeId: number;
  readonly appliedAt: Date | null;
}

const countColumns = `c.id, c.stock_id as "stockId", ${stockLabelSql('c.stock_id')} as name, c.counted, c.book, c.applied_at is not null as "isApplied"`;

const selectLast = sqlQuery<Count>(
  'stock-control.list-last-counts',
  `select ${countColumns} from stocktake_counts c where c.stocktake_id = $1 order by c.counted_at desc, c.id desc limit 20`,
);
export const listLastCounts = (db: Db, stocktakeId: number): Promise<Count[]> => selectLast(db, [stocktakeId]);

const lockCountRow = sqlQuery<LockedCount>(
  'stock-control.lock-count',
  `select ${countColumns}, c.stocktake_id as "stocktakeId", c.applied_at as "appliedAt" from stocktake_counts c where c.id = $1::bigint for update of c`,
);
export const lockCount = async (tx: Tx, id: number) => (await lockCountRow(tx, [id]))[0] ?? null;

const updateApplied = sqlQuery('stock-control.mark-count', 'update stocktake_counts set applied_at = $2 where id = $1');

/** @param at null when the count is no longer applied */
export const markApplied = (tx: Tx, id: number, at: Date | null) => updateApplied(tx, [id, at]);

const selectSettled = sqlQuery<{ id: number; isApplied: boolean }>(
  'stock-control.find-settled-counts',
  `select id, applied_at is not null as "isApplied" from stocktake_counts where id = any($1::bigint[]) and (applied_at is not null or difference = 0)`,
);
export const findSettledCounts = (db: Db, ids: readonly number[]) => selectSettled(db, [ids]);
