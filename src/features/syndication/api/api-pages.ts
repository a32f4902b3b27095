import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  buildGivenOrderSql,
  buildMatchSql,
  categoriesCacheTag,
  findEarliestDate,
  getCategoryTree,
  getProductViews,
  noFilters,
  type ProductFilter,
  type ProductViewWithoutLinks,
  productRows,
  productsCacheTag,
} from '#features/catalog/index.ts';
import { findNextDateChange } from '#features/delivery-dates/index.ts';
import { getPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
import { searchProducts } from '#features/search/index.ts';
import { openAccessHeaders } from '#platform/api/open-access.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { parseDecimal } from '#platform/money/money.ts';
import type { Page, RawView } from '#platform/pages/page.ts';
import { createPageKey } from '#platform/pages/page-key.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { categoriesApiPath, productsApiPath } from '../contract.ts';
import { buildProductFacts, type ProductFacts } from '../product-facts.ts';
import { syndicationTexts as texts } from '../texts.ts';
import { toCategoryList, toProductDetail, toProductSummary } from './replies.ts';
import { categoryList, type ListQuery, listQuery, type ProductList, productDetail, productList } from './schemas.ts';

interface ProductPage {
  readonly filter: ProductFilter;
  /** Cursor: the last id of the previous page, or the offset in search results; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/**
 * @param scope `found`: ids of the search results in the order to keep, best match first; null lists all products by
 * id. `display`: whether the price filter includes taxes as shown to shoppers.
 */
async function listProductIds(
  db: Db,
  { filter, after, limit }: ProductPage,
  { found, display }: { readonly found: readonly number[] | null; readonly display: PriceDisplay },
): Promise<number[]> {
  const match = buildMatchSql({ ...filter, productIds: found ?? undefined }, display);
  const page = found
    ? sql`order by ${sql.raw(buildGivenOrderSql(found))} offset ${after}::integer`
    : // Both, so that neither table is read from its beginning.
      sql`and l.product_id > ${after}::integer and p.id > ${after}::integer order by l.product_id`;
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${sql.raw(productRows.id)} as id from ${match} ${page} limit ${limit}::integer`,
  );
  return rows.map(({ id }) => id);
}

const findProduct = sqlQuery<{ id: number }>(
  'syndication.find-product',
  `select p.id from published_products p where p.is_public and (p.id = $1 or p.locale = $3 and p.slug = $2) order by p.id = $1 desc limit 1`,
);

/** Finds a public product by its id or, when no product has this id, by its slug. */
async function findProductId(db: Db, locale: string, idOrSlug: string): Promise<number | null> {
  const id = /^[1-9]\d{0,8}$/.test(idOrSlug) ? Number(idOrSlug) : null;
  return (await findProduct(db, [id, idOrSlug, locale]))[0]?.id ?? null;
}

const defaultLimit = 20;

const productsPage: Page = {
  name: 'api-products',
  path: productsApiPath,
  query: Object.keys(listQuery.shape),
  judgesQuery: true,
  api: {
    name: 'syndication.list-products',
    description: 'Lists products by id, or the results of a search with the best match first.',
    query: listQuery,
    response: productList,
  },
  // Cache only the request without query: filters have countless combinations, and later pages are as cheap to read.
  stored: (query) => Object.keys(query).length === 0,
  async load(shop, context) {
    const page = readPage(context);
    if ('problem' in page) return toFailureView(400, 'invalid_input', page.problem);
    const { q, category } = context.query;
    const search = q === undefined ? null : await searchProducts(shop, { text: q, category });
    const display = await getPriceDisplay(shop, context);
    const found = search?.productIds ?? null;
    const ids = await listProductIds(shop.db, { ...page, limit: page.limit + 1 }, { found, display });
    const shownIds = ids.slice(0, page.limit);
    const shown = sortByIds(shownIds, await getProductViews(shop.db, shownIds, context.now, display));
    const cursor = search ? page.after + page.limit : (shownIds.at(-1) ?? 0);
    const facts = shown.map((product) => buildProductFacts(shop, product, { now: context.now, display }));
    const body: ProductList = {
      data: facts.map((product) => toProductSummary(shop, product)),
      corrected: search?.corrected ?? null,
      next: ids.length > page.limit ? buildNextUrl(context, cursor) : null,
    };
    return toJsonView(
      body,
      [productsCacheTag, categoriesCacheTag, ...shown.flatMap(({ cacheTags }) => cacheTags)],
      findFirstChange(shop, context, shown, facts),
    );
  },
};

const productPage: Page = {
  name: 'api-product',
  path: `${productsApiPath}/:which`,
  api: {
    name: 'syndication.get-product',
    description: 'Returns a product with its variations for sale.',
    params: z.object({ which: z.string().describe('Id or slug') }),
    response: productDetail,
    errors: { not_found: callErrors.codes.not_found },
  },
  async load(shop, context, { which = '' }) {
    const id = await findProductId(shop.db, context.locale, which);
    const display = await getPriceDisplay(shop, context);
    const [found] = id === null ? [] : await getProductViews(shop.db, [id], context.now, display);
    if (!found) return toFailureView(404, 'not_found', context.t(texts.noProduct));
    const tags = [categoriesCacheTag, ...found.cacheTags];
    const facts = buildProductFacts(shop, found, { now: context.now, display });
    return toJsonView(toProductDetail(shop, facts, found), tags, findFirstChange(shop, context, [found], [facts]));
  },
};

const categoriesPage: Page = {
  name: 'api-categories',
  path: categoriesApiPath,
  api: {
    name: 'syndication.list-categories',
    description: 'Lists all categories, parents before their children.',
    response: categoryList,
  },
  load: async (shop) => toJsonView(toCategoryList(shop, await getCategoryTree(shop.db)), [categoriesCacheTag], null),
};

export const apiPages: readonly Page[] = [productsPage, productPage, categoriesPage];

function readPage({ query, currency, locale, t }: RenderContext): ProductPage | { problem: string } {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) {
    return { problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
  }
  const { category, tag, brand, min_price, max_price, in_stock, limit, cursor }: ListQuery = parsed.data;
  const [minPrice, maxPrice] = [min_price, max_price].map((text) =>
    text === undefined ? null : parseDecimal(text, currency),
  );
  const invalidAmount = [min_price, max_price].find(
    (text) => text !== undefined && parseDecimal(text, currency) === null,
  );
  if (invalidAmount !== undefined) return { problem: t(texts.noAmount, { amount: invalidAmount, currency }) };
  const filter = {
    ...{ ...noFilters, minPrice: minPrice ?? null, maxPrice: maxPrice ?? null },
    termSlugs: { category: category === undefined ? undefined : { locale, slug: category }, tag, brand },
    inStock: in_stock === undefined ? null : in_stock === 'true',
  };
  return { filter, after: Number(cursor ?? 0), limit: Number(limit ?? defaultLimit) };
}

function sortByIds(ids: readonly number[], products: readonly ProductViewWithoutLinks[]): ProductViewWithoutLinks[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function buildNextUrl({ absolute, path, query }: RenderContext, cursor: number): string {
  return absolute(createPageKey(path, { ...query, cursor: String(cursor) }));
}

function findFirstChange(
  shop: Shop,
  { now }: RenderContext,
  shown: readonly ProductViewWithoutLinks[],
  facts: readonly ProductFacts[],
): Date | null {
  const hasDispatch = facts.some(({ offers }) => offers.some(({ availableFrom }) => availableFrom !== null));
  const dispatchChange = hasDispatch ? findNextDateChange(shop, now) : null;
  return findEarliestDate([...shown.map(({ nextChangeAt }) => nextChangeAt), dispatchChange]);
}

function toJsonView(body: unknown, tags: readonly string[], until: Date | null): RawView {
  const type = 'application/json; charset=utf-8';
  return { kind: 'raw', type, body: JSON.stringify(body), headers: openAccessHeaders, tags, until };
}

function toFailureView(status: 400 | 404, code: string, message: string): RawView {
  return { ...toJsonView({ code, message, data: { status } }, [], null), status };
}
