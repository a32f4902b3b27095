import type { BrowserContext, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';

const database = useDatabase();
const settings = { ...shopConfig.settings, attribution: { isAllowedByDefault: false } };
const asking = useOpenShop(database, { choices: { settings } });
const usual = useOpenShop(database, { choices: {} });
const wire = { storePlugin: 'oldstore', storeShort: 'os' };
const movedSettings = { ...shopConfig.settings, attribution: { hasTracker: false, cookiePrefix: 'old' } };
const moved = useOpenShop(database, { choices: { wire, settings: movedSettings } });
let cup = 0;

beforeAll(async () => {
  cup = await addProduct(asking.app.shop, { name: 'Tracked cup', price: 1250, stock: 9 });
});

/** A busy machine needs more than the second that Vitest waits. */

const listCookies = async (context: BrowserContext) =>
  (await context.cookies()).flatMap(({ name }) => (/^(source|old)_/.test(name) ? [name] : [])).sort();

/** Adds the product without the page, and opens the checkout. */
async function openCheckout(page: Page): Promise<void> {
  await page.evaluate(
    (id) => fetch('/cart/add', { method: 'POST', body: new URLSearchParams({ product_id: String(id) }) }),
    cup,
  );
  await page.goto('/checkout');
}

const readInputs = (page: Page) =>
  page
    .locator('#checkout')
    .evaluate((form: HTMLFormElement) =>
      Object.fromEntries([...new FormData(form)].filter(([name]) => name.includes('_order_attribution_'))),
    );

describe('a shop that asks first, in a browser', () => {
  it('[4.6/2] stores nothing before a yes, fills the checkout after it, and deletes all after a no', async () => {
    const { page, context, watch } = await asking.shopper();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/shop?utm_source=letter&utm_campaign=autumn');
    const banner = page.getByRole('region', { name: 'Your privacy' });
    const accept = banner.getByRole('button', { name: 'Accept' });
    await accept.waitFor();
    expect(await banner.evaluate((element) => getComputedStyle(element).position)).toBe('static');
    await checkAxe(page, { within: '.consent' });
    expect(await listCookies(context)).toEqual([]);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    for (let presses = 0; presses < 6 && !(await accept.evaluate((button) => button.matches(':focus'))); presses += 1)
      await page.keyboard.press('Tab');
    // Before its script listens, the button loads the page again.
    await waitForHydration(page, 'vt-behaviour[name="consent/banner"]');
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.closest('.site-header') !== null)).toBe(true);
    await expect.poll(() => listCookies(context)).toHaveLength(6);
    expect(await page.locator('#vt-status').textContent()).toContain('Your choice has been saved.');

    await openCheckout(page);
    expect(await page.locator('.consent').isVisible()).toBe(false);
    await expect
      .poll(() => readInputs(page))
      .toMatchObject({
        st_order_attribution_source_type: 'utm',
        st_order_attribution_utm_campaign: 'autumn',
        st_order_attribution_session_pages: '2',
      });

    await page.goto('/cookie-settings');
    await page.getByText('Allow “How you found us”').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice has been saved.').waitFor();
    expect(await listCookies(context)).toEqual([]);
    await page.goto('/checkout');
    expect(await readInputs(page)).toEqual({});
    expect(watch.problems()).toEqual([]);
  });
});

describe('a shop with the usual settings, in a browser', () => {
  it('[4.6/1] [9.8/3] [4.6/2] tracks without asking, until the shopper refuses', async () => {
    const { page, context, watch } = await usual.shopper();
    await page.goto('/shop?utm_source=letter');
    await expect.poll(() => listCookies(context)).toHaveLength(6);
    expect(await page.locator('.consent').count()).toBe(0);
    await page.goto('/cookie-settings');
    await page.getByText('Allow “How you found us”').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice has been saved.').waitFor();
    expect(await listCookies(context)).toEqual([]);
    await page.goto('/shop?utm_source=letter');
    await page.locator('vt-behaviour[name="attribution/tracker"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await listCookies(context)).toEqual([]);
    expect(watch.problems()).toEqual([]);
  });
});

/**
 * A tracker by the facts that are known of the scripts of shops that move here: it reads its
 * configuration, keeps its cookies, and its element fills itself with inputs.
 */
async function runOldTracker(page: Page): Promise<void> {
  await page.addScriptTag({ url: '/compat.js' });
  await page.evaluate(() => {
    interface Configuration {
      readonly params: { readonly prefix: string; readonly session: number; readonly allowTracking: boolean };
      readonly fields: Readonly<Record<string, string>>;
    }
    const { os_order_attribution: config } = window as unknown as { os_order_attribution: Configuration };
    const query = new URLSearchParams(location.search);
    const current = {
      ...{ typ: query.has('utm_source') ? 'utm' : 'typein', src: query.get('utm_source') ?? '(direct)' },
      ...{ mdm: '(none)', cmp: query.get('utm_campaign') ?? '(none)', cnt: '(none)', trm: '(none)' },
    };
    if (config.params.allowTracking && !document.cookie.includes('old_current=')) {
      const text = Object.entries(current).map((pair) => pair.join('='));
      // biome-ignore lint/suspicious/noDocumentCookie: as the old script does
      document.cookie = `old_current=${encodeURIComponent(text.join('|||'))};path=/;max-age=${config.params.session * 60}`;
    }
    const stored = decodeURIComponent(/old_current=([^;]*)/.exec(document.cookie)?.[1] ?? '');
    const values: Record<string, string> = {};
    for (const pair of stored.split('|||')) values[`current.${pair.split('=')[0]}`] = pair.split('=')[1] ?? '';
    class Inputs extends HTMLElement {
      connectedCallback() {
        for (const [name, path] of Object.entries(config.fields)) {
          const input = document.createElement('input');
          input.type = 'hidden';
          input.name = config.params.prefix + name;
          input.value = (config.params.allowTracking ? values[path] : '') ?? '';
          this.append(input);
        }
      }
    }
    customElements.define('os-order-attribution-inputs', Inputs);
  });
}

describe('the tracker of a shop that moved here, in a browser', () => {
  it('[3.6/1] fills the form of the checkout, and stays off after a refusal', async () => {
    const { page, context, watch } = await moved.shopper();
    await page.goto('/shop?utm_source=letter&utm_campaign=autumn');
    await runOldTracker(page);
    await openCheckout(page);
    await runOldTracker(page);
    const sent = { os_order_attribution_source_type: 'utm', os_order_attribution_utm_campaign: 'autumn' };
    const inputs = await readInputs(page);
    expect(inputs).toMatchObject(sent);
    expect(Object.keys(inputs)).toHaveLength(16);
    // A review of the order replaces the form around them.
    const reviewed = page.waitForResponse((response) => response.url().endsWith('/checkout/review'));
    await page.getByLabel('First name').first().fill('Ada');
    await reviewed;
    await expect.poll(() => readInputs(page)).toEqual(inputs);
    const { rows } = await database.pool.query('select form::text as form from checkout_forms');
    expect(rows.some(({ form }) => form.includes('Ada'))).toBe(true);
    expect(rows.filter(({ form }) => form.includes('_order_attribution_'))).toEqual([]);
    expect(await listCookies(context)).toEqual(['old_current']);
    await page.evaluate(() =>
      fetch('/cookie-settings', { method: 'POST', body: new URLSearchParams({ choice: 'refuse' }) }),
    );
    expect(await listCookies(context)).toEqual([]);
    await page.goto('/checkout');
    await runOldTracker(page);
    expect((await readInputs(page)).os_order_attribution_source_type).toBe('');
    expect(watch.problems()).toEqual([]);
  });
});
