import { type Db, sqlQuery } from '#platform/database/database.ts';
import { cardTag, categoryTag, productsTag } from './cache-tags.ts';
import { type CardRow, cardColumns, firstTurn, type ProductCard, toCard } from './cards.ts';

/** In the order in which a shopper is offered them. */
export const listingSorts = ['default', 'newest', 'price-asc', 'price-desc', 'name'] as const;
export type ListingSort = (typeof listingSorts)[number];

const orders: Record<ListingSort, string> = {
  default: 'p.position, p.name collate "und-x-icu", p.id',
  newest: 'p.published_at desc, p.id desc',
  'price-asc': 'p.price_min, p.id',
  'price-desc': 'p.price_max desc nulls last, p.id desc',
  name: 'p.name collate "und-x-icu", p.id',
};

export interface ListingInput {
  /** Id: its own products and those of the categories below it. */
  readonly category?: number | undefined;
  readonly featured?: boolean | undefined;
  readonly sort?: ListingSort | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** At most 100. */
  readonly perPage?: number | undefined;
  readonly now: Date;
}

export interface Listing {
  readonly cards: readonly ProductCard[];
  readonly total: number;
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  /** What a cached page that shows it depends on, and until when it stays right. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

type Scope = 'all' | 'category' | 'featured';
type ListingRow = CardRow & { total: number };

const shown = `p.status = 'published' and p.visibility in ('visible', 'catalog')`;

/**
 * `limit 24 offset 0`, or with the offset to be given. What can be is part of the text: Postgres takes a limit that it doesn't know for a tenth
 * of the table, and then plans anew each time for fear of it.
 */
type Window = string;

function listingSql(scope: Scope, sort: ListingSort, window: Window): string {
  if (scope === 'category') return categorySql(sort, window);
  return wholeSql(scope === 'featured' ? `${shown} and p.featured` : shown, sort, window);
}

/** In the order of an index, as far as the page. */
function wholeSql(condition: string, sort: ListingSort, window: Window): string {
  const matching = `from products p where ${condition}`;
  return `select ${cardColumns('$1::timestamptz')}, (select count(*) ${matching})::integer as total
    from (select p.* ${matching} order by ${orders[sort]} ${window}) p order by ${orders[sort]}`;
}

/** From the category's products, which are counted on the way. Arrays, since a planner takes a recursion for a thousand rows. */
function categorySql(sort: ListingSort, window: Window): string {
  return `with recursive tree as (
      select id from categories where id = $2 union select c.id from categories c join tree on c.parent_id = tree.id
    ), page as materialized (
      select p.id, count(*) over ()::integer as total from products p
      where p.id = any(array(select product_id from product_categories where category_id = any(array(select id from tree)))) and ${shown}
      order by ${orders[sort]} ${window}
    )
    select ${cardColumns('$1::timestamptz')}, page.total from page join products p on p.id = page.id order by ${orders[sort]}`;
}

const queries = new Map<string, ReturnType<typeof sqlQuery<ListingRow>>>();

/** @param offsetAt number of the offset's parameter; null for the first page */
function listingQuery(scope: Scope, sort: ListingSort, limit: number, offsetAt: number | null) {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 100) throw new RangeError(`no page has ${limit} products`);
  const name = `catalog.listing.${scope}.${sort}.${limit}${offsetAt === null ? '' : '.further'}`;
  const window = `limit ${limit} offset ${offsetAt === null ? 0 : `$${offsetAt}`}`;
  const known = queries.get(name) ?? sqlQuery<ListingRow>(name, listingSql(scope, sort, window));
  queries.set(name, known);
  return known;
}

/** Published products that lists may show. One query; a page beyond the last is empty and costs a second one, for the total. */
export async function listProducts(db: Db, input: ListingInput): Promise<Listing> {
  const { category, featured, sort = 'default', page = 1, perPage = 24, now } = input;
  const scope = category !== undefined ? 'category' : featured ? 'featured' : 'all';
  const values = category === undefined ? [now] : [now, category];
  const from = (offset: number) =>
    offset === 0
      ? listingQuery(scope, sort, perPage, null)(db, values)
      : listingQuery(scope, sort, perPage, values.length + 1)(db, [...values, offset]);
  const rows = await from((page - 1) * perPage);
  const total = rows[0]?.total ?? (page > 1 ? ((await from(0))[0]?.total ?? 0) : 0);
  const cards = rows.map(({ total: _, ...row }) => toCard(row));
  return {
    cards,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    tags: [
      productsTag,
      ...(category === undefined ? [] : [categoryTag(category)]),
      ...cards.map((card) => cardTag(card.id)),
    ],
    until: firstTurn(cards.map((card) => card.turnsAt)),
  };
}
