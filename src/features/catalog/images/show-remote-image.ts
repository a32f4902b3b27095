import { inArray } from 'drizzle-orm';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardCacheTag, imagesCacheTag, productCacheTag, swatchesCacheTag } from '../cache-tags.ts';
import { products } from '../tables.ts';
import { storePlaceholder } from './placeholder.ts';

interface ProductIdRow {
  readonly id: number;
}

const queryShowImage = sqlQuery<{ productIds: number[]; changesSwatches: boolean }>(
  'catalog.show-stored-image',
  `with stored as (
    update remote_images set state = 'stored', media_id = $2, problem = '' where id = $1
  ), changed_products as (
    update product_images set media_id = $2 where remote_id = $1 and media_id is distinct from $2 returning product_id
  ), changed_variations as (
    update variations set image_id = $2 where remote_image_id = $1 and image_id is distinct from $2 returning product_id
  ), changed_terms as (
    update attribute_terms set image_id = $2 where remote_image_id = $1 and image_id is distinct from $2 returning attribute_id
  ), changed_attributes as (
    update attributes set kind = 'swatch' where kind <> 'swatch' and id in (select attribute_id from changed_terms)
  )
  select array(select product_id from changed_products union select product_id from changed_variations) as "productIds",
    exists (select from changed_terms) as "changesSwatches"`,
);

const queryClearPlaceholders = sqlQuery(
  'catalog.clear-placeholders',
  `update product_images i set media_id = null from remote_images r
  where r.id = i.remote_id and r.state <> 'stored' and i.media_id is not null and i.product_id = any($1::integer[])`,
);

export async function showStoredImage(shop: Shop, tx: Tx, remoteId: number, mediaId: number): Promise<void> {
  const [{ productIds, changesSwatches } = { productIds: [], changesSwatches: false }] = await queryShowImage(tx, [
    remoteId,
    mediaId,
  ]);
  await queryClearPlaceholders(tx, [productIds]);
  await publishImageChanges(shop, tx, productIds);
  if (changesSwatches) await shop.pages.invalidate(tx, [swatchesCacheTag]);
}

const queryShowPlaceholder = sqlQuery<ProductIdRow>(
  'catalog.mark-image-failed',
  `with failed as (
    update remote_images set state = 'failed', media_id = null, problem = $3 where id = $1
  )
  update product_images i set media_id = $2 where remote_id = $1 and media_id is null
    and not exists (select from product_images other where other.product_id = i.product_id and other.media_id is not null)
  returning product_id as id`,
);

/** Stores the reason why an image failed. Products without another image show the placeholder. */
export async function markImageFailed(shop: Shop, remoteId: number, problem: string): Promise<void> {
  const placeholderId = await storePlaceholder(shop);
  await inTransaction(shop.db, async (tx) =>
    publishImageChanges(shop, tx, toDistinctIds(await queryShowPlaceholder(tx, [remoteId, placeholderId, problem]))),
  );
}

/** Finds for each product without an image the first position among the given remote images. */
const firstMissingImageSql = `select i.product_id, min(i.position) as position from product_images i where i.remote_id = any($1::integer[])
  and not exists (select from product_images other where other.product_id = i.product_id and other.media_id is not null) group by i.product_id`;

const queryShowPlaceholders = sqlQuery<ProductIdRow>(
  'catalog.show-placeholders',
  `update product_images i set media_id = $2 from (${firstMissingImageSql}) missing
  where i.product_id = missing.product_id and i.position = missing.position returning i.product_id as id`,
);

/**
 * Shows the placeholder on products that use these failed images and have no other image.
 * @param placeholderId from `storePlaceholder`
 */
export async function showPlaceholders(
  shop: Shop,
  tx: Tx,
  remoteIds: readonly number[],
  placeholderId: number,
): Promise<void> {
  await publishImageChanges(shop, tx, toDistinctIds(await queryShowPlaceholders(tx, [remoteIds, placeholderId])));
}

const toDistinctIds = (rows: readonly ProductIdRow[]) => [...new Set(rows.map(({ id }) => id))];

async function publishImageChanges(shop: Shop, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(products).set({ updatedAt: shop.clock.now() }).where(inArray(products.id, ids));
  await shop.pages.invalidate(tx, [imagesCacheTag, ...ids.flatMap((id) => [productCacheTag(id), cardCacheTag(id)])]);
}
