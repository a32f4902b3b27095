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
  buildFilterConditions,
  buildIdArraySql,
  buildScopeSql,
  type ListingScope,
  resolveScope,
  type ScopeKind,
} from './listing-scope.ts';

/** In the order of the menu. */
export const listingSorts = ['default', 'newest', 'price-asc', 'price-desc', 'name'] as const;
export type ListingSort = (typeof listingSorts)[number];

/** By the alias of the listing row, or of the page that was found. */
const orderSql: Record<ListingSort, (alias: string) => string> = {
  default: (alias) => `${alias}.position, ${alias}.name collate "und-x-icu", ${alias}.product_id`,
  newest: (alias) => `${alias}.published_at desc, ${alias}.product_id desc`,
  'price-asc': (alias) => `${alias}.price_min, ${alias}.product_id`,
  'price-desc': (alias) => `${alias}.price_max desc nulls last, ${alias}.product_id desc`,
  name: (alias) => `${alias}.name collate "und-x-icu", ${alias}.product_id`,
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
  /** Cache tags of a page that shows the listing, and when it expires. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

type ListingRow = ProductCardRow & { total: number };

/**
 * `limit 24 offset 0`, or the offset as a parameter. The limit is part of the text: PostgreSQL
 * estimates a tenth of the table for an unknown limit and then plans again each time.
 */
type LimitSql = string;

/** Products of several tax classes have another order by their shown prices. */
function buildShownPriceOrderSql(sort: 'price-asc' | 'price-desc', alias: string, { factors }: PriceDisplay): string {
  const factor = `${buildAmountByTaxClassSql(alias, factors)}::float8`;
  return sort === 'price-asc'
    ? `${alias}.price_min * ${factor}, ${alias}.product_id`
    : `${alias}.price_max * ${factor} desc nulls last, ${alias}.product_id desc`;
}

function buildOrderSql(kind: ScopeKind, sort: ListingSort, alias: string, display = pricesAsEntered): string {
  if (display.isConverted && isPriceSort(sort)) return buildShownPriceOrderSql(sort, alias, display);
  if (kind !== 'products' || sort !== 'default') return orderSql[sort](alias);
  return alias === 'l' ? 'given.nth' : `${alias}.nth`;
}

const isPriceSort = (sort: ListingSort): sort is 'price-asc' | 'price-desc' =>
  sort === 'price-asc' || sort === 'price-desc';

const buildSortColumnsSql = (kind: ScopeKind) =>
  `l.product_id, l.position, l.name, l.published_at, l.price_min, l.price_max${kind === 'products' ? ', given.nth' : ''}`;

/**
 * All products. The page is found by an index alone, because reading rows would be ten times slower
 * for late pages. The total comes from `facet_counts`.
 */
function buildCompleteListSql(sort: ListingSort, limitSql: LimitSql): string {
  return `select ${cardColumnsSql('$1::timestamptz')}, (select products from facet_counts where category_id = 0 and kind = 'all' and value_id = 0) as total
    from (select l.product_id from ${buildScopeSql('all', '')} order by ${buildOrderSql('all', sort, 'l')} ${limitSql}) found
    join product_listing page on page.product_id = found.product_id join published_products p on p.id = found.product_id
    order by ${buildOrderSql('all', sort, 'page')}`;
}

/** A scope other than all: matches are found first and counted on the way. */
function buildScopedListSql(kind: ScopeKind, sort: ListingSort, limitSql: LimitSql): string {
  return `with page as materialized (
      select ${buildSortColumnsSql(kind)}, count(*) over ()::integer as total from ${buildScopeSql(kind, '$2::integer[]')}
      order by ${buildOrderSql(kind, sort, 'l')} ${limitSql}
    )
    select ${cardColumnsSql('$1::timestamptz')}, page.total from page join published_products p on p.id = page.product_id
    order by ${buildOrderSql(kind, sort, 'page')}`;
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
  const limitSql = `limit ${limit} offset ${hasOffset ? `$${values.length}` : 0}`;
  const statement =
    statements.get(name) ??
    sqlQuery<ListingRow>(
      name,
      kind === 'all' ? buildCompleteListSql(sort, limitSql) : buildScopedListSql(kind, sort, limitSql),
    );
  statements.set(name, statement);
  return statement(db, values);
}

async function findFiltered(
  db: Db,
  { kind, ids, sort, limit, offset, now, display }: ListingQuery,
  filters: ListingFilters,
  knownTotal: number | undefined,
): Promise<ListingRow[]> {
  const conditions = buildFilterConditions(filters, display).map((condition) => condition.sql);
  const matching = [buildScopeSql(kind, buildIdArraySql(ids)), ...conditions].join(' and ');
  const total = knownTotal === undefined ? `(select count(*) from ${matching})::integer` : `${Math.trunc(knownTotal)}`;
  const { rows } = await db.execute<ListingRow & Record<string, unknown>>(
    sql.raw(`with page as materialized (
        select ${buildSortColumnsSql(kind)} from ${matching} order by ${buildOrderSql(kind, sort, 'l', display)} limit ${limit} offset ${offset}
      )
      select ${cardColumnsSql(`'${now.toISOString()}'::timestamptz`)}, ${total} as total from page join published_products p on p.id = page.product_id
      order by ${buildOrderSql(kind, sort, 'page', display)}`),
  );
  return rows;
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
