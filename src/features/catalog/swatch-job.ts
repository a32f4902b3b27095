import { z } from 'zod';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { job } from '#platform/jobs/jobs.ts';
import { cardTag, productTag } from './cache-tags.ts';
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

const users = sqlQuery<{ id: number }>(
  'catalog.products-of-attributes',
  'select distinct product_id as id from product_attributes where attribute_id = any($1::integer[])',
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
      await announceSwatches(
        shop,
        tx,
        changed.map(({ attributeId }) => attributeId),
      );
    });
  },
});

/** Drops the cached pages of products that show terms of these attributes. */
export async function announceSwatches(
  shop: Pick<Shop, 'pages'>,
  tx: Tx,
  attributeIds: readonly number[],
): Promise<void> {
  if (attributeIds.length === 0) return;
  const shown = await users(tx, [attributeIds]);
  await shop.pages.invalidate(
    tx,
    shown.flatMap(({ id }) => [productTag(id), cardTag(id)]),
  );
}
