import type { RowMessage } from '#platform/csv/report.ts';
import type { StoredFields } from '#platform/csv/row-import.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import type { AppliedRow, CheckedRow, FieldDifference, FileOptions, RowOutcome } from '../kinds/kind.ts';

export interface StoredImport {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly fileId: string;
  readonly bytes: number;
  readonly heads: readonly string[];
  readonly samples: readonly string[];
  readonly options: FileOptions;
  readonly state: 'waiting' | 'checking' | 'checked' | 'refused';
  readonly reading: StoredFields | null;
  readonly messages: readonly RowMessage[];
  readonly progress: number;
  readonly total: number;
  readonly by: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly checkId: string | null;
  readonly runIds: readonly number[];
}

type ById = Pick<StoredImport, 'id'>;

const columns = `i.id, i.kind, i.name, i.file_id as "fileId", i.bytes, i.heads, i.samples, i.options, i.state, i.reading, i.messages, i.progress, i.total, i.by,
  i.created_at as "createdAt", i.expires_at as "expiresAt", i.check_id as "checkId", i.run_ids as "runIds"`;

export const findImport = namedFind<ById, StoredImport>(
  'import-office.find-import',
  `select ${columns} from imports i where id = $id`,
);
export const lockImport = namedFind<ById, StoredImport>(
  'import-office.lock-import',
  `select ${columns} from imports i where id = $id for update`,
);
export const listImports = namedQuery<{ readonly limit: number }, StoredImport>(
  'import-office.list-imports',
  `select ${columns} from imports i order by created_at desc, id desc limit $limit`,
);

const lockStorage = namedQuery(
  'import-office.lock-storage',
  `select pg_advisory_xact_lock(hashtext('imports.storage'))`,
);
type NewImport = Pick<
  StoredImport,
  'kind' | 'name' | 'fileId' | 'bytes' | 'heads' | 'samples' | 'options' | 'by' | 'createdAt' | 'expiresAt'
> & { readonly byStaffId: number | null; readonly maxBytes: number };
const insertWithin = namedFind<NewImport, ById>(
  'import-office.insert-import',
  `insert into imports (kind, name, file_id, bytes, heads, samples, options, by, by_staff_id, created_at, expires_at)
  select $kind, $name, $fileId, $bytes, $heads, $samples, $options::jsonb, $by, $byStaffId, $createdAt, $expiresAt
  where $bytes::bigint + coalesce((select sum(bytes) from imports), 0) <= $maxBytes::bigint returning id`,
);
/** @returns null when all files together would exceed `maxBytes` */
export async function insertImport(tx: Tx, file: NewImport): Promise<number | null> {
  await lockStorage(tx, {});
  return (await insertWithin(tx, file))?.id ?? null;
}

export const beginCheck = namedQuery<ById & Pick<StoredImport, 'kind' | 'options'> & { readonly checkId: string }>(
  'import-office.begin-check',
  `update imports set kind = $kind, options = $options::jsonb, check_id = $checkId, state = 'checking', progress = 0, total = 0, messages = '[]', reading = null where id = $id`,
);
export const noteProgress = namedQuery<
  ById & { readonly checkId: string; readonly done: number; readonly total: number }
>(
  'import-office.note-progress',
  'update imports set progress = $done, total = $total where id = $id and check_id = $checkId',
);
const end = namedQuery<ById & Pick<StoredImport, 'state' | 'reading' | 'total'> & { readonly messages: string }>(
  'import-office.end-check',
  `update imports set state = $state, reading = $reading::jsonb, messages = $messages::jsonb, total = $total, progress = $total where id = $id`,
);
export const endCheck = (tx: Tx, ended: ById & Pick<StoredImport, 'state' | 'reading' | 'messages' | 'total'>) =>
  // Pass JSON, because the driver would write an array as a PostgreSQL array.
  end(tx, { ...ended, messages: JSON.stringify(ended.messages) });

