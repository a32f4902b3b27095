import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';
import type { TransferReport, TransferRow } from '../import-content.ts';

export type ContentFormat = 'json' | 'wxr';

/** What the page of an import shows of a report. */
export interface StoredReport {
  readonly counts: Readonly<Record<TransferRow['outcome'], number>>;
  /** What needs a look comes first. The last ones are left out of a long report. */
  readonly rows: readonly (Pick<TransferRow, 'kind' | 'slug' | 'outcome' | 'entryId'> & { readonly reason: string })[];
  readonly notes: readonly string[];
}

export interface ContentImport {
  readonly id: number;
  readonly name: string;
  readonly format: ContentFormat;
  readonly fileId: string;
  readonly state: 'trying' | 'tried' | 'importing' | 'done' | 'failed';
  readonly progress: number;
  readonly total: number;
  readonly report: StoredReport | null;
  readonly problem: string;
  readonly by: string;
  readonly byStaffId: number | null;
  readonly createdAt: Date;
}

/** Uploaded content files. */
export const openFiles = ({ files }: Pick<Shop, 'files'>): PrivateFiles => createPrivateFiles(files, 'content-imports');

const maxRows = 500;
const maxNotes = 200;
const order = ['refused', 'updated', 'created', 'unchanged'] as const;

export function toStoredReport(
  { rows }: Pick<TransferReport, 'rows'>,
  notes: readonly { readonly slug: string; readonly note: string }[],
): StoredReport {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  const sorted = rows.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return {
    counts,
    rows: sorted.slice(0, maxRows).map(({ kind, slug, outcome, entryId, problem, differences = [] }) => ({
      ...{ kind, slug, outcome, ...(entryId === undefined ? {} : { entryId }) },
      reason: cut(problem ?? differences.map(({ title }) => title).join(', '), 5000),
    })),
    notes: notes.slice(0, maxNotes).map(({ slug, note }) => cut(`${slug}: ${note}`, 500)),
  };
}

/** The database refuses JSON with half a character, which texts that were cut before may have, too. */
const cut = (text: string, max: number) => text.slice(0, max).toWellFormed();

const columns = `id, name, format, file_id as "fileId", state, progress, total, report, problem, by, by_staff_id as "byStaffId",
  created_at as "createdAt"`;
const select = sqlQuery<ContentImport>(
  'content-transfer.find-import',
  `select ${columns} from content_imports where id = $1`,
);
const selectLocked = sqlQuery<ContentImport>(
  'content-transfer.lock-import',
  `select ${columns} from content_imports where id = $1 for no key update`,
);
const selectNewest = sqlQuery<Omit<ContentImport, 'report'>>(
  'content-transfer.list-imports',
  `select ${columns.replace(' report,', '')} from content_imports order by created_at desc, id desc limit 30`,
);

export async function findImport(db: Db, id: number): Promise<ContentImport | null> {
  return (await select(db, [id]))[0] ?? null;
}
export async function lockImport(tx: Tx, id: number): Promise<ContentImport | null> {
  return (await selectLocked(tx, [id]))[0] ?? null;
}
export const listImports = (db: Db) => selectNewest(db, []);

const lockStorage = sqlQuery(
  'content-transfer.lock-storage',
  `select pg_advisory_xact_lock(hashtext('content_imports.storage'))`,
);
const insert = sqlQuery<{ id: number }>(
  'content-transfer.insert-import',
  `insert into content_imports (name, format, file_id, bytes, state, by, by_staff_id, created_at, expires_at)
  select $1, $2, $3, $4, 'trying', $5, $6, $7, $8
  where $4::bigint + coalesce((select sum(bytes) from content_imports where state <> 'done'), 0) <= $9::bigint returning id`,
);

type NewImport = Pick<ContentImport, 'name' | 'format' | 'fileId' | 'by' | 'byStaffId' | 'createdAt'> & {
  readonly bytes: number;
  readonly expiresAt: Date;
};

/** @returns null when all stored files would have more than `maxBytes` */
export async function insertImport(tx: Tx, row: NewImport, maxBytes: number): Promise<number | null> {
  await lockStorage(tx, []);
  const { name, format, fileId, bytes, by, byStaffId, createdAt, expiresAt } = row;
  const values = [name, format, fileId, bytes, by, byStaffId, createdAt, expiresAt, maxBytes] as const;
  return (await insert(tx, [...values]))[0]?.id ?? null;
}

const updateBegun = sqlQuery(
  'content-transfer.begin-import',
  `update content_imports set state = $2, by = $3, by_staff_id = $4, progress = 0, total = 0, report = null, problem = ''
  where id = $1`,
);

