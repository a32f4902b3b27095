import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});
const within = { timeout: 15_000 };

beforeAll(async () => {
  const stock = { managed: true, onHand: 50, backorders: 'no' } as const;
  await saveTestProduct(open.app.shop, {
    ...{ status: 'published', name: 'Plate', slug: 'plate' },
    master: { regularPrice: 1400, stock },
  });
});

async function openCheckout(options = {}) {
  const { page, watch, context } = await open.shopper(options);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/product/plate');
  await page.evaluate(() =>
    fetch('/cart/add', {
      method: 'POST',
      body: new URLSearchParams({
        product_id: document.querySelector<HTMLInputElement>('[name=product_id]')?.value ?? '',
        quantity: '1',
      }),
    }),
  );
  await page.goto('/checkout');
  return { page, watch, context };
}

const reviewed = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/checkout/review'));
const billing = (page: Page) => page.getByRole('region', { name: 'Billing address' });

describe('the checkout in a browser', () => {
  it('follows the country, keeps what is typed meanwhile, and is accessible', async () => {
    const { page, watch } = await openCheckout();
    await page.getByLabel('E-mail').fill('ada@example.com');
    const answered = reviewed(page);
    await billing(page).getByLabel('Country').selectOption('US');
    await billing(page).getByLabel('First name').pressSequentially('Ada');
    await answered;
    await billing(page).getByLabel('ZIP code').waitFor(within);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.com');
    expect(await billing(page).getByLabel('First name').inputValue()).toBe('Ada');
    expect(await billing(page).getByLabel('State').getAttribute('list')).not.toBeNull();
    await checkAxe(page);
    expect(watch.problems()).toEqual([]);
  });

  it('keeps what was typed when the page is reloaded', async () => {
    const { page } = await openCheckout();
    const answered = reviewed(page);
    await page.getByLabel('E-mail').fill('eve@example.com');
    await page.getByLabel('E-mail').blur();
    await answered;
    await page.reload();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('eve@example.com');
  });

  it('says when the summary could not be updated, and tries again', async () => {
    const { page } = await openCheckout();
    await page.route('**/checkout/review', (route) => route.abort());
    await billing(page).getByLabel('Country').selectOption('US');
    await page.getByText('The order summary could not be updated.').first().waitFor(within);
    await page.unroute('**/checkout/review');
    await page.getByRole('button', { name: 'Try again' }).click();
    await billing(page).getByLabel('ZIP code').waitFor(within);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('shows a refused order by a redirect, with the focus on its problems', async () => {
    const { page } = await openCheckout();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.locator('form#checkout').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.waitForURL('**/checkout?refused');
    expect(await page.title()).toMatch(/^Error: Checkout/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), within).toBe('problems');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.com');
    await checkAxe(page);
  });
});
