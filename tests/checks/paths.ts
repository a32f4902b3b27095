import type { Finding, Rule } from './boundary-violation.ts';
import { locateFile } from './locations.ts';
import { type Source, visitNodes } from './sources.ts';

/** Paths that several features link to, and the file that exports each. */
const owners = new Map([
  ['/shop', 'src/features/catalog/contract.ts'],
  ['/cart', 'src/features/cart/contract.ts'],
  ['/checkout', 'src/features/cart/contract.ts'],
]);

const sharedPathRule: Rule = {
  name: 'shared-path',
  because: 'a path that is written twice breaks when only one of them changes',
  find: ({ product }) =>
    product.filter(({ path, isTest }) => !isTest && locateFile(path).layer !== 'demo').flatMap(findCopiedPaths),
};

function findCopiedPaths({ path, program, lineAt }: Source): Finding[] {
  const found: Finding[] = [];
  visitNodes(program, {
    Literal({ value, start }) {
      const owner = typeof value === 'string' ? owners.get(value) : undefined;
      if (owner === undefined || owner === path) return;
      found.push({ file: path, line: lineAt(start), what: `has the path ${value}, which ${owner} exports` });
    },
  });
  return found;
}

export const pathRules: Rule[] = [sharedPathRule];
