import type { Finding, Rule } from './boundary-violation.ts';
import { placeOf } from './places.ts';
import { type Source, walk } from './sources.ts';

/** Paths that pages of several features link to, and the file that has each. */
const owners = new Map([
  ['/shop', 'src/features/catalog/contract.ts'],
  ['/cart', 'src/features/cart/contract.ts'],
  ['/checkout', 'src/features/cart/contract.ts'],
]);

const sharedPath: Rule = {
  name: 'shared-path',
  because: 'a path that is written twice leads nowhere when one of the two changes',
  find: ({ product }) =>
    product.filter(({ path, isTest }) => !isTest && placeOf(path).layer !== 'demo').flatMap(copiedPaths),
};

function copiedPaths({ path, program, lineAt }: Source): Finding[] {
  const found: Finding[] = [];
  walk(program, {
    Literal({ value, start }) {
      const owner = typeof value === 'string' ? owners.get(value) : undefined;
      if (owner === undefined || owner === path) return;
      found.push({ file: path, line: lineAt(start), what: `has the path ${value}, which ${owner} exports` });
    },
  });
  return found;
}

export const paths: Rule[] = [sharedPath];
