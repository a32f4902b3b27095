import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createProject } from './create-project.ts';

function violationsIn(rule: string, files: Record<string, string>): string[] {
  const { violations } = checkBoundaries(createProject(files), []);
  return violations.filter((violation) => violation.rule === rule).map(({ file, line }) => `${file}:${line}`);
}

describe('style rules', () => {
  it('no barrel files except index.ts and browser.ts of a feature', () => {
    const found = violationsIn('barrel', {
      'src/features/cart/index.ts': `export * from './a.ts';`,
      'src/features/cart/a.ts': 'export const a = 1;',
      'src/features/cart/browser.ts': `export * from './a.ts';`,
      'src/features/cart/parts/index.ts': `export { a } from '../a.ts';`,
      'src/platform/all.ts': `import { x } from './x.ts';\nexport { x };\nexport * from './x.ts';`,
      'src/platform/x.ts': `export { y } from './y.ts';\nexport const x = 1;`,
      'src/platform/y.ts': 'export const y = 1;',
      'src/platform/effect.ts': `import './x.ts';`,
    });
    expect(found).toEqual(['src/features/cart/parts/index.ts:1', 'src/platform/all.ts:1']);
  });

  it('no default export outside configuration files', () => {
    const found = violationsIn('default-export', {
      'src/a.ts': 'export const a = 1;\nexport default function b() {}',
      'src/b.ts': 'const a = 1;\nexport { a as default };',
      'e2e/a.ts': 'export default 1;',
      'vite.config.ts': 'export default {};',
    });
    expect(found).toEqual(['src/a.ts:2', 'src/b.ts:2', 'e2e/a.ts:1']);
  });

  it('no import from two folders up, not even in tests', () => {
    const found = violationsIn('far-import', {
      'src/a/b/c.test.ts': `import '../../d.ts';\nimport '../e.ts';`,
      'src/d.ts': 'export const d = 1;',
      'src/a/e.ts': 'export const e = 1;',
    });
    expect(found).toEqual(['src/a/b/c.test.ts:1']);
  });

  it('no type any, not even in tests', () => {
    const found = violationsIn('any', {
      'src/a.ts': 'export const any = 1;\nexport function f(x: any) { return x as any; }\nexport type T = Array<any>;',
      'e2e/a.journey.ts': 'const x: any = 1;\nexport const y = x;',
      'scripts/a.ts': '// any\nexport const s = "any";',
    });
    expect(found).toEqual(['src/a.ts:2', 'src/a.ts:2', 'src/a.ts:3', 'e2e/a.journey.ts:1']);
  });

  it('no file that can’t be parsed', () => {
    expect(violationsIn('readable', { 'src/a.ts': 'export const = ;' })).not.toEqual([]);
  });
});

describe('paths that several features link to', () => {
  it('are written in one file, except in tests and the demo', () => {
    const found = violationsIn('shared-path', {
      'src/features/catalog/contract.ts': `export const shopPath = '/shop';`,
      'src/features/cart/contract.ts': `export const cartPath = '/cart';\nexport const cartItemPath = '/cart/item';`,
      'src/features/cart/page.tsx': `// '/cart'\nexport const link = <a href="/shop">Shop</a>;`,
      'src/app/page.ts': `export const pages = ['/', '/shop/', '/checkout'];`,
      'src/app/page.test.ts': `export const page = '/shop';`,
      'demo/pictures.ts': `export const page = '/shop';`,
    });
    expect(found).toEqual(['src/app/page.ts:1', 'src/features/cart/page.tsx:2']);
  });
});

describe('import cycles', () => {
  const cycles = (files: Record<string, string>) => violationsIn('import-cycle', files);

  it('are found at any length', () => {
    expect(cycles({ 'src/a.ts': `import './b.ts';`, 'src/b.ts': `import './a.ts';` })).toEqual(['src/a.ts:1']);
    const long = {
      'src/a.ts': `\nimport './b.ts';`,
      'src/b.ts': `export * from './c.ts';`,
      'src/c.ts': `import './a.ts';`,
    };
    expect(cycles(long)).toEqual(['src/a.ts:2']);
    expect(cycles({ 'src/a.ts': `import './a.ts';` })).toEqual(['src/a.ts:1']);
  });

  it('are found next to each other and behind other files', () => {
    const found = cycles({
      'src/0.ts': `import './a.ts';`,
      'src/a.ts': `import './b.ts';`,
      'src/b.ts': `import './a.ts';\nimport './c.ts';`,
      'src/c.ts': `import './d.ts';`,
      'src/d.ts': `import './c.ts';`,
    });
    expect(found).toEqual(['src/a.ts:1', 'src/c.ts:1']);
  });

  it('are found through type imports and import()', () => {
    const byType = { 'src/a.ts': `import type { B } from './b.ts';`, 'src/b.ts': `import './a.ts';` };
    expect(cycles(byType)).toEqual(['src/a.ts:1']);
    const dynamic = { 'src/a.ts': `export const b = () => import('./b.ts');`, 'src/b.ts': `import './a.ts';` };
    expect(cycles(dynamic)).toEqual(['src/a.ts:1']);
  });
});
