import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { createOrderLink, orderPayPath } from '#features/orders/index.ts';
import { checkAxe, letThrough } from '#tests/support/browser/open-shop.ts';
import { payInWindow } from '#tests/support/browser/open-wallet-shop.ts';
import { readWalletToken, useWalletCheckout } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase();
const checkout = useWalletCheckout(database);
const place = 'main .wallet';
const paid = { status: 'processing', paymentMethod: 'wallet', total: 1500, capturedTotal: 1500 };

/** Opens an order of one jar by its link, beside a cart with something else, and goes on to pay it with the wallet. */
async function openStep({ width = 1280, hasScript = true } = {}) {
  const { shop } = checkout.wallet.open.app;
  const order = await placeTestOrder(shop, [[checkout.jar, 1]], { paymentMethod: 'wallet' });
  const other = await addProduct(shop, { price: 9900, stock: 5 });
  const { page, watch } = await checkout.open({ width, product: other, hasScript });
  await page.goto(createOrderLink(shop, order, orderPayPath(order.token)));
  await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(/\/pay\/step$/);
  if (hasScript) await waitUntilReady(page);
  return { page, watch, order };
}

const waitUntilReady = (page: Page) => page.locator(`${place}[data-state=ready]`).waitFor();

describe('the wallet’s buttons on the page on which an order is paid', () => {
  it.each([390, 768, 1280])(
    'pay its own amount and currency at %i px, whatever is in the cart [2.5/6] (pitfall 40)',
    async (width) => {
      const { page, watch, order } = await openStep({ width });
      const asked: (string | null)[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('currency')));
      await page.reload();
      await waitUntilReady(page);
      expect(asked.filter(Boolean)).toEqual(['EUR']);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await checkAxe(page);
      const popup = await checkout.openWindow(page, place);
      await popup.getByRole('button', { name: 'Log in' }).click();
      await popup.getByText('€15.00').first().waitFor();
      await popup.getByRole('button', { name: 'Pay now' }).click();
      expect(await checkout.readOrder(page)).toMatchObject({ ...paid, number: order.number });
      await page.goto('/cart');
      await page.getByText('€99.00').first().waitFor();
      expect(watch.problems()).toEqual([]);
    },
  );

  it('have reserved space, and no white box behind them in the dark (pitfall 32, 33)', async () => {
    const { page } = await openStep({ width: 390 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const heights: number[] = [];
    const readHeight = async () => heights.push(await page.locator(place).evaluate((element) => element.clientHeight));
    await page.route('**/sdk/js?*', async (route) => {
      await readHeight();
      await route.continue();
    });
    await page.reload();
    await waitUntilReady(page);
    await readHeight();
    expect(heights).toEqual([heights[0], heights[0]]);
    const frames = page.locator(`${place} [data-funding] iframe`);
    expect(await frames.evaluateAll((all) => all.map((each) => getComputedStyle(each).colorScheme))).toEqual([
      'light',
      'light',
    ]);
    await letThrough(page, '**/sdk/js?*');
  });

  it('go on with the same payment when the window was closed, and with another instrument (pitfall 7, 16)', async () => {
    const { page, order } = await openStep();
    const before = checkout.wallet.sandbox.control.readBooks().length;
    const popup = await checkout.openWindow(page, place);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    await popup.close();
    const again = await checkout.openAgain(page, place);
    const declined = page.waitForResponse(
      async (reply) => reply.url().endsWith('/order/pay/status') && (await reply.json()).isDeclined,
    );
    await payInWindow(again, { instrument: 'Card ending in 0002' });
    await declined;
    await again.getByRole('radio', { name: /1111/ }).check();
    await again.getByRole('button', { name: 'Pay now' }).click();
    expect(await checkout.readOrder(page)).toMatchObject({ ...paid, number: order.number });
    expect(checkout.wallet.sandbox.control.readBooks().length).toBe(before);
  });

  it('find out that the shopper has agreed elsewhere, and came back to the tab', async () => {
    const { page, order } = await openStep();
    const popup = await checkout.openWindow(page, place);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    await checkout.wallet.sandbox.control.approve(readWalletToken(popup));
    await page.bringToFront();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await checkout.readOrder(page)).toMatchObject({ ...paid, number: order.number });
  });

  it('are a link to the wallet’s page without script', async () => {
    const { page, order } = await openStep({ width: 390, hasScript: false });
    await checkPageWithoutScript(page);
    await page.getByRole('link', { name: 'Continue to Test wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    const { control } = checkout.wallet.sandbox;
    const orderId = readWalletToken(page);
    await control.approve(orderId);
    await page.goto(`/checkout/payment/${control.readBook(orderId).customId}?token=${orderId}&PayerID=ADA4BYRNE2CRK`);
    expect(await checkout.readOrder(page)).toMatchObject({ ...paid, number: order.number });
  });

  it('are reached and pressed by keyboard alone', async () => {
    const { page, order } = await openStep();
    await page.locator('h1').click();
    const isInPlace = () => page.evaluate(() => document.activeElement?.closest('main .wallet') !== null);
    for (let press = 0; press < 12 && !(await isInPlace()); press += 1) await page.keyboard.press('Tab');
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    await payInWindow(await opened);
    expect(await checkout.readOrder(page)).toMatchObject({ ...paid, number: order.number });
  });
});

/** Nothing tells to turn script on beside a link that needs none. */
async function checkPageWithoutScript(page: Page): Promise<void> {
  expect(await page.getByText(/needs JavaScript/).count()).toBe(0);
  expect(await page.locator('.wallet__buttons').isVisible()).toBe(false);
}
