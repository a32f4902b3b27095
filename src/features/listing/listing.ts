import { sql } from 'drizzle-orm';
import {
  availabilityCacheTag,
  cardCacheTag,
  cardColumnsSql,
  categoryCacheTag,
  findEarliestDate,
  type ProductCard,
  type ProductCardRow,
  productsCacheTag,
  swatchesCacheTag,
  toProductCard,
} from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isUnfiltered, type ListingFilters, noFilters } from './filters.ts';
import {
  buildAmountByTaxClassSql,
  buildIdArraySql,
  buildPriceConditionSql,
  buildScopeSql,
  type ListingScope,
  resolveScope,
  type ScopeKind,
} from './listing-scope.ts';
import {
  buildCandidatesSql,
  buildProductSets,
  buildWholeSetSql,
  isInSetSql,
  type ProductSetsInput,
} from './product-sets.ts';

/** In the order of the menu. */
export const listingSorts = ['default', 'newest', 'price-asc', 'price-desc', 'name'] as const;
export type ListingSort = (typeof listingSorts)[number];

/** Of rows `l`. */
const orderSql: Readonly<Record<ListingSort, string>> = {
  default: 'l.position, l.name collate "und-x-icu", l.product_id',
  newest: 'l.published_at desc, l.product_id desc',
  'price-asc': 'l.price_min, l.product_id',
  'price-desc': 'l.price_max desc nulls last, l.product_id desc',
  name: 'l.name collate "und-x-icu", l.product_id',
};

export interface ListingInput extends ListingScope {
  readonly filters?: ListingFilters | undefined;
  readonly sort?: ListingSort | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** The total if the caller knows it; nothing is counted then. */
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
  /** Cache tags of a page that shows the listing, and when it expires. */
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

/** Products of several tax classes have another order by their shown prices. */
function buildShownPriceOrderSql(sort: 'price-asc' | 'price-desc', { factors }: PriceDisplay): string {
  const factor = `${buildAmountByTaxClassSql('l', factors)}::float8`;
  return sort === 'price-asc'
    ? `l.price_min * ${factor}, l.product_id`
    : `l.price_max * ${factor} desc nulls last, l.product_id desc`;
}

/** @param nth SQL of the position in a scope of `products` */
function buildOrderSql({ kind, display }: ProductSetsInput, sort: ListingSort, nth: string): string {
  if (display.isConverted && isPriceSort(sort)) return buildShownPriceOrderSql(sort, display);
  return kind === 'products' && sort === 'default' ? nth : orderSql[sort];
}

const isPriceSort = (sort: ListingSort): sort is 'price-asc' | 'price-desc' =>
  sort === 'price-asc' || sort === 'price-desc';

/** All products. The page is found by an index alone. */
function buildCompleteListSql(sort: ListingSort, page: PageSql): string {
  return `select ${cardColumnsSql(page.now)}, (select sum(bit_count(bits)) from facet_bits where kind = 'listed')::integer as total
    from (select l.product_id from ${buildScopeSql('all', '')} order by ${orderSql[sort]} ${page.limit}) found
    join product_listing l on l.product_id = found.product_id join published_products p on p.id = found.product_id
    order by ${orderSql[sort]}`;
}

/**
 * The page is found by an index, the set of matches and prices, which are in the index: late pages take little longer
 * than the first.
 * @param knownTotal nothing is counted when it is given
 */
function buildSetListSql(input: ProductSetsInput, sort: ListingSort, page: PageSql, knownTotal?: number): string {
  const { kind, ids, filters, display } = input;
  const sets = buildProductSets(
    { ...input, filters: { ...filters, minPrice: null, maxPrice: null } },
    { isFaceted: false },
  );
  const matches = [buildCandidatesSql(kind, ids), isInSetSql, buildPriceConditionSql(filters, display)].join(' and ');
  const hasPrice = (filters.minPrice ?? filters.maxPrice) !== null;
  const countSql = hasPrice ? `select count(*) from ${matches}` : 'select sum(bit_count(matching)) from sets';
  const nth = kind === 'products' ? ', given.nth' : '';
  return `with ${sets.sql}, ${buildWholeSetSql('matching')}, page as materialized (
      select l.product_id${nth} from ${matches} order by ${buildOrderSql(input, sort, 'given.nth')} ${page.limit}
    )
    select ${cardColumnsSql(page.now)}, ${knownTotal === undefined ? `(${countSql})::integer` : Math.trunc(knownTotal)} as total
    from page join product_listing l on l.product_id = page.product_id join published_products p on p.id = page.product_id
    order by ${buildOrderSql(input, sort, 'page.nth')}`;
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
  filters: ListingFilters,
  knownTotal: number | undefined,
): Promise<ListingRow[]> {
  const input = { kind, ids: buildIdArraySql(ids), filters, display };
  const page = { limit: `limit ${limit} offset ${offset}`, now: `'${now.toISOString()}'::timestamptz` };
  const text = buildSetListSql(input, sort, page, knownTotal);
  return (await db.execute<ListingRow & Record<string, unknown>>(sql.raw(text))).rows;
}

/**
 * Published products of a listing. One query; a page beyond the last is empty and needs a second
 * query for the total.
 */
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
