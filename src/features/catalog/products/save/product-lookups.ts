import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ProductProblem, ProductRecord, VariationRecord } from './product-records.ts';

const queryNextIds = sqlQuery<{ id: number }>(
  'catalog.allocate-ids',
  `select nextval('catalog_ids')::integer as id from generate_series(1, $1)`,
);

/** Takes new ids from the sequence that products and variations share. */
export async function allocateCatalogIds(db: Db, count: number): Promise<number[]> {
  return count === 0 ? [] : (await queryNextIds(db, [count])).map((row) => row.id);
}

const lockRows = sqlQuery<{ id: number }>(
  'catalog.lock-products',
  'select id from products where id = any($1::integer[]) order by id for no key update',
);

/**
 * Locks products, and with them all rows that are saved with a product, until the transaction ends. Lock order:
 * products by id, their variations, stock.
 * @returns the ids of existing products
 */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<readonly number[]> {
  return ids.length === 0 ? [] : (await lockRows(tx, [ids])).map(({ id }) => id);
}

/** Ids of a variation and its product. A master has its product's id. */
export interface VariationIds {
  readonly id: number;
  readonly productId: number;
}

const queryBySku = sqlQuery<VariationIds & { sku: string }>(
  'catalog.find-variations-by-sku',
  `select v.id, v.product_id as "productId", requested as sku
  from unnest($1::text[]) requested join variations v on lower(v.sku) = lower(requested)`,
);

/**
 * @returns ids by the requested SKU in the lower case of JavaScript: PostgreSQL lowers some letters differently, such
 * as the last letter of ΟΔΟΣ
 */
export async function findVariationIdsBySku(db: Db, skus: readonly string[]): Promise<Map<string, VariationIds>> {
  if (skus.length === 0) return new Map();
  return new Map((await queryBySku(db, [skus])).map(({ sku, ...variation }) => [sku.toLowerCase(), variation]));
}

const queryByImportId = sqlQuery<VariationIds & { importId: string }>(
  'catalog.find-variations-by-import-id',
  `select id, id as "productId", import_id as "importId" from products where import_id = any($1::text[])
  union all select id, product_id, import_id from variations where import_id = any($1::text[])`,
);

/** Finds products (as their masters) and variations by their ids in the shop from which they were imported. */
export async function findVariationIdsByImportId(
  db: Db,
  importIds: readonly string[],
): Promise<Map<string, VariationIds>> {
  if (importIds.length === 0) return new Map();
  return new Map((await queryByImportId(db, [importIds])).map(({ importId, ...variation }) => [importId, variation]));
}

/**
 * Finds SKUs that belong to another variation or that two of these records share.
 * @param prefix prefix of field names in problems: `master.` or empty
 * @returns problems by id
 */
export async function findTakenSkus(
  db: Db,
  records: readonly VariationRecord[],
  prefix: string,
): Promise<Map<number, ProductProblem>> {
  const withSku = records.flatMap(({ id, sku }) => (sku === null ? [] : [{ id, sku, key: sku.toLowerCase() }]));
  const variations = await findVariationIdsBySku(
    db,
    withSku.map(({ sku }) => sku),
  );
  const owners = new Map([...variations].map(([key, variation]) => [key, variation.id]));
  const problems = new Map<number, ProductProblem>();
  for (const { id, sku, key } of withSku) {
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, id);
    else if (owner !== id)
      problems.set(id, {
        code: 'SKU_TAKEN',
        field: `${prefix}sku`,
        message: `${sku} is already the SKU of another product or variation`,
      });
  }
  return problems;
}

interface ImportedRecord {
  readonly id: number;
  readonly importId: string | null;
}

/** Finds import ids that belong to another record or that two of these records share. @returns problems by id */
export async function findTakenImportIds(
  db: Db,
  records: readonly ImportedRecord[],
): Promise<Map<number, ProductProblem>> {
  const withImportId = records.flatMap(({ id, importId }) => (importId === null ? [] : [{ id, importId }]));
  const variations = await findVariationIdsByImportId(
    db,
    withImportId.map(({ importId }) => importId),
  );
  const owners = new Map([...variations].map(([importId, variation]) => [importId, variation.id]));
  const problems = new Map<number, ProductProblem>();
  for (const { id, importId } of withImportId) {
    const owner = owners.get(importId);
    if (owner === undefined) owners.set(importId, id);
    else if (owner !== id)
      problems.set(id, {
        code: 'IMPORT_ID_TAKEN',
        field: 'importId',
        message: `${importId} is already the import ID of another product or variation`,
      });
  }
  return problems;
}

const queryIdsBySlug = sqlQuery<{ id: number; slug: string }>(
  'catalog.find-products-by-slug',
  'select id, slug from products where locale = $2 and slug = any($1::text[])',
);

const queryAnyProduct = sqlQuery('catalog.find-any-product', 'select from products limit 1');

export async function hasProducts(db: Db): Promise<boolean> {
  return (await queryAnyProduct(db, [])).length > 0;
}

export async function findProductIdsBySlug(
  db: Db,
  locale: string,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  return new Map((await queryIdsBySlug(db, [slugs, locale])).map((row) => [row.slug, row.id]));
}

const queryTermsInUse = sqlQuery<{ productId: number; attributeId: number; termId: number | null }>(
  'catalog.find-used-terms',
  `select distinct product_id as "productId", attribute_id as "attributeId", term_id as "termId" from variation_terms
  where product_id = any($1::integer[])`,
);

/**
 * Finds attributes and terms that variations use but the new record does not contain.
 * @returns problems by product id
 */
export async function findRemovedTermsInUse(
  db: Db,
  records: readonly ProductRecord[],
): Promise<Map<number, ProductProblem>> {
  const used = records.length === 0 ? [] : await queryTermsInUse(db, [records.map((record) => record.id)]);
  const problems = new Map<number, ProductProblem>();
  for (const { productId, attributeId, termId } of used) {
    const attribute = records
      .find(({ id }) => id === productId)
      ?.attributes.find((attribute) => attribute.attributeId === attributeId);
    if (attribute && (termId === null || attribute.terms.includes(termId))) continue;
    problems.set(productId, {
      code: 'TERM_IN_USE',
      field: 'attributes',
      message: 'a variation still uses an attribute or value that would be removed',
    });
  }
  return problems;
}
