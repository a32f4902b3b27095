import { z } from 'zod';
import { categoryPath } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { toStoreImage } from '../images.ts';
import {
  type AnyStoreOperation,
  createStoreFailure,
  defineStoreOperation,
  integerInput,
  type StoreCall,
  type StoreFailure,
  type StoreSuccess,
} from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { collectionInput, loadCollectionData } from './collection-data.ts';
import { findProduct, findProducts } from './find-products.ts';
import { createPageHeaders, createTotalHeaders } from './page-headers.ts';
import { type ProductListInput, productListInput } from './product-query.ts';
import { loadStoreProducts, loadStoreVariations } from './product-reply.ts';
import {
  collectionData,
  productList,
  type StoreCategory,
  storeAttribute,
  storeBrand,
  storeCategory,
  storeProduct,
  storeTerm,
} from './product-schemas.ts';
import { readProductFilter } from './read-product-filter.ts';
import { listTerms, type TermPage, termListInput } from './term-lists.ts';
import {
  attributeTermsInput,
  findStoreAttribute,
  findStoreBrand,
  listStoreAttributes,
  listStoreAttributeTerms,
  listStoreBrands,
  listStoreTags,
} from './terms.ts';

const categoryListInput = z.object({
  ...termListInput.shape,
  parent: integerInput.optional().describe('0: the top level'),
});

type CategoryListInput = z.infer<typeof categoryListInput>;

interface CategoryRow {
  id: number;
  name: string;
  slug: string;
  description: string;
  parent: number;
  count: number;
  reviewCount: number;
  image: MediaRow | null;
}

const listCategories = sqlQuery<CategoryRow>(
  'store-api.list-categories',
  `select c.id, c.name, c.slug, c.description, coalesce(c.parent_id, 0) as parent, counted.products as count, counted.reviews as "reviewCount",
    (select json_build_object('id', m.id, 'sha256', m.sha256, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
      from platform.media m where m.id = c.image_id) as image
  from categories c cross join lateral (
    select count(*)::integer as products, coalesce(sum(p.rating_count), 0)::integer as reviews
    from product_listing l join published_products p on p.id = l.product_id where l.in_lists and l.category_ids @> array[c.id]
  ) counted
  order by c.name collate "und-x-icu", c.id`,
);

/** Loads all categories with one query; there are some hundreds at most. */
async function loadCategories(shop: Shop, db: Db): Promise<StoreCategory[]> {
  return (await listCategories(db, [])).map(({ reviewCount, image, ...row }) => ({
    ...row,
    image: image && toStoreImage(shop, image),
    review_count: reviewCount,
    permalink: shop.config.publicUrl + categoryPath(row.slug),
  }));
}

async function listStoreCategories(shop: Shop, input: CategoryListInput): Promise<TermPage<StoreCategory>> {
  const { parent } = input;
  const categories = await loadCategories(shop, shop.db);
  return listTerms(
    categories.filter((category) => parent === undefined || category.parent === parent),
    input,
  );
}

async function findStoreCategory(shop: Shop, id: number): Promise<StoreCategory | null> {
  return (await loadCategories(shop, shop.db)).find((category) => category.id === id) ?? null;
}

async function listProducts(
  { shop, request }: Pick<StoreCall, 'shop' | 'request'>,
  input: ProductListInput,
): Promise<StoreSuccess> {
  const display = await loadPriceDisplay(shop, shop.db);
  const context = { ...(await readProductFilter(shop, input)), display, now: shop.clock.now() };
  const { rows, total } = await findProducts(shop.db, input, context);
  const products =
    input.type === 'variation'
      ? await loadStoreVariations(shop, rows)
      : await loadStoreProducts(
          shop,
          rows.map(({ id }) => id),
        );
  return { ok: true, body: products, headers: createPageHeaders(shop, request, input, total) };
}

async function getProduct(shop: Shop, key: string): Promise<StoreSuccess | StoreFailure> {
  const found = await findProduct(shop.db, shop.choices.locale, key);
  const [product] =
    found === null
      ? []
      : found.variationId === null
        ? await loadStoreProducts(shop, [found.productId])
        : await loadStoreVariations(shop, [{ id: found.variationId, productId: found.productId }]);
  if (product) return { ok: true, body: product };
  return createStoreFailure(/^\d+$/.test(key) ? 'product_invalid_id' : 'product_invalid_slug', shop.t(texts.noProduct));
}

function answerTerms(shop: Shop, { terms, total, pages }: TermPage<unknown>): StoreSuccess {
  return { ok: true, body: terms, headers: createTotalHeaders(shop, total, pages) };
}

