import type { BrowserContext, Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Island } from '#platform/islands/island.tsx';
import { Counter } from '#tests/support/browser/trial/islands/counter.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';

const site = useTrialSite();

const badge = <span data-count="cart" hidden />;

beforeEach(() => {
  site.page('/', badge);
  site.page('/other', badge);
  site.answer('GET /private', ({ cookies }) => ({
    body: { hint: Object.fromEntries(new URLSearchParams(decodeURIComponent(cookies.hint ?? ''))) },
  }));
});
let closeTab = async () => {};
afterEach(async () => {
  await closeTab();
  closeTab = async () => {};
  site.reset();
});

const eventually = <Value,>(read: () => Value) => expect.poll(read);
const asked = () => site.timesAsked('GET /private');
const state = (page: Page) => page.evaluate(() => window.trial.privateState.get());
const shown = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-count]:not([hidden])')?.textContent ?? '');

/** Until then the next page would ask again. */
const hasStoredAnswer = (page: Page) => page.evaluate(() => sessionStorage.getItem('vt-private') !== null);

/** As the server sets it: one value, percent-encoded. */
async function hint(context: BrowserContext, page: Page | string, fields: Record<string, number>) {
  const url = typeof page === 'string' ? page : page.url();
  const value = encodeURIComponent(
    new URLSearchParams(Object.entries(fields).map(([name, field]) => [name, `${field}`])).toString(),
  );
  await context.addCookies([{ name: 'hint', value, url }]);
}

async function openWithCart(count: number) {
  const shopper = await site.shopper();
  await hint(shopper.context, site.origin, { v: 1, c: count, w: 0, s: 1 });
  return { ...shopper, page: await shopper.open('/') };
}

/** What a page reports to the site. A page from the back-forward cache is the same document. */
interface PageReport {
  readonly document: string;
  readonly badge: string;
}

const reportScript = `
  const id = crypto.randomUUID();
  const tell = async () => {
    const badge = document.querySelector('[data-count]:not([hidden])')?.textContent ?? '';
    const reply = await fetch('/told', { method: 'POST', body: JSON.stringify({ document: id, badge }) });
    const { leaveFor } = await reply.json();
    if (leaveFor) location.href = leaveFor;
  };
  addEventListener('pageshow', tell);
  document.addEventListener('vt:private-state', tell);
`;

/**
 * Opens a page with a cart of 1, leaves it once its badge shows so, for a page that makes the cart 7, and comes back. The pages
 * do all of this themselves, in a tab without driver: Playwright loses the frame of a page that comes back.
 */
async function leaveAndComeBack(path: string, badgeBefore: string) {
  const reports: PageReport[] = [];
  let left: PageReport | undefined;
  site.answer('POST /told', ({ body }) => {
    const now: PageReport = JSON.parse(body);
    if (left) reports.push(now);
    else if (now.badge === badgeBefore) left = now;
    return { body: { leaveFor: left === now ? '/away' : null } };
  });
  const headers = { 'content-type': 'text/javascript' };
  const cart = (fields: string) => ({ 'set-cookie': `hint=${encodeURIComponent(fields)}; path=/` });
  site.answer('GET /telling.js', () => ({ headers, body: reportScript }));
  site.answer('GET /start', () => ({ headers: cart('v=1&c=1&w=0&s=1'), body: '<script src="/start.js"></script>' }));
  site.answer('GET /start.js', () => ({ headers, body: `location.href = '${path}';` }));
  site.answer('GET /away', () => ({ headers: cart('v=2&c=7&w=0&s=1'), body: '<script src="/away.js"></script>' }));
  site.answer('GET /away.js', () => ({ headers, body: "addEventListener('load', () => history.back());" }));
  await closeTab();
  closeTab = await site.openUnattended('/start');
  await eventually(() => reports.length).toBeGreaterThan(0);
  return { reports, left };
}

