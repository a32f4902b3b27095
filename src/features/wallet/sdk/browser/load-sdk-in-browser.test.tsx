import type { Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useWalletPages } from '#tests/support/browser/wallet-pages.tsx';
import { useDatabase } from '#tests/support/database.ts';

const { database } = useDatabase();
const pages = useWalletPages(database);

beforeAll(() => {
  pages.body = <h1>Trial</h1>;
});
beforeEach(() => {
  pages.sandbox.faults.clear();
  pages.sandbox.faults.allowsRefusalReading = false;
});

async function visit(path = '/trial-wallet') {
  const { page, watch } = await pages.open.sharedShopper();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/sdk/js') && request.resourceType() === 'script') asked.push(request.url());
  });
  await page.goto(path);
  await page.waitForFunction(() => 'wallet' in window);
  return { page, asked, watch };
}

/** Loads the SDK as often as there are parameters, all at once. @returns the codes of those that fail */
const load = (page: Page, ...all: Record<string, string>[]) =>
  page.evaluate(
    async ({ all, base }) => {
      const results = await Promise.allSettled(
        all.map((more) =>
          window.wallet.loadWalletSdk({
            ...base,
            queryParams: Object.keys(more).length === 0 ? {} : { ...base.queryParams, ...more },
          }),
        ),
      );
      const sdks = results.map((result) => (result.status === 'fulfilled' ? result.value : null));
      return {
        failures: results.map((result) => (result.status === 'rejected' ? (result.reason.code ?? null) : 'loaded')),
        isOne: sdks.every((sdk) => sdk === sdks[0]),
        events: window.wallet.events,
      };
    },
    { all, base: pages.settings().sdk },
  );

describe('the loader of the SDK', () => {
  it('[4.5/1] [4.5/2] [4.5/3] [4.5/6] loads it once for callers with equal parameters or none, also at once (pitfall 15)', async () => {
    const { page, asked } = await visit();
    const eur = { currency: 'EUR' };
    expect(await load(page, eur, eur, {})).toEqual({
      failures: ['loaded', 'loaded', 'loaded'],
      isOne: true,
      events: ['created EUR'],
    });
    expect((await load(page, {}, { locale: '', currency: 'EUR' })).isOne).toBe(true);
    expect(asked.length).toBe(1);
    expect(await page.locator('script[src*="/sdk/js"]').count()).toBe(1);
  });

  it('[4.5/4] [4.5/5] [4.5/6] tells of the old instance and loads again for other parameters, one after another', async () => {
    const { page, asked } = await visit();
    const { isOne, events, failures } = await load(page, { currency: 'EUR' }, { currency: 'USD' });
    expect([isOne, failures]).toEqual([false, ['loaded', 'loaded']]);
    expect(events).toEqual(['created EUR', 'cleanup EUR', 'created USD']);
    expect(asked.length).toBe(2);
    expect(await page.locator('script[src*="/sdk/js"]').count()).toBe(1);
  });

  it('[4.5/3] [4.5/7] [8.3/4] tells all who wait of a failure, and loads again when it is asked again', async () => {
    const { page, asked } = await visit();
    pages.sandbox.faults.script('sdk', 'sdkFails');
    const { failures, events } = await load(page, { currency: 'EUR' }, { currency: 'EUR' });
    expect([failures, events]).toEqual([[null, null], ['error EUR']]);
    expect((await load(page, { currency: 'EUR' })).events).toEqual(['error EUR', 'created EUR']);
    expect(asked.length).toBe(2);
    expect(await page.evaluate(() => 'paypal' in window)).toBe(true);
  });

  it('[8.3/1] loads it again without the locale when that is refused, whether the reason can be read or not', async () => {
    for (const allowsRefusalReading of [true, false]) {
      pages.sandbox.faults.allowsRefusalReading = allowsRefusalReading;
      const { page, asked } = await visit();
      expect((await load(page, { locale: 'en' }, { locale: 'en' })).failures).toEqual(['loaded', 'loaded']);
      expect(asked.map((url) => new URL(url).searchParams.get('locale'))).toEqual(['en', null]);
    }
  });

  it('[8.3/2] [8.3/3] [8.3/4] rejects with a code where the client id is refused, and without one for a currency', async () => {
    pages.sandbox.faults.allowsRefusalReading = true;
    const { page } = await visit();
    const { failures, events } = await load(
      page,
      { 'client-id': 'somebody' },
      { 'client-id': '<b>' },
      { currency: 'XXX' },
    );
    expect(failures).toEqual(['invalid_client_id', 'invalid_client_id', null]);
    expect(events).toEqual(['error EUR invalid_client_id', 'error EUR invalid_client_id', 'error XXX']);
  });

  it('[7.4/5] sets the nonce of a page that has one, and none on a cached page (pitfall 20, 22)', async () => {
    for (const [path, pattern] of [
      ['/trial-wallet/private', /^[\w+/]{22}==$/],
      ['/trial-wallet', /^$/],
    ] as const) {
      const { page, watch } = await visit(path);
      await load(page, { currency: 'EUR' });
      const script = page.locator('script[src*="/sdk/js"]');
      expect(await script.evaluate((element: HTMLScriptElement) => element.nonce)).toMatch(pattern);
      expect((await script.getAttribute('data-csp-nonce')) ?? '').toMatch(pattern);
      // The SDK's own style is applied under the policy of either page.
      const frame = page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('iframe'));
        probe.className = 'test-wallet-buttons';
        return getComputedStyle(probe).borderTopWidth;
      });
      expect(await frame).toBe('0px');
      void watch;
    }
  });

  it('[7.4/3] [7.4/4] [7.4/6] gives the script its attributes, and takes the SDK of the name that they have', async () => {
    const { page } = await visit();
    await page.evaluate((base) => {
      const queryParams = {
        ...base.queryParams,
        'merchant-id': ['AAAAAAAAAAAAA', 'BBBBBBBBBBBBB'],
        'data-namespace': 'wallet2',
      };
      return window.wallet.loadWalletSdk({ ...base, queryParams }).then(() => undefined);
    }, pages.settings().sdk);
    const script = page.locator('script[src*="/sdk/js"]');
    expect(await script.getAttribute('data-merchant-id')).toBe('AAAAAAAAAAAAA,BBBBBBBBBBBBB');
    expect(await page.evaluate(() => ['wallet2' in window, 'paypal' in window])).toEqual([true, false]);
    await load(page, { currency: 'EUR' });
    expect(await page.evaluate(() => window.wallet.events)).toEqual(['created EUR', 'created EUR']);
  });

  it('fails for attributes that the SDK refuses', async () => {
    const { page } = await visit();
    expect((await load(page, { 'data-page-type': 'nowhere' })).failures).toEqual([null]);
  });
});
