import { sql } from 'drizzle-orm';
import {
  availabilityCacheTag,
  buildCandidatesSql,
  buildIdArraySql,
  buildListedPriceSql,
  buildOrderSql,
  buildProductSets,
  buildWholeSetSql,
  cardCacheTag,
  cardColumnsSql,
  categoryCacheTag,
  type FacetFilter,
  findEarliestDate,
  isInSetSql,
  isUnfiltered,
  listedRows,
  noFilters,
  type ProductCard,
  type ProductCardRow,
  type ProductOrder,
  type ProductSetsInput,
  productsCacheTag,
  type ScopeKind,
  swatchesCacheTag,
  toProductCard,
} from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type ListingScope, resolveScope } from './listing-scope.ts';

/** Sorts in the order of the menu. */
export const listingSorts = ['default', 'newest', 'price-asc', 'price-desc', 'name'] as const;
export type ListingSort = (typeof listingSorts)[number];

const orders: Readonly<Record<ListingSort, ProductOrder>> = {
  default: { by: 'shop' },
  newest: { by: 'published', isDescending: true },
  'price-asc': { by: 'price' },
  'price-desc': { by: 'price', isDescending: true },
  name: { by: 'name' },
};

export interface ListingInput extends ListingScope {
  readonly filters?: FacetFilter | undefined;
  readonly sort?: ListingSort | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** The total if the caller knows it, so that nothing is counted. */
  readonly total?: number | undefined;
  /** At most 100. */
  readonly perPage?: number | undefined;
  readonly now: Date;
  /** How prices are shown. Default: as they are entered. */
  readonly display?: PriceDisplay | undefined;
}

export interface Listing {
  readonly cards: readonly ProductCard[];
  readonly total: number;
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly perPage: number;
  /** Cache tags of a page that shows the listing. `until`: when the page expires; null for never. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

type ListingRow = ProductCardRow & { total: number };

interface PageSql {
  /**
   * `limit 24 offset 0`, or the offset as a parameter. The limit is part of the text: PostgreSQL
   * estimates a tenth of the table for an unknown limit and then plans again each time.
   */
  readonly limit: string;
  readonly now: string;
}

const buildSortSql = (sort: ListingSort, display: PriceDisplay) => buildOrderSql(orders[sort], display, listedRows);

const isPriceSort = (sort: ListingSort): sort is 'price-asc' | 'price-desc' =>
  sort === 'price-asc' || sort === 'price-desc';

/** Lists all products. An index alone finds the products of the page. */
function buildCompleteListSql(sort: ListingSort, page: PageSql): string {
  const order = buildSortSql(sort, pricesAsEntered);
  return `select ${cardColumnsSql(page.now)}, (select sum(bit_count(bits)) from facet_bits where kind = 'listed')::integer as total
    from (select l.product_id from ${buildCandidatesSql('all', '')} order by ${order} ${page.limit}) found
    join product_listing l on l.product_id = found.product_id join published_products p on p.id = found.product_id
    order by ${order}`;
}

/**
 * Finds the page's products by an index and the set of matches and prices, so that late pages take little longer than
 * the first.
 * @param knownTotal total number of matches; when given, nothing is counted
 */
function buildSetListSql(input: ProductSetsInput, sort: ListingSort, page: PageSql, knownTotal?: number): string {
  const { kind, ids, filters, display } = input;
  const sets = buildProductSets(
    { ...input, filters: { ...filters, minPrice: null, maxPrice: null } },
    { isFaceted: false },
  );
  const matches = [buildCandidatesSql(kind, ids), isInSetSql, buildListedPriceSql(filters, display)].join(' and ');
  const hasPrice = (filters.minPrice ?? filters.maxPrice) !== null;
  const countSql = hasPrice ? `select count(*) from ${matches}` : 'select sum(bit_count(matching)) from sets';
  const isInGivenOrder = kind === 'products' && sort === 'default';
  const order = buildSortSql(sort, display);
  return `with ${sets.sql}, ${buildWholeSetSql('matching')}, page as materialized (
      select l.product_id${kind === 'products' ? ', given.nth' : ''} from ${matches} order by ${isInGivenOrder ? 'given.nth' : order} ${page.limit}
    )
    select ${cardColumnsSql(page.now)}, ${knownTotal === undefined ? `(${countSql})::integer` : Math.trunc(knownTotal)} as total
    from page join product_listing l on l.product_id = page.product_id join published_products p on p.id = page.product_id
    order by ${isInGivenOrder ? 'page.nth' : order}`;
}

