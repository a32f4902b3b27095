import type { Browser, BrowserContext, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import type { App } from '#app/app.ts';
import { Watch } from '#e2e/support/watch.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Database } from '#platform/database/database.ts';
import { readAssets } from '#platform/islands/assets.ts';
import { listStyleSheets } from '#scripts/vite/style-sheets.ts';
import { buildOnce } from '../build-once.ts';
import { getTestBrowser } from '../test-browser.ts';
import { type TestShopOptions, testShop } from '../test-shop.ts';

export { checkAxe } from '#e2e/support/test.ts';

export interface OpenShop {
  readonly app: App;
  /** Opens a browser context for one shopper; `watch` collects its errors. */
  shopper(options?: { readonly hasScript?: boolean }): Promise<Shopper>;
}

interface Shopper {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watch: Watch;
}

/** The whole shop on loopback with its scripts and styles, and a real browser. */
export function useOpenShop(database: Database, options: Omit<TestShopOptions, 'assets'>): OpenShop {
  const contexts: BrowserContext[] = [];
  let app: App;
  let browser: Browser;
  let baseURL: string;
  beforeAll(async () => {
    app = await testShop(database, { ...options, assets: await readAssets(await buildOnce('shop', buildForBrowsers)) });
    baseURL = await app.http.listen({ port: 0, host: '127.0.0.1' });
    browser = await getTestBrowser();
  }, 60_000);
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
  });
  return {
    get app() {
      return app;
    },
    async shopper({ hasScript = true } = {}) {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScript });
      contexts.push(context);
      const watch = new Watch();
      watch.watch(context);
      return { page: await context.newPage(), context, watch };
    },
  };
}

/** Builds the scripts and styles of the pages from the current sources. */
async function buildForBrowsers(outDir: string): Promise<void> {
  const before = process.env.NODE_ENV;
  // NODE_ENV decides which build of React is bundled.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      mode: 'production',
      plugins: [react()],
      build: {
        outDir,
        emptyOutDir: false,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { browser: 'src/app/browser.ts', ...listStyleSheets(projectRoot) },
        },
      },
    });
  } finally {
    process.env.NODE_ENV = before;
  }
}
