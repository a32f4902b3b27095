import type { BrowserContext, Frame, Page } from '@playwright/test';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WalletButtonsSettings } from '#features/wallet/contract.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { createOrder, renderButtons, useWalletPages } from '#tests/support/browser/wallet-pages.tsx';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { addProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const pages = useWalletPages(database);

beforeEach(() => {
  pages.begin = () => createOrder(pages.sandbox);
  pages.sandbox.faults.clear();
  Object.assign(pages.sandbox.faults, { onClose: 'cancel', onBlocked: 'frame' });
});

/** Shows places by their ids. */
function show(places: Record<string, Partial<WalletButtonsSettings>>, before: React.ReactNode = null): void {
  dropKeptPages();
  pages.body = (
    <>
      <h1>Trial</h1>
      {before}
      {Object.entries(places).map(([id, changes]) => renderButtons(id, pages.settings(changes)))}
      <p id="below">Below</p>
    </>
  );
}

async function visit(path = '/trial-wallet', prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const { page, context } = await pages.open.sharedShopper();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.setViewportSize({ width: 1280, height: 800 });
  await prepare(page);
  await page.goto(path);
  await page.waitForFunction(() => 'wallet' in window);
  const count = (what: string) => asked.filter((each) => each === what).length;
  return { page, context, count };
}

const findButton = (page: Page, id: string, funding = 'paypal') =>
  page.frameLocator(`#${id} [data-funding=${funding}] iframe`).getByRole('button');
const signIn = (popup: Page) => popup.getByRole('button', { name: 'Log in' }).click();
const readNoted = (page: Page) => page.evaluate(() => window.wallet.noted);
const waitUntilReady = (page: Page, id: string) => page.locator(`#${id}[data-state=ready]`).waitFor();

/** Clicks, and waits for the window to pay in. */
async function openWindow(page: Page, context: BrowserContext, id: string): Promise<Page> {
  const opened = context.waitForEvent('page');
  await findButton(page, id).click();
  return opened;
}

const sdkPath = 'GET /sdk/js';
const refreshPath = 'POST /api/store/v1/cart/refresh';

