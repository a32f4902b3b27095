import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig } from 'vite';
import { findShopConfig } from './scripts/prepare/shop-config.mjs';
import { clientModules } from './scripts/vite/client-modules.ts';
import { compress } from './scripts/vite/compress.ts';
import { eagerModules } from './scripts/vite/eager-modules.ts';
import { inlineRuntime } from './scripts/vite/inline-runtime.ts';
import { packageMaps } from './scripts/vite/package-maps.ts';
import { preloadChunks } from './scripts/vite/preload-chunks.ts';
import { shopConfig } from './scripts/vite/shop-config.ts';
import { listStyleSheets } from './scripts/vite/style-sheets.ts';

/** `scripts/prepare/build.mjs` names a new folder for each build. */
const folder = process.env.BUILD_FOLDER ?? 'dist';

/** Where islands are, of the shop and of the back office. */
const islands = '{src,examples,extensions}/**/islands/*.tsx';

/** What every island needs, whichever hydrates first. */
const reactGroup = {
  name: 'react',
  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/hydrate-island\.tsx$|\/src\/ui\/(?!form-field).*\.tsx$/,
  priority: 2,
};

/**
 * @param entry the script of every page, without the extension
 * @param shared what its file holds besides what it imports
 */
function createBrowserBuild(entry: string, shared: string, input: Readonly<Record<string, string>>) {
  return {
    outDir: `${folder}/client`,
    // Fonts and images inlined in the style sheet would delay the first paint.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Names of fields and events, which many files share, as literals: shorter than their imports.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      input: { [entry]: `src/app/${entry}.ts`, ...input },
      output: {
        codeSplitting: {
          // Few files: each one costs a request, its headers and a task of the browser. The entry comes before
          // React's, which would take along what the entry shares with scripts that need no React.
          groups: [reactGroup, { name: entry, test: new RegExp(`/src/app/${entry}\\.ts$|${shared}`), priority: 3 }],
        },
      },
    },
  } satisfies BuildEnvironmentOptions;
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    shopConfig(import.meta.dirname, findShopConfig(import.meta.dirname)),
    react(),
    clientModules(),
    inlineRuntime(),
    eagerModules(),
    preloadChunks(),
    compress(),
    packageMaps(),
  ],
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
        entries: ['src/app/browser.ts', 'src/app/admin-browser.ts', islands],
        include: ['react-dom/client', 'react/jsx-dev-runtime'],
      },
      build: {
        ...createBrowserBuild('browser', '/src/ui/icon-paths\\.shared\\.ts$', listStyleSheets(import.meta.dirname)),
        manifest: true,
      },
    },
    // A build of its own: with one for both, what shop and back office share would be in files that each page of the
    // shop asks for besides its own, or the back office would load the shop's.
    ...(command === 'build' && {
      admin: {
        consumer: 'client' as const,
        build: {
          ...createBrowserBuild('admin-browser', '/src/platform/http/browser/', {}),
          manifest: '.vite/manifest.admin.json',
          emptyOutDir: false,
          copyPublicDir: false,
        },
      },
    }),
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
