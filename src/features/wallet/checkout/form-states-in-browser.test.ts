import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { couponCommands } from '#features/promotions/coupons/coupon-commands.ts';
import { payInWindow } from '#tests/support/browser/open-wallet-shop.ts';
import { paidOrder, useWalletCheckout, walletPlace } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';

const { database } = useDatabase();
const checkout = useWalletCheckout(database);
const forms = [
  ['classic', 'billing'],
  ['block', 'shipping'],
] as const;

beforeAll(() =>
  runCommand(checkout.wallet.open.app.shop, couponCommands, 'coupons create', ['ALL'], {
    ...{ percent: '100', freeShipping: true },
  }),
);

async function openFilled(kind: 'billing' | 'shipping' = 'billing'): Promise<Page> {
  const { page } = await checkout.open();
  await checkout.fillIn(page, kind);
  await checkout.choose(page);
  return page;
}

describe('the wallet’s buttons at the checkout', { timeout: 60_000 }, () => {
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
});
