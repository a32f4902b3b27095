import { globSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientModules } from './scripts/vite/client-modules.ts';
import { compress } from './scripts/vite/compress.ts';
import { packageMaps } from './scripts/vite/package-maps.ts';

/** A sheet of its own each, so that nobody loads one that the shop doesn't use. */
const themes = Object.fromEntries(
  globSync('themes/*.css', { cwd: import.meta.dirname }).map((file) => [file.slice(0, -4), file]),
);

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [react(), clientModules(), compress(), packageMaps()],
  builder: {},
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // Which plugin took how long is no warning for who starts the shop.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      optimizeDeps: {
        // All at once, so that no page is loaded again because an island was the first to need one.
        entries: ['src/app/browser.ts', '{src/features/*,src/ui,examples/*}/islands/*.tsx'],
        include: ['react-dom/client', 'react/jsx-dev-runtime'],
      },
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A font or picture in the style sheet would hold up the first paint.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { browser: 'src/app/browser.ts', styles: 'src/app/styles.css', ...themes },
          output: {
            codeSplitting: {
              // One chunk for all islands, whichever of them wakes first.
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
      // Thousands of small files take seconds to open. What has native code stays where it was installed.
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
            // What only a job needs is a chunk of its own.
            codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\//, entriesAware: true }] },
          },
        },
      },
    },
  },
}));
