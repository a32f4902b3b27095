import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Vite's manifest: from a source file, as a path from the root, to what was made of it. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[] | undefined }>
>;

/** Where a page finds the files that its browser loads. */
export interface Assets {
  readonly styles: readonly string[];
  /** The one module script of every page. */
  readonly entry: string;
  /** The faces above the fold. */
  readonly fonts: readonly string[];
  /** Address of a source file's built form: `url('src/ui/fonts/newsreader.woff2')`. Throws when nothing was built from it. */
  url(file: string): string;
  /** The folder that is served at `/`: hashed names under `assets/`. Null in development. */
  readonly folder: string | null;
}

const entry = 'src/app/browser.ts';
const styles = 'src/app/styles.css';
const fonts = ['src/ui/fonts/newsreader.woff2', 'src/ui/fonts/hanken-grotesk.woff2'];

/** @param source what `vite build` left behind; in development the sources themselves, which Vite serves */
export function createAssets(source: { manifest: Manifest; folder: string } | 'development'): Assets {
  if (source === 'development') {
    const url = (file: string) => `/${file}`;
    return { styles: [url(styles)], entry: url(entry), fonts: fonts.map(url), url, folder: null };
  }
  const { manifest, folder } = source;
  const url = (file: string) => {
    const built = manifest[file];
    if (!built) throw new Error(`nothing was built from ${file}`);
    return `/${built.file}`;
  };
  const withEntry = manifest[entry]?.css?.map((file) => `/${file}`) ?? [];
  const all = [url(styles), ...withEntry];
  return { styles: all, entry: url(entry), fonts: fonts.map(url), url, folder };
}

/** @param folder of the browser's build */
export async function readAssets(folder: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  return createAssets({ manifest, folder });
}

/** For what renders no page that a browser opens: the command line, tests of rules. */
export const noAssets: Assets = {
  styles: [],
  entry: '',
  fonts: [],
  url: (file) => `/${file}`,
  folder: null,
};
