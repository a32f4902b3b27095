import { eachImport } from './arrows.ts';
import type { Finding, House, Rule } from './boundary-violation.ts';
import { circlesOf } from './circles.ts';
import { manifestsOf } from './manifests.ts';
import { isForBrowser, placeOf } from './places.ts';

/** The files that say what the shop is made of. */
const isWiring = (path: string) => path.startsWith('src/app/') || path === 'shop.config.ts';

const face: Rule = {
  name: 'feature-face',
  because: 'what is not in index.ts is a feature’s own affair, free to change',
  find: ({ product }) =>
    eachImport(product, (source, { target, line }) => {
      if (target === undefined || source.isTest) return undefined;
      const from = placeOf(source.path);
      const to = placeOf(target);
      if (to.feature === undefined || to.feature === from.feature) return undefined;
      if (to.inside === 'index.ts' || (to.inside === 'tables.ts' && from.layer === 'feature')) return undefined;
      if (to.inside === 'contract.ts' && isForBrowser(source.path)) return undefined;
      if (isWiring(source.path) && (to.inside === 'feature.ts' || to.inside.endsWith('.css'))) return undefined;
      return { file: source.path, line, what: `imports ${target} of the feature ${to.feature}` };
    }),
};

const needs: Rule = {
  name: 'needs',
  because: 'the manifest is where one reads what a feature stands on, and what orders the features',
  find: (house) => [...unlisted(house), ...wronglyListed(house)],
};

function unlisted(house: House): Finding[] {
  const manifests = manifestsOf(house);
  return eachImport(house.product, (source, { target, line }) => {
    const from = placeOf(source.path).feature;
    const to = target === undefined ? undefined : placeOf(target).feature;
    if (from === undefined || to === undefined || from === to || source.isTest) return undefined;
    const manifest = manifests.get(from);
    if (manifest?.needs?.includes(to)) return undefined;
    const where = manifest === undefined ? `${from} has no feature.ts` : `needs of ${from} does not name it`;
    return { file: source.path, line, what: `uses the feature ${to}, but ${where}` };
  });
}

function wronglyListed(house: House): Finding[] {
  const manifests = manifestsOf(house);
  return [...manifests.values()].flatMap(({ feature, source, needs: listed, needsLine: line }) => {
    if (listed === undefined) return [{ file: source.path, line, what: 'needs is not a list of plain strings' }];
    const wrong = listed.filter((need) => !manifests.has(need) || need === feature);
    return wrong.map((need) => ({ file: source.path, line, what: `needs names ${need}, which is no other feature` }));
  });
}

const needsCircle: Rule = {
  name: 'needs-circle',
  because: 'features in a circle have no order and can only be had together',
  find: (house) => {
    const manifests = manifestsOf(house);
    const edges = new Map([...manifests].map(([name, manifest]) => [name, manifest.needs ?? []]));
    return circlesOf(edges).map((circle) => {
      const first = manifests.get(circle[0] ?? '');
      return {
        file: first?.source.path ?? '',
        line: first?.needsLine ?? 1,
        what: `needs run in a circle: ${circle.join(' → ')}`,
      };
    });
  },
};

const wiring: Rule = {
  name: 'wiring',
  because:
    'src/app lists every feature and what fills whose slots in one place that one can read; nothing registers itself',
  find: (house) => [...unwired(house), ...wiredElsewhere(house)],
};

function unwired(house: House): Finding[] {
  const wired = new Set<string>();
  for (const source of house.product) {
    if (!isWiring(source.path)) continue;
    for (const { target } of source.imports) {
      const { feature, inside } = placeOf(target ?? '');
      if (feature !== undefined && (inside === 'feature.ts' || inside === 'index.ts')) wired.add(feature);
    }
  }
  return [...manifestsOf(house).values()]
    .filter(({ feature }) => !wired.has(feature) && !feature.includes('/'))
    .map(({ feature, source }) => ({
      file: source.path,
      line: 1,
      what: `the feature ${feature} is in no list of src/app`,
    }));
}

const wires = new Map([
  ['src/platform/features/slots.ts', 'fillSlot'],
  ['src/platform/features/events.ts', 'handleEvent'],
]);

function wiredElsewhere({ product }: House): Finding[] {
  return eachImport(product, (source, { target, names, line }) => {
    const wire = wires.get(target ?? '');
    if (source.isTest || isWiring(source.path) || source.path.startsWith('src/platform/')) return undefined;
    if (wire === undefined || !names.some((name) => name.imported === wire)) return undefined;
    return { file: source.path, line, what: `calls ${wire} outside the wiring` };
  });
}

export const features: Rule[] = [face, needs, needsCircle, wiring];
