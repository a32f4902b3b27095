export type Layer = 'platform' | 'ui' | 'feature' | 'app' | 'root' | 'demo' | 'support';

export interface Location {
  readonly layer: Layer;
  /** Folder of its feature: `catalog`, or `examples/gift-notes` for an external feature. */
  readonly feature: string | undefined;
  /** Path within the layer or feature. */
  readonly inside: string;
}

/** Layer and feature of a file. */
export function locateFile(path: string): Location {
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

/** Packages that browsers may load; `scheduler` is a dependency of react-dom. */
export const browserPackages = [
  ...[
    'react',
    'react-dom',
    'scheduler',
    'nanostores',
    '@nanostores/react',
    'idiomorph',
    'altcha-lib',
    'intl-tel-input',
    'lottie-web',
  ],
];

/** Packages that scripts of the back office may load. */
export const adminPackages = ['react', 'react-dom', 'scheduler', 'nanostores', 'idiomorph'];

/** Packages of tools that only the pages with them load, and that count apart. */
export const toolPackages =
  /^(@tiptap\/|@tanstack\/|prosemirror-|linkifyjs$|orderedmap$|rope-sequence$|w3c-keyname$|fast-equals$)/;

/** Packages of the page builder, which only its own page loads, and that count apart. */
export const builderPackages =
  /^(@puckeditor\/|@dnd-kit\/|@radix-ui\/|@floating-ui\/|@preact\/signals-core$|zustand$|object-hash$|deep-diff$|flat$|use-debounce$|react-hotkeys-hook$|react-remove-scroll|react-style-singleton$|use-callback-ref$|use-sidecar$|use-sync-external-store$|aria-hidden$|get-nonce$|tslib$|detect-node-es$)/;

/** Whether a file is a part of the back office that browsers load: no page of the shop may. */
export function isForAdmin(path: string): boolean {
  return path === 'src/app/admin-browser.ts' || /(^|\/)admin\/(.*\/)?(islands|browser)\//.test(path);
}

/**
 * Whether browsers may load a file: islands, contracts, a feature's `browser.ts`, `browser/` folders,
 * the app's browser entry, `ui`, and `*.shared.ts`.
 */
export function isForBrowser(path: string): boolean {
  const { layer, inside } = locateFile(path);
  if (/\.shared\.tsx?$/.test(path)) return true;
  if (layer === 'ui') return true;
  if (/(^|\/)browser\//.test(inside) || /^src\/app\/(admin-)?browser\.ts$/.test(path)) return true;
  if (layer === 'platform') return /^[^/]+\/contract\.ts$|^admin\/(.*\/)?islands\//.test(inside);
  return inside === 'contract.ts' || inside === 'browser.ts' || /(^|\/)islands\//.test(inside);
}

/** `react-dom/client` → `react-dom`; `@nanostores/react` → `@nanostores/react`. */
export function getPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
