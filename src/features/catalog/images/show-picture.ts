import { inArray } from 'drizzle-orm';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardTag, picturesTag, productTag, swatchesTag } from '../cache-tags.ts';
import { products } from '../tables.ts';
import { drawPlaceholder } from './placeholder.ts';

interface Owner {
  readonly id: number;
}

const store = sqlQuery<{ productIds: number[]; painted: boolean }>(
  'catalog.show-picture',
  `with stored as (
    update remote_images set state = 'stored', media_id = $2, problem = '' where id = $1
  ), own as (
    update product_images set media_id = $2 where remote_id = $1 and media_id is distinct from $2 returning product_id
  ), varied as (
    update variations set image_id = $2 where remote_image_id = $1 and image_id is distinct from $2 returning product_id
  ), painted as (
    update attribute_terms set image_id = $2 where remote_image_id = $1 and image_id is distinct from $2 returning attribute_id
  ), turned as (
    update attributes set kind = 'swatch' where kind <> 'swatch' and id in (select attribute_id from painted)
  )
  select array(select product_id from own union select product_id from varied) as "productIds", exists (select from painted) as painted`,
);

/** A drawn picture goes where the product has a real one now. */
const clear = sqlQuery(
  'catalog.clear-placeholders',
  `update product_images i set media_id = null from remote_images r
  where r.id = i.remote_id and r.state <> 'stored' and i.media_id is not null and i.product_id = any($1::integer[])`,
);

/** Shows a picture that is in the shop now wherever it was asked for. */
export async function showStoredImage(shop: Shop, tx: Tx, remoteId: number, mediaId: number): Promise<void> {
  const [{ productIds, painted } = { productIds: [], painted: false }] = await store(tx, [remoteId, mediaId]);
  await clear(tx, [productIds]);
  await announce(shop, tx, productIds);
  if (painted) await shop.pages.invalidate(tx, [swatchesTag]);
}

const fail = sqlQuery<Owner>(
  'catalog.show-placeholder',
  `with failed as (
    update remote_images set state = 'failed', media_id = null, problem = $3 where id = $1
  )
  update product_images i set media_id = $2 where remote_id = $1 and media_id is null
    and not exists (select from product_images other where other.product_id = i.product_id and other.media_id is not null)
  returning product_id as id`,
);

/** Writes down why a picture can't be had. Products that have no other one get the drawn one. */
export async function markImageFailed(shop: Shop, remoteId: number, problem: string): Promise<void> {
  const drawn = await storePlaceholder(shop);
  await inTransaction(shop.db, async (tx) => announce(shop, tx, idsOf(await fail(tx, [remoteId, drawn, problem]))));
}

/** The drawn picture, as one of the shop's own. Not for a transaction that is open already: the disk may keep it waiting. */
export async function storePlaceholder(shop: Shop): Promise<number> {
  const drawn = await shop.media.store(shop.db, { bytes: await drawPlaceholder(), name: 'no-picture.png', alt: '' });
  if (!drawn.ok) throw new Error(`the drawn picture can't be stored: ${drawn.code}`);
  return drawn.id;
}

/** The first of some pictures that each product without any other asked for. */
const bare = `select i.product_id, min(i.position) as position from product_images i where i.remote_id = any($1::integer[])
  and not exists (select from product_images other where other.product_id = i.product_id and other.media_id is not null) group by i.product_id`;

const draw = sqlQuery<Owner>(
  'catalog.draw-missing',
  `update product_images i set media_id = $2 from (${bare}) bare
  where i.product_id = bare.product_id and i.position = bare.position returning i.product_id as id`,
);

/**
 * Shows the drawn picture where products asked for these, which can't be had, and have no other.
 * @param drawn from `storePlaceholder`
 */
export async function showPlaceholders(shop: Shop, tx: Tx, remoteIds: readonly number[], drawn: number): Promise<void> {
  await announce(shop, tx, idsOf(await draw(tx, [remoteIds, drawn])));
}

const idsOf = (owners: readonly Owner[]) => [...new Set(owners.map(({ id }) => id))];

async function announce(shop: Shop, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(products).set({ updatedAt: shop.clock.now() }).where(inArray(products.id, ids));
  await shop.pages.invalidate(tx, [picturesTag, ...ids.flatMap((id) => [productTag(id), cardTag(id)])]);
}
