import {
  ensureAttributes,
  ensureBrands,
  ensureCategories,
  ensureShippingClasses,
  ensureTags,
  ensureTerms,
  toAttributeKey,
} from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';

export interface NamedIds {
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
  readonly shippingClasses: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
}

export type RowWithId = readonly [row: ParsedRow, productId: number];

export async function ensureNamedIds(shop: Shop, tx: Tx, rows: readonly RowWithId[]): Promise<NamedIds> {
  const parsedRows = rows.map(([row]) => row);
  const ownedAttributes = rows.flatMap(([row, productId]) =>
    (row.attributes ?? []).map((attribute) => ({ attribute, ownerId: attribute.global ? null : productId })),
  );
  const attributes = await ensureAttributes(
    tx,
    ownedAttributes.map(({ attribute, ownerId }) => ({ name: attribute.name, productId: ownerId })),
  );
  const terms = ownedAttributes.flatMap(({ attribute, ownerId }) => {
    const attributeId = attributes.get(toAttributeKey({ name: attribute.name, productId: ownerId })) ?? 0;
    return attribute.values.map((name) => ({ attributeId, name }));
  });
  const collectNames = (field: 'tags' | 'brands') => parsedRows.flatMap((row) => row[field] ?? []);
  const paths = parsedRows.flatMap((row) => row.categories ?? []);
  const classes = parsedRows.flatMap((row) => row.shippingClass || []);
  return {
    categories: await ensureCategories(shop, tx, paths),
    tags: await ensureTags(tx, collectNames('tags')),
    brands: await ensureBrands(tx, collectNames('brands')),
    shippingClasses: await ensureShippingClasses(tx, classes),
    attributes,
    terms: await ensureTerms(tx, terms),
  };
}
