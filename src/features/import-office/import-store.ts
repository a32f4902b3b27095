import type { RowMessage } from '#platform/csv/report.ts';
import type { StoredFields } from '#platform/csv/row-import.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { CheckedRow, FieldDifference, FileOptions, RowOutcome } from './kind.ts';

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

const columns = `i.id, i.kind, i.name, i.file_id as "fileId", i.bytes, i.heads, i.samples, i.options, i.state, i.reading, i.messages, i.progress, i.total, i.by,
  i.created_at as "createdAt", i.expires_at as "expiresAt", i.check_id as "checkId", i.run_ids as "runIds"`;

const select = sqlQuery<StoredImport>('import-office.find-import', `select ${columns} from imports i where id = $1`);
const selectLocked = sqlQuery<StoredImport>(
  'import-office.lock-import',
  `select ${columns} from imports i where id = $1 for update`,
);
const selectNewest = sqlQuery<StoredImport>(
  'import-office.list-imports',
  `select ${columns} from imports i order by created_at desc, id desc limit $1`,
);

export async function findImport(db: Db, id: number): Promise<StoredImport | null> {
  return (await select(db, [id]))[0] ?? null;
}
export async function lockImport(tx: Tx, id: number): Promise<StoredImport | null> {
  return (await selectLocked(tx, [id]))[0] ?? null;
}
export const listImports = (db: Db, limit: number): Promise<StoredImport[]> => selectNewest(db, [limit]);

const lockStorage = sqlQuery('import-office.lock-storage', `select pg_advisory_xact_lock(hashtext('imports.storage'))`);
const insert = sqlQuery<{ id: number }>(
  'import-office.insert-import',
  `insert into imports (kind, name, file_id, bytes, heads, samples, options, by, by_staff_id, created_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11
  where $4::bigint + coalesce((select sum(bytes) from imports), 0) <= $12::bigint returning id`,
);

export type NewImport = Pick<
  StoredImport,
  'kind' | 'name' | 'fileId' | 'bytes' | 'heads' | 'samples' | 'options' | 'by' | 'createdAt' | 'expiresAt'
> & { readonly byStaffId: number | null };

/** @returns null when all files together would have more than `maxBytes` */
export async function insertImport(tx: Tx, file: NewImport, maxBytes: number): Promise<number | null> {
  await lockStorage(tx, []);
  const { kind, name, fileId, bytes, heads, samples, options, by, byStaffId, createdAt, expiresAt } = file;
  const json = JSON.stringify(options);
  const values = [kind, name, fileId, bytes, heads, samples, json, by, byStaffId, createdAt, expiresAt, maxBytes];
  return (await insert(tx, values))[0]?.id ?? null;
}

const begin = sqlQuery(
  'import-office.begin-check',
  `update imports set kind = $2, options = $3::jsonb, check_id = $4, state = 'checking', progress = 0, total = 0, messages = '[]', reading = null where id = $1`,
);
export const beginCheck = (
  tx: Tx,
  id: number,
  { kind, options, checkId }: Pick<StoredImport, 'kind' | 'options'> & { readonly checkId: string },
) => begin(tx, [id, kind, JSON.stringify(options), checkId]);

const progress = sqlQuery(
  'import-office.note-progress',
  'update imports set progress = $3, total = $4 where id = $1 and check_id = $2',
);
export const noteProgress = (db: Db, id: number, checkId: string, done: number, total: number) =>
  progress(db, [id, checkId, done, total]);

const end = sqlQuery(
  'import-office.end-check',
  `update imports set state = $2, reading = $3::jsonb, messages = $4::jsonb, total = $5, progress = $5 where id = $1`,
);
export const endCheck = (
  tx: Tx,
  id: number,
  { state, reading, messages, total }: Pick<StoredImport, 'state' | 'reading' | 'messages' | 'total'>,
) => end(tx, [id, state, reading && JSON.stringify(reading), JSON.stringify(messages), total]);

const addRun = sqlQuery('import-office.add-run', 'update imports set run_ids = run_ids || $2::bigint where id = $1');
export const addRunOfImport = (db: Db, id: number, runId: number) => addRun(db, [id, runId]);

