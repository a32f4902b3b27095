import type { Finding, House, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import { browserPackages, isForBrowser, packageOf, placeOf } from './places.ts';
import type { Source } from './sources.ts';

interface Reached {
  readonly source: Source;
  /** The files on the way from an island to here. */
  readonly way: readonly string[];
}

/** Nothing in a production build; in development it turns reloading on. */
const developmentOnly = ['@vitejs/plugin-react/preamble'];

/**
 * From everything made for the browser along every import that stays in the JavaScript. A component of `ui` counts once
 * something for the browser uses it: the server may use others.
 */
function reachedByBrowser({ product, byPath }: House): Reached[] {
  const roots = product.filter(({ path, isTest }) => !isTest && isForBrowser(path) && !isPlainUi(path));
  const reached: Reached[] = roots.map((source) => ({ source, way: [source.path] }));
  const seen = new Set(roots.map(({ path }) => path));
  for (const { source, way } of reached) {
    for (const { kind, target = '' } of source.imports) {
      const next = byPath.get(target);
      if (kind === 'type' || next === undefined || seen.has(target)) continue;
      seen.add(target);
      reached.push({ source: next, way: [...way, target] });
    }
  }
  return reached;
}

function isPlainUi(path: string): boolean {
  const { layer, inside } = placeOf(path);
  return layer === 'ui' && !inside.startsWith('islands/') && !/\.shared\.tsx?$/.test(inside);
}

/** Why this may not be loaded by a browser, or undefined. */
function fault({ specifier, target }: Import): string | undefined {
  if (target !== undefined) {
    if (target.endsWith('.css') || isForBrowser(target)) return undefined;
    return `${target}, which is not made for the browser`;
  }
  const name = packageOf(specifier);
  if (browserPackages.includes(name) || developmentOnly.includes(specifier)) return undefined;
  return `${specifier}, which is not on the list of packages for the browser`;
}

function violationsIn({ source, way }: Reached): Finding[] {
  const path = way.length > 1 ? ` (${way.join(' → ')})` : '';
  return source.imports.flatMap((one) => {
    const reason = one.kind === 'type' ? undefined : fault(one);
    return reason === undefined ? [] : [{ file: source.path, line: one.line, what: `loads ${reason}${path}` }];
  });
}

export const browser: Rule = {
  name: 'browser',
  because:
    'a shopper’s browser loads islands, contracts, *.shared.ts and ui only: no server code, no schema library, no server texts',
  // One finding where it begins: what a wrong import reaches in its turn would only repeat it.
  find: (house) =>
    reachedByBrowser(house)
      .filter(({ source }) => isForBrowser(source.path))
      .flatMap(violationsIn),
};
