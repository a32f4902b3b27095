import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientModules } from './scripts/vite/client-modules.ts';
import { compress } from './scripts/vite/compress.ts';
import { packageMaps } from './scripts/vite/package-maps.ts';
import { listStyleSheets } from './scripts/vite/style-sheets.ts';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [react(), clientModules(), compress(), packageMaps()],
  builder: {},
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // Plugin timings would look like a warning to whoever starts the shop.
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
        outDir: 'dist/client',
        manifest: true,
        // Fonts and images inlined in the style sheet would delay the first paint.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { browser: 'src/app/browser.ts', ...listStyleSheets(import.meta.dirname) },
          output: {
            codeSplitting: {
              // One chunk for all islands, whichever hydrates first.
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/islands\/browser\/mount\.tsx$/,
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
        outDir: 'dist/server',
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
