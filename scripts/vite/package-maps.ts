import type { Plugin } from 'vite';

/** Drops the source maps of bundled packages, because Node reads every map at startup. */
export function packageMaps(): Plugin {
  return {
    name: 'vitrine:package-maps',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /^chunks\/packages\b.*\.js$/.test(name))) {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk') continue;
        chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
        chunk.map = null;
        delete bundle[`${file}.map`];
      }
    },
  };
}
