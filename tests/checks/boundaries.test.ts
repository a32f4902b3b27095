import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createProject } from './create-project.ts';

/** A valid project: two features, wired correctly; the second needs the first. */
const validProject = {
  'src/app/app.ts': `
    import { feature as catalog } from '#features/catalog/feature.ts';
    import { feature as cart } from '#features/cart/feature.ts';
    export const list = [catalog, cart];`,
  'src/features/catalog/feature.ts': `export const feature = { name: 'catalog', needs: [] };`,
  'src/features/catalog/index.ts': `export { findProduct } from './products.ts';`,
  'src/features/catalog/products.ts': `
    import { db } from '#platform/database.ts';
    import { products } from './tables.ts';
    export const findProduct = () => db.insert(products);`,
  'src/features/catalog/tables.ts': `
    import { pgTable } from 'drizzle-orm/pg-core';
    export const products = pgTable('products', {});`,
  'src/features/catalog/contract.ts': `export const path = '/product';`,
  'src/features/cart/feature.ts': `export const feature = { name: 'cart', needs: ['catalog'] as const };`,
  'src/features/cart/cart.ts': `
    import { findProduct } from '#features/catalog/index.ts';
    import { products } from '#features/catalog/tables.ts';
    import { db } from '#platform/database.ts';
    export const add = () => db.select().from(products).where(findProduct());`,
  'src/features/cart/islands/mini-cart.tsx': `
    import { useState } from 'react';
    import { path } from '#features/catalog/contract.ts';
    import { Button } from '#ui/button.tsx';
    import type { Row } from '../cart.ts';
    export function MiniCart(props: { row?: Row }) { const [n] = useState(0); return <Button href={path}>{n}{String(props.row)}</Button>; }`,
  'src/platform/database.ts': `export const db = { insert: (x: unknown) => x };`,
  'src/ui/button.tsx': `export function Button(props: object) { return <a {...props} />; }`,
};

/** Violations of a rule as `file:line what` after adding these files to the valid project. */
function violationsIn(rule: string, files: Record<string, string>): string[] {
  const { violations } = checkBoundaries(createProject({ ...validProject, ...files }), []);
  return violations
    .filter((violation) => violation.rule === rule)
    .map(({ file, line, what }) => `${file}:${line} ${what}`);
}

describe('the boundary check', () => {
  it('finds nothing in a valid project', () => {
    const answer = checkBoundaries(createProject(validProject), []);
    expect(answer.violations).toEqual([]);
    expect(answer.files).toBe(Object.keys(validProject).length);
  });

  it('fails without any source file', () => {
    const { files, violations } = checkBoundaries(createProject({}), []);
    expect(files).toBe(0);
    expect(violations.map(({ rule }) => rule)).toEqual(['reading']);
  });

  it('reports file, line and the reason for the rule', () => {
    const { violations } = checkBoundaries(
      createProject({ ...validProject, 'src/platform/x.ts': `\nimport '#features/cart/cart.ts';` }),
      [],
    );
    const found = violations.find(({ rule }) => rule === 'platform-below');
    expect(found).toMatchObject({ file: 'src/platform/x.ts', line: 2 });
    expect(found?.because).toContain('it knows no feature');
  });

  it('accepts an exception with a reason, and rejects one that is no longer needed', () => {
    const root = createProject({ ...validProject, 'src/platform/x.ts': `import '#ui/button.tsx';` });
    const exception = { rule: 'platform-below', file: 'src/platform/x.ts', reason: 'tried here' };
    expect(checkBoundaries(root, [exception]).violations).toEqual([]);
    expect(checkBoundaries(createProject(validProject), [exception]).violations).toMatchObject([
      { rule: 'exceptions' },
    ]);
  });
});

