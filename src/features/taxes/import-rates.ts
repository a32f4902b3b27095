import { formatOf, readRows, type TableRow, UnreadableFile } from '#platform/csv/read-rows.ts';
import { createReport, type ReportKeeper, type RowReport } from '#platform/csv/report.ts';
import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import {
  isRateHead,
  placeOf,
  type Rate,
  type RateCode,
  type RateColumns,
  readRate,
  readRateColumns,
} from './rate-row.ts';

export type RateReport = RowReport<RateCode>;

interface Line extends Rate {
  readonly line: number;
  /** Its place among the rates of its file: of each priority the first fitting one counts. */
  readonly position: number;
}

const batchSize = 500;

const upsert = sqlQuery<{ position: number; created: boolean }>(
  'taxes.save-rates',
  `insert into tax_rates as t (tax_class, country, state, postcodes, cities, percent, name, priority, compound, on_shipping, position)
  select "taxClass", country, state, postcodes, cities, percent, name, priority, compound, "onShipping", position
  from jsonb_to_recordset($1::jsonb) as a("taxClass" text, country text, state text, postcodes text[], cities text[], percent numeric, name text,
    priority integer, compound boolean, "onShipping" boolean, position integer)
  on conflict (tax_class, country, state, postcodes, cities, priority) do update
    set percent = excluded.percent, name = excluded.name, compound = excluded.compound, on_shipping = excluded.on_shipping, position = excluded.position
    where (t.percent, t.name, t.compound, t.on_shipping, t.position)
      is distinct from (excluded.percent, excluded.name, excluded.compound, excluded.on_shipping, excluded.position)
  returning position, xmax = 0 as created`,
);

class DryRunEnds extends Error {}

/**
 * Takes in the tax rates of the e-commerce plugin's file. A row with errors is left out and reported; the others go in together. The same file
 * again changes nothing; rates that it doesn't name stay.
 */
export async function importRates(db: Db, file: string, { dryRun = false } = {}): Promise<RateReport> {
  const report = createReport<RateCode>();
  try {
    await inTransaction(db, async (tx) => {
      await importAll(tx, file, report);
      if (dryRun) throw new DryRunEnds();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnds)) throw error;
  }
  return report.report();
}

async function importAll(db: Db, file: string, report: ReportKeeper<RateCode>): Promise<void> {
  let batch: Line[] = [];
  const flush = async () => {
    const changed = new Map((await upsert(db, [JSON.stringify(batch)])).map((row) => [row.position, row.created]));
    for (const { line, position } of batch) {
      const created = changed.get(position);
      report.settle(line, created === undefined ? 'unchanged' : created ? 'created' : 'updated');
    }
    batch = [];
  };
  for await (const line of ratesOf(file, report)) {
    batch.push(line);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}

async function* ratesOf(file: string, report: ReportKeeper<RateCode>): AsyncGenerator<Line> {
  const seen = new Map<string, number>();
  const error = { level: 'error' as const, column: '' };
  let columns: RateColumns | null = null;
  try {
    for await (const row of readRows(file, await formatOf(file, isRateHead))) {
      if ('problem' in row) report.say({ ...error, line: row.line, code: 'BROKEN_ROW', message: row.problem });
      else if (columns === null) columns = readHead(row, report);
      else {
        const rate = readRate(columns, row);
        if (Array.isArray(rate)) for (const fault of rate) report.say(fault);
        else {
          const earlier = seen.get(placeOf(rate));
          if (earlier === undefined) {
            seen.set(placeOf(rate), row.line);
            yield { ...rate, line: row.line, position: seen.size };
          } else {
            const message = `line ${earlier} has this class, place and priority`;
            report.say({ ...error, line: row.line, code: 'TWICE_IN_FILE', message });
          }
        }
      }
      if (columns?.size === 0) return;
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    report.say({ ...error, line: failure.line, code: 'UNREADABLE', message: failure.message });
  }
}

/** Without columns when it is no file of rates. */
function readHead({ cells }: TableRow, report: ReportKeeper<RateCode>): RateColumns {
  const columns = readRateColumns(cells);
  if (!columns.has('percent')) {
    const message = "the first line has no column 'Rate %'";
    report.say({ level: 'error', line: 1, column: '', code: 'UNREADABLE', message });
    return new Map();
  }
  for (const head of cells.filter((cell) => cell.trim() !== '' && !isRateHead(cell))) {
    const message = 'the shop has nothing to keep this column in';
    report.say({ level: 'warning', line: 1, column: head.trim(), code: 'UNKNOWN_COLUMN', message });
  }
  return columns;
}