const deleteRowsOf = sqlQuery('import-office.delete-rows', 'delete from import_rows where import_id = $1');
const deleteBatchesOf = sqlQuery('import-office.delete-batches', 'delete from import_batches where import_id = $1');
export async function deleteCheck(tx: Tx, id: number): Promise<void> {
  await deleteBatchesOf(tx, [id]);
  await deleteRowsOf(tx, [id]);
}

const insertRowsQuery = sqlQuery(
  'import-office.insert-rows',
  `insert into import_rows (import_id, line, source_lines, cells, outcome, label, fingerprint, fields, messages)
  select $1, line, "sourceLines", cells, outcome, label, fingerprint, fields, messages
  from jsonb_to_recordset($2::jsonb) as r(line integer, "sourceLines" integer[], cells text[], outcome text, label text, fingerprint text, fields jsonb, messages jsonb)`,
);
/** JSON of the database has no zero bytes and no halves of characters. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each,
  );
export const insertRows = (tx: Tx, id: number, rows: readonly CheckedRow[]) => insertRowsQuery(tx, [id, toJson(rows)]);

const insertBatchesQuery = sqlQuery(
  'import-office.insert-batches',
  `insert into import_batches (import_id, position, stage, lines)
  select $1, position, stage, lines from jsonb_to_recordset($2::jsonb) as b(position integer, stage text, lines integer[])`,
);
export interface NewBatch {
  readonly position: number;
  readonly stage: string;
  readonly lines: readonly number[];
}
export const insertBatches = (tx: Tx, id: number, batches: readonly NewBatch[]) =>
  insertBatchesQuery(tx, [id, toJson(batches)]);

const selectWaiting = sqlQuery<{ id: number }>(
  'import-office.list-waiting-batches',
  'select id from import_batches where import_id = $1 and applied_at is null order by position',
);
export const listWaitingBatches = async (db: Db, id: number): Promise<number[]> =>
  (await selectWaiting(db, [id])).map((batch) => batch.id);

export interface StoredBatch {
  readonly id: number;
  readonly importId: number;
  readonly stage: string;
  readonly lines: readonly number[];
  readonly appliedAt: Date | null;
}
const selectBatch = sqlQuery<StoredBatch>(
  'import-office.lock-batch',
  `select id, import_id as "importId", stage, lines, applied_at as "appliedAt" from import_batches where id = $1 for update`,
);
export const lockBatch = async (tx: Tx, id: number): Promise<StoredBatch | null> =>
  (await selectBatch(tx, [id]))[0] ?? null;

const selectRowsOf = sqlQuery<{ line: number; cells: string[]; fingerprint: string }>(
  'import-office.list-rows-of-batch',
  `select line, cells, coalesce(fingerprint, '') as fingerprint from import_rows where import_id = $1 and line = any($2::integer[]) and result is distinct from 'refused' order by line`,
);
export const listRowsOfBatch = (db: Db, { importId, lines }: StoredBatch) => selectRowsOf(db, [importId, lines]);

const markBatch = sqlQuery('import-office.mark-batch', 'update import_batches set applied_at = $2 where id = $1');
/** A row that a stage has created or changed stays so, whatever a later stage does. */
const markRows = sqlQuery(
  'import-office.mark-rows',
  `update import_rows row set result_messages = row.result_messages || r.messages,
    result = case when row.result = 'created' or row.result = 'updated' and r.outcome <> 'created' then row.result else r.outcome end
  from jsonb_to_recordset($2::jsonb) as r(line integer, outcome text, messages jsonb) where row.import_id = $1 and row.line = r.line`,
);
const insertChangesQuery = sqlQuery(
  'import-office.insert-changes',
  `insert into import_changes (batch_id, line, label, subject, before, after)
  select $1, line, label, subject, before, after
  from jsonb_to_recordset($2::jsonb) as c(line integer, label text, subject jsonb, before jsonb, after jsonb)`,
);

