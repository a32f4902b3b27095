import { z } from 'zod';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Photograph } from './find-comments.ts';
import { openPhotographs, storePhotograph } from './photographs.ts';
import { lockComment } from './write/change-comment.ts';
import { refreshPagesAndRating } from './write/refresh-pages-and-rating.ts';

const insertRemote = sqlQuery(
  'comments.write-remote-photographs',
  `insert into comment_remote_photographs (comment_id, position, url)
  select $1::bigint, position - 1, url from unnest($2::text[]) with ordinality as picture (url, position)`,
);
const selectRemote = sqlQuery<{ position: number; url: string }>(
  'comments.find-remote-photographs',
  'select position, url from comment_remote_photographs where comment_id = $1::bigint order by position',
);
const deleteRemote = sqlQuery<{ url: string }>(
  'comments.delete-remote-photograph',
  'delete from comment_remote_photographs where comment_id = $1::bigint and position = $2 returning url',
);
const insertFetched = namedQuery<
  Photograph & { readonly commentId: number; readonly position: number; readonly now: Date }
>(
  'comments.write-fetched-photograph',
  `insert into comment_photographs (id, comment_id, position, width, height, fetched_at)
  values ($id::uuid, $commentId::bigint, $position, $width, $height, $now)`,
);

export async function fetchPhotographsLater(shop: Shop, tx: Tx, id: number, urls: readonly string[]): Promise<void> {
  await insertRemote(tx, [id, urls]);
  await shop.jobs.add(tx, fetchPhotographsJob, { id }, { key: `comments:fetch-photographs:${id}` });
}

/** Fetches the photographs of an imported review. Leaves out photographs that no longer exist or are not images. */
export const fetchPhotographsJob = defineJob({
  name: 'comments:fetch-photographs',
  schema: z.object({ id: z.int().positive() }),
  slow: true,
  maxAttempts: 6,
  run: async (shop, { id }, { isLast }) => {
    let isMissing = false;
    for (const { position, url } of await selectRemote(shop.db, [id])) {
      const fetched = await shop.media.fetch(url);
      if (fetched.ok) await keep(shop, id, position, fetched.bytes);
      else if (isLast || !isRetryable(fetched)) {
        await deleteRemote(shop.db, [id, position]);
        shop.log.warn({ comment: id, position, code: fetched.code }, 'a photograph of an imported review was left out');
      } else isMissing = true;
    }
    if (isMissing) throw new Error(`photographs of comment ${id} could not be fetched yet`);
  },
});

/**
 * Whether another attempt may succeed. A server may reply with status 429 for a while when thousands of photographs
 * are fetched.
 */
const isRetryable = (failure: { readonly code: string; readonly reason?: string }): boolean =>
  failure.code === 'TIMEOUT' ||
  (failure.code === 'NOT_FETCHED' && !/^(ADDRESS|STATUS_4(?!08|25|29)\d\d)$/.test(failure.reason ?? ''));

async function keep(shop: Shop, id: number, position: number, bytes: Buffer): Promise<void> {
  const photograph = await storePhotograph(shop, bytes);
  const isKept = await inTransaction(shop.db, async (tx) => {
    const comment = await lockComment(tx, id);
    const [waiting] = await deleteRemote(tx, [id, position]);
    if (!comment || !waiting || !photograph) return false;
    await insertFetched(tx, { ...photograph, commentId: id, position, now: shop.clock.now() });
    if (comment.state === 'approved') await refreshPagesAndRating(shop, tx, comment);
    return true;
  });
  if (!isKept && photograph) await openPhotographs(shop).remove([photograph.id]);
}
