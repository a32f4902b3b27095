import { sql } from 'drizzle-orm';
import type { MediaUse } from '#platform/media/uses.ts';
import {
  cardCacheTag,
  categoriesCacheTag,
  categoryCacheTag,
  imagesCacheTag,
  productCacheTag,
  swatchesCacheTag,
} from '../cache-tags.ts';
import { catalogTexts as texts } from '../texts.ts';

const productPictures: MediaUse = {
  id: 'products',
  text: texts.productPicture,
  page: null,
  rows: () => sql`
    select i.media_id, p.id, p.name as label from product_images i join products p on p.id = i.product_id
    union select v.image_id, p.id, p.name from variations v join products p on p.id = v.product_id`,
  changed: (shop, tx, ids) =>
    shop.pages.invalidate(tx, [imagesCacheTag, ...ids.flatMap((id) => [productCacheTag(id), cardCacheTag(id)])]),
  // Deletes the remote image, so that the next import that names its address fetches it again.
  forget: async (tx, mediaId) => {
    await tx.execute(sql`delete from remote_images where media_id = ${mediaId}`);
  },
};

const categoryPictures: MediaUse = {
  id: 'categories',
  text: texts.categoryPicture,
  page: null,
  rows: () => sql`select c.image_id as media_id, c.id, c.name as label from categories c`,
  changed: (shop, tx, ids) => shop.pages.invalidate(tx, [categoriesCacheTag, ...ids.map(categoryCacheTag)]),
};

const swatchPictures: MediaUse = {
  id: 'terms',
  text: texts.swatchPicture,
  page: null,
  rows: () => sql`select t.image_id as media_id, t.id, t.name as label from attribute_terms t`,
  changed: (shop, tx) => shop.pages.invalidate(tx, [swatchesCacheTag]),
};

export const catalogMediaUses: readonly MediaUse[] = [productPictures, categoryPictures, swatchPictures];
