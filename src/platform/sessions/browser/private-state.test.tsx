import type { BrowserContext, Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Island } from '#platform/islands/island.tsx';
import { Counter } from '#tests/trial/islands/counter.tsx';
import { useTrialSite } from '#tests/trial-site.tsx';

const site = useTrialSite();

const badge = <span data-count="cart" hidden />;

beforeEach(() => {
  site.page('/', badge);
  site.page('/other', badge);
  site.answer('GET /private', ({ cookies }) => ({
    body: { hint: Object.fromEntries(new URLSearchParams(decodeURIComponent(cookies.hint ?? ''))) },
  }));
});
afterEach(() => site.reset());

const eventually = <Value,>(read: () => Value) => expect.poll(read, { timeout: 15_000 });
const asked = () => site.timesAsked('GET /private');
const state = (page: Page) => page.evaluate(() => window.trial.privateState.get());
const shown = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-count]:not([hidden])')?.textContent ?? '');

/** As the server sets it: one value, percent-encoded. */
async function hint(context: BrowserContext, page: Page | string, fields: Record<string, number>) {
  const url = typeof page === 'string' ? page : page.url();
  const value = encodeURIComponent(
    new URLSearchParams(Object.entries(fields).map(([name, field]) => [name, `${field}`])).toString(),
  );
  await context.addCookies([{ name: 'hint', value, url }]);
}

async function openWithCart(pieces: number) {
  const shopper = await site.shopper();
  await hint(shopper.context, site.origin, { v: 1, c: pieces, w: 0, s: 1 });
  return { ...shopper, page: await shopper.open('/') };
}

/** Whether the browser brings back a page that does nothing at all as it was. */
async function keepsPages(): Promise<boolean> {
  site.answer('GET /plain', () => ({ body: '<!doctype html><title>Plain</title>' }));
  const { open } = await site.shopper();
  const page = await open('/plain');
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.goto('/other');
  await page.goBack();
  return page.evaluate(() => 'kept' in window);
}

describe('the private state', () => {
  it('needs no call when no cookie says that there is something', async () => {
    const { open, complaints } = await site.shopper();
    const page = await open('/');
    await eventually(async () => (await state(page)).known).toBe(true);
    expect(await state(page)).toMatchObject({ counts: { cart: 0, wishlist: 0 }, signedIn: false });
    expect(await shown(page)).toBe('');
    expect([asked(), complaints]).toEqual([0, []]);
  });

  it('is asked for once when a cookie says so, and then kept for the next page', async () => {
    const { page, complaints } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await eventually(() => shown(page)).toBe('3');
    await page.goto('/other');
    await eventually(() => shown(page)).toBe('3');
    expect(await state(page)).toMatchObject({ counts: { cart: 3, wishlist: 0 }, signedIn: true });
    expect([asked(), complaints]).toEqual([1, []]);
  });

  it('is asked for again when the cookie has changed', async () => {
    const { page, context } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await hint(context, page, { v: 2, c: 4, w: 0, s: 1 });
    await page.goto('/other');
    await eventually(() => shown(page)).toBe('4');
    await eventually(asked).toBe(2);
  });

  it('believes the server before the cookie', async () => {
    site.answer('GET /private', () => ({
      headers: { 'set-cookie': 'hint=; path=/; max-age=0' },
      body: { hint: { c: '0' } },
    }));
    const { page } = await openWithCart(3);
    await eventually(asked).toBe(1);
    await eventually(() => shown(page)).toBe('');
  });

  it('follows a write at once, here without a call, and in another tab', async () => {
    const { page, open } = await openWithCart(1);
    const other = await open('/other');
    await eventually(() => shown(other)).toBe('1');
    const before = asked();
    const value = encodeURIComponent('v=2&c=5&w=0&s=1');
    site.answer('POST /add', () => ({ headers: { 'set-cookie': `hint=${value}; path=/` }, body: {} }));
    await page.evaluate(() => window.trial.call('/add', { method: 'POST' }));
    expect(await shown(page)).toBe('5');
    await eventually(() => shown(other)).toBe('5');
    expect(asked()).toBeLessThanOrEqual(before + 1);
  });

  it('is brought up to date when the browser shows a page again as it was', async () => {
    const { page, context } = await openWithCart(1);
    await eventually(() => shown(page)).toBe('1');
    await hint(context, page, { v: 2, c: 7, w: 0, s: 1 });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await eventually(() => shown(page)).toBe('7');
  });

  it('is brought up to date when a page comes back from the back-forward cache', async ({ skip }) => {
    skip(!(await keepsPages()), 'this browser has no back-forward cache');
    const { page, context } = await openWithCart(1);
    await eventually(() => shown(page)).toBe('1');
    await page.evaluate(() => window.said.push('still the same page'));
    await page.goto('/other');
    await hint(context, page, { v: 2, c: 7, w: 0, s: 1 });
    await page.evaluate(() => history.back());
    await eventually(() => shown(page)).toBe('7');
    expect(await page.evaluate(() => window.said)).toEqual(['still the same page']);
  });

  it('waits until somebody looks at a page that was rendered in advance, while its islands wake', async () => {
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
    await site.openUnattended('/start');
    await eventually(() => site.timesAsked('GET /assets/counter.js')).toBe(1);
    expect(asked()).toBe(0);
    go();
    await eventually(asked).toBe(1);
    expect(site.timesAsked('GET /')).toBe(1);
  });
});
