import { sql } from 'drizzle-orm';
import { imagesCacheTag } from '#features/catalog/index.ts';
import { getRecordPath } from '#platform/admin/records/record.ts';
import type { MediaUse } from '#platform/media/uses.ts';
import { entryRecord } from './admin/entry-record.tsx';
import { contentTexts as texts } from './admin/texts.ts';
import { contentCacheTag } from './entries/cache-tags.ts';

/**
 * Pictures of published revisions, newest drafts and scheduled revisions. Pictures of former revisions may be
 * deleted.
 */
export const contentMediaUse: MediaUse = {
  id: 'content',
  text: texts.entryOne,
  page: { path: (id) => getRecordPath(entryRecord, id), requires: entryRecord.requires },
  rows: () => sql`
    select picture.media_id, e.id, e.title as label
    from content_entries e
    join content_revisions r on r.entry_id = e.id and r.id in (e.draft_id, e.published_id, e.scheduled_id)
    cross join lateral (
      select r.image_id as media_id where r.image_id is not null
      union select value::text::integer from jsonb_path_query(r.tree, '$.**.values.pictures[*] ? (@.type() == "number")') value
    ) picture
    group by picture.media_id, e.id`,
  // Invalidate the entry's tag: a reusable block is shown in other entries too.
  changed: (shop, tx, ids) => shop.pages.invalidate(tx, [imagesCacheTag, ...ids.map(contentCacheTag)]),
};
