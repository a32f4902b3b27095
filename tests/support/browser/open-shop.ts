import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { App } from '#app/app.ts';
import { Watch } from '#e2e/support/watch.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Database } from '#platform/database/database.ts';
import { readAssets } from '#platform/islands/assets.ts';
import { findFreePort } from '../free-port.ts';
import { getTestBrowser } from '../test-browser.ts';
import { type TestShopOptions, testShop } from '../test-shop.ts';

export { checkAxe } from '#e2e/support/axe.ts';
export { letThrough } from '#e2e/support/let-through.ts';

export interface OpenShop {
  readonly app: App;
  /** Opens a browser context for one shopper of one test; `watch` collects its errors. */
  shopper(options?: ShopperOptions): Promise<Shopper>;
  /**
   * The page of these options that tests of the file share, one after another, as a new shopper's:
   * without cookies, storage, routes and listeners of the test before, with reduced motion. It loads
   * with a warm cache. Clocks and init scripts stay with a context: tests with a clock open a `shopper`.
   */
  sharedShopper(options?: ShopperOptions): Promise<Shopper>;
}

interface ShopperOptions {
  readonly hasScript?: boolean;
  /** A screen that is tapped. */
  readonly hasTouch?: boolean;
}

interface Shopper {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watch: Watch;
}

interface OpenShopOptions extends Omit<TestShopOptions, 'assets'> {
  /** Whether the browser uses the shop's public address, which passkeys need. Default: false. */
  readonly hasPublicUrl?: boolean;
}

/** The whole shop on loopback with the scripts and styles of the last build, and a real browser. */
export function useOpenShop(
  database: Database,
  { hasPublicUrl = false, env = {}, ...options }: OpenShopOptions,
): OpenShop {
  const contexts: BrowserContext[] = [];
  const shared = new Map<string, Promise<Shopper>>();
  let app: App;
  let browser: Browser;
  let baseURL: string;
  beforeAll(async () => {
    const port = hasPublicUrl ? await findFreePort() : 0;
    const publicUrl = `http://localhost:${port}`;
    const assets = await readAssets(join(projectRoot, 'dist/client'));
    const publicEnv = hasPublicUrl ? { PUBLIC_URL: publicUrl } : {};
    app = await testShop(database, { ...options, env: { ...env, ...publicEnv }, assets });
    const address = await app.http.listen({ port, host: '127.0.0.1' });
    baseURL = hasPublicUrl ? publicUrl : address;
    browser = await getTestBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    for (const shopper of shared.values()) await (await shopper).context.close();
  });
  const openShopper = async ({ hasScript = true, hasTouch = false }: ShopperOptions = {}) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: hasScript, hasTouch });
    const watch = new Watch();
    watch.watch(context);
    return { page: await context.newPage(), context, watch };
  };
  return {
    get app() {
      return app;
    },
    async shopper(options) {
      const shopper = await openShopper(options);
      contexts.push(shopper.context);
      return shopper;
    },
    async sharedShopper({ hasScript = true, hasTouch = false } = {}) {
      const key = `${hasScript} ${hasTouch}`;
      const opened = shared.get(key) ?? openShopper({ hasScript, hasTouch });
      shared.set(key, opened);
      const shopper = await opened;
      await resetShopper(shopper);
      return shopper;
    },
  };
}

/** Waits until the scripts of all elements that match listen; there must be one. */
export async function waitForHydration(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((each) => {
    const elements = [...document.querySelectorAll<HTMLElement & { isHydrated?: boolean }>(each)];
    return elements.length > 0 && elements.every(({ isHydrated }) => isHydrated);
  }, selector);
}

async function resetShopper({ page, context, watch }: Shopper): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners('request');
  page.removeAllListeners('dialog');
  if (page.url() !== 'about:blank') {
    // Calls that are under way end before the cookies are deleted. A page of the shop without scripts keeps the process.
    // A layer that was just closed goes back in the history, which may cancel this.
    await page.goto('/robots.txt').catch(() => page.goto('/robots.txt'));
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  watch.reset();
}
