import type { Page } from '@playwright/test';
import fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerSpeculationRules } from '#platform/pages/speculation-rules.ts';
import { type RecordedRequest, useTrialSite } from '#tests/support/browser/trial-site.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const links = ['/ahead/bowl', '/ahead/mug', '/ahead/bowl?colour=ink', '/cart', 'https://elsewhere.example/ahead/bowl'];

async function open({ savesData = false } = {}) {
  site.page(
    '/',
    links.map((href) => (
      <p key={href}>
        <a href={href}>{href}</a>
      </p>
    )),
  );
  for (const path of ['/ahead/bowl', '/ahead/mug', '/cart']) site.page(path, <p>{path}</p>);
  const { context, complaints, open: openPage } = await site.shopper();
  await context.clock.install();
  if (savesData) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    );
  }
  const page = await openPage('/');
  await page.evaluate(() => document.readyState);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  return { page, complaints };
}

const hover = (page: Page, href: string) => page.locator(`a[href="${href}"]`).hover({ force: true });
const listPrefetched = (page: Page) =>
  page
    .locator('link[rel=prefetch]')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLLinkElement).href).pathname));

describe('speculation rules', () => {
  it('[9.4/3] [9.4/4] apply to public pages of this origin without a query string, in a real browser', async () => {
    const app = fastify();
    registerSpeculationRules(app, [{ path: '/' }, { path: '/ahead/:slug' }]);
    const { body } = await app.inject('/speculation-rules.json');
    await app.close();
    // Immediate, because a page that the test hovers a link on can't be prerendered.
    const eager = body.replace('moderate', 'immediate');
    const type = { 'content-type': 'application/speculationrules+json; charset=utf-8' };
    site.answer('GET /rules.json', () => ({ headers: type, body: eager }));
    const list = ['/ahead/mug?colour=ink', ...links, '/ahead/mug/deep', '/ahead/cup'];
    site.answer('GET /start', () => ({
      headers: { 'speculation-rules': '"/rules.json"' },
      body: list.map((href) => `<a href="${href}">${href}</a>`).join(' '),
    }));
    for (const path of ['/ahead/bowl', '/ahead/mug', '/ahead/cup']) site.page(path, <p>{path}</p>);
    // Requests of a prerendered page carry the header too.
    const isPrerendered = ({ path, headers }: RecordedRequest) =>
      headers['sec-purpose']?.includes('prerender') === true && !path.startsWith('/assets/');
    const listPrerendered = () => site.asked.filter(isPrerendered).map(({ path }) => path);
    const expected = ['/ahead/bowl', '/ahead/cup', '/ahead/mug'];
    const found = new Set<string>();
    // A busy browser may drop a prerendering.
    for (let attempt = 0; attempt < 3 && found.size < expected.length; attempt += 1) {
      site.asked.length = 0;
      const closeTab = await site.openUnattended('/start');
      const isComplete = () => new Set([...found, ...listPrerendered()]).size >= expected.length;
      await vi.waitUntil(isComplete, { timeout: 5_000 }).catch(() => {});
      await closeTab();
      const paths = listPrerendered();
      expect(paths, 'one request for each path').toHaveLength(new Set(paths).size);
      expect(site.timesAsked('GET /cart')).toBe(0);
      for (const path of paths) found.add(path);
    }
    expect([...found].toSorted()).toEqual(expected);
  });
});

describe('a link', () => {
  it('[2.1/19] [9.4/1] is prefetched once, after the mouse has been on it for 65 ms', async () => {
    const { page, complaints } = await open();
    await hover(page, '/ahead/bowl');
    await page.clock.runFor(64);
    expect(await listPrefetched(page)).toEqual([]);
    await page.clock.runFor(1);
    expect(await listPrefetched(page)).toEqual(['/ahead/bowl']);
    await expect
      .poll(() => site.asked.find(({ path }) => path === '/ahead/bowl')?.headers['sec-purpose'])
      .toBe('prefetch');
    await hover(page, '/ahead/mug');
    await page.clock.runFor(60);
    await hover(page, '/ahead/bowl');
    await page.clock.runFor(200);
    expect(await listPrefetched(page)).toEqual(['/ahead/bowl']);
    expect(complaints).toEqual([]);
  });

  it('[9.4/3] [9.4/4] is not prefetched to another origin, with a query string, or to a private page', async () => {
    const { page } = await open();
    for (const href of links.slice(2)) {
      await hover(page, href);
      await page.clock.runFor(200);
    }
    expect(await listPrefetched(page)).toEqual([]);
    await hover(page, '/ahead/mug');
    await page.clock.runFor(65);
    expect(await listPrefetched(page)).toEqual(['/ahead/mug']);
  });

  it('[9.4/2] is not prefetched by a mouse within 1100 ms of a touch', async () => {
    const { page } = await open();
    const touch = () => page.evaluate(() => document.body.dispatchEvent(new Event('touchstart', { bubbles: true })));
    await touch();
    await page.clock.runFor(1_099);
    await hover(page, '/ahead/bowl');
    await page.clock.runFor(200);
    expect(await listPrefetched(page)).toEqual([]);
    await touch();
    await page.clock.runFor(1_100);
    await hover(page, '/ahead/mug');
    await page.clock.runFor(65);
    expect(await listPrefetched(page)).toEqual(['/ahead/mug']);
  });

  it('is not prefetched when it is clicked at once', async () => {
    const { page } = await open();
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await hover(page, '/ahead/bowl');
    await page.mouse.down();
    await page.mouse.up();
    await page.clock.runFor(200);
    expect(await listPrefetched(page)).toEqual([]);
  });

  it('is not prefetched when the browser saves data', async () => {
    const { page } = await open({ savesData: true });
    await hover(page, '/ahead/bowl');
    await page.clock.runFor(200);
    expect(await listPrefetched(page)).toEqual([]);
  });
});