export const addRunOfImport = namedQuery<ById & { readonly runId: number }>(
  'import-office.add-run',
  'update imports set run_ids = run_ids || $runId::bigint where id = $id',
);

const deleteRows = namedQuery<ById>('import-office.delete-rows', 'delete from import_rows where import_id = $id');
const deleteBatches = namedQuery<ById>(
  'import-office.delete-batches',
  'delete from import_batches where import_id = $id',
);
export async function deleteCheck(tx: Tx, id: number): Promise<void> {
  await deleteBatches(tx, { id });
  await deleteRows(tx, { id });
}

/** Removes NUL characters and unpaired surrogates, which `jsonb` refuses. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each,
  );

const insertRowsJson = namedQuery<ById & { readonly rows: string }>(
  'import-office.insert-rows',
  `insert into import_rows (import_id, line, source_lines, cells, outcome, label, fingerprint, fields, messages)
  select $id, line, "sourceLines", cells, outcome, label, fingerprint, fields, messages
  from jsonb_to_recordset($rows::jsonb) as r(line integer, "sourceLines" integer[], cells text[], outcome text, label text, fingerprint text, fields jsonb, messages jsonb)`,
);
export const insertRows = (tx: Tx, id: number, rows: readonly CheckedRow[]) =>
  insertRowsJson(tx, { id, rows: toJson(rows) });

export interface NewBatch {
  readonly position: number;
  readonly stage: string;
  readonly lines: readonly number[];
}
const insertBatchesJson = namedQuery<ById & { readonly batches: string }>(
  'import-office.insert-batches',
  `insert into import_batches (import_id, position, stage, lines)
  select $id, position, stage, lines from jsonb_to_recordset($batches::jsonb) as b(position integer, stage text, lines integer[])`,
);
export const insertBatches = (tx: Tx, id: number, batches: readonly NewBatch[]) =>
  insertBatchesJson(tx, { id, batches: toJson(batches) });

export const listWaitingBatches = namedQuery<ById, ById>(
  'import-office.list-waiting-batches',
  'select id from import_batches where import_id = $id and applied_at is null order by position',
);

export interface StoredBatch {
  readonly id: number;
  readonly importId: number;
  readonly stage: string;
  readonly lines: readonly number[];
  readonly appliedAt: Date | null;
}
export const lockBatch = namedFind<ById, StoredBatch>(
  'import-office.lock-batch',
  `select id, import_id as "importId", stage, lines, applied_at as "appliedAt" from import_batches where id = $id for update`,
);
export const listRowsOfBatch = namedQuery<StoredBatch, { line: number; cells: string[]; fingerprint: string }>(
  'import-office.list-rows-of-batch',
  `select line, cells, coalesce(fingerprint, '') as fingerprint from import_rows where import_id = $importId and line = any($lines::integer[]) and result is distinct from 'refused' order by line`,
);

const markBatch = namedQuery<ById & { readonly now: Date }>(
  'import-office.mark-batch',
  'update import_batches set applied_at = $now where id = $id',
);
/** A later stage does not replace the result 'created' or 'updated' of a row. */
const markRows = namedQuery<{ readonly importId: number; readonly results: string }>(
  'import-office.mark-rows',
  `update import_rows row set result_messages = row.result_messages || r.messages,
    result = case when row.result = 'created' or row.result = 'updated' and r.outcome <> 'created' then row.result else r.outcome end
  from jsonb_to_recordset($results::jsonb) as r(line integer, outcome text, messages jsonb) where row.import_id = $importId and row.line = r.line`,
);
const insertChanges = namedQuery<ById & { readonly changes: string }>(
  'import-office.insert-changes',
  `insert into import_changes (batch_id, line, label, subject, before, after)
  select $id, line, label, subject, before, after
  from jsonb_to_recordset($changes::jsonb) as c(line integer, label text, subject jsonb, before jsonb, after jsonb)`,
);

