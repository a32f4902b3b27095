import { describe, expect, it } from 'vitest';
import { checkAxe, letThrough } from '#tests/support/browser/open-shop.ts';
import { cancelInWindow, payInWindow } from '#tests/support/browser/open-wallet-shop.ts';
import { paidOrder, useWalletCheckout, walletPlace } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';

const { database } = useDatabase();
const checkout = useWalletCheckout(database);

describe('the window of the wallet as a method of the checkout', () => {
  it.each(['cancel', 'error', 'both'] as const)(
    'keeps the form when the window is closed, and goes on with the same order: %s (pitfall 16)',
    async (onClose) => {
      checkout.wallet.sandbox.faults.onClose = onClose;
      const { page, watch } = await checkout.open();
      await checkout.fillIn(page);
      await checkout.choose(page);
      const since = await checkout.startCount();
      const early = await checkout.openWindow(page);
      const ordered = page.waitForResponse('**/checkout/order');
      await early.close();
      await ordered;
      const late = await checkout.openAgain(page);
      await late.getByRole('button', { name: 'Log in' }).waitFor();
      const followed = page.waitForRequest('**/order/pay/status');
      await late.close();
      await followed;
      expect(await since.orders()).toEqual(['pending']);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('[name=billing_city]').inputValue()).toBe('Cork');
      await payInWindow(await checkout.openAgain(page));
      expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
      expect([await since.orders(), since.books()]).toEqual([['processing'], 1]);
      expect(watch.problems()).toEqual([]);
    },
  );

  it('orders the block form anew when it was changed after a cancelled window', async () => {
    await checkout.useForm('block');
    const { page } = await checkout.open();
    await checkout.fillIn(page, 'shipping');
    await checkout.choose(page);
    const since = await checkout.startCount();
    await cancelInWindow(await checkout.openWindow(page));
    await page.locator('[name=shipping_address_1]').fill('2 Quay Lane');
    const popup = await checkout.openWindow(page);
    await payInWindow(popup);
    const order = await checkout.readOrder(page);
    expect(order).toMatchObject(paidOrder);
    expect(order?.delivery).toMatchObject({ address_1: '2 Quay Lane' });
    expect([await since.orders(), since.books()]).toEqual([['cancelled', 'processing'], 2]);
  });

  it('keeps the form when the window is closed before the shop has answered about a changed form', async () => {
    checkout.wallet.sandbox.faults.onClose = 'error';
    const { page } = await checkout.open();
    await checkout.fillIn(page);
    await checkout.choose(page);
    await cancelInWindow(await checkout.openWindow(page));
    await page.locator('[name=billing_address_1]').fill('2 Quay Lane');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const since = await checkout.startCount();
    await page.route('**/checkout/order', async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    const popup = await checkout.openWindow(page);
    await expect.poll(since.orders).toEqual(['pending']);
    await popup.close();
    // The order before is cancelled now, and its page is no place to go to.
    const next = await checkout.openAgain(page);
    release();
    await payInWindow(next);
    const order = await checkout.readOrder(page);
    expect(order).toMatchObject(paidOrder);
    expect(order?.delivery).toMatchObject({ address_1: '2 Quay Lane' });
  });

  it('leads to other ways to pay the order when three instruments were declined', async () => {
    const { page } = await checkout.open();
    await checkout.fillIn(page);
    await checkout.choose(page);
    const popup = await checkout.openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).click();
    for (let time = 0; time < 3; time += 1) {
      const answered = page.waitForResponse('**/order/pay/status');
      await popup.getByRole('radio', { name: /0002/ }).check();
      await popup.getByRole('button', { name: 'Pay now' }).click();
      await answered;
    }
    await page.waitForURL(/\/order\/[\w-]+\/pay$/);
    await page.getByRole('alert').first().waitFor();
    await page.getByText('Bank transfer', { exact: true }).waitFor();
    await checkAxe(page);
  });

  it('orders once when the reply of the order is lost', async () => {
    const { page, watch } = await checkout.open();
    watch.allow(/ERR_FAILED/);
    await checkout.fillIn(page);
    await checkout.choose(page);
    const since = await checkout.startCount();
    await page.route('**/checkout/order', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await checkout.beRefused(page);
    await page.getByRole('alert').first().waitFor();
    await letThrough(page, '**/checkout/order');
    await checkout.choose(page);
    await payInWindow(await checkout.openWindow(page));
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    expect([await since.orders(), since.books()]).toEqual([['processing'], 1]);
  });

  it('goes on with a window while the form is reviewed behind it', async () => {
    const { page } = await checkout.open();
    await checkout.fillIn(page);
    await checkout.choose(page);
    const popup = await checkout.openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    const reviewed = page.waitForResponse('**/checkout/review');
    await page.locator('[name=billing_city]').fill('Cobh');
    await page.locator('[name=billing_city]').blur();
    await reviewed;
    await payInWindow(popup);
    expect((await checkout.readOrder(page))?.delivery).toMatchObject({ city: 'Cork' });
  });

  it('leads to the wallet’s page where the SDK is blocked, in the same space, or tries again', async () => {
    const { page, watch } = await checkout.open({ width: 390 });
    watch.allow(/ERR_FAILED|sdk/);
    await checkout.fillIn(page);
    await page.route('**/sdk/js?*', (route) => route.abort());
    const wallet = page.locator(walletPlace);
    const height = await wallet.evaluate((element) => element.clientHeight);
    await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
    await wallet.scrollIntoViewIfNeeded();
    await wallet.getByText('Test wallet couldn’t be loaded here.').waitFor();
    expect(await wallet.evaluate((element) => element.clientHeight)).toBe(height);
    await checkAxe(page);
    await wallet.getByRole('button', { name: 'Try again' }).click();
    const since = await checkout.startCount();
    await wallet.getByRole('button', { name: 'Continue to Test wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    await payInWindow(page);
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    expect([await since.orders(), since.books()]).toEqual([['processing'], 1]);
  });

  it('leads to the wallet’s page where no window opens, and back to the order (pitfall 19)', async () => {
    checkout.wallet.sandbox.faults.onBlocked = 'error';
    const { page } = await checkout.open({ width: 390 });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await checkout.fillIn(page);
    await checkout.choose(page);
    const since = await checkout.startCount();
    await page.frameLocator(`${walletPlace} [data-funding=paypal] iframe`).getByRole('button').click();
    await page.locator(walletPlace).getByText('Your browser blocked the Test wallet window.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Continue to Test wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    await payInWindow(page);
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    expect([await since.orders(), since.books()]).toEqual([['processing'], 1]);
  });
});
