import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { VariationIds } from './product-lookups.ts';

/**
 * Creates an id for exported products and variations that have neither a SKU nor an import id. The creation time of
 * the product keeps ids of different shops distinct.
 * @param createdAt milliseconds since 1970
 */
export function toExportId(id: number, createdAt: number): string {
  return `vt-${id}-${createdAt.toString(36)}`;
}

const exportIdPattern = /^vt-([1-9]\d{0,8})-[0-9a-z]{1,12}$/;

const queryVariationIds = sqlQuery<VariationIds & { createdAt: number }>(
  'catalog.find-variations-by-export-id',
  `select v.id, v.product_id as "productId", floor(extract(epoch from p.created_at) * 1000)::bigint as "createdAt"
  from variations v join products p on p.id = v.product_id where v.id = any($1::integer[])`,
);

/**
 * Finds products and variations by export ids that this shop has created. Ids of other shops are missing from the
 * result.
 */
export async function findVariationIdsByExportId(
  db: Db,
  exportIds: readonly string[],
): Promise<Map<string, VariationIds>> {
  const ids = exportIds.flatMap((exportId) => Number(exportIdPattern.exec(exportId)?.[1] ?? 0) || []);
  if (ids.length === 0) return new Map();
  const rows = await queryVariationIds(db, [ids]);
  return new Map(rows.map(({ createdAt, ...variation }) => [toExportId(variation.id, createdAt), variation]));
}
