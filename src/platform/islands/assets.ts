import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Vite's manifest: built files by source file, as paths from the root. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[] | undefined }>
>;

export interface Assets {
  readonly styles: readonly string[];
  /** The one module script of every page of the shop. */
  readonly entry: string;
  /** The one module script of every page of the back office. */
  readonly adminEntry: string;
  readonly fonts: readonly string[];
  /**
   * Returns the URL of the file built from a source file: `url('src/ui/fonts/newsreader.woff2')`.
   * @throws when the build has no such file
   */
  url(file: string): string;
  /**
   * Folders that are served at `/`, with hashed names under `assets/`: of this build and of earlier builds. Empty in
   * development.
   */
  readonly folders: readonly string[];
}

const entry = 'src/app/browser.ts';
const adminEntry = 'src/app/admin-browser.ts';
const styles = 'src/app/styles.css';
const fonts = ['src/ui/fonts/newsreader.woff2', 'src/ui/fonts/hanken-grotesk.woff2'];

/** @param source the output of `vite build`; in development Vite serves the sources themselves */
export function createAssets(source: { manifest: Manifest; folders: readonly string[] } | 'development'): Assets {
  if (source === 'development') {
    const url = (file: string) => `/${file}`;
    return {
      styles: [url(styles)],
      entry: url(entry),
      adminEntry: url(adminEntry),
      fonts: fonts.map(url),
      url,
      folders: [],
    };
  }
  const { manifest, folders } = source;
  const url = (file: string) => {
    const built = manifest[file];
    if (!built) throw new Error(`The build has no file for ${file}. Run npm run build again.`);
    return `/${built.file}`;
  };
  const entryStyles = manifest[entry]?.css?.map((file) => `/${file}`) ?? [];
  return {
    styles: [url(styles), ...entryStyles],
    entry: url(entry),
    adminEntry: url(adminEntry),
    fonts: fonts.map(url),
    url,
    folders,
  };
}

/**
 * @param folder the folder of the browser's build. Open pages may still load files of previous builds from `earlier`
 * beside it
 */
export async function readAssets(folder: string): Promise<Assets> {
  const manifests = ['manifest.json', 'manifest.admin.json'].map(async (name) => {
    return JSON.parse(await readFile(join(folder, '.vite', name), 'utf8')) as Manifest;
  });
  const manifest = Object.assign({}, ...(await Promise.all(manifests))) as Manifest;
  return createAssets({ manifest, folders: [folder, join(folder, '..', 'earlier')] });
}

/** For code that renders no page for a browser, such as the command line and unit tests. */
export const noAssets: Assets = {
  styles: [],
  entry: '',
  adminEntry: '',
  fonts: [],
  url: (file) => `/${file}`,
  folders: [],
};
