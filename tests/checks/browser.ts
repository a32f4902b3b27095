import type { Finding, Project, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import {
  adminPackages,
  browserPackages,
  builderPackages,
  getPackageName,
  isForAdmin,
  isForBrowser,
  locateFile,
  toolPackages,
} from './locations.ts';
import type { Source } from './sources.ts';

interface ReachedSource {
  readonly source: Source;
  /** Import path from an entry to this file. */
  readonly importPath: readonly string[];
}

/** Modules that are empty in production builds. */
const developmentOnly = ['@vitejs/plugin-react/preamble'];

/**
 * Follows all imports but types from every file for the browser. A `ui` component counts only if
 * one of those imports it: the server may use others.
 */
function findReachedSources({ product, byPath }: Project): ReachedSource[] {
  const roots = product.filter(({ path, isTest }) => !isTest && isForBrowser(path) && !isPlainUi(path));
  const reached: ReachedSource[] = roots.map((source) => ({ source, importPath: [source.path] }));
  const seen = new Set(roots.map(({ path }) => path));
  for (const { source, importPath } of reached) {
    for (const { kind, target = '' } of source.imports) {
      const next = byPath.get(target);
      if (kind === 'type' || next === undefined || seen.has(target)) continue;
      seen.add(target);
      reached.push({ source: next, importPath: [...importPath, target] });
    }
  }
  return reached;
}

function isPlainUi(path: string): boolean {
  const { layer, inside } = locateFile(path);
  return layer === 'ui' && !/(^|\/)islands\//.test(inside) && !/\.shared\.tsx?$/.test(inside);
}

/** Why a browser must not load this import, or undefined. */
function explainFault({ specifier, target }: Import, isAdmin: boolean): string | undefined {
  if (target !== undefined) {
    if (target.endsWith('.css') || isForBrowser(target)) return undefined;
    return `${target}, which is not made for the browser`;
  }
  const name = getPackageName(specifier);
  const isListed = isAdmin
    ? adminPackages.includes(name) || toolPackages.test(name) || builderPackages.test(name)
    : browserPackages.includes(name);
  if (isListed || developmentOnly.includes(specifier)) return undefined;
  return `${specifier}, which is not on the list of packages for the browser`;
}

function findViolations({ source, importPath }: ReachedSource): Finding[] {
  const isAdmin = isForAdmin(source.path);
  const path = importPath.length > 1 ? ` (${importPath.join(' → ')})` : '';
  return source.imports.flatMap((imported) => {
    const reason = imported.kind === 'type' ? undefined : explainFault(imported, isAdmin);
    return reason === undefined ? [] : [{ file: source.path, line: imported.line, what: `loads ${reason}${path}` }];
  });
}

export const browserRule: Rule = {
  name: 'browser',
  because:
    'browsers load islands, contracts, browser.ts, *.shared.ts and ui only: no server code, schema library or server texts',
  // Report the first wrong import only, not everything that it imports.
  find: (project) =>
    findReachedSources(project)
      .filter(({ source }) => isForBrowser(source.path))
      .flatMap(findViolations),
};
