import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, House, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import { type Layer, placeOf } from './places.ts';
import type { Source } from './sources.ts';

/** What each layer may import of the house; what is not named here is free. */
const below: Partial<Record<Layer, readonly Layer[]>> = {
  platform: ['platform'],
  ui: ['ui'],
  feature: ['feature', 'platform', 'ui'],
  app: ['app', 'feature', 'platform', 'ui', 'root'],
};

function arrow(layer: Layer, name: string, because: string): Rule {
  const allowed = below[layer] ?? [];
  const find = (house: House) =>
    eachImport(house.product, (source, { target, line }) => {
      if (target === undefined || source.isTest || placeOf(source.path).layer !== layer) return undefined;
      const other = placeOf(target);
      if (allowed.includes(other.layer)) return undefined;
      return { file: source.path, line, what: `imports ${target}` };
    });
  return { name, because, find };
}

/** The found answers of a question put to each import. */
export function eachImport(
  sources: readonly Source[],
  ask: (source: Source, one: Import) => Finding | undefined,
): Finding[] {
  return sources.flatMap((source) => source.imports.flatMap((one) => ask(source, one) ?? []));
}

const unresolved: Rule = {
  name: 'unresolved',
  because: 'an import that leads nowhere hides from every other rule',
  find: ({ root, product, support, byPath }) =>
    eachImport([...product, ...support], ({ path }, { target, specifier, line }) => {
      if (target === undefined) {
        return specifier.startsWith('#')
          ? { file: path, line, what: `${specifier} is no path of package.json` }
          : undefined;
      }
      if (byPath.has(target) || statSync(join(root, target), { throwIfNoEntry: false })?.isFile()) return undefined;
      return { file: path, line, what: `${specifier} is no file (write the extension)` };
    }),
};

export const arrows: Rule[] = [
  arrow(
    'platform',
    'platform-below',
    'the platform knows no feature, no page and no look: every shop could stand on it',
  ),
  arrow('ui', 'ui-below', 'presentational components know nothing of the shop, so that any feature can use them'),
  arrow(
    'feature',
    'feature-below-app',
    'the app wires features; one that reaches back up could not live without this app',
  ),
  unresolved,
];
