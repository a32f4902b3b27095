import { isDeepStrictEqual } from 'node:util';
import { invalidateShownPrices } from '#features/pricing/index.ts';
import type { Encoding } from '#platform/csv/encoding.ts';
import {
  createEncodingWarnings,
  detectFormat,
  readRows,
  type TableRow,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import { createReportBuilder, type ReportBuilder, type RowMessage, type RowReport } from '#platform/csv/report.ts';
import type { RowImport, StoredFields } from '#platform/csv/row-import.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import {
  createRateKey,
  isRateHeader,
  type Rate,
  type RateColumns,
  type RateRowCode,
  readRate,
  readRateColumns,
} from './rate-row.ts';
import { type RateKey, removeOtherRates, type StoredRate } from './rates.ts';

export interface RateReport extends RowReport<RateRowCode> {
  /** Rates that the import removed because the file does not contain them. */
  readonly removed: readonly StoredRate[];
}

interface RateLine extends Rate {
  readonly line: number;
  /** Position in the file. The first matching rate of each priority applies. */
  readonly position: number;
}

const batchSize = 500;

/**
 * Inserts or updates rates, given as JSON, by their keys.
 * @returns the rates that changed
 */
export const upsertRates = sqlQuery<{ position: number; created: boolean }>(
  'taxes.upsert-rates',
  `insert into tax_rates as t (tax_class, country, state, postcodes, cities, city_keys, percent, name, priority, compound, applies_to_shipping, position)
  select "taxClass", country, state, postcodes, cities, "cityKeys", percent, name, priority, compound, "appliesToShipping", position
  from jsonb_to_recordset($1::jsonb) as a("taxClass" text, country text, state text, postcodes text[], cities text[], "cityKeys" text[], percent numeric, name text,
    priority integer, compound boolean, "appliesToShipping" boolean, position integer)
  on conflict (tax_class, country, state, postcodes, cities, priority) do update
    set percent = excluded.percent, city_keys = excluded.city_keys, name = excluded.name, compound = excluded.compound, applies_to_shipping = excluded.applies_to_shipping, position = excluded.position
    where (t.percent, t.city_keys, t.name, t.compound, t.applies_to_shipping, t.position)
      is distinct from (excluded.percent, excluded.city_keys, excluded.name, excluded.compound, excluded.applies_to_shipping, excluded.position)
  returning position, xmax = 0 as created`,
);

class DryRunRollback extends Error {}

export interface ImportOptions {
  readonly dryRun?: boolean;
  /**
   * Whether to remove the rates that the file does not contain. Nothing is removed when a row was skipped, and a file
   * without rates is an error.
   */
  readonly replace?: boolean;
  readonly encoding?: Encoding | undefined;
  /** Runs in the transaction when rates were created, updated or removed. */
  readonly onChange?: (tx: Tx) => Promise<void>;
}

/**
 * Imports the tax rates of the e-commerce plugin's CSV file in one transaction. Faulty rows are reported and skipped.
 * A second import of the same file changes nothing. Rates that the file does not contain stay, unless `replace` is
 * set.
 */
