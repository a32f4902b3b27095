import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { mediaJsonSql } from '../images/media-json.ts';
import { anyOfSql } from './sql-fragments.ts';

const queryVariationImages = sqlQuery<{ id: number; image: MediaRow }>(
  'catalog.variation-images',
  `select v.id, ${mediaJsonSql('m')} as image from variations v join platform.media m on m.id = v.image_id
  where v.id = ${anyOfSql('$1')}`,
);

/** Loads the images of variations, by variation id; those without an own image are left out. One query. */
export async function getVariationImages(
  db: Db,
  variationIds: readonly number[],
): Promise<ReadonlyMap<number, MediaRow>> {
  if (variationIds.length === 0) return new Map();
  return new Map((await queryVariationImages(db, [variationIds])).map(({ id, image }) => [id, image]));
}
