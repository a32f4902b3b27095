import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { VariationIds } from './product-lookups.ts';

/**
 * What an export calls a product or variation that has neither SKU nor a number of another shop: its own number, with the moment at which its
 * product was made, so that no other shop's can be taken for it.
 * @param madeAt milliseconds since 1970
 */
export function toExportId(id: number, madeAt: number): string {
  return `vt-${id}-${madeAt.toString(36)}`;
}

const exportIdPattern = /^vt-([1-9]\d{0,8})-[0-9a-z]{1,12}$/;

const queryVariationIds = sqlQuery<VariationIds & { madeAt: number }>(
  'catalog.places-by-own-number',
  `select v.id, v.product_id as "productId", floor(extract(epoch from p.created_at) * 1000)::bigint as "madeAt"
  from variations v join products p on p.id = v.product_id where v.id = any($1::integer[])`,
);

/** Those of these numbers that are this shop's. */
export async function findVariationIdsByExportId(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, VariationIds>> {
  const ids = numbers.flatMap((number) => Number(exportIdPattern.exec(number)?.[1] ?? 0) || []);
  if (ids.length === 0) return new Map();
  const places = await queryVariationIds(db, [ids]);
  return new Map(places.map(({ madeAt, ...place }) => [toExportId(place.id, madeAt), place]));
}