export interface RowResult {
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly messages: readonly RowMessage[];
}
export interface NewChange {
  readonly line: number;
  readonly label: string;
  readonly subject: StoredFields;
  readonly before: StoredFields | null;
  readonly after: StoredFields | null;
}

/** Writes what an import did to the rows of a batch. */
export async function endBatch(
  tx: Tx,
  { id, importId }: StoredBatch,
  { now, results, changes }: { now: Date; results: readonly RowResult[]; changes: readonly NewChange[] },
): Promise<void> {
  await markBatch(tx, [id, now]);
  await markRows(tx, [importId, toJson(results)]);
  await insertChangesQuery(tx, [id, toJson(changes)]);
}

export interface StoredChange extends NewChange {
  readonly id: number;
}
const selectChanges = sqlQuery<StoredChange>(
  'import-office.lock-changes',
  `select id, line, label, subject, before, after from import_changes where batch_id = $1 and undone_at is null order by id desc for update`,
);
/** One that has left nothing is not undone: what is stored is something else than nothing. */
export const lockChanges = async (tx: Tx, batchId: number) =>
  (await selectChanges(tx, [batchId])).map((change) => ({ ...change, after: change.after ?? {} }));

const markUndone = sqlQuery(
  'import-office.mark-undone',
  `update import_changes c set undone_at = case when u.problem is null then $1::timestamptz end, left_because = u.problem
  from jsonb_to_recordset($2::jsonb) as u(id bigint, problem text) where c.id = u.id`,
);
export const markUndoneChanges = (
  tx: Tx,
  now: Date,
  undone: readonly { readonly id: number; readonly problem: string | null }[],
) => markUndone(tx, [now, toJson(undone)]);

/** How many rows the dry run, and the import, put where. */
export interface ImportCounts {
  readonly outcomes: Readonly<Record<RowOutcome, number>>;
  readonly results: Readonly<Record<RowOutcome, number>>;
  /** By what the import did, and before that by what the dry run said. */
  readonly shown: Readonly<Record<RowOutcome, number>>;
  readonly batches: number;
  readonly waitingBatches: number;
  readonly undone: number;
  readonly left: number;
}
const countOf = (column: string) =>
  `(select jsonb_object_agg(value, count) from (select ${column} as value, count(*) from import_rows where import_id = $1 and ${column} is not null group by 1) c)`;
const selectCounts = sqlQuery<{
  outcomes: Partial<Record<RowOutcome, number>> | null;
  results: Partial<Record<RowOutcome, number>> | null;
  shown: Partial<Record<RowOutcome, number>> | null;
  batches: number;
  waitingBatches: number;
  undone: number;
  left: number;
}>(
  'import-office.count-rows',
  `select ${countOf('outcome')} as outcomes, ${countOf('result')} as results, ${countOf('coalesce(result, outcome)')} as shown,
    (select count(*)::integer from import_batches where import_id = $1) as batches,
    (select count(*)::integer from import_batches where import_id = $1 and applied_at is null) as "waitingBatches",
    (select count(distinct c.line)::integer from import_changes c join import_batches b on b.id = c.batch_id where b.import_id = $1 and c.undone_at is not null) as undone,
    (select count(distinct c.line)::integer from import_changes c join import_batches b on b.id = c.batch_id where b.import_id = $1 and c.left_because is not null) as left`,
);

export async function countRows(db: Db, id: number): Promise<ImportCounts> {
  const none = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const [counted] = await selectCounts(db, [id]);
  const { outcomes, results, shown, batches = 0, waitingBatches = 0, undone = 0, left = 0 } = counted ?? {};
  return {
    ...{ outcomes: { ...none, ...outcomes }, results: { ...none, ...results }, shown: { ...none, ...shown } },
    ...{ batches, waitingBatches, undone, left },
  };
}

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
const shownColumns = `r.line, r.source_lines as "sourceLines", r.outcome, r.result, r.label, r.fields, r.messages || r.result_messages as messages,
  (select max(c.left_because) from import_changes c join import_batches b on b.id = c.batch_id where b.import_id = r.import_id and c.line = r.line) as "leftBecause"`;
