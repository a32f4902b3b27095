import { describe, expect, it } from 'vitest';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: { settings: { ...shopConfig.settings, 'coming-soon': { audience: 'everyone' } } },
});

describe('the banner ‘Coming soon’ in a browser', () => {
  it('[2.1/10] [4.2/2] [7.2/1] [7.2/4] calls the address of the banner, then hides, and stays away', async () => {
    const { page, watch } = await open.shopper();
    await page.goto('/shop');
    const banner = page.locator('#coming-soon-footer-banner');
    await banner.waitFor({ state: 'visible' });
    await checkAxe(page);
    const address = (await banner.getAttribute('data-rest-url')) ?? '';
    let isHeld = true;
    let release = () => {};
    await page.route(`**${address}`, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      isHeld = false;
      await route.continue();
    });
    const sent = page.waitForRequest(`**${address}`);
    await banner.getByRole('link', { name: 'Dismiss' }).press('Enter');
    const request = await sent;
    const { platform, storePlugin } = open.app.shop.wire;
    expect(request.method()).toBe('POST');
    expect(request.headers()[`x-${platform.toLowerCase()}-nonce`]).toMatch(/^\S{10,}$/);
    expect(request.postDataJSON()).toEqual({ [`${storePlugin}_meta`]: { coming_soon_banner_dismissed: 'yes' } });
    expect([isHeld, await banner.isVisible()]).toEqual([true, true]);
    release();
    await banner.waitFor({ state: 'hidden' });
    await page.goto('/cart');
    await page.locator('vt-behaviour[name="coming-soon/banner"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await banner.isVisible()).toBe(false);
    expect(watch.problems()).toEqual([]);
  });

  it('[4.2/2] hides after a call that failed, too', async () => {
    const { page } = await open.shopper();
    await page.goto('/shop');
    const banner = page.locator('#coming-soon-footer-banner');
    await banner.waitFor({ state: 'visible' });
    await page.route('**/coming-soon-banner', (route) => route.abort());
    await banner.getByRole('link', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'hidden' });
  });
});
