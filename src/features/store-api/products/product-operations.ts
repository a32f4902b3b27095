import { z } from 'zod';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getStoreRoot } from '../contract.ts';
import { getTotalHeaders } from '../protocol/cross-origin.ts';
import {
  type AnyStoreOperation,
  createStoreFailure,
  defineStoreOperation,
  integerInput,
  type StoreFailure,
  type StoreSuccess,
} from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { categoryListInput, findStoreCategory, listStoreCategories } from './categories.ts';
import { collectionInput, loadCollectionData } from './collection-data.ts';
import { findProduct, findProducts, findVariations } from './find-products.ts';
import { type ProductListInput, productListInput } from './product-query.ts';
import { loadStoreProducts, loadStoreVariations } from './product-reply.ts';
import { collectionData, productList, type StoreProduct, storeCategory, storeProduct } from './product-schemas.ts';
import { searchIds } from './search-ids.ts';

interface FoundPage {
  readonly products: readonly StoreProduct[];
  readonly total: number;
}

async function listProducts(shop: Shop, input: ProductListInput): Promise<StoreSuccess> {
  const { products, total } =
    input.type === 'variation' ? await listVariations(shop, input) : await listAll(shop, input);
  return { ok: true, body: products, headers: createPageHeaders(shop, input, total) };
}

async function listAll(shop: Shop, input: ProductListInput): Promise<FoundPage> {
  const found = await searchIds(shop, input.search);
  const display = await loadPriceDisplay(shop, shop.db);
  const { ids, total } = await findProducts(shop.db, input, { found, display });
  return { products: await loadStoreProducts(shop, ids), total };
}

async function listVariations(shop: Shop, input: ProductListInput): Promise<FoundPage> {
  const { variations, total } = await findVariations(shop.db, input);
  return { products: await loadStoreVariations(shop, variations), total };
}

function createPageHeaders(
  shop: Shop,
  { page, per_page: perPage }: Pick<ProductListInput, 'page' | 'per_page'>,
  total: number,
): Readonly<Record<string, string>> {
  const pages = Math.ceil(total / perPage);
  return {
    ...createTotalHeaders(shop, total, pages),
    ...createLinkHeader(shop, { page, perPage, pages }),
  };
}

function createTotalHeaders(shop: Shop, total: number, pages: number): Readonly<Record<string, string>> {
  const names = getTotalHeaders(shop);
  return { [names.total]: String(total), [names.pages]: String(pages) };
}

/** Addresses of the pages beside this one; filters are the client's to repeat. */
function createLinkHeader(
  { config, wire }: Shop,
  { page, perPage, pages }: { readonly page: number; readonly perPage: number; readonly pages: number },
): Readonly<Record<string, string>> {
  const toLink = (target: number, relation: string) =>
    `<${config.publicUrl}${getStoreRoot(wire)}/products?page=${target}&per_page=${perPage}>; rel="${relation}"`;
  const links = [
    ...(page > 1 && page <= pages + 1 ? [toLink(page - 1, 'prev')] : []),
    ...(page < pages ? [toLink(page + 1, 'next')] : []),
  ];
  return links.length > 0 ? { link: links.join(', ') } : {};
}

async function getProduct(shop: Shop, key: string): Promise<StoreSuccess | StoreFailure> {
  const found = await findProduct(shop.db, key);
  const [product] =
    found === null
      ? []
      : found.variationId === null
        ? await loadStoreProducts(shop, [found.productId])
        : await loadStoreVariations(shop, [{ id: found.variationId, productId: found.productId }]);
  if (product) return { ok: true, body: product };
  return createStoreFailure(/^\d+$/.test(key) ? 'product_invalid_id' : 'product_invalid_slug', shop.t(texts.noProduct));
}

export const productOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.list-products', description: 'Lists public products, newest first.', method: 'GET' },
    ...{ path: 'products', subject: 'catalogue', input: productListInput, response: productList },
    run: ({ shop }, input: ProductListInput) => listProducts(shop, input),
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
      const { categories, total, pages } = await listStoreCategories(shop, input);
      return { ok: true, body: categories, headers: createTotalHeaders(shop, total, pages) };
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