describe('buttons of the wallet', () => {
  it('[7.3/1] load when the shopper comes near them, by one call and one SDK for all places (pitfall 15, 33)', async () => {
    show({ one: {}, two: { page: 'mini-cart' } }, <div style={{ height: 2000 }} />);
    const { page, count } = await visit();
    await page.waitForLoadState('networkidle');
    expect([count(sdkPath), count(refreshPath)]).toEqual([0, 0]);
    await page.locator('#one').scrollIntoViewIfNeeded();
    await Promise.all(['one', 'two'].map((id) => waitUntilReady(page, id)));
    expect([count(sdkPath), count(refreshPath)]).toEqual([1, 1]);
    expect(await findButton(page, 'one').textContent()).toBe('Buy now with Test wallet');
    expect(await findButton(page, 'two').textContent()).toBe('Test wallet Checkout');
    expect(await findButton(page, 'one', 'card').textContent()).toBe('Debit or credit card');
  });

  it('pay in a window that opens in the click, before the page has checked anything (pitfall 18)', async () => {
    show({ one: {} });
    const { page, context } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      window.wallet.places.one?.unmount();
      window.wallet.mount('one', {
        isReady: () =>
          new Promise((done) => document.addEventListener('trial-ready', () => done(true), { once: true })),
      });
    });
    await waitUntilReady(page, 'one');
    const popup = await openWindow(page, context, 'one');
    expect(await readNoted(page)).toEqual([]);
    await page.evaluate(() => document.dispatchEvent(new Event('trial-ready')));
    await signIn(popup);
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(async () => (await readNoted(page)).at(-1)).toMatch(/^one approve [A-Z0-9]{17}$/);
    expect((await readNoted(page))[0]).toBe('one begin paypal');
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  it('stay while somebody pays, though the cart changes or their place is hidden, and follow then', async () => {
    show({ one: {} });
    const { page, context, count } = await visit();
    await waitUntilReady(page, 'one');
    const popup = await openWindow(page, context, 'one');
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    await page.route('**/cart/refresh', async (route) => {
      const reply = await route.fetch();
      // Fragments would bring the state of the shop, 250 ms later.
      await route.fulfill({ json: { ...(await reply.json()), fragments: {}, queryParams: { currency: 'USD' } } });
    });
    const refreshed = page.waitForResponse('**/cart/refresh');
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('vt:checkout-updated')));
    await refreshed;
    await page.locator('.trial-place').evaluate((element) => element.setAttribute('style', 'display: none'));
    await popup.getByRole('button', { name: 'Log in' }).click();
    await popup.getByRole('button', { name: 'Pay now' }).waitFor();
    expect([popup.isClosed(), count(sdkPath)]).toEqual([false, 1]);
    await page.locator('.trial-place').evaluate((element) => element.removeAttribute('style'));
    await popup.close();
    await expect.poll(() => page.evaluate(() => window.wallet.events.at(-1))).toBe('created USD');
    await findButton(page, 'one').waitFor();
  });

  it.each(['cancel', 'error', 'both'] as const)(
    '[8.3/8] say nothing when the shopper closes the window, whatever the SDK calls: %s (pitfall 16)',
    async (onClose) => {
      pages.sandbox.faults.onClose = onClose;
      show({ one: {} });
      const { page, context } = await visit();
      await waitUntilReady(page, 'one');
      const popup = await openWindow(page, context, 'one');
      await popup.getByRole('button', { name: 'Log in' }).waitFor();
      await popup.close();
      await expect.poll(() => readNoted(page)).toEqual(['one ready?', 'one begin paypal', 'one cancel']);
      expect(await page.locator('[role=alert]:visible').count()).toBe(0);
    },
  );

  it('do not begin where the page is not ready, even when the SDK goes on (pitfall 17)', async () => {
    show({ one: {} });
    const { page, context } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      const wallet = window.wallet;
      wallet.places.one?.unmount();
      // An SDK that ignores the rejection.
      type Options = { onClick: (data: unknown, actions: object) => Promise<void> };
      const { paypal } = window as unknown as { paypal: { Buttons: (options: Options) => object } };
      const { Buttons } = paypal;
      const ignored = { resolve: async () => {}, reject: async () => {} };
      paypal.Buttons = (options) => Buttons({ ...options, onClick: (data) => options.onClick(data, ignored) });
      wallet.mount('one', { isReady: async () => false });
    });
    await expect.poll(() => findButton(page, 'one').count()).toBe(1);
    const popup = await openWindow(page, context, 'one');
    await expect.poll(() => popup.isClosed()).toBe(true);
    expect(await readNoted(page)).toEqual([]);
  });

  it('reopen the same payment for another instrument, and lead on when it is done', async () => {
    show({ one: {} });
    const { page, context } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      let times = 0;
      window.wallet.places.one?.unmount();
      window.wallet.mount('one', {
        onApprove: async () => {
          window.wallet.noted.push('approve');
          return ++times === 1 ? { kind: 'choose-again' } : { kind: 'go', to: '/cart?paid' };
        },
      });
    });
    await waitUntilReady(page, 'one');
    const popup = await openWindow(page, context, 'one');
    await signIn(popup);
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(async () => (await readNoted(page)).at(-1)).toBe('approve');
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL('**/cart?paid');
  });

  it('refuse an address in the window with the code for it, also when the shop does not answer (pitfall 24)', async () => {
    pages.begin = () => createOrder(pages.sandbox, { shipping_preference: 'GET_FROM_FILE' });
    show({ one: {} });
    const { page, context } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      window.wallet.places.one?.unmount();
      window.wallet.mount('one', {
        onAddress: async (_, { countryCode, city }) => {
          window.wallet.noted.push(`${city} ${countryCode}`);
          if (countryCode === 'US') return 'country';
          if (countryCode === 'GB') throw new Error('no answer');
          return null;
        },
      });
    });
    await waitUntilReady(page, 'one');
    const popup = await openWindow(page, context, 'one');
    await signIn(popup);
    const pay = popup.getByRole('button', { name: 'Pay now' });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    for (let index = 1; index < (await popup.getByRole('combobox').locator('option').count()); index++) {
      await popup.getByRole('combobox').selectOption({ index });
      const noted = async () => (await readNoted(page)).filter((each) => / [A-Z]{2}$/.test(each));
      await expect.poll(async () => (await noted()).length).toBe(index + 1);
      const [country] = /[A-Z]{2}$/.exec((await noted()).at(-1) ?? '') ?? [];
      if (country === 'US') await expect.poll(() => popup.getByRole('alert').textContent()).toContain('country');
      if (country === 'US' || country === 'GB') expect(await pay.isDisabled()).toBe(true);
    }
    await popup.close();
  });

  it('[4.5/4] [4.5/6] are mounted again when the cart makes the parameters differ, all of them (pitfall 15)', async () => {
    show({ one: {}, two: {} });
    const { page, count } = await visit();
    await Promise.all(['one', 'two'].map((id) => waitUntilReady(page, id)));
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe')) frame.dataset.old = '';
    });
    await page.route('**/cart/refresh', async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      // Fragments would bring the state of the shop, 250 ms later.
      await route.fulfill({ json: { ...body, fragments: {}, queryParams: { currency: 'USD' } } });
    });
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('vt:checkout-updated')));
    await expect
      .poll(() => page.evaluate(() => window.wallet.events))
      .toEqual(['created EUR', 'cleanup EUR', 'created USD']);
    await expect.poll(() => page.locator('.wallet iframe:not([data-old])').count()).toBe(4);
    expect(await page.locator('.wallet iframe').count()).toBe(4);
    expect(count(sdkPath)).toBe(2);
    await findButton(page, 'one').waitFor();
  });

  it('share the SDK that was loaded last, when places have other parameters, and two where they have names (pitfall 15)', async () => {
    const { sdk } = pages.settings();
    const withParams = (more: Record<string, string>) => ({
      sdk: { ...sdk, queryParams: { ...sdk.queryParams, ...more } },
    });
    show({ one: {}, two: withParams({ commit: 'false' }), three: withParams({ 'data-namespace': 'other' }) });
    const { page } = await visit();
    await Promise.all(['one', 'two', 'three'].map((id) => waitUntilReady(page, id)));
    await page.waitForLoadState('networkidle');
    const events = await page.evaluate(() => window.wallet.events.toSorted());
    expect(events).toEqual(['cleanup EUR', ...Array(3).fill('created EUR')]);
    expect(await page.locator('.wallet iframe').count()).toBe(6);
  });

  it('stay while fragments are replaced, and come back when their content was', async () => {
    show({ one: {} });
    const { page } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      document.querySelector('#one [data-funding=paypal]')?.replaceChildren();
      document.dispatchEvent(new CustomEvent('vt:fragments-changed', { detail: { keys: ['trial'] } }));
    });
    await findButton(page, 'one').waitFor();
    expect(await page.locator('#one iframe').count()).toBe(2);
  });

  it('are mounted only while they are visible, and move nothing (pitfall 33)', async () => {
    show({ one: {} }, <div style={{ height: 2000 }} />);
    const { page } = await visit();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.wallet.noted.push(`shift ${Reflect.get(entry, 'value')}`);
      }).observe({ type: 'layout-shift' });
    });
    await page.locator('#below').scrollIntoViewIfNeeded();
    const top = () => page.locator('#below').evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await waitUntilReady(page, 'one');
    expect(await top()).toBe(before);
    expect(await readNoted(page)).toEqual([]);
    await page.locator('.trial-place').evaluate((element) => {
      (element as HTMLElement).style.display = 'none';
    });
    await expect.poll(() => page.locator('#one iframe').count()).toBe(0);
    await page.locator('.trial-place').evaluate((element) => {
      (element as HTMLElement).style.display = '';
    });
    await findButton(page, 'one').waitFor();
    expect(await top()).toBe(before);
  });

  it('are disabled with the place, and gone without listeners when it is removed', async () => {
    show({ one: {} });
    const { page, context } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => window.wallet.places.one?.setEnabled(false));
    const windows = context.pages().length;
    await findButton(page, 'one').click();
    await expect.poll(() => readNoted(page)).toEqual(['one ready?']);
    expect(context.pages().length).toBe(windows);
    await page.evaluate(() => {
      window.wallet.places.one?.unmount();
      document.dispatchEvent(new CustomEvent('vt:fragments-changed', { detail: { keys: [] } }));
      document.dispatchEvent(new CustomEvent('vt:cart-updated', { detail: {} }));
    });
    expect(await page.locator('#one iframe').count()).toBe(0);
  });

  it('[8.3/4] say that they can’t be loaded, and try again (pitfall 21)', async () => {
    pages.sandbox.faults.script('sdk', 'sdkFails');
    show({ one: {} });
    const { page } = await visit();
    await page.locator('#one').getByText('couldn’t be loaded').waitFor();
    await checkAxe(page);
    await page.locator('#one').getByRole('button', { name: 'Try again' }).click();
    await findButton(page, 'one').waitFor();
    expect(await page.locator('#one').getByText('couldn’t be loaded').count()).toBe(0);
  });

  it('[8.3/6] say what is configured for the code of the failure', async () => {
    pages.sandbox.faults.allowsRefusalReading = true;
    const { sdk } = pages.settings();
    const wrong = { ...sdk.queryParams, 'client-id': 'somebody' };
    show({ one: { sdk: { ...sdk, queryParams: wrong, errorMessages: { invalid_client_id: 'Please tell us.' } } } });
    const { page } = await visit();
    await page.locator('#one').getByText('Please tell us.').waitFor();
  });

  it('tell of an outage without loading the SDK, and load it when it is over', async () => {
    let isAnswering = false;
    show({ one: {} });
    const { page, count } = await visit('/trial-wallet', (each) =>
      each.route('**/cart/refresh', async (route) => {
        const reply = await route.fetch();
        const { cart, ...rest } = await reply.json();
        expect(cart.wallet).toEqual({ isAnswering: true });
        await route.fulfill({ json: { ...rest, cart: { ...cart, wallet: { isAnswering } } } });
      }),
    );
    await page.locator('#one').getByText('can’t take payments').waitFor();
    expect(count(sdkPath)).toBe(0);
    isAnswering = true;
    await page.locator('#one').getByRole('button', { name: 'Try again' }).click();
    await findButton(page, 'one').waitFor();
  });

  it('lead to the wallet’s page where popups are blocked (pitfall 19)', async () => {
    pages.sandbox.faults.onBlocked = 'error';
    show({ one: {} });
    const { page } = await visit();
    await waitUntilReady(page, 'one');
    await page.evaluate(() => {
      window.open = () => null;
    });
    await findButton(page, 'one').click();
    await page.getByRole('button', { name: 'Continue to Wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?token=/);
  });

  it('lead to the wallet’s page in browsers of apps, without the SDK (pitfall 19)', async () => {
    show({ one: {} });
    const { context } = await pages.open.shopper();
    const page = await context.newPage();
    const agent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/450.0]';
    await page.addInitScript((value) => Object.defineProperty(navigator, 'userAgent', { value }), agent);
    await page.goto('/trial-wallet');
    await page.getByRole('button', { name: 'Continue to Wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?token=/);
  });

  it('offer paying later, with its message, only for amounts that it is for (pitfall 39)', async () => {
    const { sdk } = pages.settings();
    const queryParams = { ...sdk.queryParams, 'enable-funding': 'paylater' };
    show({ one: { page: 'cart', fundings: ['paypal', 'paylater'], sdk: { ...sdk, queryParams } } });
    const { page } = await visit();
    await waitUntilReady(page, 'one');
    const later = page.locator('#one [data-funding=paylater] iframe');
    expect(await later.count()).toBe(0);
    const setAmount = (amount: number) =>
      page.evaluate((value) => window.wallet.places.one?.setAmount({ amount: value, currency: 'EUR' }), amount);
    await setAmount(9000);
    await later.waitFor();
    await page.locator('#one .wallet__message', { hasText: '€30.00' }).waitFor();
    await setAmount(200_100);
    await expect.poll(() => later.count()).toBe(0);
    await expect.poll(() => page.locator('#one .wallet__message').textContent()).toBe('');
  });

  it('follow the cart’s total', async () => {
    const { sdk } = pages.settings();
    const queryParams = { ...sdk.queryParams, 'enable-funding': 'paylater' };
    show({ one: { page: 'cart', fundings: ['paypal', 'paylater'], sdk: { ...sdk, queryParams } } });
    const product = await addProduct(pages.open.app.shop, { price: 6000, stock: 9 });
    const { page } = await visit('/trial-wallet', (each) =>
      each.request.post('/cart/add', { form: { product_id: product }, maxRedirects: 0 }),
    );
    await page.locator('#one .wallet__message', { hasText: '€20.00' }).waitFor();
  });

  it.each([
    ['/trial-wallet', false],
    ['/trial-wallet/private', true],
  ])('work under the policy of %s, and are one labelled group (pitfall 20, 34)', async (path, hasNonce) => {
    show({ one: {} });
    const problems: string[] = [];
    const { page } = await visit(path, async (each) => {
      each.removeAllListeners('console');
      each.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    });
    await waitUntilReady(page, 'one');
    const header = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    expect(header).toContain(hasNonce ? "style-src-elem 'self' 'nonce-" : "style-src-elem 'self' 'unsafe-inline'");
    expect(header.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe');
    // A script that the SDK adds inline has the nonce; without one there is none.
    expect(problems).toEqual([]);
    const frame = page.locator('#one iframe').first();
    expect(await frame.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
    expect(await page.getByRole('group', { name: 'Pay with Wallet', exact: true }).count()).toBe(1);
    await checkAxe(page);
  });

  it('are no white boxes in dark mode, and their corners are the theme’s (pitfall 32)', async () => {
    show({ one: {} });
    const { page } = await visit('/trial-wallet', (each) => each.emulateMedia({ colorScheme: 'dark' }));
    await waitUntilReady(page, 'one');
    const frame = page.locator('#one iframe').first();
    expect(await frame.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light');
    const handle = (await (await frame.elementHandle())?.contentFrame()) as Frame;
    const style = new URL(handle.url()).searchParams.get('style') ?? '{}';
    expect(JSON.parse(style)).toMatchObject({ height: 48, borderRadius: 2, label: 'buynow' });
    const card = page.locator('#one [data-funding=card] iframe');
    const cardHandle = (await (await card.elementHandle())?.contentFrame()) as Frame;
    expect(JSON.parse(new URL(cardHandle.url()).searchParams.get('style') ?? '{}').color).toBe('white');
  });
});
