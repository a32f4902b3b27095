import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { connectForCopy } from '#platform/database/pool.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createVariationRows, memberPricedRows, productRows } from './filter-rows.ts';
import { buildMatchSql, buildStockStateSql } from './match-products.ts';
import { isUnfiltered, noFilters, type ProductFilter, unknownTerm } from './product-filter.ts';
import { buildGivenOrderSql, buildOrderSql, sortColumns } from './product-order.ts';

const { pool } = useDatabase();
const dialect = new PgDialect();
let client: pg.PoolClient;

beforeAll(async () => {
  client = await connectForCopy(pool);
});

afterAll(() => client.release(true));

const bounds = (amount: number) => ({ '': amount, reduced: amount + 1, "o'clock": 2 });
const converted: PriceDisplay = {
  ...{ ...pricesAsEntered, isConverted: true, toLowestEntered: bounds, toHighestEntered: bounds },
  factors: { '': 1, reduced: 1.07, "o'clock": 1.19 },
};

const terms = [unknownTerm, { id: 7, slug: 'seven', name: 'Seven' }];
const attribute = { id: 1, slug: 'glaze', name: 'Glaze', terms };
const date = new Date('2026-06-15T12:00:00Z');

/** Each way of making a condition, by part of the filter. */
const examples: Readonly<Record<keyof ProductFilter, readonly Partial<ProductFilter>[]>> = {
  categories: [{ categories: terms }],
  brands: [{ brands: terms }],
  tags: [{ tags: terms }],
  categoryOperator: [{ categories: terms, categoryOperator: 'not_in' }],
  tagOperator: [{ tags: terms, tagOperator: 'and' }],
  brandOperator: [{ brands: terms, brandOperator: 'not_in' }],
  termSlugs: [{ termSlugs: { category: { locale: 'en-GB', slug: 'a' }, tag: 'b', brand: 'c' } }],
  attributes: [
    ...(['in', 'and', 'not_in'] as const).map((operator) => ({
      attributes: [
        { ...attribute, operator },
        { ...attribute, terms: [] },
      ],
    })),
  ],
  anyAttribute: [{ attributes: [attribute, attribute], anyAttribute: true }],
  minPrice: [{ minPrice: 100 }],
  maxPrice: [{ maxPrice: 100 }],
  inStock: [true, false].map((inStock) => ({ inStock })),
  onSale: [true, false].map((onSale) => ({ onSale })),
  rating: [{ rating: 3 }],
  ratings: [{ ratings: [4, 5] }],
  stockStates: (['in', 'out', 'backorder'] as const).flatMap((state) => [
    { stockStates: [state] },
    { stockStates: [state, 'backorder'] },
  ]),
  featured: [{ featured: true }],
  type: [{ type: 'simple' }],
  visibility: (['any', 'visible', 'catalog', 'search', 'hidden'] as const).map((visibility) => ({
    visibility,
  })),
  slugs: [{ slugs: [{ locale: 'en-GB', slug: 'cup' }] }],
  skus: [{ skus: ['CUP'] }],
  ids: [{ ids: [1, 2] }],
  excludedIds: [{ excludedIds: [1, 2] }],
  productIds: [{ productIds: [] }],
  parentIds: [{ parentIds: [0, 1] }],
  excludedParentIds: [{ excludedParentIds: [0, 1] }],
  dates: (['published_at', 'updated_at'] as const).map((column) => ({
    dates: { column, after: date, before: date },
  })),
};
const filters = Object.values(examples).flat();
const fronts = [productRows, memberPricedRows, createVariationRows(date)].flatMap((rows) =>
  [pricesAsEntered, converted].map((display) => ({ rows, display })),
);

let prepared = 0;

/** @returns what PostgreSQL says against a statement, if anything */
async function prepare(text: string): Promise<string | null> {
  prepared += 1;
  return client.query(`prepare filter_${prepared} as ${text}; deallocate filter_${prepared}`).then(
    () => null,
    (error: Error) => `${error.message}: ${text}`,
  );
}

async function listFailures(texts: Iterable<string>): Promise<string[]> {
  const failures: string[] = [];
  for (const text of new Set(texts)) {
    const failure = await prepare(text);
    if (failure !== null) failures.push(failure);
  }
  return failures;
}

describe('the statements of a filter', () => {
  it('are prepared by PostgreSQL for each part, and each pair of parts', async () => {
    const pairs = filters.flatMap((one, index) =>
      filters.slice(index).map((other) => ({ ...noFilters, ...one, ...other })),
    );
    const texts = pairs.flatMap((filter) =>
      fronts.map(({ rows, display }) => `select from ${dialect.sqlToQuery(buildMatchSql(filter, display, rows)).sql}`),
    );
    expect(await listFailures(texts)).toEqual([]);
    expect(prepared).toBeGreaterThan(1000);
  });

  it('are prepared for each order, and for the state of stock', async () => {
    const sorts = [...(Object.keys(sortColumns) as (keyof typeof sortColumns)[]), 'id', 'price', 'published'] as const;
    const texts = fronts.flatMap(({ rows, display }) => {
      const state = dialect.sqlToQuery(buildStockStateSql(rows)).sql;
      const orders = sorts.flatMap((by) =>
        [true, false].map((isDescending) => buildOrderSql({ by, isDescending }, display, rows)),
      );
      return [...orders, buildGivenOrderSql([2, 1], rows.id)].map(
        (order) => `select ${state} from ${rows.from} order by ${order}`,
      );
    });
    expect(await listFailures(texts)).toEqual([]);
  });

  it('would be reported', async () => {
    expect(await listFailures(['select from product_listing l where l.none'])).toHaveLength(1);
  });
});

it('asks for nothing, or for something', () => {
  expect(isUnfiltered(noFilters)).toBe(true);
  for (const change of [{ onSale: false }, { minPrice: 0 }, { brands: [unknownTerm] }])
    expect(isUnfiltered({ ...noFilters, ...change })).toBe(false);
});
