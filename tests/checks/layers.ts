import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Project, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import { type Layer, locateFile } from './locations.ts';
import type { Source } from './sources.ts';

/** Layers that each layer may import from. Layers without an entry may import anything. */
const allowedImports: Partial<Record<Layer, readonly Layer[]>> = {
  platform: ['platform'],
  ui: ['ui'],
  feature: ['feature', 'platform', 'ui'],
  app: ['app', 'feature', 'platform', 'ui', 'root'],
};

/** They show forms and the back office to any shop, from components that know neither. */
const platformWithComponents = ['src/platform/forms/', 'src/platform/admin/'];

function mayImport(source: string, target: string): boolean {
  const { layer } = locateFile(source);
  const other = locateFile(target).layer;
  if (other === 'ui' && platformWithComponents.some((folder) => source.startsWith(folder))) return true;
  return allowedImports[layer]?.includes(other) ?? true;
}

function createLayerRule(layer: Layer, name: string, because: string): Rule {
  const find = (project: Project) =>
    findInImports(project.product, (source, { target, line }) => {
      if (target === undefined || source.isTest || locateFile(source.path).layer !== layer) return undefined;
      return mayImport(source.path, target) ? undefined : { file: source.path, line, what: `imports ${target}` };
    });
  return { name, because, find };
}

/** Collects the findings of all imports. */
export function findInImports(
  sources: readonly Source[],
  ask: (source: Source, imported: Import) => Finding | undefined,
): Finding[] {
  return sources.flatMap((source) => source.imports.flatMap((imported) => ask(source, imported) ?? []));
}

const unresolved: Rule = {
  name: 'unresolved',
  because: 'the other rules can’t check an import that can’t be resolved',
  find: ({ root, product, support, byPath }) =>
    findInImports([...product, ...support], ({ path }, { target, specifier, line }) => {
      if (target === undefined) {
        return specifier.startsWith('#')
          ? { file: path, line, what: `${specifier} is not in the imports of package.json` }
          : undefined;
      }
      if (byPath.has(target) || statSync(join(root, target), { throwIfNoEntry: false })?.isFile()) return undefined;
      return { file: path, line, what: `${specifier} is not a file (write the extension)` };
    }),
};

const sandboxFolder = 'wallet-sandbox/';

/** The stand-in for the wallet's provider knows the shop by HTTP alone. Others may start it. */
const sandboxRule: Rule = {
  name: 'sandbox-alone',
  because: 'the stand-in for the wallet’s provider proves nothing if it shares code with the shop',
  find: ({ product }) => [
    ...findInImports(product, ({ path, isTest }, { target, specifier, kind, line }) => {
      if (!path.startsWith(sandboxFolder) || isTest || path.startsWith(`${sandboxFolder}tests/`)) return undefined;
      const isOwn = target === undefined ? specifier.startsWith('node:') : target.startsWith(sandboxFolder);
      return isOwn || kind === 'type' ? undefined : { file: path, line, what: `imports ${target ?? specifier}` };
    }),
    ...findInImports(product, ({ path }, { target, line }) =>
      target?.startsWith(sandboxFolder) && target !== `${sandboxFolder}index.ts` && !path.startsWith(sandboxFolder)
        ? { file: path, line, what: `imports ${target}` }
        : undefined,
    ),
  ],
};

export const layerRules: Rule[] = [
  createLayerRule(
    'platform',
    'platform-below',
    'the platform must work for any shop: it knows no feature, page or theme',
  ),
  createLayerRule(
    'ui',
    'ui-below',
    'presentational components must work in any feature, so they know nothing of the shop',
  ),
  sandboxRule,
  createLayerRule('feature', 'feature-below-app', 'the app wires features; a feature must not depend on this app'),
  unresolved,
];
