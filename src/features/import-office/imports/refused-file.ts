import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { withCopyStream } from '../files.ts';
import { reasonHead } from '../kinds/kind.ts';
import { findKind } from '../kinds/kinds.ts';
import type { StoredImport } from './import-store.ts';

const selectReasons = sqlQuery<{ lines: number[]; reasons: string[] }>(
  'import-office.list-reasons',
  `select source_lines as lines, (select coalesce(array_agg(concat_ws(': ', nullif(m->>'column', ''), m->>'message')), '{}')
    from jsonb_array_elements(messages || result_messages) m where m->>'level' = 'error') as reasons
  from import_rows where import_id = $1 and coalesce(result, outcome) = 'refused' order by line`,
);

/**
 * Finds reasons by line of the uploaded file. A refused row without a reason belongs to a product of which another
 * row has one.
 */
async function findReasons(db: Db, id: number): Promise<Map<number, string>> {
  const reasons = new Map<number, string>();
  for (const { lines, reasons: found } of await selectReasons(db, [id]))
    for (const [index, line] of lines.entries())
      reasons.set(line, [reasons.get(line), index === 0 ? found.join('; ') : ''].filter(Boolean).join('; '));
  return reasons;
}

/** Keeps a cell that the file has already escaped with an apostrophe as it is. */
const escapeCell = (cell: string) => (cell.startsWith("'") ? cell : escapeFormula(cell));

/** Writes the refused rows of a file unchanged, with a column for the reason. UTF-8 with a byte order mark. */
export async function* createRefusedFile(shop: Shop, file: StoredImport): AsyncGenerator<string> {
  const reasons = await findReasons(shop.db, file.id);
  const kind = findKind(file.kind);
  yield* withCopyStream(shop, file.fileId, async function* (path) {
    let isHeader = true;
    let hidden = -1;
    let width = 0;
    try {
      for await (const row of readRows(path, await detectFormat(path, kind?.isHead ?? (() => false)))) {
        if ('problem' in row) {
          // An unreadable row can't be written again, so write its line number and empty cells for staff to fill in.
          const reason = reasons.get(row.line);
          const cells = [...Array<string>(width).fill(''), escapeFormula(`${row.line}: ${reason}`)];
          if (reason !== undefined && !isHeader) yield formatCsvLine(cells);
          continue;
        }
        if (isHeader) hidden = row.cells.findIndex((head) => head.trim() === reasonHead);
        const cells = hidden < 0 ? row.cells : row.cells.toSpliced(hidden, 1);
        if (isHeader) width = cells.length;
        const reason = isHeader ? reasonHead : reasons.get(row.line);
        const start = isHeader ? '\ufeff' : '';
        if (reason !== undefined) yield `${start}${formatCsvLine([...cells.map(escapeCell), escapeFormula(reason)])}`;
        isHeader = false;
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  });
}