describe('layers', () => {
  it('the platform imports no feature, app or ui, not even types; forms and the back office import ui', () => {
    const found = violationsIn('platform-below', {
      'src/platform/a.ts': `import type { Row } from '#features/cart/cart.ts';\nimport '#app/app.ts';\nimport '#ui/button.tsx';`,
      'src/platform/b.ts': `export type T = import('#features/cart/cart.ts').Row;`,
      'src/platform/c.test.ts': `import '#ui/button.tsx';`,
      'src/platform/forms/d.ts': `import '#ui/button.tsx';\nimport '#app/app.ts';`,
      'src/platform/admin/e.ts': `import '#ui/button.tsx';`,
    });
    expect(found).toEqual([
      'src/platform/a.ts:1 imports src/features/cart/cart.ts',
      'src/platform/a.ts:2 imports src/app/app.ts',
      'src/platform/a.ts:3 imports src/ui/button.tsx',
      'src/platform/b.ts:1 imports src/features/cart/cart.ts',
      'src/platform/forms/d.ts:2 imports src/app/app.ts',
    ]);
  });

  it('the stand-in for the wallet’s provider imports nothing of the shop, and is entered by its index', () => {
    const found = violationsIn('sandbox-alone', {
      'wallet-sandbox/index.ts': `import { x } from './x.ts';\nimport 'node:fs';\nexport const start = x;`,
      'wallet-sandbox/x.ts': `import '#platform/database.ts';\nimport 'fastify';\nexport const x = 1;`,
      'wallet-sandbox/x.test.ts': `import '#platform/database.ts';`,
      'src/app/a.ts': `import '../../wallet-sandbox/index.ts';\nimport '../../wallet-sandbox/x.ts';`,
    });
    expect(found).toEqual([
      'wallet-sandbox/x.ts:1 imports src/platform/database.ts',
      'wallet-sandbox/x.ts:2 imports fastify',
      'src/app/a.ts:2 imports wallet-sandbox/x.ts',
    ]);
  });

  it('ui imports ui only', () => {
    const found = violationsIn('ui-below', {
      'src/ui/a.ts': `import './button.tsx';\nimport '#platform/database.ts';\nexport { add } from '#features/cart/cart.ts';`,
    });
    expect(found).toEqual([
      'src/ui/a.ts:2 imports src/platform/database.ts',
      'src/ui/a.ts:3 imports src/features/cart/cart.ts',
    ]);
  });

  it('a feature does not import the app', () => {
    const found = violationsIn('feature-below-app', {
      'src/features/cart/a.ts': `import '#app/app.ts';\nimport '#shop.config';`,
      'shop.config.ts': 'export const choices = 1;',
    });
    expect(found).toEqual([
      'src/features/cart/a.ts:1 imports src/app/app.ts',
      'src/features/cart/a.ts:2 imports shop.config.ts',
    ]);
  });

  it('an unresolved import is a violation', () => {
    const found = violationsIn('unresolved', {
      'src/ui/a.ts': `import './button';\nimport '#nowhere/x.ts';\nimport './look.css';\nimport './look.css?url';`,
      'src/ui/look.css': '',
    });
    expect(found).toEqual([
      'src/ui/a.ts:1 ./button is not a file (write the extension)',
      'src/ui/a.ts:2 #nowhere/x.ts is not in the imports of package.json',
    ]);
  });
});

