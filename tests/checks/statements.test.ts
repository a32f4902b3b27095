// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source text
import { expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createProject } from './create-project.ts';

function violationsIn(files: Record<string, string>): string[] {
  const { violations } = checkBoundaries(createProject(files), []);
  return violations
    .filter(({ rule }) => rule === 'statement-name')
    .map(({ file, line, what }) => `${file}:${line} ${what}`);
}

it('a statement has a name of its own, which begins with its feature', () => {
  const found = violationsIn({
    'src/features/catalog/products.ts': [
      `export const a = sqlQuery('catalog.find-products', 'select 1');`,
      `export const b = sqlQuery<{ id: number }>('catalog.find-products', 'select 2');`,
      'export const c = (table) => sqlQuery(`catalog.find-${table}`, `select 3`);',
    ].join('\n'),
    'src/features/orders/orders.ts': `export const a = sqlQuery('catalog.find-orders', 'select 1');`,
    'src/platform/mail/records.ts': `export const a = sqlQuery('mail.find-mail', 'select 1');`,
    'src/platform/mail/records.test.ts': `export const a = sqlQuery('mail.find-mail', 'select 1');`,
  });
  expect(found).toEqual([
    "src/features/catalog/products.ts:2 'catalog.find-products' is also the name of a statement in src/features/catalog/products.ts",
    "src/features/orders/orders.ts:1 'catalog.find-orders' does not begin with 'orders.'",
  ]);
});
