import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Period } from '../period.ts';

/** A CSV file of a period. The column names are permanent, since programs of accountants read them. */
export interface ReportFile {
  /** Yields the column names, then the rows. */
  readonly rows: (shop: Shop, period: Period) => AsyncGenerator<readonly string[]>;
}

const rowsPerChunk = 500;

/** Writes UTF-8 with a byte order mark, in the format of RFC 4180. */
export async function* writeCsv(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let lines: string[] = ['\ufeff'];
  for await (const cells of rows) {
    lines.push(formatCsvLine(cells.map(escapeFormula)));
    if (lines.length >= rowsPerChunk) {
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
}
