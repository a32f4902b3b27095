import type { Db, Tx } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';
import type { TransferReport, TransferRow } from '../import-content.ts';

export type ContentFormat = 'json' | 'wxr';

export interface StoredReport {
  readonly counts: Readonly<Record<TransferRow['outcome'], number>>;
  /** Rows that need attention come first. Long reports omit the last rows. */
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

/**
 * Replaces lone surrogates, which PostgreSQL rejects in JSON. Cutting a text may create one, and texts may contain
 * them already.
 */
const cut = (text: string, max: number) => text.slice(0, max).toWellFormed();

type ById = Pick<ContentImport, 'id'>;

const columns = `id, name, format, file_id as "fileId", state, progress, total, report, problem, by, by_staff_id as "byStaffId",
  created_at as "createdAt"`;
export const findImport = namedFind<ById, ContentImport>(
  'content-transfer.find-import',
  `select ${columns} from content_imports where id = $id`,
);
export const lockImport = namedFind<ById, ContentImport>(
  'content-transfer.lock-import',
  `select ${columns} from content_imports where id = $id for no key update`,
);
export const listImports = namedQuery<object, Omit<ContentImport, 'report'>>(
  'content-transfer.list-imports',
  `select ${columns.replace(' report,', '')} from content_imports order by created_at desc, id desc limit 30`,
);

const lockStorage = namedQuery(
  'content-transfer.lock-storage',
  `select pg_advisory_xact_lock(hashtext('content_imports.storage'))`,
);
type NewImport = Pick<ContentImport, 'name' | 'format' | 'fileId' | 'by' | 'byStaffId' | 'createdAt'> & {
  readonly bytes: number;
  readonly expiresAt: Date;
  readonly maxBytes: number;
};
const insertWithin = namedFind<NewImport, ById>(
  'content-transfer.insert-import',
  `insert into content_imports (name, format, file_id, bytes, state, by, by_staff_id, created_at, expires_at)
  select $name, $format, $fileId, $bytes, 'trying', $by, $byStaffId, $createdAt, $expiresAt
  where $bytes::bigint + coalesce((select sum(bytes) from content_imports where state <> 'done'), 0) <= $maxBytes::bigint returning id`,
);
/** @returns null when all stored files together would exceed `maxBytes` */
export async function insertImport(tx: Tx, row: NewImport): Promise<number | null> {
  await lockStorage(tx, {});
  return (await insertWithin(tx, row))?.id ?? null;
}

/** Starts the next step of an import. The caller must have locked it. */
export const beginStep = namedQuery<Pick<ContentImport, 'id' | 'state' | 'by' | 'byStaffId'>>(
  'content-transfer.begin-import',
  `update content_imports set state = $state, by = $by, by_staff_id = $byStaffId, progress = 0, total = 0, report = null, problem = ''
  where id = $id`,
);
export const noteProgress = namedQuery<ById & { readonly done: number; readonly total: number }>(
  'content-transfer.note-progress',
  `update content_imports set progress = $done, total = $total where id = $id and state in ('trying', 'importing')`,
);

const updateEnded = namedFind<
  Pick<ContentImport, 'id' | 'state' | 'report' | 'problem'> & { readonly next: ContentImport['state'] },
  Pick<ContentImport, 'fileId'>
>(
  'content-transfer.end-import',
  `update content_imports set state = $next, report = $report::jsonb, problem = $problem
  where id = $id and state = $state returning file_id as "fileId"`,
);
const deletePictures = namedQuery<ById>(
  'content-transfer.delete-pictures',
  'delete from content_import_pictures where import_id = $id',
);
const insertPictures = namedQuery<ById & { readonly urls: readonly string[] }>(
  'content-transfer.insert-pictures',
  `insert into content_import_pictures (import_id, position, url)
  select $id, position, url from unnest($urls::text[]) with ordinality as picture (url, position)`,
);

type Ended =
  | { readonly state: 'tried'; readonly report: StoredReport; readonly pictures: readonly string[] }
  | { readonly state: 'done'; readonly report: StoredReport }
  | { readonly state: 'failed'; readonly problem: string };

/** Ends a step, unless another process has already ended it. @returns whether this call has ended it */
export async function endStep(tx: Tx, { id, state }: Pick<ContentImport, 'id' | 'state'>, ended: Ended) {
  const outcome =
    ended.state === 'failed'
      ? { report: null, problem: ended.problem.slice(0, 500) }
      : { report: ended.report, problem: '' };
  if (!(await updateEnded(tx, { id, state, next: ended.state, ...outcome }))) return false;
  await deletePictures(tx, { id });
  if (ended.state === 'tried') await insertPictures(tx, { id, urls: ended.pictures });
  return true;
}

const selectPictureCounts = namedFind<ById, { waiting: number; total: number }>(
  'content-transfer.count-pictures',
  `select count(*) filter (where is_waiting)::integer as waiting, count(*)::integer as total
  from content_import_pictures where import_id = $id`,
);
export const countPictures = async (db: Db, id: number) =>
  (await selectPictureCounts(db, { id })) ?? { waiting: 0, total: 0 };
export const findWaitingPicture = namedFind<ById, { position: number; url: string }>(
  'content-transfer.find-waiting-picture',
  'select position, url from content_import_pictures where import_id = $id and is_waiting order by position limit 1',
);
/** `mediaId` is null for a picture that can't be fetched. */
export const markPicture = namedQuery<ById & { readonly position: number; readonly mediaId: number | null }>(
  'content-transfer.set-picture',
  'update content_import_pictures set is_waiting = false, media_id = $mediaId where import_id = $id and position = $position',
);
const selectFetched = namedQuery<ById, { url: string; mediaId: number | null }>(
  'content-transfer.list-fetched',
  'select url, media_id as "mediaId" from content_import_pictures where import_id = $id and media_id is not null',
);
export const listFetched = async (db: Db, id: number): Promise<ReadonlyMap<string, number>> =>
  new Map((await selectFetched(db, { id })).flatMap(({ url, mediaId }) => (mediaId === null ? [] : [[url, mediaId]])));

export const deleteExpired = namedQuery<{ readonly now: Date; readonly limit: number }, Pick<ContentImport, 'fileId'>>(
  'content-transfer.delete-expired-imports',
  `delete from content_imports where id in (
    select id from content_imports where expires_at <= $now order by expires_at limit $limit for update skip locked
  ) returning file_id as "fileId"`,
);
export const findExistingFiles = namedQuery<{ readonly ids: readonly string[] }, { id: string }>(
  'content-transfer.find-files',
  `select file_id as id from content_imports where file_id = any($ids::uuid[]) and state <> 'done'`,
);
