import type { ImageRecord, ProductStatus } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface StoredProduct {
  readonly id: number;
  readonly status: ProductStatus;
  readonly images: readonly ImageRecord[];
}

const queryProducts = sqlQuery<StoredProduct>(
  'catalog-transfer.find-stored-products',
  `select p.id, p.status, (select coalesce(json_agg(json_build_object('mediaId', i.media_id, 'remoteId', i.remote_id) order by i.position), '[]')
    from product_images i where i.product_id = p.id) as images
  from products p where p.id = any($1::integer[])`,
);

export async function findStoredProducts(db: Db, ids: readonly number[]): Promise<Map<number, StoredProduct>> {
  return ids.length === 0
    ? new Map()
    : new Map((await queryProducts(db, [ids])).map((product) => [product.id, product]));
}

const queryVariationImages = sqlQuery<{ id: number } & ImageRecord>(
  'catalog-transfer.find-variation-images',
  'select id, image_id as "mediaId", remote_image_id as "remoteId" from variations where id = any($1::integer[])',
);

export async function findStoredVariationImages(db: Db, ids: readonly number[]): Promise<Map<number, ImageRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await queryVariationImages(db, [ids]);
  return new Map(rows.map(({ id, mediaId, remoteId }) => [id, { mediaId, remoteId }]));
}
