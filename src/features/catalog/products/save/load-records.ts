import { asc, type Column, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { bigint, char, integer, type PgTable, pgView, timestamp } from 'drizzle-orm/pg-core';
import {
  downloads,
  productAddons,
  productAttributes,
  productAttributeTerms,
  productBrands,
  productCategories,
  productImages,
  productLinks,
  products,
  productTags,
  variations,
  variationTerms,
} from '#features/catalog/tables.ts';
import { stockLevels } from '#features/inventory/tables.ts';
import type { Db } from '#platform/database/database.ts';
import type { ProductRecord, VariationRecord } from './product-records.ts';

const { priceMin, priceMax, priceChangesAt, ratingSum, ratingCount, createdAt, updatedAt, ...productColumns } =
  getTableColumns(products);

/** Loads products by id; unknown ids are missing. The number of queries does not depend on the number of products. */
export async function loadProducts(db: Db, ids: readonly number[]): Promise<Map<number, ProductRecord>> {
  if (ids.length === 0) return new Map();
  const productIds = [...ids];
  const rows = await db.select(productColumns).from(products).where(inArray(products.id, productIds));
  const load = <Table extends ProductPart>(table: Table, then?: Column) => loadParts(db, productIds, table, then);
  const categories = await load(productCategories, productCategories.categoryId);
  const tags = await load(productTags, productTags.tagId);
  const brands = await load(productBrands, productBrands.brandId);
  const images = await load(productImages);
  const links = await load(productLinks, productLinks.linkedId);
  const addons = await load(productAddons, productAddons.id);
  const attributes = await loadAttributes(db, productIds);
  const listLinkedIds = (id: number, kind: string) =>
    (links.get(id) ?? []).filter((link) => link.kind === kind).map((link) => link.linkedId);
  const records = rows.map(
    (row): ProductRecord => ({
      ...row,
      categories: (categories.get(row.id) ?? []).map(({ categoryId }) => categoryId),
      tags: (tags.get(row.id) ?? []).map(({ tagId }) => tagId),
      brands: (brands.get(row.id) ?? []).map(({ brandId }) => brandId),
      images: (images.get(row.id) ?? []).map(({ mediaId, remoteId }) => ({ mediaId, remoteId })),
      attributes: attributes.get(row.id) ?? [],
      upsells: listLinkedIds(row.id, 'upsell'),
      crossSells: listLinkedIds(row.id, 'cross-sell'),
      grouped: listLinkedIds(row.id, 'grouped'),
      addons: (addons.get(row.id) ?? []).map(
        ({ id: _, productId: __, position: ___, fieldKey, fileRule, ...addon }) => ({
          key: fieldKey,
          ...addon,
          ...(fileRule ? { fileRule } : {}),
        }),
      ),
    }),
  );
  return new Map(records.map((record) => [record.id, record]));
}

type ProductPart = PgTable & { readonly productId: Column; readonly position: Column };

/** Loads dependent rows by product id, sorted by position. @param then column that sorts rows of equal position */
async function loadParts<Table extends ProductPart>(
  db: Db,
  ids: readonly number[],
  table: Table,
  then?: Column,
): Promise<Map<number, Table['$inferSelect'][]>> {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(inArray(table.productId, [...ids]))
    .orderBy(asc(table.position), ...(then ? [asc(then)] : []));
  return Map.groupBy(rows as Table['$inferSelect'][], (row) => (row as { readonly productId: number }).productId);
}

async function loadAttributes(db: Db, ids: number[]): Promise<Map<number, ProductRecord['attributes']>> {
  const used = await loadParts(db, ids, productAttributes, productAttributes.attributeId);
  const terms = await loadParts(db, ids, productAttributeTerms, productAttributeTerms.termId);
  const entries = [...used].map(([productId, rows]): [number, ProductRecord['attributes']] => [
    productId,
    rows.map(({ attributeId, visible, forVariations, defaultTermId }) => ({
      attributeId,
      visible,
      forVariations,
      defaultTermId,
      terms: (terms.get(productId) ?? [])
        .filter((term) => term.attributeId === attributeId)
        .map(({ termId }) => termId),
    })),
  ]);
  return new Map(entries);
}

const mainPrices = pgView('main_prices', {
  variationId: integer('variation_id').notNull(),
  currency: char('currency', { length: 3 }).notNull(),
  regularPrice: bigint('regular_price', { mode: 'number' }).notNull(),
  salePrice: bigint('sale_price', { mode: 'number' }),
  saleFrom: timestamp('sale_from', { withTimezone: true, mode: 'date' }),
  saleTo: timestamp('sale_to', { withTimezone: true, mode: 'date' }),
}).existing();

const priceColumns = {
  regularPrice: mainPrices.regularPrice,
  salePrice: mainPrices.salePrice,
  saleFrom: mainPrices.saleFrom,
  saleTo: mainPrices.saleTo,
  currency: mainPrices.currency,
};

/**
 * Passes all ids in one parameter. With a parameter per id, building the statement takes longer than reading its
 * rows.
 */
const isOneOf = (column: Column, ids: readonly number[]): SQL => sql`${column} = any(${sql.param(ids)}::integer[])`;

const noPrice = { regularPrice: null, salePrice: null, saleFrom: null, saleTo: null };

/**
 * Loads variations, including masters, by id.
 * @param currency currency of variations without a price
 */
export async function loadVariations(
  db: Db,
  ids: readonly number[],
  currency: string,
): Promise<Map<number, VariationRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ variation: variations, level: stockLevels, prices: priceColumns })
    .from(variations)
    .innerJoin(stockLevels, eq(stockLevels.variationId, variations.id))
    .leftJoin(mainPrices, eq(mainPrices.variationId, variations.id))
    .where(isOneOf(variations.id, ids));
  const terms = Map.groupBy(
    await db
      .select()
      .from(variationTerms)
      .where(isOneOf(variationTerms.variationId, ids))
      .orderBy(asc(variationTerms.attributeId)),
    (row) => row.variationId,
  );
  const files = Map.groupBy(
    await db.select().from(downloads).where(isOneOf(downloads.variationId, ids)).orderBy(asc(downloads.position)),
    (row) => row.variationId,
  );
  const records = rows.map(
    ({ variation: { stockId, eventHasStarted: _, ...row }, level, prices }): VariationRecord => ({
      ...row,
      ...(prices ?? { ...noPrice, currency }),
      stock: {
        isOwn: stockId === row.id,
        managed: level.managed,
        onHand: level.onHand,
        backorders: level.backorders,
        lowStockThreshold: level.lowStockThreshold,
        status: level.status,
      },
      terms: (terms.get(row.id) ?? []).map(({ attributeId, termId }) => ({ attributeId, termId })),
      downloads: (files.get(row.id) ?? []).map(({ name, location }) => ({ name, location })),
    }),
  );
  return new Map(records.map((record) => [record.id, record]));
}
