// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source text
import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createProject } from './create-project.ts';

const project = {
  'src/app/app.ts': `
    import { feature as catalog } from '#features/catalog/feature.ts';
    import { feature as orders } from '#features/orders/feature.ts';
    export const list = [catalog, orders];`,
  'src/features/catalog/feature.ts': 'export const feature = { needs: [] };',
  'src/features/catalog/index.ts': `export { products as goods } from './tables.ts';\nexport * from './tables.ts';`,
  'src/features/catalog/tables.ts': `
    import { pgTable, pgSchema } from 'drizzle-orm/pg-core';
    export const products = pgTable('products', {});
    export const stock = pgSchema('shop').table('stock_levels', {});`,
  'src/features/orders/feature.ts': `export const feature = { needs: ['catalog'] };`,
};

/** Lines of a file of `orders` that write a table of `catalog`. */
function writesIn(text: string, file = 'src/features/orders/place.ts'): string[] {
  const { violations } = checkBoundaries(createProject({ ...project, [file]: text }), []);
  return violations.filter(({ rule }) => rule === 'table-owner').map(({ line, what }) => `${line} ${what}`);
}

const ofCatalog = (line: number, table: string) => `${line} writes ${table}, a table of the feature catalog`;

describe('only the owner writes a table', () => {
  it('finds insert, update and delete on another feature’s table', () => {
    const found = writesIn(`import { products, stock as levels } from '#features/catalog/tables.ts';
      export const a = (tx) => tx.insert(products).values({});
      export const b = (tx) => tx.update(levels).set({});
      export const c = (tx) => tx.delete(products);`);
    expect(found).toEqual([ofCatalog(2, 'products'), ofCatalog(3, 'stock_levels'), ofCatalog(4, 'products')]);
  });

  it('finds them through a namespace import and through the feature’s index', () => {
    expect(
      writesIn(`import * as catalog from '#features/catalog/tables.ts';
        export const a = (tx) => tx.insert(catalog.products);`),
    ).toEqual([ofCatalog(2, 'products')]);
    expect(
      writesIn(`import { goods, stock } from '#features/catalog/index.ts';
        export const a = (tx) => tx.delete(goods);
        export const b = (tx) => tx.update(stock);`),
    ).toEqual([ofCatalog(2, 'products'), ofCatalog(3, 'stock_levels')]);
  });

  it('finds them in SQL, by table name or as a template value', () => {
    const found = writesIn(
      [
        `import { products } from '#features/catalog/tables.ts';`,
        'export const a = sql`insert into ${products} (name) values (1)`;',
        'export const b = sql`UPDATE products SET name = 1`;',
        'export const c = sql`update ${products} p set name = 1`;',
        `export const d = 'delete from "stock_levels" where true';`,
        'export const e = sql`with gone as (delete from products returning *) select 1`;',
        `export const f = 'truncate table products';`,
      ].join('\n'),
    );
    expect(found.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      '2 writes products,',
      '3 writes products,',
      '4 writes products,',
      '5 writes stock_levels,',
      '6 writes products,',
      '7 writes products,',
    ]);
  });

  it('ignores reads, joins, locks and English sentences', () => {
    const found = writesIn(
      [
        `import { products } from '#features/catalog/tables.ts';`,
        'export const a = (tx) => tx.select().from(products);',
        'export const b = sql`select 1 from ${products} for update of ${products}`;',
        `export const c = 'Update products in the list';`,
        'export const d = (set, products) => set.add(products);',
      ].join('\n'),
    );
    expect(found).toEqual([]);
  });

  it('allows the owner and tests', () => {
    const text = `import { products } from '#features/catalog/tables.ts';\nexport const a = (tx) => tx.insert(products);`;
    expect(writesIn(text.replace('#features/catalog', '.'), 'src/features/catalog/products.ts')).toEqual([]);
    expect(writesIn(text, 'src/features/orders/place.test.ts')).toEqual([]);
  });

  it('takes the feature that inserts rows for the owner of a table that no file declares', () => {
    const orders = {
      'src/features/orders/history.ts': 'export const add = sql`insert into order_history (at) values (now())`;',
    };
    const elsewhere = [
      "export const a = 'update order_history set at = now()';",
      'export const b = sql`insert into order_history (at) values (now())`;',
      "export const c = 'Delete from the list';",
    ];
    const file = 'src/features/wishlists/change.ts';
    const { violations } = checkBoundaries(createProject({ ...project, ...orders, [file]: elsewhere.join('\n') }), []);
    const found = violations.filter(({ rule }) => rule === 'table-owner');
    expect(found.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '1 writes order_history, a table of the feature orders',
      '2 writes order_history, a table of the feature orders',
    ]);
  });
});
