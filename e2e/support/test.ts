import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Watch } from './watch.ts';

export { checkAxe, checkAxeInFrame } from './axe.ts';
export { letThrough } from './let-through.ts';

interface Options {
  /**
   * Parts of the messages of expected problems: `test.use({ allow: ['response 404'] })`. For a
   * pattern, or for a single step, call `watch.allow(…)` before it. No patterns here: Playwright
   * reads an array whose second item is an object as a fixture with options.
   */
  allow: readonly string[];
}

/** The page aborts a price request when another one follows, or when the shopper leaves. */
const abortedPriceRequest = /^request net::ERR_ABORTED: GET .*action=theme_(product|set)_price/;
/** A picture that another one replaces while it loads: the options of a product change the bar's and the gallery's. */
const abortedPicture = /^request net::ERR_ABORTED: GET \S+\/media\//;

interface Fixtures {
  watch: Watch;
}

/**
 * Playwright's `test` on the shop of this run. It fails on any console error or warning, uncaught
 * error, failed request and response of 400 or above that the test does not allow.
 */
export const test = base.extend<Options & Fixtures>({
  allow: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
  baseURL: async ({}, use) => {
    await use(process.env.SHOP_URL);
  },

  watch: [
    async ({ context, allow }, use) => {
      const watch = new Watch();
      watch.allow(...allow, abortedPriceRequest, abortedPicture);
      watch.watch(context);
      await use(watch);
      expect(watch.problems(), 'problems in the browser that the test does not allow').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Whether the element of an island or a behaviour has hydrated. */
export const isHydrated = (island: Locator) =>
  island.evaluate((element) => (element as HTMLElement & { isHydrated: boolean }).isHydrated);

/** Pixels by which the page is wider than the window. */
export const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
