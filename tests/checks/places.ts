export type Layer = 'platform' | 'ui' | 'feature' | 'app' | 'root' | 'demo' | 'support';

export interface Place {
  readonly layer: Layer;
  /** The feature's folder, as far as it is in one: `catalog`, or `examples/gift-notes` for one from outside. */
  readonly feature: string | undefined;
  /** The path within the layer or the feature. */
  readonly inside: string;
}

/** Where in the house a file lives. The back office's shell mixes features as the app does. */
export function placeOf(path: string): Place {
  const [first = '', second = '', third = '', ...rest] = path.split('/');
  const below = (parts: string[]) => parts.filter((part) => part !== '').join('/');
  if (first === 'src' && second === 'features') return { layer: 'feature', feature: third, inside: below(rest) };
  if ((first === 'examples' || first === 'extensions') && third !== '') {
    return { layer: 'feature', feature: `${first}/${second}`, inside: below([third, ...rest]) };
  }
  if (first === 'src') {
    const layer = second === 'platform' || second === 'ui' ? second : 'app';
    return { layer, feature: undefined, inside: below([third, ...rest]) };
  }
  if (first === 'demo') return { layer: 'demo', feature: undefined, inside: below([second, third, ...rest]) };
  if (second === '') return { layer: 'root', feature: undefined, inside: path };
  return { layer: 'support', feature: undefined, inside: below([second, third, ...rest]) };
}

/** Packages that may be part of what a browser loads; `scheduler` comes with react-dom. */
export const browserPackages = ['react', 'react-dom', 'scheduler', 'nanostores', '@nanostores/react', 'idiomorph'];

/**
 * Whether a file is made for the browser: an island, a contract, a browser side (a folder of that name, and the app's
 * entry), a presentational component, or rules that say by their name (`prices.shared.ts`) that both sides use them.
 */
export function isForBrowser(path: string): boolean {
  const { layer, inside } = placeOf(path);
  if (/\.shared\.tsx?$/.test(path)) return true;
  if (layer === 'ui') return true;
  if (/(^|\/)browser\//.test(inside) || path === 'src/app/browser.ts') return true;
  if (layer === 'platform') return false;
  return inside === 'contract.ts' || /(^|\/)islands\//.test(inside);
}

/** `react-dom` of `react-dom/client`, `@nanostores/react` of itself. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
