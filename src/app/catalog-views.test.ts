import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProducts } from '#features/listing/index.ts';
import { getSuggestStatement } from '#features/search/postgres/statements.ts';
import { connectForCopy } from '#platform/database/pool.ts';
import { listNamedColumns } from '#tests/statements/read-columns.ts';
import { listDefiningFiles, listPlannedStatements } from '#tests/statements/shop-statements.ts';
import { useDatabase } from '#tests/support/database.ts';

/** Columns that only rules of the catalogue read, by the view that states the rule. */
const columnsOfRules: Readonly<Record<string, readonly string[]>> = {
  published_products: ['products.status', 'products.visibility', 'products.tax_status', 'products.tax_class'],
  product_offers: [
    ...['variations.enabled', 'variations.tax_class', 'stock_levels.backorders', 'stock_levels.status'],
    ...['variation_prices', 'main_prices'].flatMap((table) =>
      ['variation_id', 'currency', 'regular_price', 'sale_price', 'sale_from', 'sale_to'].map(
        (column) => `${table}.${column}`,
      ),
    ),
    ...['stock_levels.managed', 'stock_levels.on_hand'],
  ],
  product_media: ['product_images.media_id', 'product_images.remote_id', 'remote_images.state'],
};

/**
 * `inventory` owns the stock levels; `catalog-transfer` reads and writes all that the catalogue stores. Staff see and change
 * what is stored, whether or not it is offered.
 */
const exemptFeatures = [
  ...['catalog', 'inventory', 'catalog-transfer'],
  ...['product-editor', 'variation-grid', 'stock-control', 'import-office'],
];

/** Columns that a statement of another feature names, and why no view fits. */
const exceptions: Readonly<Record<string, { readonly columns: readonly string[]; readonly reason: string }>> = {
  'search.read-documents': {
    columns: ['variations.enabled'],
    reason: 'the code of the master of a variable product is searched too, which is not offered',
  },
  ...Object.fromEntries(
    ['find-variations', 'find-variations-of-products'].map((name) => [
      `manual-orders.${name}`,
      { columns: ['variations.enabled'], reason: 'staff may agree on a price, so what has none is found, too' },
    ]),
  ),
};

const { db, pool } = useDatabase();
let client: pg.PoolClient;

beforeAll(async () => {
  client = await connectForCopy(pool);
});

afterAll(() => client.release(true));

/** One sentence for each column of a rule that a statement names. */
async function findRepeatedRules(name: string, text: string): Promise<string[]> {
  const named = new Set(await listNamedColumns(client, text));
  const allowed = new Set(exceptions[name]?.columns);
  return Object.entries(columnsOfRules).flatMap(([view, columns]) =>
    columns
      .filter((column) => named.has(column) && !allowed.has(column))
      .map((column) => `${name} reads ${column}: use the view ${view}`),
  );
}

describe('the rules of the catalogue', () => {
  it('are read through its views by the statements of other features', async () => {
    for (const file of listDefiningFiles()) await import(file);
    await defineLazyStatements();
    const checked = listPlannedStatements()
      .map(({ name, text }) => ({ name: name.slice(0, name.lastIndexOf('.')), text }))
      .filter(({ name }) => !exemptFeatures.some((feature) => name.startsWith(`${feature}.`)));
    expect(checked.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const { name, text } of checked) found.push(...(await findRepeatedRules(name, text)));
    expect(found).toEqual([]);
  });

  it('are repeated by each of the exceptions', async () => {
    const statements = new Map(listPlannedStatements().map(({ name, text }) => [name.replace(/\.\w+$/, ''), text]));
    for (const [name, { columns }] of Object.entries(exceptions)) {
      expect(await listNamedColumns(client, statements.get(name) ?? '')).toEqual(expect.arrayContaining([...columns]));
    }
  });

  it('are found where a statement repeats them, also in a subquery or a condition of a change', async () => {
    expect(
      await findRepeatedRules(
        'orders.count-offers',
        `with own as (select id from products p where p.status = 'published' and p.id = $1::integer)
        select (select count(*) from variations v where v.product_id = own.id and v.enabled) from own`,
      ),
    ).toEqual([
      'orders.count-offers reads products.status: use the view published_products',
      'orders.count-offers reads variations.enabled: use the view product_offers',
    ]);
    expect(
      await findRepeatedRules(
        'orders.drop-lines',
        `delete from cart_lines l using published_products p, variations v
        where v.id = l.variation_id and p.id = v.product_id and v.tax_class = $1 and not p.is_public`,
      ),
    ).toEqual(['orders.drop-lines reads variations.tax_class: use the view product_offers']);
    expect(await findRepeatedRules('cart.find-ended-sales', 'select from variation_prices where sale_to < $1')).toEqual(
      ['cart.find-ended-sales reads variation_prices.sale_to: use the view product_offers'],
    );
  });

  it('are read through the views by the functions of the database too', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ $1`,
      [/\b(visibility|tax_status|backorders|\w+\.enabled|status\s*=\s*'published')/.source],
    );
    expect(rows).toEqual([]);
  });
});

/** Statements whose text depends on a sort or a limit are defined when they are first used. */
async function defineLazyStatements(): Promise<void> {
  await listProducts(db, { now: new Date() });
  await listProducts(db, { now: new Date(), category: 1 });
  for (const scope of ['all', 'category'] as const)
    for (const match of ['word', 'all', 'some'] as const) getSuggestStatement({ match, scope, limit: 6 });
}
