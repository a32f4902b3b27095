import { sql } from 'drizzle-orm';
import type { MediaUse } from '#platform/media/uses.ts';
import { photoFeedTexts as texts } from '../texts.ts';

/** Pictures that the feed shows. The feed is never cached, so that nothing is invalidated. */
export const feedMediaUse: MediaUse = {
  id: 'photo-feed',
  text: texts.feedUse,
  page: null,
  rows: () =>
    sql`select media_id, 0 as id, coalesce(nullif(left(caption, 80), ''), external_id) as label from photo_feed_photos`,
  changed: async () => {},
};
