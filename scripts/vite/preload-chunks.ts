import type { Plugin } from 'vite';

const moduleId = '\0vite/preload-helper.js';
const isModule = /^\0vite\/preload-helper\.js$/;

/** Loads the files that a chunk imports along with it, instead of one after the other. */
const code = `export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const href = '/' + file;
    if (document.querySelector('link[href="' + href + '"]')) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  return load();
};`;

/**
 * Replaces the code of Vite around dynamic imports, which every page loads, by a fifth of its code. Vite's
 * also loads style sheets and reports failures: here `load-style-sheet.ts` and `load-chunk.ts` do.
 */
export function preloadChunks(): Plugin {
  return {
    name: 'vitrine:preload-chunks',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    load: { filter: { id: isModule }, handler: () => code },
    generateBundle() {
      if (!/rel: ["']modulepreload/.test(this.getModuleInfo(moduleId)?.code ?? ''))
        this.error('Vite has another module for preloading: see scripts/vite/preload-chunks.ts');
    },
  };
}