/** Begins the next step of an import that the caller has locked. */
export async function beginStep(
  tx: Tx,
  id: number,
  state: 'trying' | 'importing',
  by: Pick<ContentImport, 'by' | 'byStaffId'>,
): Promise<void> {
  await updateBegun(tx, [id, state, by.by, by.byStaffId]);
}

const updateProgress = sqlQuery(
  'content-transfer.note-progress',
  `update content_imports set progress = $2, total = $3 where id = $1 and state in ('trying', 'importing')`,
);

export async function noteProgress(db: Db, id: number, done: number, total: number): Promise<void> {
  await updateProgress(db, [id, done, total]);
}

const updateEnded = sqlQuery<{ fileId: string }>(
  'content-transfer.end-import',
  `update content_imports set state = $3, report = $4::jsonb, problem = $5
  where id = $1 and state = $2 returning file_id as "fileId"`,
);
const deletePictures = sqlQuery(
  'content-transfer.delete-pictures',
  'delete from content_import_pictures where import_id = $1',
);
const insertPictures = sqlQuery(
  'content-transfer.insert-pictures',
  `insert into content_import_pictures (import_id, position, url)
  select $1, position, url from unnest($2::text[]) with ordinality as picture (url, position)`,
);

type Ended =
  | { readonly state: 'tried'; readonly report: StoredReport; readonly pictures: readonly string[] }
  | { readonly state: 'done'; readonly report: StoredReport }
  | { readonly state: 'failed'; readonly problem: string };

/** Ends a step, unless another process has. @returns whether it was ended now */
export async function endStep(tx: Tx, { id, state }: Pick<ContentImport, 'id' | 'state'>, ended: Ended) {
  const report = ended.state === 'failed' ? null : JSON.stringify(ended.report);
  const problem = ended.state === 'failed' ? ended.problem.slice(0, 500) : '';
  const [row] = await updateEnded(tx, [id, state, ended.state, report, problem]);
  if (!row) return false;
  await deletePictures(tx, [id]);
  if (ended.state === 'tried') await insertPictures(tx, [id, ended.pictures]);
  return true;
}

const countPicturesOf = sqlQuery<{ waiting: number; total: number }>(
  'content-transfer.count-pictures',
  `select count(*) filter (where is_waiting)::integer as waiting, count(*)::integer as total
  from content_import_pictures where import_id = $1`,
);
const selectWaiting = sqlQuery<{ position: number; url: string }>(
  'content-transfer.find-waiting-picture',
  'select position, url from content_import_pictures where import_id = $1 and is_waiting order by position limit 1',
);
const updatePicture = sqlQuery(
  'content-transfer.set-picture',
  'update content_import_pictures set is_waiting = false, media_id = $3 where import_id = $1 and position = $2',
);
const selectFetched = sqlQuery<{ url: string; mediaId: number | null }>(
  'content-transfer.list-fetched',
  'select url, media_id as "mediaId" from content_import_pictures where import_id = $1 and media_id is not null',
);

export async function countPictures(db: Db, id: number): Promise<{ readonly waiting: number; readonly total: number }> {
  return (await countPicturesOf(db, [id]))[0] ?? { waiting: 0, total: 0 };
}
export const findWaitingPicture = async (db: Db, id: number) => (await selectWaiting(db, [id]))[0] ?? null;
/** @param mediaId null: it can't be fetched */
export async function markPicture(db: Db, id: number, position: number, mediaId: number | null): Promise<void> {
  await updatePicture(db, [id, position, mediaId]);
}
export const listFetched = async (db: Db, id: number): Promise<ReadonlyMap<string, number>> =>
  new Map((await selectFetched(db, [id])).flatMap(({ url, mediaId }) => (mediaId === null ? [] : [[url, mediaId]])));

const removeExpired = sqlQuery<{ fileId: string }>(
  'content-transfer.delete-expired-imports',
  `delete from content_imports where id in (
    select id from content_imports where expires_at <= $1 order by expires_at limit $2 for update skip locked
  ) returning file_id as "fileId"`,
);
const selectFiles = sqlQuery<{ id: string }>(
  'content-transfer.find-files',
  `select file_id as id from content_imports where file_id = any($1::uuid[]) and state <> 'done'`,
);
export const deleteExpired = (db: Db, now: Date, limit: number) => removeExpired(db, [now, limit]);
export const findExistingFiles = (db: Db, ids: readonly string[]) => selectFiles(db, [ids]);