export async function importRates(
  db: Db,
  file: string,
  { dryRun = false, replace = false, encoding, onChange }: ImportOptions = {},
): Promise<RateReport> {
  let report = createReportBuilder<RateRowCode>();
  let removed: readonly StoredRate[] = [];
  try {
    await inTransaction(db, async (tx) => {
      // Start a new report: the transaction may be retried.
      report = createReportBuilder<RateRowCode>();
      const kept = await importFile(tx, { file, encoding }, report);
      if (replace && kept.length === 0 && report.report().skipped === 0) report.addMessage(noRates);
      const { created, updated, skipped } = report.report();
      removed = replace && skipped === 0 ? await removeOtherRates(tx, kept) : [];
      if (dryRun) throw new DryRunRollback();
      if (created + updated + removed.length > 0) await onChange?.(tx);
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return { ...report.report(), removed };
}

const noRates: RowMessage<RateRowCode> = {
  level: 'error',
  line: 1,
  column: '',
  code: 'TAX_RATES_MISSING',
  message: "the file has no rates to replace those of the shop; add them, or use 'shop taxes remove' to remove rates",
};

interface RateFile {
  readonly file: string;
  readonly encoding: Encoding | undefined;
}

/** @returns the keys of the rates in the file */
async function importFile(tx: Tx, source: RateFile, report: ReportBuilder<RateRowCode>): Promise<RateKey[]> {
  // Parsing many faulty rows may take long without a query.
  await tx.execute('set local idle_in_transaction_session_timeout = 0');
  const keys: RateKey[] = [];
  let batch: RateLine[] = [];
  for await (const line of readRates(source, report)) {
    const { taxClass, country, state, postcodes, cities, priority } = line;
    keys.push({ taxClass, country, state, postcodes, cities, priority });
    batch.push(line);
    if (batch.length < batchSize) continue;
    await saveBatch(tx, batch, report);
    batch = [];
  }
  await saveBatch(tx, batch, report);
  return keys;
}

/** SQLSTATE program_limit_exceeded: the row is too large for its index. */
const rowTooLarge = '54000';

/** Saves a batch. When PostgreSQL refuses one of its rows, saves the rows one by one. */
async function saveBatch(tx: Tx, batch: readonly RateLine[], report: ReportBuilder<RateRowCode>): Promise<void> {
  try {
    const saved = await inTransaction(tx, (savepoint) => upsertRates(savepoint, [JSON.stringify(batch)]));
    const changed = new Map(saved.map(({ position, created }) => [position, created]));
    for (const { line, position } of batch) {
      const created = changed.get(position);
      report.setOutcome(line, created === undefined ? 'unchanged' : created ? 'created' : 'updated');
    }
  } catch (error) {
    if (postgresError(error)?.code !== rowTooLarge) throw error;
    const [first, second] = batch;
    if (second) for (const rate of batch) await saveBatch(tx, [rate], report);
    else if (first) {
      const message = 'has too many postcodes and cities for one rate; split them into several rows';
      report.addMessage({ level: 'error', line: first.line, column: '', code: 'BAD_VALUE', message });
    }
  }
}

async function* readRates({ file, encoding }: RateFile, report: ReportBuilder<RateRowCode>): AsyncGenerator<RateLine> {
  const linesByKey = new Map<string, number>();
  const rowError = { level: 'error' as const, column: '' };
  let columns: RateColumns | null = null;
  const format = await detectFormat(file, isRateHeader, encoding);
  for (const message of createEncodingWarnings(format)) report.addMessage(message);
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row)
        report.addMessage({ ...rowError, line: row.line, code: 'BROKEN_ROW', message: row.problem });
      else if (columns === null) {
        columns = readHeader(row, report);
        if (columns === null) return;
      } else {
        const { rate, messages } = readRate(columns, row);
        for (const message of messages) report.addMessage(message);
        if (rate === null) continue;
        const earlier = linesByKey.get(createRateKey(rate));
        if (earlier === undefined) {
          linesByKey.set(createRateKey(rate), row.line);
          yield { ...rate, line: row.line, position: linesByKey.size };
        } else {
          const message = `duplicate of line ${earlier}: same class, place and priority`;
          report.addMessage({ ...rowError, line: row.line, code: 'TWICE_IN_FILE', message });
        }
      }
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    const message = `${failure.message}; nothing after this line was imported`;
    report.addMessage({ ...rowError, line: failure.line, code: 'UNREADABLE', message });
  }
  if (columns === null) readHeader({ line: 1, cells: [] }, report);
}

const requiredHeaders = { country: 'Country Code', percent: 'Rate %' } as const;

/** @returns null, after reporting an error, when the columns are not those of a rates file */
function readHeader({ cells }: TableRow, report: ReportBuilder<RateRowCode>): RateColumns | null {
  const columns = readRateColumns(cells);
  const headerError = { level: 'error' as const, line: 1 };
  const missing = (['country', 'percent'] as const).find((field) => !columns.fields.has(field));
  if (missing !== undefined) {
    const message = `the header has no column '${requiredHeaders[missing]}'`;
    report.addMessage({ ...headerError, column: '', code: 'UNREADABLE', message });
    return null;
  }
  for (const column of columns.duplicates) {
    const message = 'appears twice in the header, so nothing was imported; remove one of them';
    report.addMessage({ ...headerError, column, code: 'COLUMN_TWICE', message });
  }
  for (const column of columns.unknown) {
    const message = 'the shop does not support this column, so it was ignored';
    report.addMessage({ level: 'warning', line: 1, column, code: 'UNKNOWN_COLUMN', message });
  }
  return columns.duplicates.length > 0 ? null : columns;
}

const rateColumns = `id, tax_class as "taxClass", country, state, postcodes, cities, percent::float8, name, priority, compound, applies_to_shipping as "appliesToShipping"`;
const lockRate = namedQuery<RateKey, StoredRateFields>(
  'taxes.lock-rate-by-key',
  `select ${rateColumns} from tax_rates where tax_class = $taxClass and country = $country and state = $state and postcodes = $postcodes::text[] and cities = $cities::text[] and priority = $priority
  for no key update`,
);
const lockRateById = sqlQuery<StoredRateFields>(
  'taxes.lock-rate',
  `select ${rateColumns} from tax_rates where id = $1 for update`,
);
const restoreRate = sqlQuery(
  'taxes.restore-rate',
  `update tax_rates set percent = r.percent, name = r.name, compound = r.compound, applies_to_shipping = r."appliesToShipping"
  from jsonb_to_record($2::jsonb) as r(percent numeric, name text, compound boolean, "appliesToShipping" boolean) where id = $1`,
);
const deleteRate = sqlQuery('taxes.delete-rate', 'delete from tax_rates where id = $1');

type StoredRateFields = Omit<Rate, 'cityKeys'> & { readonly id: number };

async function findRate(tx: Tx, key: RateKey) {
  return (await lockRate(tx, key))[0] ?? null;
}

const toFields = ({ id: _, ...fields }: StoredRateFields): StoredFields => fields;

export const rateImport: RowImport<RateColumns> = {
  heads: [
    ...['Country Code', 'State Code', 'ZIP/Postcode', 'City', 'Rate %', 'Tax Name', 'Priority', 'Compound', 'Shipping'],
    'Tax Class',
  ],
  isHead: isRateHeader,
  readColumns: (cells, report) => readHeader({ line: 1, cells }, report as ReportBuilder<RateRowCode>),
  listNumbers: () => [],
  async save(shop, tx, { columns, row }, report) {
    const { rate, messages } = readRate(columns, row);
    for (const message of messages) report.addMessage(message);
    if (rate === null) return null;
    const before = await findRate(tx, rate);
    const rowReport = createReportBuilder<RateRowCode>();
    // The line gives the position: the first matching rate of each priority applies.
    await saveBatch(tx, [{ ...rate, line: row.line, position: row.line - 1 }], rowReport);
    for (const message of rowReport.report().messages) report.addMessage(message);
    const after = rowReport.isSkipped(row.line) ? null : await findRate(tx, rate);
    if (!after) return null;
    const outcome = rowReport.report().unchanged === 1 ? 'unchanged' : before ? 'updated' : 'created';
    if (outcome !== 'unchanged') await invalidateShownPrices(shop, tx);
    const label = [after.name, after.country, after.state].filter(Boolean).join(' ');
    return { outcome, id: after.id, label, before: before && toFields(before), after: toFields(after) };
  },
  async undo(shop, tx, { id, before, after }) {
    const [current] = await lockRateById(tx, [id]);
    if (!current) return 'it was deleted after the import';
    if (!isDeepStrictEqual(toFields(current), after)) return 'it was changed after the import, so it stays as it is';
    if (before) await restoreRate(tx, [id, JSON.stringify(before)]);
    else await deleteRate(tx, [id]);
    await invalidateShownPrices(shop, tx);
    return null;
  },
};
