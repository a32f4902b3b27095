import { isAbsolute, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Takes the owner's choices from a file that may be outside the project, from where packages and `#platform/…` are found as in it.
 * @param file path of the file
 */
export function shopConfig(root: string, file: string): Plugin {
  const inProject = join(root, 'shop.config.ts');
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const isOwn = (importer: string | undefined) =>
    importer !== undefined && file !== inProject && (importer === file || importer.startsWith(folder));
  const isOfFile = (source: string) => source.startsWith('.') || source.startsWith('\0') || isAbsolute(source);
  return {
    name: 'vitrine:shop-config',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (source === '#shop.config') return file;
      if (!isOwn(importer) || isOfFile(source)) return null;
      return this.resolve(source, inProject, { ...options, skipSelf: true });
    },
  };
}