describe('the private state', () => {
  it('needs no call without a hint cookie', async () => {
    const { open, complaints } = await site.shopper();
    const page = await open('/');
    await eventually(async () => (await state(page)).known).toBe(true);
    expect(await state(page)).toMatchObject({ counts: { cart: 0, wishlist: 0 }, signedIn: false });
    expect(await shown(page)).toBe('');
    expect([asked(), complaints]).toEqual([0, []]);
  });

  it('is fetched once with a hint cookie, and kept for the next page', async () => {
    const { page, complaints } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await eventually(() => hasStoredAnswer(page)).toBe(true);
    await eventually(() => shown(page)).toBe('3');
    await page.goto('/other');
    await eventually(() => shown(page)).toBe('3');
    expect(await state(page)).toMatchObject({ counts: { cart: 3, wishlist: 0 }, signedIn: true });
    expect([asked(), complaints]).toEqual([1, []]);
  });

  it('is fetched again when the cookie has changed', async () => {
    const { page, context } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await hint(context, page, { v: 2, c: 4, w: 0, s: 1 });
    await page.goto('/other');
    await eventually(() => shown(page)).toBe('4');
    await eventually(asked).toBe(2);
  });

  it('is shown at once, and fetched again when it is ten minutes old', async () => {
    const { page, context, complaints } = await openWithCart(3);
    await eventually(() => shown(page)).toBe('3');
    await eventually(asked).toBe(1);
    await eventually(() => hasStoredAnswer(page)).toBe(true);
    const start = Date.now();
    await page.clock.setFixedTime(start + 9 * 60_000);
    await page.goto('/other');
    await eventually(async () => (await state(page)).known).toBe(true);
    expect([await shown(page), asked()]).toEqual(['3', 1]);
    // The shop has changed what the cookie of this browser says.
    site.answer('GET /private', () => ({
      headers: { 'set-cookie': `hint=${encodeURIComponent('v=2&c=1&w=0&s=1')}; path=/` },
      body: { hint: { v: '2', c: '1', w: '0', s: '1' } },
    }));
    await page.clock.setFixedTime(start + 11 * 60_000);
    await page.goto('/');
    await eventually(() => shown(page)).toBe('1');
    expect([asked(), complaints]).toEqual([2, []]);
    await page.goto('/other');
    await eventually(() => shown(page)).toBe('1');
    expect([asked(), (await context.cookies()).length]).toEqual([2, 1]);
  });

  it('prefers the reply of the server to the cookie', async () => {
    site.answer('GET /private', () => ({
      headers: { 'set-cookie': 'hint=; path=/; max-age=0' },
      body: { hint: { c: '0' } },
    }));
    const { page } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await eventually(() => shown(page)).toBe('');
  });

  it('follows a write at once, without a call here, and in another tab', async () => {
    const { page, open } = await openWithCart(1);
    const other = await open('/other');
    await eventually(() => shown(other)).toBe('1');
    await eventually(asked).toBe(2);
    const before = asked();
    const value = encodeURIComponent('v=2&c=5&w=0&s=1');
    site.answer('POST /add', () => ({ headers: { 'set-cookie': `hint=${value}; path=/` }, body: {} }));
    await page.evaluate(() => window.trial.call('/add', { method: 'POST' }));
    expect(await shown(page)).toBe('5');
    await eventually(() => shown(other)).toBe('5');
    expect(asked()).toBeLessThanOrEqual(before + 1);
  });

  it('is updated when the browser shows a page again (pageshow)', async () => {
    const { page, context } = await openWithCart(1);
    await eventually(() => shown(page)).toBe('1');
    await hint(context, page, { v: 2, c: 7, w: 0, s: 1 });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await eventually(() => shown(page)).toBe('7');
  });

  it('is updated when a page comes back from the back-forward cache', async ({ skip }) => {
    const telling = '<script src="/telling.js"></script>';
    site.answer('GET /plain', () => ({ body: `<!doctype html><title>Plain</title>${telling}` }));
    const plain = await leaveAndComeBack('/plain', '');
    skip(plain.reports[0]?.document !== plain.left?.document, 'this browser has no back-forward cache');
    site.page('/', [badge, <script key="telling" src="/telling.js" />]);
    const { reports, left } = await leaveAndComeBack('/', '1');
    await eventually(() => reports.at(-1)).toEqual({ document: left?.document, badge: '7' });
  });

  it('waits until a prerendered page is visible, while its islands hydrate', async () => {
    site.page('/', [<p key="b">{badge}</p>, <Island key="i" of={Counter} props={{ label: 'x' }} when="load" />]);
    let go = () => {};
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    const rules = { prerender: [{ urls: ['/'], eagerness: 'immediate' }] };
    site.answer('GET /rules.json', () => ({
      headers: { 'content-type': 'application/speculationrules+json' },
      body: rules,
    }));
    site.answer('GET /start', () => ({
      headers: { 'speculation-rules': '"/rules.json"', 'set-cookie': 'hint=c%3D2; path=/' },
      body: '<script src="/start.js"></script>',
    }));
    site.answer('GET /start.js', () => ({
      headers: { 'content-type': 'text/javascript' },
      body: "fetch('/go').then(() => { location.href = '/'; });",
    }));
    site.answer('GET /go', () => gone.then(() => ({})));
    const isPrerendered = () => site.timesAsked('GET /assets/counter.js') === 1;
    // A busy browser may drop a prerendering.
    for (let attempt = 0; attempt < 3 && !isPrerendered(); attempt += 1) {
      await closeTab();
      site.asked.length = 0;
      closeTab = await site.openUnattended('/start');
      await vi.waitUntil(isPrerendered, { timeout: 5_000 }).catch(() => {});
    }
    expect(isPrerendered()).toBe(true);
    expect(asked()).toBe(0);
    go();
    await eventually(asked).toBe(1);
    expect(site.timesAsked('GET /')).toBe(1);
  });
});
