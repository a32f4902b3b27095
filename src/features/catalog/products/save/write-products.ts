import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, notInArray, or } from 'drizzle-orm';
import {
  productAddons,
  productAttributes,
  productAttributeTerms,
  productBrands,
  productCategories,
  productImages,
  productLinks,
  products,
  productTags,
} from '#features/catalog/tables.ts';
import type { Tx } from '#platform/database/database.ts';
import { insertRows } from './insert-rows.ts';
import type { ProductRecord } from './product-records.ts';

/** A record to write and its stored state; null for a new record. */
export interface RecordWrite<Stored> {
  readonly record: Stored;
  readonly before: Stored | null;
}

export function hasChanged<Stored>({ record, before }: RecordWrite<Stored>): boolean {
  return before === null || !isDeepStrictEqual(record, before);
}

/** Writes products, but of their dependent rows only those that have changed. */
export async function writeProducts(tx: Tx, written: readonly RecordWrite<ProductRecord>[]): Promise<void> {
  if (written.length === 0) return;
  await writeProductRows(
    tx,
    written.map(({ record }) => record),
  );
  const listDiffering = (field: keyof ProductRecord) =>
    written
      .filter(({ record, before }) => !isDeepStrictEqual(record[field], before?.[field] ?? []))
      .map(({ record }) => record);
  await writeLabels(tx, listDiffering('categories'), listDiffering('tags'), listDiffering('brands'));
  await writeImages(tx, listDiffering('images'));
  const existingIds = new Set(written.filter(({ before }) => before !== null).map(({ record }) => record.id));
  await writeAttributes(tx, listDiffering('attributes'), existingIds);
  await writeAddons(tx, listDiffering('addons'));
  const withChangedLinks = written.filter(
    ({ record, before }) => !isDeepStrictEqual(toLinkRows(record), before === null ? [] : toLinkRows(before)),
  );
  await writeLinks(
    tx,
    withChangedLinks.map(({ record }) => record),
  );
}

async function writeProductRows(tx: Tx, records: readonly ProductRecord[]): Promise<void> {
  const rows = records.map(
    ({ categories, tags, brands, images, attributes, upsells, crossSells, grouped, addons, ...row }) => row,
  );
  await insertRows(tx, products, rows, ['id'], ['updated_at = now()']);
}

const toIds = (records: readonly ProductRecord[]) => records.map((record) => record.id);

async function writeLabels(
  tx: Tx,
  categoryRecords: ProductRecord[],
  tagRecords: ProductRecord[],
  brandRecords: ProductRecord[],
): Promise<void> {
  if (categoryRecords.length > 0)
    await tx.delete(productCategories).where(inArray(productCategories.productId, toIds(categoryRecords)));
  if (tagRecords.length > 0) await tx.delete(productTags).where(inArray(productTags.productId, toIds(tagRecords)));
  if (brandRecords.length > 0)
    await tx.delete(productBrands).where(inArray(productBrands.productId, toIds(brandRecords)));
  const categoryRows = categoryRecords.flatMap(({ id, categories }) =>
    categories.map((categoryId, position) => ({ productId: id, categoryId, position })),
  );
  const tagRows = tagRecords.flatMap(({ id, tags }) =>
    tags.map((tagId, position) => ({ productId: id, tagId, position })),
  );
  const brandRows = brandRecords.flatMap(({ id, brands }) =>
    brands.map((brandId, position) => ({ productId: id, brandId, position })),
  );
  await insertRows(tx, productCategories, categoryRows);
  await insertRows(tx, productTags, tagRows);
  await insertRows(tx, productBrands, brandRows);
}

async function writeImages(tx: Tx, records: ProductRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.delete(productImages).where(inArray(productImages.productId, toIds(records)));
  const rows = records.flatMap(({ id, images }) =>
    images.map((image, position) => ({ productId: id, position, ...image })),
  );
  await insertRows(tx, productImages, rows);
}

async function writeAddons(tx: Tx, records: ProductRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.delete(productAddons).where(inArray(productAddons.productId, toIds(records)));
  const rows = records.flatMap(({ id, addons }) =>
    addons.map(({ key, options, fileRule = null, ...addon }, position) => ({
      productId: id,
      fieldKey: key,
      position,
      options: [...options],
      fileRule,
      ...addon,
    })),
  );
  await insertRows(tx, productAddons, rows);
}

type Link = typeof productLinks.$inferInsert;

function toLinkRows({ id, upsells, crossSells, grouped }: ProductRecord): Link[] {
  const toRows = (kind: Link['kind'], linked: readonly number[]) =>
    linked.map((linkedId, position) => ({ productId: id, kind, linkedId, position }));
  return [...toRows('upsell', upsells), ...toRows('cross-sell', crossSells), ...toRows('grouped', grouped)];
}

async function writeLinks(tx: Tx, records: ProductRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.delete(productLinks).where(inArray(productLinks.productId, toIds(records)));
  await insertRows(tx, productLinks, records.flatMap(toLinkRows));
}

/** Updates attribute rows in place and deletes only removed ones, because variations reference the rows. */
async function writeAttributes(tx: Tx, records: ProductRecord[], existingIds: ReadonlySet<number>): Promise<void> {
  const rows = records.flatMap(({ id, attributes }) =>
    attributes.map(({ terms: _, ...row }, position) => ({ productId: id, position, ...row })),
  );
  const terms = records.flatMap(({ id, attributes }) =>
    attributes.flatMap(({ attributeId, terms }) =>
      terms.map((termId, position) => ({ productId: id, attributeId, termId, position })),
    ),
  );
  for (const { id, attributes } of records) if (existingIds.has(id)) await deleteRemovedAttributes(tx, id, attributes);
  await insertRows(tx, productAttributes, rows, ['productId', 'attributeId']);
  await insertRows(tx, productAttributeTerms, terms, ['productId', 'attributeId', 'termId']);
}

async function deleteRemovedAttributes(tx: Tx, productId: number, kept: ProductRecord['attributes']): Promise<void> {
  const attributeIds = kept.map(({ attributeId }) => attributeId);
  const isRemoved = attributeIds.length === 0 ? undefined : notInArray(productAttributes.attributeId, attributeIds);
  await tx.delete(productAttributes).where(and(eq(productAttributes.productId, productId), isRemoved));
  const removedTerms = kept.map(({ attributeId, terms }) =>
    and(
      eq(productAttributeTerms.attributeId, attributeId),
      terms.length === 0 ? undefined : notInArray(productAttributeTerms.termId, [...terms]),
    ),
  );
  if (removedTerms.length > 0)
    await tx
      .delete(productAttributeTerms)
      .where(and(eq(productAttributeTerms.productId, productId), or(...removedTerms)));
}