const statements = new Map<string, ReturnType<typeof sqlQuery<ListingRow>>>();

interface ListingQuery {
  readonly kind: ScopeKind;
  readonly ids: readonly number[];
  readonly sort: ListingSort;
  readonly limit: number;
  readonly offset: number;
  readonly now: Date;
  readonly display: PriceDisplay;
}

function findUnfiltered(db: Db, { kind, ids, sort, limit, offset, now }: ListingQuery): Promise<ListingRow[]> {
  const hasOffset = offset > 0;
  const values = [now, ...(kind === 'all' || kind === 'featured' ? [] : [ids]), ...(hasOffset ? [offset] : [])];
  const name = `listing.${kind}-${sort}-${limit}${hasOffset ? '-next' : ''}`;
  const page = { limit: `limit ${limit} offset ${hasOffset ? `$${values.length}` : 0}`, now: '$1::timestamptz' };
  const input = { kind, ids: '$2::integer[]', filters: noFilters, display: pricesAsEntered };
  const statement =
    statements.get(name) ??
    sqlQuery<ListingRow>(name, kind === 'all' ? buildCompleteListSql(sort, page) : buildSetListSql(input, sort, page));
  statements.set(name, statement);
  return statement(db, values);
}

async function findFiltered(
  db: Db,
  { kind, ids, sort, limit, offset, now, display }: ListingQuery,
  filters: FacetFilter,
  knownTotal: number | undefined,
): Promise<ListingRow[]> {
  const input = { kind, ids: buildIdArraySql(ids), filters, display };
  const page = { limit: `limit ${limit} offset ${offset}`, now: `'${now.toISOString()}'::timestamptz` };
  const text = buildSetListSql(input, sort, page, knownTotal);
  return (await db.execute<ListingRow & Record<string, unknown>>(sql.raw(text))).rows;
}

/** Lists published products. One query; a page beyond the last is empty and needs a second query for the total. */
export async function listProducts(db: Db, input: ListingInput): Promise<Listing> {
  const { filters = noFilters, sort = 'default', page = 1, perPage = 24, now, display = pricesAsEntered } = input;
  if (!Number.isSafeInteger(perPage) || perPage < 1 || perPage > 100)
    throw new RangeError(`perPage must be 1 to 100, got ${perPage}`);
  if (!Number.isSafeInteger(page) || page < 1) throw new RangeError(`page must be 1 or more, got ${page}`);
  const query = { ...resolveScope(input), sort, limit: perPage, now, display };
  const loadRows = (offset: number) =>
    isUnfiltered(filters) && !(display.isConverted && isPriceSort(sort))
      ? findUnfiltered(db, { ...query, offset })
      : findFiltered(db, { ...query, offset }, filters, input.total);
  const rows = await loadRows((page - 1) * perPage);
  const total = rows[0]?.total ?? input.total ?? (page > 1 ? ((await loadRows(0))[0]?.total ?? 0) : 0);
  const cards = rows.map(({ total: _, ...row }) => toProductCard(row, display));
  return {
    cards,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    tags: [
      productsCacheTag,
      availabilityCacheTag,
      swatchesCacheTag,
      ...(input.category === undefined ? [] : [categoryCacheTag(input.category)]),
      ...cards.map((card) => cardCacheTag(card.id)),
      ...display.cacheTags,
    ],
    until: findEarliestDate(cards.map((card) => card.nextChangeAt)),
  };
}
