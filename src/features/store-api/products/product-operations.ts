import { z } from 'zod';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
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
import { categoryListInput, findStoreCategory, listStoreCategories } from './categories.ts';
import { collectionInput, loadCollectionData } from './collection-data.ts';
import { findProduct, findProducts } from './find-products.ts';
import { createPageHeaders, createTotalHeaders } from './page-headers.ts';
import { type ProductListInput, productListInput } from './product-query.ts';
import { loadStoreProducts, loadStoreVariations } from './product-reply.ts';
import {
  collectionData,
  productList,
  storeAttribute,
  storeBrand,
  storeCategory,
  storeProduct,
  storeTerm,
} from './product-schemas.ts';
import { readProductFilter } from './read-product-filter.ts';
import { type TermPage, termListInput } from './term-lists.ts';
import {
  attributeTermsInput,
  findStoreAttribute,
  findStoreBrand,
  listStoreAttributes,
  listStoreAttributeTerms,
  listStoreBrands,
  listStoreTags,
} from './terms.ts';

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

/** Tags, brands and attributes; the shop has no reviews yet. */
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
