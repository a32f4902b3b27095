import type { Finding, Project, Rule } from './boundary-violation.ts';
import { findCycles } from './cycles.ts';
import { findInImports } from './layers.ts';
import { isForBrowser, locateFile } from './locations.ts';
import { readManifests } from './manifests.ts';

/** Files that list features and fill slots. */
const isWiring = (path: string) => path.startsWith('src/app/') || path === 'shop.config.ts';

/** What files for the browser may import of other features: types and names, and scripts. */
const browserFaces = ['contract.ts', 'browser.ts'];

const indexRule: Rule = {
  name: 'feature-face',
  because: 'everything outside index.ts is internal to a feature and may change',
  find: ({ product }) =>
    findInImports(product, (source, { target, line }) => {
      if (target === undefined || source.isTest) return undefined;
      const from = locateFile(source.path);
      const to = locateFile(target);
      if (to.feature === undefined || to.feature === from.feature) return undefined;
      if (to.inside === 'index.ts' || (to.inside === 'tables.ts' && from.layer === 'feature')) return undefined;
      if (browserFaces.includes(to.inside) && isForBrowser(source.path)) return undefined;
      if (isWiring(source.path) && (to.inside === 'feature.ts' || to.inside.endsWith('.css'))) return undefined;
      return { file: source.path, line, what: `imports ${target} of the feature ${to.feature}` };
    }),
};

const needsRule: Rule = {
  name: 'needs',
  because: 'the manifest declares what a feature depends on, which also orders the features',
  find: (project) => [...findUnlistedNeeds(project), ...findWrongNeeds(project)],
};

function findUnlistedNeeds(project: Project): Finding[] {
  const manifests = readManifests(project);
  return findInImports(project.product, (source, { target, line }) => {
    const from = locateFile(source.path).feature;
    const to = target === undefined ? undefined : locateFile(target).feature;
    if (from === undefined || to === undefined || from === to || source.isTest) return undefined;
    const manifest = manifests.get(from);
    if (manifest?.needs?.includes(to)) return undefined;
    const where = manifest === undefined ? `${from} has no feature.ts` : `needs of ${from} does not name it`;
    return { file: source.path, line, what: `uses the feature ${to}, but ${where}` };
  });
}

function findWrongNeeds(project: Project): Finding[] {
  const manifests = readManifests(project);
  return [...manifests.values()].flatMap(({ feature, source, needs: listed, needsLine: line }) => {
    if (listed === undefined) return [{ file: source.path, line, what: 'needs is not a list of plain strings' }];
    const wrong = listed.filter((need) => !manifests.has(need) || need === feature);
    return wrong.map((need) => ({
      file: source.path,
      line,
      what: `needs names ${need}, which is not another feature`,
    }));
  });
}

const needsCycleRule: Rule = {
  name: 'needs-cycle',
  because: 'features in a cycle have no order and can only be used together',
  find: (project) => {
    const manifests = readManifests(project);
    const edges = new Map([...manifests].map(([name, manifest]) => [name, manifest.needs ?? []]));
    return findCycles(edges).map((cycle) => {
      const first = manifests.get(cycle[0] ?? '');
      return {
        file: first?.source.path ?? '',
        line: first?.needsLine ?? 1,
        what: `needs form a cycle: ${cycle.join(' → ')}`,
      };
    });
  },
};

const wiringRule: Rule = {
  name: 'wiring',
  because: 'src/app lists all features, slot fillers and event handlers in one place; nothing registers itself',
  find: (project) => [...findUnlistedFeatures(project), ...findWiringElsewhere(project)],
};

function findUnlistedFeatures(project: Project): Finding[] {
  const wired = new Set<string>();
  for (const source of project.product) {
    if (!isWiring(source.path)) continue;
    for (const { target } of source.imports) {
      const { feature, inside } = locateFile(target ?? '');
      if (feature !== undefined && (inside === 'feature.ts' || inside === 'index.ts')) wired.add(feature);
    }
  }
  return [...readManifests(project).values()]
    .filter(({ feature }) => !wired.has(feature) && !feature.includes('/'))
    .map(({ feature, source }) => ({
      file: source.path,
      line: 1,
      what: `the feature ${feature} is not listed in src/app`,
    }));
}

const wiringFunctions = new Map([
  ['src/platform/features/slots.ts', 'fillSlot'],
  ['src/platform/features/ports.ts', 'providePort'],
  ['src/platform/features/events.ts', 'handleEvent'],
]);

function findWiringElsewhere({ product }: Project): Finding[] {
  return findInImports(product, (source, { target, names, line }) => {
    const wire = wiringFunctions.get(target ?? '');
    if (source.isTest || isWiring(source.path) || source.path.startsWith('src/platform/')) return undefined;
    if (wire === undefined || !names.some((name) => name.imported === wire)) return undefined;
    return { file: source.path, line, what: `calls ${wire} outside src/app and shop.config.ts` };
  });
}

export const featureRules: Rule[] = [indexRule, needsRule, needsCycleRule, wiringRule];
