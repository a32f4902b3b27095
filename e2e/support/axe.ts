import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Frame, type Page, type Route } from '@playwright/test';
import type axe from 'axe-core';
import type { NodeResult, Result } from 'axe-core';

/** Less than half of `axe.source`, which each page that is checked compiles. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeScope {
  /** Selector of the part to check; the whole page when absent. */
  readonly within?: string | undefined;
  /** Leaves the contrast of the other colour scheme to another check. */
  readonly isOneScheme?: boolean;
  /** Names of the only rules to check. Default: those of `tags`. */
  readonly rules?: readonly string[];
}

/**
 * Fails on violations of WCAG 2.2 AA and of axe's best practices, and reports each element. Checks
 * contrast in the other colour scheme, too.
 */
export async function checkAxe(page: Page, scope: AxeScope = {}): Promise<void> {
  const hasScript = await page.evaluate(() => !matchMedia('(scripting: none)').matches);
  const checkedPage = hasScript ? page : await copyWithScript(page);
  let violations: Result[];
  try {
    violations = await findAllViolations(checkedPage, scope);
  } finally {
    if (checkedPage !== page) await checkedPage.goto('about:blank');
  }
  const report = `accessibility of ${page.url()}\n${violations.map(formatViolation).join('\n\n')}`;
  expect(violations.length, report).toBe(0);
}

/** Checks a frame of somebody else by WCAG alone: best practices are about whole pages. */
export async function checkAxeInFrame(frame: Frame): Promise<void> {
  await loadAxe(frame);
  const violations = await frame.evaluate(findViolations, { within: undefined, runOnly: tags.slice(0, -1) });
  const report = `accessibility of ${frame.url()}\n${violations.map(formatViolation).join('\n\n')}`;
  expect(violations.length, report).toBe(0);
}

/** In both colour schemes, unless another check has one of them. */
async function findAllViolations(
  page: Page,
  { within, isOneScheme = false, rules = tags }: AxeScope,
): Promise<Result[]> {
  await loadAxe(page);
  const restoreMotion = await stopMotion(page);
  const violations = await page.evaluate(findViolations, { within, runOnly: [...rules] });
  if (!isOneScheme) {
    const restoreScheme = await changeScheme(page);
    violations.push(...(await page.evaluate(findViolations, { within, runOnly: ['color-contrast'] })));
    await restoreScheme();
  }
  await restoreMotion();
  return violations;
}

/** Defines `axe` once: it is larger than all scripts of the shop. Frames are of others, such as a wallet. */
async function loadAxe(page: Page | Frame): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

interface Check {
  readonly within: string | undefined;
  /** Tags or rules. */
  readonly runOnly: string[];
}

/** Runs in the page. `@axe-core/playwright` takes half as long again: it loads axe twice for each check. */
async function findViolations({ within, runOnly }: Check): Promise<Result[]> {
  const loaded = Reflect.get(window, 'axe') as typeof axe;
  const results = await loaded.run(within ?? document, { runOnly, resultTypes: ['violations'], iframes: false });
  // What a bar covers at the bottom of the window, one can scroll to.
  const isCovered = ({ any }: NodeResult) =>
    any.some(({ id, data }) => id === 'target-size' && /obscured/i.test(String(data?.messageKey)));
  return results.violations.flatMap((violation) => {
    const nodes = violation.nodes.filter((node) => !isCovered(node));
    return nodes.length === 0 ? [] : [{ ...violation, nodes }];
  });
}

/** Ends what is moving and lets nothing start: text that fades in has too little contrast for a while. */
async function stopMotion(page: Page): Promise<() => Promise<void>> {
  const isReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const sheet = await page.evaluateHandle(() => {
    // Colours that are inherited change after those of their parents, one after another.
    const noTransitions = new CSSStyleSheet();
    noTransitions.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(noTransitions);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    return noTransitions;
  });
  return async () => {
    await sheet.evaluate((noTransitions) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== noTransitions);
    });
    await sheet.dispose();
    await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
  };
}

/** Changes from light to dark, or from dark to light. */
async function changeScheme(page: Page): Promise<() => Promise<void>> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  return () => page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

function formatViolation({ id, impact, help, helpUrl, nodes }: Result): string {
  const elements = nodes.map(({ target, html, failureSummary = '' }) => {
    const reasons = failureSummary.split('\n').slice(1);
    return [`  ${target.join(' ')}`, `    ${html}`, ...reasons.map((reason) => `      ${reason.trim()}`)].join('\n');
  });
  return `${id} (${impact}): ${help}, ${helpUrl}\n${elements.join('\n')}`;
}

/** A page with script, and the reply to the next request for its document. */
interface Copy {
  readonly page: Page;
  reply: Parameters<Route['fulfill']>[0];
}

/** One of each browser: to open a context takes as long as to load four pages. */
const copies = new WeakMap<Browser, Copy>();

/**
 * axe needs timers, which don't run without script. Copies the page into a context with script, in
 * which a content security policy blocks the page's own scripts.
 */
async function copyWithScript(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser to open a copy of the page in');
  const known = copies.get(browser);
  const copy = known === undefined || known.page.isClosed() ? await openCopy(browser) : known;
  copies.set(browser, copy);
  const body = (await page.content()).replace(/<\/?noscript[^>]*>/g, '');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'none'" };
  copy.reply = { body, headers };
  const size = page.viewportSize();
  if (size !== null) await copy.page.setViewportSize(size);
  await copy.page.goto(page.url());
  return copy.page;
}

async function openCopy(browser: Browser): Promise<Copy> {
  // Set explicitly: Playwright's runner applies the test's options to every new context.
  const page = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  const copy: Copy = { page, reply: {} };
  await page.route('**', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
      ? route.fulfill(copy.reply)
      : route.continue(),
  );
  return copy;
}
