import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss';

/** What a style sheet asks of a browser. */
export interface StyleFeature {
  readonly kind: 'declaration' | 'selector' | 'media';
  /** As CSS.supports or matchMedia takes it. */
  readonly text: string;
  /** Where it stands first. */
  readonly place: string;
  /** Declarations of the same property, also with a browser's prefix, that stand before it. */
  readonly fallbacks: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** What may be missing: the page is whole without it. */
const enhancements = [
  // A line breaks elsewhere.
  'text-wrap:pretty',
  // A field keeps the height of its rows and scrolls.
  'field-sizing:content',
  // Only where phones make letters larger; Safari's own name stands beside it.
  'text-size-adjust:none',
  // The next page is there at once.
  'view-transition',
  // What opens is there at once; print of a list leaves closed details closed.
  '::details-content',
  // WebKit has no colours that the system forces.
  'forced-color-adjust:none',
  // WebKit never moves the page when a picture above it loads.
  'overflow-anchor:none',
];

/** What all style sheets of the shop ask, each once; nothing of what stands within `@supports`. */
export function listStyleFeatures(): StyleFeature[] {
  const features = new Map<string, StyleFeature>();
  const add = (feature: StyleFeature) => features.set(`${feature.kind} ${feature.text}`, feature);
  for (const file of globSync(['src/**/*.css', 'themes/**/*.css'], { cwd: root })) {
    const sheet = postcss.parse(readFileSync(join(root, file), 'utf8'), { from: file });
    sheet.walk((node) => {
      if (isWithin(node.parent, ({ name }) => name === 'supports' || name === 'font-face' || name === 'page')) return;
      const place = `${file}:${node.source?.start?.line ?? 0}`;
      if (node.type === 'decl' && !isPrivate(node.prop)) {
        add({ kind: 'declaration', text: describe(node), place, fallbacks: listFallbacks(node) });
      }
      if (node.type === 'rule' && !isWithin(node.parent, ({ name }) => name === 'keyframes')) {
        const selectors = node.selectors.filter((selector) => !/::-(moz|webkit)-/.test(selector));
        for (const text of selectors) add({ kind: 'selector', text, place, fallbacks: [] });
      }
      if (node.type === 'atrule' && node.name === 'media') {
        add({ kind: 'media', text: node.params, place, fallbacks: [] });
      }
    });
  }
  return [...features.values()].filter(({ text }) => !enhancements.some((each) => text.includes(each)));
}

/** Runs in the page. @returns the features that this browser lacks */
export function findMissing(features: readonly StyleFeature[]): StyleFeature[] {
  const supports = (declaration: string) => {
    const colon = declaration.indexOf(':');
    return CSS.supports(declaration.slice(0, colon), declaration.slice(colon + 1));
  };
  return features.filter(({ kind, text, fallbacks }) => {
    if (kind === 'declaration') return ![text, ...fallbacks].some(supports);
    if (kind === 'selector') return !CSS.supports(`selector(${text})`);
    return matchMedia(text).media.includes('not all');
  });
}

function isWithin(node: Container | Rule | AtRule | undefined, test: (rule: AtRule) => boolean): boolean {
  for (let outer: typeof node = node; outer !== undefined; outer = outer.parent as typeof node) {
    if (outer.type === 'atrule' && test(outer as AtRule)) return true;
  }
  return false;
}

/** Custom properties can hold anything; what has the prefix of a browser is for that browser. */
const isPrivate = (name: string) => name.startsWith('-');

const describe = ({ prop, value }: Declaration) => `${prop}:${value}`;

function listFallbacks(declaration: Declaration): string[] {
  const siblings = declaration.parent?.nodes ?? [];
  const before = siblings.slice(0, siblings.indexOf(declaration));
  const isSame = ({ prop }: Declaration) => prop.replace(/^-(moz|webkit)-/, '') === declaration.prop;
  return before.flatMap((node) => (node.type === 'decl' && isSame(node) ? describe(node) : []));
}