const selectRows = sqlQuery<ShownRow>(
  'import-office.list-rows',
  `select ${shownColumns} from import_rows r where import_id = $1 and line > $2 order by line limit $3`,
);
const selectRowsOfOutcome = sqlQuery<ShownRow>(
  'import-office.list-rows-of-outcome',
  `select ${shownColumns} from import_rows r where import_id = $1 and coalesce(result, outcome) = $4 and line > $2 order by line limit $3`,
);
const selectLeftRows = sqlQuery<ShownRow>(
  'import-office.list-left-rows',
  `select ${shownColumns} from import_rows r where import_id = $1 and line > $2
    and exists (select from import_changes c join import_batches b on b.id = c.batch_id where b.import_id = $1 and c.line = r.line and c.left_because is not null)
  order by line limit $3`,
);

/** @param outcome of the import where there is one, else of the dry run; null: of any */
export function listRows(
  db: Db,
  id: number,
  outcome: RowOutcome | 'left' | null,
  after: number,
  limit: number,
): Promise<ShownRow[]> {
  if (outcome === null) return selectRows(db, [id, after, limit]);
  return outcome === 'left'
    ? selectLeftRows(db, [id, after, limit])
    : selectRowsOfOutcome(db, [id, after, limit, outcome]);
}

const selectMeanings = sqlQuery<{ head: string; meaning: string }>(
  'import-office.find-columns',
  'select head, meaning from import_columns where kind = $1 and head = any($2::text[])',
);
const upsertMeanings = sqlQuery(
  'import-office.keep-columns',
  `insert into import_columns (kind, head, meaning) select $1, key, value from jsonb_each_text($2::jsonb)
  on conflict (kind, head) do update set meaning = excluded.meaning`,
);
const deleteMeanings = sqlQuery(
  'import-office.forget-columns',
  'delete from import_columns where kind = $1 and head = any($2::text[])',
);

/** What earlier files of a kind said of columns with these heads. */
export async function findMeanings(db: Db, kind: string, heads: readonly string[]): Promise<Record<string, string>> {
  const found = await selectMeanings(db, [kind, heads.map((head) => head.trim().toLowerCase())]);
  return Object.fromEntries(found.map(({ head, meaning }) => [head, meaning]));
}

/** @param heads of the file, in small letters: a column that is read by its own name again is forgotten */
export async function keepMeanings(
  tx: Tx,
  kind: string,
  heads: readonly string[],
  meanings: Readonly<Record<string, string>>,
): Promise<void> {
  await deleteMeanings(tx, [kind, heads.filter((head) => !Object.hasOwn(meanings, head))]);
  await upsertMeanings(tx, [kind, toJson(meanings)]);
}

/** Not while a run imports its rows, or one takes them back. */
const selectExpired = sqlQuery<{ id: number; fileId: string }>(
  'import-office.delete-expired',
  `delete from imports where id in (select id from imports i where expires_at < $1
    and not exists (select from platform.runs r where r.state = 'running' and (r.id = any(i.run_ids) or r.undoes = any(i.run_ids))) order by expires_at limit $2)
  returning id, file_id as "fileId"`,
);
export const deleteExpired = (db: Db, now: Date, limit: number) => selectExpired(db, [now, limit]);
const deleteOne = sqlQuery<{ fileId: string }>(
  'import-office.delete-import',
  `delete from imports where id = $1 and cardinality(run_ids) = 0 returning file_id as "fileId"`,
);
/** @returns null for one that was begun: it can be taken back as long as it is kept */
export const deleteImport = async (db: Db, id: number): Promise<string | null> =>
  (await deleteOne(db, [id]))[0]?.fileId ?? null;

const selectFiles = sqlQuery<{ id: string }>(
  'import-office.find-files',
  `select file_id::text as id from imports where file_id::text = any($1::text[]) union all select id::text from export_files where id::text = any($1::text[])`,
);
export const findExistingFiles = (db: Db, ids: readonly string[]) => selectFiles(db, [ids]);