export interface RowResult {
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly messages: readonly RowMessage[];
}
type Change = Pick<AppliedRow, 'line' | 'label' | 'subject' | 'before' | 'after'>;

export async function endBatch(
  tx: Tx,
  { id, importId }: StoredBatch,
  { now, results, changes }: { now: Date; results: readonly RowResult[]; changes: readonly Change[] },
): Promise<void> {
  await markBatch(tx, { id, now });
  await markRows(tx, { importId, results: toJson(results) });
  await insertChanges(tx, { id, changes: toJson(changes) });
}

const selectChanges = namedQuery<{ readonly batchId: number }, ById & Change>(
  'import-office.lock-changes',
  `select id, line, label, subject, before, after from import_changes where batch_id = $batchId and undone_at is null order by id desc for update`,
);
/**
 * Locks the changes of a batch. A change without `after` gets an empty object, so that `undo` refuses it: the
 * stored object differs.
 */
export const lockChanges = async (tx: Tx, batchId: number) =>
  (await selectChanges(tx, { batchId })).map((change) => ({ ...change, after: change.after ?? {} }));

const markUndone = namedQuery<{ readonly now: Date; readonly undone: string }>(
  'import-office.mark-undone',
  `update import_changes c set undone_at = case when u.problem is null then $now::timestamptz end, left_because = u.problem
  from jsonb_to_recordset($undone::jsonb) as u(id bigint, problem text) where c.id = u.id`,
);
export const markUndoneChanges = (tx: Tx, now: Date, undone: readonly (ById & { readonly problem: string | null })[]) =>
  markUndone(tx, { now, undone: toJson(undone) });

/** Numbers of rows by outcome of the dry run and of the import. */
export interface ImportCounts {
  readonly outcomes: Readonly<Record<RowOutcome, number>>;
  readonly results: Readonly<Record<RowOutcome, number>>;
  /** Outcomes of the import, or of the dry run before the import. */
  readonly shown: Readonly<Record<RowOutcome, number>>;
  readonly batches: number;
  readonly waitingBatches: number;
  readonly undone: number;
  readonly left: number;
}
const buildCount = (column: string) =>
  `(select jsonb_build_object('created', 0, 'updated', 0, 'unchanged', 0, 'refused', 0) || coalesce(jsonb_object_agg(value, count), '{}')
    from (select ${column} as value, count(*) from import_rows where import_id = $id and ${column} is not null group by 1) c)`;
const changesOfImport = 'import_changes c join import_batches b on b.id = c.batch_id where b.import_id = $id';
const selectCounts = namedFind<ById, ImportCounts>(
  'import-office.count-rows',
  `select ${buildCount('outcome')} as outcomes, ${buildCount('result')} as results, ${buildCount('coalesce(result, outcome)')} as shown,
    (select count(*)::integer from import_batches where import_id = $id) as batches,
    (select count(*)::integer from import_batches where import_id = $id and applied_at is null) as "waitingBatches",
    (select count(distinct c.line)::integer from ${changesOfImport} and c.undone_at is not null) as undone,
    (select count(distinct c.line)::integer from ${changesOfImport} and c.left_because is not null) as left`,
);
/** Returns a row for every id: all counts of an unknown import are 0. */
export const countRows = async (db: Db, id: number) => (await selectCounts(db, { id })) as ImportCounts;

export interface ShownRow {
  readonly line: number;
  readonly sourceLines: readonly number[];
  readonly outcome: RowOutcome;
  readonly result: RowOutcome | null;
  readonly label: string;
  readonly fields: readonly FieldDifference[];
  readonly messages: readonly RowMessage[];
  readonly leftBecause: string | null;
}
interface RowsQuery extends ById {
  /** Outcome of the import, or of the dry run before the import; null: any. */
  readonly outcome: RowOutcome | 'left' | null;
  readonly after: number;
  readonly limit: number;
}
const buildListSql = (
  where: string,
) => `select r.line, r.source_lines as "sourceLines", r.outcome, r.result, r.label, r.fields, r.messages || r.result_messages as messages,
    (select max(c.left_because) from import_changes c join import_batches b on b.id = c.batch_id where b.import_id = r.import_id and c.line = r.line) as "leftBecause"
  from import_rows r where import_id = $id and ${where} and line > $after order by line limit $limit`;
