import { storePlaceholder } from '#features/catalog/index.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import { createReportBuilder } from '#platform/csv/report.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { type ColumnField, type ColumnMapping, readColumns } from './parse/columns.ts';
import { type FileNotation, parseRow } from './parse/parse-row.ts';
import type { ImportCode, ImportMessage } from './report.ts';
import type { ImportStage, RowChange } from './save/row-recorder.ts';
import { runBatch } from './save/run-batch.ts';
import { createSkippedParents } from './save/skipped-parents.ts';

/** Headers and notation of a file as its dry run has determined them. */
export interface FileReading {
  readonly heads: readonly string[];
  readonly mapping: ColumnMapping;
  readonly only?: readonly ColumnField[] | undefined;
  readonly notation: Omit<FileNotation, 'currency'>;
}

export interface RowsToApply extends FileReading {
  readonly stage: ImportStage;
  readonly rows: readonly TableRow[];
  /** Fingerprints of the stored rows at the time of the dry run, by line. */
  readonly fingerprints: ReadonlyMap<number, string>;
  readonly by: Author;
}

const changedSince = 'somebody has changed this row of the shop since the file was checked; check the file again';

/**
 * Imports checked rows of one stage in a transaction. Refuses a row whose stored state differs from the
 * dry run: changes made in the meantime are not overwritten.
 */
export async function applyRows(
  shop: Shop,
  tx: Tx,
  { heads, mapping, only, notation, stage, rows, fingerprints, by }: RowsToApply,
): Promise<{ readonly changes: readonly RowChange[]; readonly messages: readonly ImportMessage[] }> {
  const columns = readColumns(heads, mapping, only ?? null);
  const report = createReportBuilder<ImportCode>();
  const changes = new Map<number, RowChange>();
  const parsed = rows.flatMap((row) => {
    const result = parseRow(columns, row, { ...notation, currency: shop.choices.currency });
    for (const message of result.ok ? result.warnings : result.messages)
      if (stage !== 'links') report.addMessage(message);
    return result.ok ? result.row : [];
  });
  const run = {
    ...{ shop, db: tx, dryRun: false, columns, report, by, parents: createSkippedParents(report) },
    getPlaceholderId: () => storePlaceholder(shop),
    linesToFinish: stage === 'links' ? new Set(parsed.map(({ line }) => line)) : new Set<number>(),
    linesByTerms: new Map<string, number>(),
    recorder: {
      isLocking: true,
      refuse: ({ line }: { readonly line: number }, _stage: ImportStage, _found: unknown, fingerprint: string) =>
        fingerprints.get(line) === fingerprint ? null : changedSince,
      record: (change: RowChange) => void changes.set(change.line, change),
    },
  };
  if (parsed.length > 0) await runBatch(run, parsed, stage);
  return { changes: [...changes.values()], messages: report.report().messages };
}