describe('features', () => {
  it('another feature is imported through its index.ts only', () => {
    const found = violationsIn('feature-face', {
      'src/features/cart/a.ts': `import '#features/catalog/products.ts';\nimport type { T } from '#features/catalog/feature.ts';`,
      'src/features/cart/b.ts': `import '#features/catalog/contract.ts';`,
      'src/app/pages/home.tsx': `import '#features/catalog/index.ts';\nimport '#features/catalog/tables.ts';`,
      'demo/load.ts': `import '#features/catalog/products.ts';`,
    });
    expect(found.sort()).toEqual([
      'demo/load.ts:1 imports src/features/catalog/products.ts of the feature catalog',
      'src/app/pages/home.tsx:2 imports src/features/catalog/tables.ts of the feature catalog',
      'src/features/cart/a.ts:1 imports src/features/catalog/products.ts of the feature catalog',
      'src/features/cart/a.ts:2 imports src/features/catalog/feature.ts of the feature catalog',
      'src/features/cart/b.ts:1 imports src/features/catalog/contract.ts of the feature catalog',
    ]);
  });

  it('files for the browser import contract.ts and browser.ts of another feature, others neither', () => {
    const found = violationsIn('feature-face', {
      'src/features/catalog/browser.ts': `export { zoom } from './islands/zoom.ts';`,
      'src/features/catalog/islands/zoom.ts': 'export const zoom = 1;',
      'src/features/cart/islands/a.ts': `import '#features/catalog/browser.ts';\nimport '#features/catalog/contract.ts';\nimport '#features/catalog/islands/zoom.ts';`,
      'src/features/cart/b.ts': `import '#features/catalog/browser.ts';`,
    });
    expect(found.sort()).toEqual([
      'src/features/cart/b.ts:1 imports src/features/catalog/browser.ts of the feature catalog',
      'src/features/cart/islands/a.ts:3 imports src/features/catalog/islands/zoom.ts of the feature catalog',
    ]);
  });

  it('needs names every feature that is imported', () => {
    const found = violationsIn('needs', {
      'src/features/catalog/a.ts': `\nimport type { T } from '#features/cart/index.ts';`,
      'src/features/cart/index.ts': 'export const x = 1;',
      'examples/gift/feature.ts': `export const feature = { needs: ['cart'] };`,
      'examples/gift/a.ts': `import '#features/catalog/index.ts';\nimport '#features/cart/index.ts';`,
      'src/features/loose/a.ts': `import '#features/catalog/index.ts';`,
    });
    expect(found.sort()).toEqual([
      'examples/gift/a.ts:1 uses the feature catalog, but needs of examples/gift does not name it',
      'src/features/catalog/a.ts:2 uses the feature cart, but needs of catalog does not name it',
      'src/features/loose/a.ts:1 uses the feature catalog, but loose has no feature.ts',
    ]);
  });

  it('needs names existing features as plain strings', () => {
    const found = violationsIn('needs', {
      'src/features/a/feature.ts': `export const feature = { needs: ['nothing', 'a'] };`,
      'src/features/b/feature.ts': `const more: string[] = [];\nexport const feature = { needs: [...more] };`,
    });
    expect(found).toEqual([
      'src/features/a/feature.ts:1 needs names nothing, which is not another feature',
      'src/features/a/feature.ts:1 needs names a, which is not another feature',
      'src/features/b/feature.ts:2 needs is not a list of plain strings',
    ]);
  });

  it('needs have no cycle', () => {
    const found = violationsIn('needs-cycle', {
      'src/features/catalog/feature.ts': `export const feature = { name: 'catalog', needs: ['orders'] };`,
      'src/features/orders/feature.ts': `export const feature = { name: 'orders', needs: ['cart'] };`,
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('needs form a cycle');
    for (const name of ['catalog', 'orders', 'cart']) expect(found[0]).toContain(name);
  });

  it('every feature is listed in the app, and slots are filled there only', () => {
    const found = violationsIn('wiring', {
      'src/platform/features/slots.ts': 'export const fillSlot = () => 1;',
      'src/features/lost/feature.ts': 'export const feature = { needs: [] };',
      'src/features/cart/a.ts': `import { fillSlot } from '#platform/features/slots.ts';\nexport const x = fillSlot();`,
      'src/app/slots.ts': `import { fillSlot } from '#platform/features/slots.ts';\nexport const x = fillSlot();`,
    });
    expect(found.sort()).toEqual([
      'src/features/cart/a.ts:1 calls fillSlot outside src/app and shop.config.ts',
      'src/features/lost/feature.ts:1 the feature lost is not listed in src/app',
    ]);
  });
});