type TermListInput = z.infer<typeof termListInput>;

/** Tags, brands and attributes. The shop has no reviews yet. */
const termOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.list-tags', description: 'Lists tags.', method: 'GET', path: 'products/tags' },
    ...{ subject: 'catalogue', input: termListInput, response: z.array(storeTerm) },
    run: async ({ shop }, input: TermListInput) => answerTerms(shop, await listStoreTags(shop, input)),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.list-brands', description: 'Lists brands.', method: 'GET', path: 'products/brands' },
    ...{ subject: 'catalogue', input: termListInput, response: z.array(storeBrand) },
    run: async ({ shop }, input: TermListInput) => answerTerms(shop, await listStoreBrands(shop, input)),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-brand', description: 'Returns a brand.', method: 'GET', path: 'products/brands/:key' },
    ...{ subject: 'catalogue', response: storeBrand },
    input: z.object({ key: z.string().max(200).describe('Id or slug') }),
    run: async ({ shop }, { key }: { key: string }) => {
      const brand = await findStoreBrand(shop, key);
      return brand ? { ok: true, body: brand } : createStoreFailure('brand_invalid_id', shop.t(texts.noBrand));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.list-attributes', description: 'Lists the attributes that products share.', method: 'GET' },
    ...{ path: 'products/attributes', subject: 'catalogue', input: z.object({}), response: z.array(storeAttribute) },
    run: async ({ shop }) => ({ ok: true, body: await listStoreAttributes(shop) }),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-attribute', description: 'Returns an attribute.', method: 'GET' },
    ...{ path: 'products/attributes/:attribute', subject: 'catalogue', response: storeAttribute },
    input: z.object({ attribute: z.string().max(200).describe('Id, or `pa_…`') }),
    run: async ({ shop }, { attribute: key }: { attribute: string }) => {
      const attribute = await findStoreAttribute(shop, key);
      return attribute
        ? { ok: true, body: attribute }
        : createStoreFailure('attribute_invalid_id', shop.t(texts.noAttribute));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.list-attribute-terms', description: 'Lists the terms of an attribute.', method: 'GET' },
    ...{ path: 'products/attributes/:attribute/terms', subject: 'catalogue', response: z.array(storeTerm) },
    input: attributeTermsInput,
    run: async ({ shop }, input: z.infer<typeof attributeTermsInput>) => {
      const page = await listStoreAttributeTerms(shop, input);
      return page ? answerTerms(shop, page) : createStoreFailure('taxonomy_invalid', shop.t(texts.noAttribute));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.list-reviews', description: 'Lists reviews; there are none yet.', method: 'GET' },
    ...{ path: 'products/reviews', subject: 'catalogue', input: z.object({}), response: z.array(z.never()) },
    run: async ({ shop }) => ({ ok: true, body: [], headers: createTotalHeaders(shop, 0, 0) }),
  }),
];

export const productOperations: readonly AnyStoreOperation[] = [
  ...termOperations,
  defineStoreOperation({
    ...{ name: 'store-api.list-products', description: 'Lists public products, newest first.', method: 'GET' },
    ...{ path: 'products', subject: 'catalogue', input: productListInput, response: productList },
    run: (call, input: ProductListInput) => listProducts(call, input),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-collection-data', description: 'Counts products that match filters.', method: 'GET' },
    ...{ path: 'products/collection-data', subject: 'catalogue', input: collectionInput, response: collectionData },
    run: async ({ shop }, input: z.infer<typeof collectionInput>) => ({
      ok: true,
      body: await loadCollectionData(shop, input),
    }),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.list-categories', description: 'Lists categories.', method: 'GET' },
    ...{
      path: 'products/categories',
      subject: 'catalogue',
      input: categoryListInput,
      response: z.array(storeCategory),
    },
    run: async ({ shop }, input: z.infer<typeof categoryListInput>) => {
      return answerTerms(shop, await listStoreCategories(shop, input));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-category', description: 'Returns a category.', method: 'GET' },
    ...{ path: 'products/categories/:id', subject: 'catalogue', response: storeCategory },
    input: z.object({ id: integerInput }),
    run: async ({ shop }, { id }: { id: number }) => {
      const category = await findStoreCategory(shop, id);
      return category
        ? { ok: true, body: category }
        : createStoreFailure('category_invalid_id', shop.t(texts.noCategory));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-product', description: 'Returns a product or a variation.', method: 'GET' },
    ...{ path: 'products/:key', subject: 'catalogue', response: storeProduct },
    input: z.object({ key: z.string().max(200).describe('Id or slug') }),
    run: ({ shop }, { key }: { key: string }) => getProduct(shop, key),
  }),
];
