import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type Comment, type CommentJson, commentJsonSql, maxAnswers, toComment } from './find-comments.ts';

interface PageRow {
  readonly total: number;
  readonly count: number;
  readonly threads: readonly CommentJson[] | null;
  readonly answers: readonly CommentJson[] | null;
}

const selectPage = sqlQuery<PageRow>(
  'comments.find-page-of-entry',
  `with shown as materialized (
    select c.* from comments c where c.entry_id = $1 and c.state = 'approved' and c.parent_id is null order by c.id limit $2 offset $3
  )
  select (select count(*)::integer from comments c where c.entry_id = $1 and c.state = 'approved' and c.parent_id is null) as total,
    (select count(*)::integer from comments c where c.entry_id = $1 and c.state = 'approved'
      and (c.root_id is null or exists (select from comments r where r.id = c.root_id and r.state = 'approved'))) as count,
    (select json_agg(${commentJsonSql} order by c.id) from shown c) as threads,
    (select json_agg(${commentJsonSql} order by c.id) from (
      select c.* from comments c where c.entry_id = $1 and c.root_id = any(array(select id from shown)) and c.state = 'approved' order by c.id limit ${maxAnswers}
    ) c) as answers`,
);

export interface EntryComments {
  readonly total: number;
  /** Number of approved comments in these threads, which pages display. */
  readonly count: number;
  readonly threads: readonly Comment[];
  readonly answers: readonly Comment[];
}

/**
 * Finds the approved comments of a post. The oldest come first, so that a conversation can be read in order. Uses one
 * query.
 */
export async function findEntryComments(
  db: Db,
  entryId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<EntryComments> {
  const [row] = await selectPage(db, [entryId, perPage, (page - 1) * perPage]);
  return {
    total: row?.total ?? 0,
    count: row?.count ?? 0,
    threads: (row?.threads ?? []).map(toComment),
    answers: (row?.answers ?? []).map(toComment),
  };
}
