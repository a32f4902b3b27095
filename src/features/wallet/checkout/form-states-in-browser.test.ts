import type { Page } from '@playwright/test';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelInWindow, payInWindow } from '#tests/support/browser/open-wallet-shop.ts';
import { paidOrder, useWalletCheckout, walletPlace } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';

const { database } = useDatabase();
const checkout = useWalletCheckout(database);
const forms = [
  ['classic', 'billing'],
  ['block', 'shipping'],
] as const;

beforeAll(async () => {
  const { shop } = checkout.wallet.open.app;
  await addTestCoupon(shop, { code: 'ALL', amount: '100', freeShipping: 'yes' });
  await addTestCoupon(shop, { code: 'THIRD', amount: '30' });
});
afterEach(() => askRobots(false));

/** Lets each checkout ask for the check for robots, with little work. */
const askRobots = (isAsked: boolean, form = 'classic') =>
  checkout.change([
    { key: 'checkout.form', value: form },
    { key: 'bot-check.iterations', value: 100 },
    { key: 'bot-check.orderLimitPercent', value: isAsked ? 0 : 50 },
    { key: 'checkout.ordersPerHour.visitor', value: isAsked ? 1000 : null },
  ]);

async function openFilled(kind: 'billing' | 'shipping' = 'billing'): Promise<Page> {
  const { page } = await checkout.open();
  await checkout.fillIn(page, kind);
  await checkout.choose(page);
  return page;
}

async function cancelWindow(page: Page): Promise<void> {
  await cancelInWindow(await checkout.openWindow(page));
}

describe('the check for robots, which fills in its answer when a form is submitted', () => {
  it.each(forms)('is answered by the wallet’s buttons of the %s form, also after a cancelled window', async (...at) => {
    const [form, kind] = at;
    await askRobots(true, form);
    const page = await openFilled(kind);
    expect(await page.locator('#bot_check').count()).toBe(1);
    const since = await checkout.startCount();
    await cancelWindow(page);
    await payInWindow(await checkout.openWindow(page));
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    expect([await since.orders(), since.books()]).toEqual([['processing'], 1]);
  });

  it('is answered again for a form that was changed after a cancelled window', async () => {
    await askRobots(true);
    const page = await openFilled();
    await cancelWindow(page);
    const reviewed = page.waitForResponse('**/checkout/review');
    await page.locator('[name=billing_city]').fill('Cobh');
    await page.locator('[name=billing_city]').blur();
    await reviewed;
    await payInWindow(await checkout.openWindow(page));
    expect(await checkout.readOrder(page)).toMatchObject({ ...paidOrder, delivery: { city: 'Cobh' } });
  });
});

describe('the wallet’s buttons at the checkout', () => {
  it.each(forms)('lead from the %s form to other ways to pay when the wallet refuses the order', async (form, kind) => {
    await checkout.useForm(form);
    const page = await openFilled(kind);
    checkout.wallet.sandbox.faults.script('createOrder', 'CURRENCY_NOT_SUPPORTED');
    const popup = await checkout.openWindow(page);
    await page.waitForURL(/\/order\/[\w-]+\/pay$/);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.getByText('Bank transfer', { exact: true }).waitFor();
  });

  it.each(forms)('come to the %s form that had nothing to pay when it was opened', async (form, kind) => {
    await checkout.useForm(form);
    const { page, watch } = await checkout.open();
    await page.request.post('/cart/coupon', { form: { coupon_code: 'ALL' }, maxRedirects: 0 });
    await page.reload();
    await checkout.fillIn(page, kind);
    expect(await page.locator(walletPlace).count()).toBe(0);
    await page.getByRole('button', { name: /^Remove .*ALL/i }).click();
    await checkout.choose(page);
    await payInWindow(await checkout.openWindow(page));
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    expect(watch.problems()).toEqual([]);
  });

  it.each(forms)(
    'tell about paying later by what the %s form orders, with its delivery (pitfall 39)',
    async (...at) => {
      const [form, kind] = at;
      await checkout.change([
        { key: 'checkout.form', value: form },
        { key: 'wallet.payLater', value: true },
      ]);
      const { page } = await checkout.open({ quantity: 3 });
      await checkout.fillIn(page, kind);
      await checkout.choose(page);
      await page.locator(walletPlace).getByText('3 parts of €11.67').waitFor();
      await page.locator('details:has(input[name=coupon_code]) > summary').click();
      await page.locator('input[name=coupon_code]').fill('THIRD');
      await page.locator('input[name=coupon_code]').press('Enter');
      await page.getByText('−€9.00').filter({ visible: true }).first().waitFor();
      await checkout.choose(page);
      await page.locator('.checkout__place').getByText('Total: €26.00').waitFor();
      await page.locator(`${walletPlace} [data-funding=paylater]`).waitFor({ state: 'hidden' });
    },
  );

  it('leave no form busy whose review they have ended', async () => {
    const page = await openFilled();
    let isHeld = false;
    await page.route('**/checkout/review', () => {
      isHeld = true;
    });
    await page.locator('[name=billing_city]').fill('Cobh');
    await page.locator('[name=billing_city]').blur();
    await expect.poll(() => isHeld).toBe(true);
    await cancelWindow(page);
    expect(await page.locator('vt-behaviour[name="checkout/checkout"][aria-busy]').count()).toBe(0);
  });
});
