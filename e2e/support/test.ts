import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { Watch } from './watch.ts';

interface Options {
  /**
   * Problems that a test expects, as parts of their words: `test.use({ allow: ['response 404'] })`. For a pattern, or a
   * problem that only one step expects, call `watch.allow(…)` before that step. (No patterns here: Playwright takes a
   * list whose second item is an object for something else.)
   */
  allow: readonly string[];
}

/** A page lets go of a price when another choice asks for a new one, or somebody leaves before it came. */
const askedAnew = /^request net::ERR_ABORTED: GET .*action=theme_product_price/;

interface Fixtures {
  watch: Watch;
}

/**
 * Playwright's test, on the shop that was started for this run. It fails on any console error or warning, anything
 * thrown in a page, and any request that failed or was answered with 400 or more, unless the test allowed it.
 */
export const test = base.extend<Options & Fixtures>({
  allow: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it gives to be named here, and there are none
  baseURL: async ({}, use) => {
    await use(process.env.SHOP_URL);
  },

  watch: [
    async ({ context, allow }, use) => {
      const watch = new Watch();
      watch.allow(...allow, askedAnew);
      watch.watch(context);
      await use(watch);
      expect(watch.problems(), 'problems in the browser that the test does not allow').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Part {
  /** Selector of the part to look at; everything unless given. */
  readonly within?: string;
  readonly without?: readonly string[];
}

/** Fails on any violation of WCAG 2.2 AA or of axe's best practices, naming each rule and element. */
export async function checkAxe(page: Page, { within, without = [] }: Part = {}): Promise<void> {
  const hasScript = await page.evaluate(() => !matchMedia('(scripting: none)').matches);
  const looked = hasScript ? page : await copyWithScript(page);
  const axe = new AxeBuilder({ page: looked }).withTags(tags).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  for (const selector of without) axe.exclude(selector);
  const { violations } = await axe.analyze();
  if (looked !== page) await looked.context().close();
  const words = `accessibility of ${page.url()}\n${violations.map(describe).join('\n\n')}`;
  expect(violations.length, words).toBe(0);
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

function describe({ id, impact, help, helpUrl, nodes }: Violation): string {
  const elements = nodes.map(({ target, html, failureSummary = '' }) => {
    const reasons = failureSummary.split('\n').slice(1);
    return [`  ${target.join(' ')}`, `    ${html}`, ...reasons.map((reason) => `      ${reason.trim()}`)].join('\n');
  });
  return `${id} (${impact}): ${help}, ${helpUrl}\n${elements.join('\n')}`;
}

/**
 * axe waits for timers, which stand still where script is off. So it gets a copy of what the page shows, in a context
 * with script, where the page's own scripts are kept from running.
 */
async function copyWithScript(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser to open a copy of the page in');
  // Said outright, because Playwright's runner gives the test's own choice to every new context.
  const copy = await (await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: true })).newPage();
  const body = (await page.content()).replace(/<\/?noscript[^>]*>/g, '');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'none'" };
  await copy.route(page.url(), (route) => route.fulfill({ body, headers }));
  await copy.goto(page.url());
  return copy;
}
