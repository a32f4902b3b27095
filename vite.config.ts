import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientModules } from './scripts/vite/client-modules.ts';
import { compress } from './scripts/vite/compress.ts';
import { eagerModules } from './scripts/vite/eager-modules.ts';
import { inlineRuntime } from './scripts/vite/inline-runtime.ts';
import { packageMaps } from './scripts/vite/package-maps.ts';
import { preloadChunks } from './scripts/vite/preload-chunks.ts';
import { listStyleSheets } from './scripts/vite/style-sheets.ts';

/** `scripts/prepare/build.mjs` names a new folder for each build. */
const folder = process.env.BUILD_FOLDER ?? 'dist';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [react(), clientModules(), inlineRuntime(), eagerModules(), preloadChunks(), compress(), packageMaps()],
  builder: {},
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // This would look like a warning to whoever starts the shop.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      optimizeDeps: {
        // Bundles all at once: a dependency found later would reload the page.
        entries: ['src/app/browser.ts', '{src/features/*,src/ui,examples/*}/islands/*.tsx'],
        include: ['react-dom/client', 'react/jsx-dev-runtime'],
      },
      build: {
        outDir: `${folder}/client`,
        manifest: true,
        // Fonts and images inlined in the style sheet would delay the first paint.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Names of fields and events, which many files share, as literals: shorter than their imports.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          input: { browser: 'src/app/browser.ts', ...listStyleSheets(import.meta.dirname) },
          output: {
            codeSplitting: {
              // Few files: each one costs a request, its headers and a task of the browser.
              groups: [
                // What every island needs, whichever hydrates first.
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/hydrate-island\.tsx$|\/src\/ui\/(?!form-field).*\.tsx$/,
                  priority: 2,
                },
                // The entry. Before React's, which would take along what the entry shares with scripts
                // that need no React.
                {
                  name: 'browser',
                  test: /\/src\/app\/browser\.ts$|\/src\/ui\/icon-paths\.shared\.ts$/,
                  priority: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles packages: opening thousands of small files takes seconds. sharp has native code and
      // stays external.
      ...(command === 'build' && {
        resolve: { noExternal: true, external: ['sharp'] },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: `${folder}/server`,
        target: 'node24',
        sourcemap: true,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { server: 'server.ts', 'shop-server': 'shop-server.ts', shop: 'shop.ts' },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // Packages that only jobs need get a chunk of their own.
            codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\//, entriesAware: true }] },
          },
        },
      },
    },
  },
}));
