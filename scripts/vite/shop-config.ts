import { isAbsolute, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Takes the owner's choices from a file that may be outside the project, from where packages and `#platform/…` are found as in it.
 * @param file path of the file, without links
 */
export function shopConfig(root: string, file: string): Plugin {
  const inProject = join(root, 'shop.config.ts');
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  // Packages have packages of their own, which are other versions than those of the project.
  const isOwn = (importer: string | undefined) => importer?.startsWith(folder) && !importer.startsWith(`${root}/`);
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
