import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import { type Content, contentColumnsSql, type Tree } from './find-published.ts';

export interface RevisionSummary {
  readonly id: number;
  readonly title: string;
  readonly createdAt: Date;
  readonly by: string;
}

/** Number of newest revisions that are listed. Older ones stay in the database. */
const shownRevisions = 100;

export const listRevisions = namedQuery<{ readonly entryId: number }, RevisionSummary>(
  'content.list-revisions',
  `select id, title, created_at as "createdAt", by from content_revisions where entry_id = $entryId order by id desc limit ${shownRevisions}`,
);

export interface Revision extends Content, RevisionSummary {}

export const findRevision = namedFind<{ readonly entryId: number; readonly id: number }, Revision>(
  'content.find-revision',
  `select r.id, r.created_at as "createdAt", r.by, ${contentColumnsSql} from content_revisions r where r.entry_id = $entryId and r.id = $id`,
);

/** Number of saves after which an open form is compared instead of merged. */
const mergedRevisions = 20;

const listTrees = sqlQuery<{ tree: Tree }>(
  'content.list-newest-trees',
  `select tree from content_revisions where entry_id = $1 order by id desc limit ${mergedRevisions}`,
);

export const listNewestTrees = async (db: Db, entryId: number): Promise<Tree[]> =>
  (await listTrees(db, [entryId])).map(({ tree }) => tree);
