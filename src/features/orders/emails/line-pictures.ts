import { getPurchasableVariations } from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailImage } from '#platform/mail/kit/mail-content.ts';
import { getSmallestAddress } from '#platform/media/picture.ts';
import type { Order } from '../order.ts';

/** Photographs by the ids of variations. Variations that are no longer in the catalogue have no photograph. */
export type LinePictures = ReadonlyMap<number, MailImage>;

export async function findLinePictures(
  { clock }: Pick<Shop, 'clock'>,
  db: Db,
  { lines }: Pick<Order, 'lines'>,
): Promise<LinePictures> {
  const ids = lines.map(({ variationId }) => variationId);
  const variations = await getPurchasableVariations(db, ids, clock.now());
  return new Map(
    [...variations].flatMap(([id, { image }]) =>
      image ? [[id, { src: getSmallestAddress(image.sha256, 'jpg'), width: image.width, height: image.height }]] : [],
    ),
  );
}
