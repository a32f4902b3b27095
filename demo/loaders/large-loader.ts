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
import type { NamedAttribute, NamedCatalogue, NamedProduct, NamedVariation } from './named-catalogue.ts';

export interface LargeOptions {
  /** Products that don't count as the shop's own. */
  readonly demoSlugs: readonly string[];
  /** Beside products of the shop's own, too. */
  readonly force: boolean;
  /** Told after each batch. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export type LargeResult =
  | { readonly ok: true; readonly loaded: boolean; readonly products: number; readonly variations: number }
  | { readonly ok: false; readonly code: 'SHOP_HAS_PRODUCTS'; readonly products: number };

const batchSize = 250;

/**
 * Adds a catalogue to the shop, in one transaction; nothing when it is there. It is made for measuring, so it is refused beside products of the
 * shop's own.
 * @throws Error that names what is wrong in the catalogue, and nothing is loaded
 */
export async function loadLarge(shop: Shop, catalogue: NamedCatalogue, options: LargeOptions): Promise<LargeResult> {
  return inTransaction(shop.db, async (tx) => {
    await tx.execute("select pg_advisory_xact_lock(hashtext('catalog demo'))");
    const [first] = catalogue.products;
    if (first && (await findVariationIdsBySku(tx, [first.sku])).size > 0)
      return { ok: true, loaded: false, products: 0, variations: 0 };
    const own = await countOwn(tx, options.demoSlugs);
    if (own > 0 && !options.force) return { ok: false, code: 'SHOP_HAS_PRODUCTS', products: own };
    const words = await addWords(shop, tx, catalogue);
    const ids = await allocateCatalogIds(tx, catalogue.products.length);
    let variations = 0;
    for (let from = 0; from < ids.length; from += batchSize) {
      variations += await addBatch(shop, tx, catalogue, { from, ids, words });
      // The plans that Postgres keeps were made for tables that were nearly empty.
      if (from % (batchSize * 8) === 0) await analyse(tx);
      options.onProgress?.(Math.min(ids.length, from + batchSize), ids.length);
    }
    await analyse(tx);
    return { ok: true, loaded: true, products: ids.length, variations };
  });
}

async function countOwn(tx: Tx, demoSlugs: readonly string[]): Promise<number> {
  const known = (await findProductIdsBySlug(tx, demoSlugs)).size;
  const [row] = (await tx.execute<{ all: number }>(sql`select count(*)::integer as all from products`)).rows;
  return (row?.all ?? 0) - known;
}

const analyse = (tx: Tx) =>
  tx.execute(
    'analyze products, product_listing, variations, stock, product_categories, product_tags, product_brands, product_attributes, product_attribute_terms, variation_terms, product_links',
  );

interface Words {
  readonly categories: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
}

async function addWords(shop: Shop, tx: Tx, catalogue: NamedCatalogue): Promise<Words> {
  const shared = catalogue.attributes.map((attribute) => ({ ...attribute, productId: null }));
  const attributes = await ensureAttributes(tx, shared);
  const wanted = shared.flatMap((attribute) => {
    const attributeId = idIn(attributes, toAttributeKey(attribute), 'attribute');
    return attribute.terms.map(({ name }) => ({ attributeId, name }));
  });
  const terms = await ensureTerms(tx, wanted);
  await describe(tx, shared, attributes, terms);
  return {
    categories: await ensureCategories(shop, tx, catalogue.categories),
    attributes,
    terms,
    tags: await ensureTags(tx, catalogue.tags),
    brands: await ensureBrands(tx, catalogue.brands),
  };
}

async function describe(
  tx: Tx,
  attributes: readonly (NamedAttribute & { productId: null })[],
  attributeIds: ReadonlyMap<string, number>,
  termIds: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = (attribute: { name: string; productId: null }) =>
    idIn(attributeIds, toAttributeKey(attribute), 'attribute');
  const terms = attributes.flatMap((attribute) =>
    attribute.terms.map(({ name, swatch }, position) => {
      return { id: idIn(termIds, toTermKey({ attributeId: idOf(attribute), name }), 'term'), position, swatch };
    }),
  );
  const swatchIds = attributes.filter(({ display }) => display === 'swatch').map(idOf);
  await updateTermDisplay(tx, swatchIds, terms);
}

interface Batch {
  readonly from: number;
  /** Of all products, in the catalogue's order. */
  readonly ids: readonly number[];
  readonly words: Words;
}

/** @returns how many variations there are in it */
async function addBatch(shop: Shop, tx: Tx, { products, currency }: NamedCatalogue, batch: Batch): Promise<number> {
  const { from, ids, words } = batch;
  const part = products.slice(from, from + batchSize);
  const numbers = ids.slice(from, from + batchSize);
  const inputs = part.map((product, at) => toInput(product, numbers[at], { currency, ids, words }));
  succeeded(await saveProducts(shop, tx, inputs, 'demo'), (at) => part[at]?.name);
  const ratings = part.flatMap(({ ratingSum: sum, ratingCount: count }, at) => {
    const productId = numbers[at];
    return productId === undefined || count === 0 ? [] : [{ productId, sum, count }];
  });
  await setRatings(tx, ratings, shop.clock.now());
  const variations = part.flatMap((product, at) =>
    product.variations.map((one, place) => toVariation(one, numbers[at] ?? 0, place, currency, words)),
  );
  succeeded(await saveVariations(shop, tx, variations, 'demo'), (at) => variations[at]?.sku);
  return variations.length;
}

interface Surroundings {
  readonly currency: string;
  readonly ids: readonly number[];
  readonly words: Words;
}

function toInput(product: NamedProduct, newId: number | undefined, around: Surroundings): ProductInput {
  const { words, ids, currency } = around;
  const { categories, tags, brand, attributes, upsells, grouped, ...rest } = product;
  const { variations: _, stock, ratingSum: __, ratingCount: ___, ...fields } = rest;
  const { sku, gtin, weightGrams, regularPrice, salePrice, saleFrom, saleTo, ...shown } = fields;
  const idsAt = (places: readonly number[]) => places.flatMap((place) => ids[place] ?? []);
  return {
    ...shown,
    newId,
    categories: [...new Set(categories.map((path) => idIn(words.categories, toCategoryPathKey(path), 'category')))],
    tags: tags.map((tag) => idIn(words.tags, toNameKey(tag), 'tag')),
    brands: brand === null ? [] : [idIn(words.brands, toNameKey(brand), 'brand')],
    attributes: attributes.map(({ name, terms, variation }) => {
      const attributeId = idIn(words.attributes, toAttributeKey({ name, productId: null }), 'attribute');
      const termIds = terms.map((term) => idIn(words.terms, toTermKey({ attributeId, name: term }), 'term'));
      return { attributeId, terms: termIds, forVariations: variation };
    }),
    upsells: idsAt(upsells),
    grouped: idsAt(grouped),
    master: { sku, gtin, weightGrams, regularPrice, salePrice, saleFrom, saleTo, currency, stock },
  };
}

function toVariation(
  { options, ...sold }: NamedVariation,
  productId: number,
  position: number,
  currency: string,
  words: Words,
): ProductVariationInput {
  const terms = Object.entries(options).map(([name, term]) => {
    const attributeId = idIn(words.attributes, toAttributeKey({ name, productId: null }), 'attribute');
    return {
      attributeId,
      termId: term === null ? null : idIn(words.terms, toTermKey({ attributeId, name: term }), 'term'),
    };
  });
  return { ...sold, productId, position, currency, terms };
}

function idIn(ids: ReadonlyMap<string, number>, key: string, what: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the catalogue is wrong: there is no ${what} '${key}'`);
  return id;
}

function succeeded(results: readonly SaveResult[], nameOf: (at: number) => string | null | undefined): void {
  for (const [at, result] of results.entries()) {
    if (result.ok) continue;
    const problems = result.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new Error(`the catalogue is wrong: ${nameOf(at)}: ${problems}`);
  }
}
