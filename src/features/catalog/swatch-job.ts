import { z } from 'zod';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { job } from '#platform/jobs/jobs.ts';
import { swatchesTag } from './cache-tags.ts';
import { fetchImage, imageOfJob } from './image-job.ts';

const show = sqlQuery<{ attributeId: number }>(
  'catalog.show-swatch',
  `with shown as (
    update attribute_terms t set image_id = r.media_id from remote_images r
    where t.id = $1 and r.id = $2 and r.media_id is not null and t.image_id is distinct from r.media_id returning t.attribute_id
  ), turned as (
    update attributes set kind = 'swatch' where kind <> 'swatch' and id in (select attribute_id from shown)
  )
  select attribute_id as "attributeId" from shown`,
);

/** Fetches a picture of an import for a term's swatch. One that can't be had leaves the swatch as it is. */
export const fetchSwatch = job({
  name: 'catalog:fetch-swatch',
  schema: imageOfJob.extend({ termId: z.int().positive() }),
  maxAttempts: 4,
  slow: true,
  run: async (shop, { termId, ...image }, { last }) => {
    await fetchImage(shop, image, last);
    await inTransaction(shop.db, async (tx) => {
      const changed = await show(tx, [termId, image.id]);
      if (changed.length > 0) await shop.pages.invalidate(tx, [swatchesTag]);
    });
  },
});
