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

/** Ids of the records that rows refer to by name. */
export interface NamedIds {
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
  readonly shippingClasses: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
}

export type NumberedRow = readonly [row: ParsedRow, productId: number];

/** Finds or creates the records named by rows. */
export async function ensureNamedIds(shop: Shop, tx: Tx, rows: readonly NumberedRow[]): Promise<NamedIds> {
  const all = rows.map(([row]) => row);
  const named = rows.flatMap(([row, productId]) =>
    (row.attributes ?? []).map((attribute) => ({ attribute, owner: attribute.global ? null : productId })),
  );
  const attributes = await ensureAttributes(
    tx,
    named.map(({ attribute, owner }) => ({ name: attribute.name, productId: owner })),
  );
  const terms = named.flatMap(({ attribute, owner }) => {
    const attributeId = attributes.get(toAttributeKey({ name: attribute.name, productId: owner })) ?? 0;
    return attribute.values.map((name) => ({ attributeId, name }));
  });
  const names = (field: 'tags' | 'brands') => all.flatMap((row) => row[field] ?? []);
  const paths = all.flatMap((row) => row.categories ?? []);
  const classes = all.flatMap((row) => row.shippingClass || []);
  return {
    categories: await ensureCategories(shop, tx, paths),
    tags: await ensureTags(tx, names('tags')),
    brands: await ensureBrands(tx, names('brands')),
    shippingClasses: await ensureShippingClasses(tx, classes),
    attributes,
    terms: await ensureTerms(tx, terms),
  };
}
