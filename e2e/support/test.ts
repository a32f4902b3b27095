import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Watch } from './watch.ts';

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

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeScope {
  /** Selector of the part to check; the whole page when absent. */
  readonly within?: string;
}

/** Fails on violations of WCAG 2.2 AA and of axe's best practices, and reports each element. */
export async function checkAxe(page: Page, { within }: AxeScope = {}): Promise<void> {
  const hasScript = await page.evaluate(() => !matchMedia('(scripting: none)').matches);
  const checkedPage = hasScript ? page : await copyWithScript(page);
  // Legacy mode runs the same rules in the page itself. The default opens a second page to collect
  // the results of frames from other origins, which no page has, and takes three times as long.
  const axe = new AxeBuilder({ page: checkedPage }).setLegacyMode();
  axe.withTags(tags).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  const restoreMotion = await stopMotion(checkedPage);
  const { violations } = await axe.analyze();
  await restoreMotion();
  if (checkedPage !== page) await checkedPage.context().close();
  const report = `accessibility of ${page.url()}\n${violations.map(formatViolation).join('\n\n')}`;
  expect(violations.length, report).toBe(0);
}

/** Ends what is moving and lets nothing start: text that fades in has too little contrast for a while. */
async function stopMotion(page: Page): Promise<() => Promise<void>> {
  const isReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  return () => page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

function formatViolation({ id, impact, help, helpUrl, nodes }: Violation): string {
  const elements = nodes.map(({ target, html, failureSummary = '' }) => {
    const reasons = failureSummary.split('\n').slice(1);
    return [`  ${target.join(' ')}`, `    ${html}`, ...reasons.map((reason) => `      ${reason.trim()}`)].join('\n');
  });
  return `${id} (${impact}): ${help}, ${helpUrl}\n${elements.join('\n')}`;
}

/**
 * axe needs timers, which don't run without script. Copies the page into a context with script, in
 * which a content security policy blocks the page's own scripts.
 */
async function copyWithScript(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser to open a copy of the page in');
  // Set explicitly: Playwright's runner applies the test's options to every new context.
  const copy = await (await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: true })).newPage();
  const body = (await page.content()).replace(/<\/?noscript[^>]*>/g, '');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'none'" };
  await copy.route(page.url(), (route) => route.fulfill({ body, headers }));
  await copy.goto(page.url());
  return copy;
}
