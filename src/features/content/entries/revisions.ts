import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type Content, contentColumnsSql, type Tree } from './find-published.ts';

export interface RevisionSummary {
  readonly id: number;
  readonly title: string;
  readonly createdAt: Date;
  readonly by: string;
}

/** Of one entry, newest first. Older ones stay in the database. */
const shownRevisions = 100;

const listRows = sqlQuery<RevisionSummary>(
  'content.list-revisions',
  `select id, title, created_at as "createdAt", by from content_revisions where entry_id = $1 order by id desc limit ${shownRevisions}`,
);

export const listRevisions = (db: Db, entryId: number): Promise<RevisionSummary[]> => listRows(db, [entryId]);

export interface Revision extends Content, RevisionSummary {}

const findRow = sqlQuery<Revision>(
  'content.find-revision',
  `select r.id, r.created_at as "createdAt", r.by, ${contentColumnsSql} from content_revisions r where r.entry_id = $1 and r.id = $2`,
);

export async function findRevision(db: Db, entryId: number, id: number): Promise<Revision | null> {
  return (await findRow(db, [entryId, id]))[0] ?? null;
}

/** A form that was opened before that many saves is compared, and not merged. */
const mergedRevisions = 20;

const listTrees = sqlQuery<{ tree: Tree }>(
  'content.list-newest-trees',
  `select tree from content_revisions where entry_id = $1 order by id desc limit ${mergedRevisions}`,
);

export const listNewestTrees = async (db: Db, entryId: number): Promise<Tree[]> =>
  (await listTrees(db, [entryId])).map(({ tree }) => tree);
