import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Period } from '../period.ts';

/** A CSV file of a period. Its columns have permanent names, since programs of accountants read them. */
export interface ReportFile {
  /** The names of the columns, then the rows. */
  readonly rows: (shop: Shop, period: Period) => AsyncGenerator<readonly string[]>;
}

const rowsPerChunk = 500;

/** UTF-8 with a byte order mark, RFC 4180. */
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
