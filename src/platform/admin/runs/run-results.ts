import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Shop } from '#platform/features/shop.ts';
import { listRunRows, type Run } from './run-rows.ts';

const batchSize = 1_000;
const heads = ['position', 'id', 'name', 'result', 'code', 'message', 'at'];

/** The results of a run as a CSV file, read in batches: a run may have 100,000 rows. */
export async function* createRunResults({ db }: Pick<Shop, 'db'>, { id }: Run): AsyncGenerator<string> {
  yield formatCsvLine(heads);
  for (let after = 0; ; ) {
    const rows = await listRunRows(db, id, null, after, batchSize);
    yield rows
      .map(({ position, subjectId, label, state, code, message, endedAt }) =>
        formatCsvLine([
          ...[String(position), String(subjectId), escapeFormula(label ?? ''), state],
          ...[code ?? '', escapeFormula(message ?? ''), endedAt?.toISOString() ?? ''],
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = last.position;
  }
}