const listAllRows = namedQuery<RowsQuery, ShownRow>('import-office.list-rows', buildListSql('true'));
const listRowsOfOutcome = namedQuery<RowsQuery, ShownRow>(
  'import-office.list-rows-of-outcome',
  buildListSql('coalesce(result, outcome) = $outcome'),
);
const listLeftRows = namedQuery<RowsQuery, ShownRow>(
  'import-office.list-left-rows',
  buildListSql(`exists (select from ${changesOfImport} and c.line = r.line and c.left_because is not null)`),
);
export function listRows(db: Db, query: RowsQuery): Promise<ShownRow[]> {
  if (query.outcome === null) return listAllRows(db, query);
  return query.outcome === 'left' ? listLeftRows(db, query) : listRowsOfOutcome(db, query);
}

interface HeadsOfKind {
  readonly kind: string;
  readonly heads: readonly string[];
}
const selectMeanings = namedQuery<HeadsOfKind, { head: string; meaning: string }>(
  'import-office.find-columns',
  'select head, meaning from import_columns where kind = $kind and head = any($heads::text[])',
);
const upsertMeanings = namedQuery<{ readonly kind: string; readonly meanings: string }>(
  'import-office.keep-columns',
  `insert into import_columns (kind, head, meaning) select $kind, key, value from jsonb_each_text($meanings::jsonb)
  on conflict (kind, head) do update set meaning = excluded.meaning`,
);
const deleteMeanings = namedQuery<HeadsOfKind>(
  'import-office.forget-columns',
  'delete from import_columns where kind = $kind and head = any($heads::text[])',
);

/** Returns the meanings that staff chose for columns with these heads in earlier files of the kind. */
export async function findColumnMeanings(
  db: Db,
  kind: string,
  heads: readonly string[],
): Promise<Record<string, string>> {
  const found = await selectMeanings(db, { kind, heads: heads.map((head) => head.trim().toLowerCase()) });
  return Object.fromEntries(found.map(({ head, meaning }) => [head, meaning]));
}

/** @param heads of the file, in lower case. The stored meaning of a head without an entry in `meanings` is deleted */
export async function keepColumnMeanings(
  tx: Tx,
  { kind, heads }: HeadsOfKind,
  meanings: Readonly<Record<string, string>>,
): Promise<void> {
  await deleteMeanings(tx, { kind, heads: heads.filter((head) => !Object.hasOwn(meanings, head)) });
  await upsertMeanings(tx, { kind, meanings: toJson(meanings) });
}

/** Keeps imports with a running run that imports or undoes their rows. */
export const deleteExpired = namedQuery<{ readonly now: Date; readonly limit: number }, Pick<StoredImport, 'fileId'>>(
  'import-office.delete-expired',
  `delete from imports where id in (select id from imports i where expires_at < $now
    and not exists (select from platform.runs r where r.state = 'running' and (r.id = any(i.run_ids) or r.undoes = any(i.run_ids))) order by expires_at limit $limit)
  returning file_id as "fileId"`,
);
/** Deletes an import. Returns null once its import has begun, because it can be undone as long as it is kept. */
export const deleteImport = namedFind<ById, Pick<StoredImport, 'fileId'>>(
  'import-office.delete-import',
  `delete from imports where id = $id and cardinality(run_ids) = 0 returning file_id as "fileId"`,
);
export const findExistingFiles = namedQuery<{ readonly ids: readonly string[] }, { id: string }>(
  'import-office.find-files',
  `select file_id::text as id from imports where file_id::text = any($ids::text[]) union all select id::text from export_files where id::text = any($ids::text[])`,
);
