import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { houseOf } from './fixture.ts';

/** Two features, the second standing on the first, wired as they should be. */
const sound = {
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

/** The violations of one rule as `file:line what`, when these files are added to the sound house. */
function violationsIn(rule: string, files: Record<string, string>): string[] {
  const { violations } = checkBoundaries(houseOf({ ...sound, ...files }), []);
  return violations
    .filter((violation) => violation.rule === rule)
    .map(({ file, line, what }) => `${file}:${line} ${what}`);
}

describe('the boundary check', () => {
  it('finds nothing in a house that keeps the rules', () => {
    const answer = checkBoundaries(houseOf(sound), []);
    expect(answer.violations).toEqual([]);
    expect(answer.files).toBe(Object.keys(sound).length);
  });

  it('fails when there was nothing to read', () => {
    const { files, violations } = checkBoundaries(houseOf({}), []);
    expect(files).toBe(0);
    expect(violations.map(({ rule }) => rule)).toEqual(['reading']);
  });

  it('says of each violation where it is and why the rule stands', () => {
    const { violations } = checkBoundaries(
      houseOf({ ...sound, 'src/platform/x.ts': `\nimport '#features/cart/cart.ts';` }),
      [],
    );
    const found = violations.find(({ rule }) => rule === 'platform-below');
    expect(found).toMatchObject({ file: 'src/platform/x.ts', line: 2 });
    expect(found?.because).toContain('knows no feature');
  });

  it('takes an exception with a reason, and refuses one that is no longer true', () => {
    const root = houseOf({ ...sound, 'src/platform/x.ts': `import '#ui/button.tsx';` });
    const exception = { rule: 'platform-below', file: 'src/platform/x.ts', reason: 'tried here' };
    expect(checkBoundaries(root, [exception]).violations).toEqual([]);
    expect(checkBoundaries(houseOf(sound), [exception]).violations).toMatchObject([{ rule: 'exceptions' }]);
  });
});

describe('arrows', () => {
  it('the platform imports no feature, no page and no look, not even a type', () => {
    const found = violationsIn('platform-below', {
      'src/platform/a.ts': `import type { Row } from '#features/cart/cart.ts';\nimport '#app/app.ts';\nimport '#ui/button.tsx';`,
      'src/platform/b.ts': `export type T = import('#features/cart/cart.ts').Row;`,
      'src/platform/c.test.ts': `import '#ui/button.tsx';`,
    });
    expect(found).toEqual([
      'src/platform/a.ts:1 imports src/features/cart/cart.ts',
      'src/platform/a.ts:2 imports src/app/app.ts',
      'src/platform/a.ts:3 imports src/ui/button.tsx',
      'src/platform/b.ts:1 imports src/features/cart/cart.ts',
    ]);
  });

  it('ui imports only ui', () => {
    const found = violationsIn('ui-below', {
      'src/ui/a.ts': `import './button.tsx';\nimport '#platform/database.ts';\nexport { add } from '#features/cart/cart.ts';`,
    });
    expect(found).toEqual([
      'src/ui/a.ts:2 imports src/platform/database.ts',
      'src/ui/a.ts:3 imports src/features/cart/cart.ts',
    ]);
  });

  it('a feature does not reach up to the app', () => {
    const found = violationsIn('feature-below-app', {
      'src/features/cart/a.ts': `import '#app/app.ts';\nimport '#shop.config';`,
      'shop.config.ts': 'export const choices = 1;',
    });
    expect(found).toEqual([
      'src/features/cart/a.ts:1 imports src/app/app.ts',
      'src/features/cart/a.ts:2 imports shop.config.ts',
    ]);
  });

  it('an import that leads nowhere is a violation', () => {
    const found = violationsIn('unresolved', {
      'src/ui/a.ts': `import './button';\nimport '#nowhere/x.ts';\nimport './look.css';\nimport './look.css?url';`,
      'src/ui/look.css': '',
    });
    expect(found).toEqual([
      'src/ui/a.ts:1 ./button is no file (write the extension)',
      'src/ui/a.ts:2 #nowhere/x.ts is no path of package.json',
    ]);
  });
});

describe('features', () => {
  it('another feature is reached only through its face', () => {
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

  it('a feature that is used is named in needs', () => {
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

  it('needs names features that exist, as plain strings', () => {
    const found = violationsIn('needs', {
      'src/features/a/feature.ts': `export const feature = { needs: ['nothing', 'a'] };`,
      'src/features/b/feature.ts': `const more: string[] = [];\nexport const feature = { needs: [...more] };`,
    });
    expect(found).toEqual([
      'src/features/a/feature.ts:1 needs names nothing, which is no other feature',
      'src/features/a/feature.ts:1 needs names a, which is no other feature',
      'src/features/b/feature.ts:2 needs is not a list of plain strings',
    ]);
  });

  it('needs run in no circle', () => {
    const found = violationsIn('needs-circle', {
      'src/features/catalog/feature.ts': `export const feature = { name: 'catalog', needs: ['orders'] };`,
      'src/features/orders/feature.ts': `export const feature = { name: 'orders', needs: ['cart'] };`,
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('needs run in a circle');
    for (const name of ['catalog', 'orders', 'cart']) expect(found[0]).toContain(name);
  });

  it('a feature is in the list of the app, and slots are filled there only', () => {
    const found = violationsIn('wiring', {
      'src/platform/features/slots.ts': 'export const fillSlot = () => 1;',
      'src/features/lost/feature.ts': 'export const feature = { needs: [] };',
      'src/features/cart/a.ts': `import { fillSlot } from '#platform/features/slots.ts';\nexport const x = fillSlot();`,
      'src/app/slots.ts': `import { fillSlot } from '#platform/features/slots.ts';\nexport const x = fillSlot();`,
    });
    expect(found.sort()).toEqual([
      'src/features/cart/a.ts:1 calls fillSlot outside the wiring',
      'src/features/lost/feature.ts:1 the feature lost is in no list of src/app',
    ]);
  });
});
