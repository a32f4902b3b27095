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
const inCategory = `exists (select from product_categories pc join tree on tree.id = pc.category_id where pc.product_id = p.id)`;
const conditions: Record<Scope, string> = {
  all: shown,
  category: `${shown} and ${inCategory}`,
  featured: `${shown} and p.featured`,
};

function listingSql(scope: Scope, sort: ListingSort): string {
  const tree = `with recursive tree as (
    select id from categories where id = $4 union select c.id from categories c join tree on c.parent_id = tree.id)`;
  const matching = `from products p where ${conditions[scope]}`;
  return `${scope === 'category' ? tree : ''}
    select ${cardColumns('$1::timestamptz')}, (select count(*) ${matching})::integer as total
    from (select p.* ${matching} order by ${orders[sort]} limit $2 offset $3) p order by ${orders[sort]}`;
}

const queries = new Map<string, ReturnType<typeof sqlQuery<ListingRow>>>();

function listingQuery(scope: Scope, sort: ListingSort) {
  const name = `catalog.listing.${scope}.${sort}`;
  const known = queries.get(name) ?? sqlQuery<ListingRow>(name, listingSql(scope, sort));
  queries.set(name, known);
  return known;
}

/** Published products that lists may show. One query; a page beyond the last is empty and costs a second one, for the total. */
export async function listProducts(db: Db, input: ListingInput): Promise<Listing> {
  const { category, featured, sort = 'default', page = 1, perPage = 24, now } = input;
  const scope = category !== undefined ? 'category' : featured ? 'featured' : 'all';
  const query = listingQuery(scope, sort);
  const run = (limit: number, offset: number) =>
    query(db, [now, limit, offset, ...(category === undefined ? [] : [category])]);
  const rows = await run(perPage, (page - 1) * perPage);
  const total = rows[0]?.total ?? (page > 1 ? ((await run(1, 0))[0]?.total ?? 0) : 0);
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
