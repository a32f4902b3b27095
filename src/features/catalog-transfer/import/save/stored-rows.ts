import { createHash } from 'node:crypto';
import { loadProducts, loadVariations, type ProductRecord, type VariationRecord } from '#features/catalog/index.ts';
import { buildCells } from '#features/catalog-transfer/export/build-cells.ts';
import { emptyLayout } from '#features/catalog-transfer/export/export-layout.ts';
import { loadRecordNames } from '#features/catalog-transfer/export/record-names.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Stored data of a row: a product with its master, or a variation. */
export interface StoredRow {
  readonly product: ProductRecord | null;
  readonly variation: VariationRecord;
}

/** A stored row and its product, whose fields appear in the row's cells. */
export interface StoredRowWithProduct extends StoredRow {
  readonly owner: ProductRecord;
}

/** @param ids ids of products and variations */
export async function loadStoredRows(
  { choices }: Pick<Shop, 'choices'>,
  db: Db,
  ids: readonly number[],
): Promise<Map<number, StoredRowWithProduct>> {
  if (ids.length === 0) return new Map();
  const variations = await loadVariations(db, [...new Set(ids)], choices.currency);
  const owners = await loadProducts(db, [...new Set(variations.values().map(({ productId }) => productId))]);
  return new Map(
    variations.entries().flatMap(([id, variation]) => {
      const owner = owners.get(variation.productId);
      return owner ? [[id, { owner, variation, product: owner.id === id ? owner : null }] as const] : [];
    }),
  );
}

/** Formats the cells of rows as an export writes them, by id. */
export async function formatStoredRows(
  { config }: Pick<Shop, 'config'>,
  db: Db,
  rows: ReadonlyMap<number, StoredRowWithProduct>,
): Promise<Map<number, Readonly<Record<string, string>>>> {
  const owners = new Map(rows.values().map(({ owner }) => [owner.id, owner]));
  const variations = [...rows.values()].map(({ variation }) => variation);
  const names = await loadRecordNames(db, [...owners.values()], variations);
  const context = { layout: emptyLayout, names, origin: config.publicUrl };
  return new Map(
    rows.entries().map(([id, { owner, variation }]) => [id, buildCells({ product: owner, variation }, context)]),
  );
}

/** Converts a value to JSON data, in which dates are strings. */
export const toJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/**
 * Creates a fingerprint of the state of a stored row. It includes stock only if the row has a stock of its own and
 * the import sets it, because orders change stock levels all the time.
 */
export function createFingerprint(row: StoredRow | null | undefined, hasStock: boolean): string {
  if (!row) return '';
  const { stock, ...variation } = row.variation;
  const counted = hasStock && stock.isOwn ? stock : null;
  return hash({ product: row.product, variation, stock: counted });
}

const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(toJson(value))))
    .digest('base64url');

/**
 * Creates a fingerprint of the links of a product only: when links are saved, earlier stages have already changed
 * other fields of the row.
 */
export function createLinkFingerprint(row: StoredRow | null): string {
  if (!row?.product) return '';
  const { grouped, upsells, crossSells } = row.product;
  return hash({ grouped, upsells, crossSells });
}

/** Sorts the keys of objects, because PostgreSQL returns the keys of `jsonb` in its own order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
