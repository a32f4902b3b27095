import { sql } from 'drizzle-orm';
import type { ProductInput, SaveResult } from '#features/catalog/index.ts';
import {
  allocateCatalogIds,
  ensureAttributes,
  ensureBrands,
  ensureCategories,
  ensureTags,
  ensureTerms,
  findProductIdsBySlug,
  findVariationIdsBySku,
  type ProductVariationInput,
  saveProducts,
  saveVariations,
  setRatings,
  toAttributeKey,
  toCategoryPathKey,
  toNameKey,
  toTermKey,
  updateTermDisplay,
} from '#features/catalog/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { requireId, requireSavedId } from './demo-records.ts';
import type {
  GeneratedAttribute,
  GeneratedCatalogue,
  GeneratedProduct,
  GeneratedVariation,
} from './generated-catalogue.ts';

export interface GeneratedCatalogueOptions {
  /** Slugs of products that don't count as the shop's own. */
  readonly demoSlugs: readonly string[];
  /** Adds the catalogue even if the shop has its own products. */
  readonly force: boolean;
  /** Called after each batch. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export type GeneratedCatalogueResult =
  | { readonly ok: true; readonly loaded: boolean; readonly products: number; readonly variations: number }
  | { readonly ok: false; readonly code: 'SHOP_HAS_PRODUCTS'; readonly products: number };

const batchSize = 250;

/**
 * Adds a generated catalogue in one transaction, unless it is already there. It is for performance
 * tests, so it is refused if the shop has its own products.
 * @throws Error that names what is wrong in the catalogue; nothing is loaded then
 */
export async function loadGeneratedCatalogue(
  shop: Shop,
  catalogue: GeneratedCatalogue,
  options: GeneratedCatalogueOptions,
): Promise<GeneratedCatalogueResult> {
  return inTransaction(shop.db, async (tx) => {
    await tx.execute("select pg_advisory_xact_lock(hashtext('catalog demo'))");
    const [first] = catalogue.products;
    if (first && (await findVariationIdsBySku(tx, [first.sku])).size > 0)
      return { ok: true, loaded: false, products: 0, variations: 0 };
    const ownProducts = await countOwnProducts(tx, shop.choices.locale, options.demoSlugs);
    if (ownProducts > 0 && !options.force) return { ok: false, code: 'SHOP_HAS_PRODUCTS', products: ownProducts };
    const namedIds = await addNamedRecords(shop, tx, catalogue);
    const ids = await allocateCatalogIds(tx, catalogue.products.length);
    let variations = 0;
    for (let from = 0; from < ids.length; from += batchSize) {
      variations += await addBatch(shop, tx, catalogue, { from, ids, namedIds });
      // Query plans were cached while the tables were nearly empty.
      if (from % (batchSize * 8) === 0) await analyzeTables(tx);
      options.onProgress?.(Math.min(ids.length, from + batchSize), ids.length);
    }
    await analyzeTables(tx);
    return { ok: true, loaded: true, products: ids.length, variations };
  });
}

async function countOwnProducts(tx: Tx, locale: string, demoSlugs: readonly string[]): Promise<number> {
  const known = (await findProductIdsBySlug(tx, locale, demoSlugs)).size;
  const [row] = (await tx.execute<{ all: number }>(sql`select count(*)::integer as all from products`)).rows;
  return (row?.all ?? 0) - known;
}

const analyzeTables = (tx: Tx) =>
  tx.execute(
    'analyze products, product_listing, variations, variation_prices, stock_levels, product_categories, product_tags, product_brands, product_attributes, product_attribute_terms, variation_terms, product_links',
  );

interface NamedIds {
  readonly categories: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
}

async function addNamedRecords(shop: Shop, tx: Tx, catalogue: GeneratedCatalogue): Promise<NamedIds> {
  const shared = catalogue.attributes.map((attribute) => ({ ...attribute, productId: null }));
  const attributes = await ensureAttributes(tx, shared);
  const wanted = shared.flatMap((attribute) => {
    const attributeId = requireId(attributes, toAttributeKey(attribute), 'attribute');
    return attribute.terms.map(({ name }) => ({ attributeId, name }));
  });
  const terms = await ensureTerms(tx, wanted);
  await addTermDescriptions(tx, shared, attributes, terms);
  return {
    categories: await ensureCategories(shop, tx, catalogue.categories),
    attributes,
    terms,
    tags: await ensureTags(tx, catalogue.tags),
    brands: await ensureBrands(tx, catalogue.brands),
  };
}

async function addTermDescriptions(
  tx: Tx,
  attributes: readonly (GeneratedAttribute & { productId: null })[],
  attributeIds: ReadonlyMap<string, number>,
  termIds: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = (attribute: { name: string; productId: null }) =>
    requireId(attributeIds, toAttributeKey(attribute), 'attribute');
  const terms = attributes.flatMap((attribute) =>
    attribute.terms.map(({ name, swatch }, position) => {
      return { id: requireId(termIds, toTermKey({ attributeId: idOf(attribute), name }), 'term'), position, swatch };
    }),
  );
  const swatchIds = attributes.filter(({ display }) => display === 'swatch').map(idOf);
  await updateTermDisplay(tx, swatchIds, terms);
}

interface CatalogueBatch {
  readonly from: number;
  /** Ids of all products, in the catalogue's order. */
  readonly ids: readonly number[];
  readonly namedIds: NamedIds;
}

/** @returns number of variations in the batch */
async function addBatch(
  shop: Shop,
  tx: Tx,
  { products, currency }: GeneratedCatalogue,
  batch: CatalogueBatch,
): Promise<number> {
  const { from, ids, namedIds } = batch;
  const part = products.slice(from, from + batchSize);
  const numbers = ids.slice(from, from + batchSize);
  const inputs = part.map((product, index) => toProductInput(product, numbers[index], { currency, ids, namedIds }));
  assertSaved(await saveProducts(shop, tx, inputs, 'demo'), (index) => part[index]?.name);
  const ratings = part.flatMap(({ ratingSum: sum, ratingCount: count }, index) => {
    const productId = numbers[index];
    return productId === undefined || count === 0 ? [] : [{ productId, sum, count }];
  });
  await setRatings(tx, ratings, shop.clock.now());
  const variations = part.flatMap((product, index) =>
    product.variations.map((variation, position) =>
      toVariationInput(variation, numbers[index] ?? 0, position, currency, namedIds),
    ),
  );
  assertSaved(await saveVariations(shop, tx, variations, 'demo'), (index) => variations[index]?.sku);
  return variations.length;
}

interface InputContext {
  readonly currency: string;
  readonly ids: readonly number[];
  readonly namedIds: NamedIds;
}

function toProductInput(product: GeneratedProduct, newId: number | undefined, context: InputContext): ProductInput {
  const { namedIds, ids, currency } = context;
  const { categories, tags, brand, attributes, upsells, grouped, ...rest } = product;
  const { variations: _, stock, ratingSum: __, ratingCount: ___, ...fields } = rest;
  const { sku, gtin, weightGrams, regularPrice, salePrice, saleFrom, saleTo, ...shown } = fields;
  const idsAt = (places: readonly number[]) => places.flatMap((place) => ids[place] ?? []);
  return {
    ...shown,
    newId,
    categories: [
      ...new Set(categories.map((path) => requireId(namedIds.categories, toCategoryPathKey(path), 'category'))),
    ],
    tags: tags.map((tag) => requireId(namedIds.tags, toNameKey(tag), 'tag')),
    brands: brand === null ? [] : [requireId(namedIds.brands, toNameKey(brand), 'brand')],
    attributes: attributes.map(({ name, terms, variation }) => {
      const attributeId = requireId(namedIds.attributes, toAttributeKey({ name, productId: null }), 'attribute');
      const termIds = terms.map((term) => requireId(namedIds.terms, toTermKey({ attributeId, name: term }), 'term'));
      return { attributeId, terms: termIds, forVariations: variation };
    }),
    upsells: idsAt(upsells),
    grouped: idsAt(grouped),
    master: { sku, gtin, weightGrams, regularPrice, salePrice, saleFrom, saleTo, currency, stock },
  };
}

function toVariationInput(
  { options, ...sold }: GeneratedVariation,
  productId: number,
  position: number,
  currency: string,
  namedIds: NamedIds,
): ProductVariationInput {
  const terms = Object.entries(options).map(([name, term]) => {
    const attributeId = requireId(namedIds.attributes, toAttributeKey({ name, productId: null }), 'attribute');
    return {
      attributeId,
      termId: term === null ? null : requireId(namedIds.terms, toTermKey({ attributeId, name: term }), 'term'),
    };
  });
  return { ...sold, productId, position, currency, terms };
}

function assertSaved(results: readonly SaveResult[], nameOf: (index: number) => string | null | undefined): void {
  for (const [index, result] of results.entries()) requireSavedId(result, String(nameOf(index)));
}
