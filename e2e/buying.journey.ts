import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

/** Fills the checkout with an Irish address. */
async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(`maeve-${randomUUID()}@example.com`);
  await page.getByLabel('Country').first().selectOption('IE');
  await page.getByLabel('First name').first().fill('Maeve');
  await page.getByLabel('Last name').first().fill('O’Brien');
  await page.getByLabel('Street address').first().fill('4 Quay Street');
  await page.getByLabel('Town').first().fill('Sligo');
  await page.getByRole('radio', { name: 'Bank transfer' }).check({ force: true });
  await expect(page.getByRole('button', { name: /^Place order/ })).toBeVisible();
}

/** Adds the product of the page and opens the cart page. Without script adding leads there. */
async function addToCart(page: Page): Promise<void> {
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  const link = page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'View cart' });
  await expect(link.or(page.getByRole('heading', { level: 1, name: 'Cart' }))).toBeVisible();
  if (await link.isVisible()) await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
}

/** @param check called with each page: those with and without script have the same content */
async function buyMug(page: Page, check: (page: Page) => Promise<void>): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Shop tableware' }).click();
  await page.getByRole('link', { name: 'Tideline mug' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tideline mug');
  await page.getByRole('radio', { name: 'Oat' }).check();
  await page.locator('.buy__form').getByLabel('Quantity', { exact: true }).fill('2');
  await addToCart(page);
  await expect(page.getByRole('main')).toContainText('Oat');
  await expect(page.getByRole('main')).toContainText('€68.00');
  await check(page);
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await fillCheckout(page);
  await check(page);
  const placeOrder = page.getByRole('button', { name: /^Place order/ });
  // Positions before the style sheets have loaded are others.
  await page.waitForLoadState('load');
  const summary = await page.getByRole('complementary', { name: 'Order summary' }).boundingBox();
  expect(summary?.y, 'the summary stands above the button').toBeLessThan((await placeOrder.boundingBox())?.y ?? 0);
  await page.getByRole('checkbox', { name: /terms/i }).press('Space');
  await placeOrder.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Thank you/);
  await expect(page.getByRole('main')).toContainText('€74.90');
  await expect(page.getByRole('main')).toContainText('IE64 IRCE 9205 0112 3456 78');
  await check(page);
}

test.describe('a new shopper', () => {
  test('[6/1] finds a mug, selects a glaze, buys two and sees the order', async ({ page }) => {
    await buyMug(page, checkAxe);
    await expect(page.locator('[data-count="cart"]')).toBeHidden();
  });
});

test.describe('a new shopper without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[6/1] finds a mug, selects a glaze, buys two and sees the order', { tag: '@phone' }, async ({ page }) => {
    await buyMug(page, async () => {});
  });

  test('buys a part of a set', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/product/breakfast-set');
    for (const name of ['Estuary bowl', 'Flats plate']) await page.getByLabel(`Quantity of ${name}`).fill('0');
    await page.getByRole('group', { name: 'Tideline mug' }).getByRole('radio', { name: 'Oat' }).check();
    await page.getByLabel('Quantity of Slipway tray').fill('2');
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    await expect(page.locator('.cart-line')).toHaveCount(2);
    await expect(page.locator('.cart-line').first()).toContainText('Oat');
    await expect(page.locator('.cart-line').last()).toContainText('Slipway tray');
  });
});
