import type { Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const form = (page: Page) => page.locator('.buy__form');

test.describe('a product', () => {
  test('is chosen by keyboard alone, with the price of all that is added, and nothing moves', async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!shift.hadRecentInput) console.error(`the page moved by ${shift.value}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/product/tideline-mug');
    await form(page).getByRole('button', { name: 'Increase quantity' }).waitFor();
    await form(page).getByRole('radio', { name: 'Celadon' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(form(page).getByRole('radio', { name: 'Oat' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(form(page).getByRole('button', { name: 'Clear' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('MOB');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(form(page).locator('.buy__sum')).toContainText('€47.50');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await expect(form(page).locator('.buy__sum')).toContainText('€95.00');
    await checkAxe(page, { within: '.buy' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
    await expect(page.getByRole('main')).toContainText('€95.00');
  });

  test('is bought at once from wherever the page is', async ({ page }) => {
    await page.goto('/product/shore-tile');
    const bar = page.getByRole('region', { name: 'Buy Shore tile' });
    await form(page).getByRole('radio', { name: 'Tide' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await bar.getByRole('button', { name: 'Select options' }).click();
    await expect(form(page).getByRole('radio', { name: 'Six' })).toBeFocused();
    await form(page).getByRole('radio', { name: 'Six' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toContainText('Shore tile, Tide, Six');
    await bar.getByLabel('Quantity', { exact: true }).fill('2');
    await checkAxe(page, { within: '.sticky-bar' });
    const end = await page.locator('.site-footer__name').boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    await form(page).getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByRole('main')).toContainText('× 2');
  });
});

test('all of a form that is higher than the window is in reach beside the photographs', async ({
  page,
  isMobile,
}, info) => {
  info.skip(isMobile, 'a phone has one column');
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/product/tideline-mug');
  const button = form(page).getByRole('button', { name: 'Add to cart' });
  const glaze = form(page).getByRole('radio', { name: 'Oat' });
  // Held by its end: it is awake.
  const column = page.locator('.product__buy[style*="bottom"]');
  await column.waitFor();
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 1200);
  await expect(button).toBeInViewport();
  await page.mouse.wheel(0, -1000);
  await expect(glaze).toBeInViewport();
  await page.mouse.wheel(0, 1000);
  await expect(button).toBeInViewport();
  await button.focus();
  for (let back = 0; back < 6; back++) await page.keyboard.press('Shift+Tab');
  await expect(form(page).getByRole('radio', { name: 'Ink' })).toBeFocused();
  await expect(glaze).toBeInViewport();
});

test('what is said of delivery stands with what is sent, and with nothing else', async ({ request }) => {
  const says = async (slug: string) =>
    (await (await request.get(`/product/${slug}`)).text()).includes('accordion__title');
  expect(await says('tideline-mug')).toBe(true);
  for (const slug of ['glaze-care', 'clay-from-the-creek']) expect(await says(slug), slug).toBe(false);
});

test.describe('a product without script', () => {
  test.use({ javaScriptEnabled: false });

  test('is chosen, filled in and bought at once', async ({ page }) => {
    await page.goto('/product/tideline-mug');
    await page.getByRole('radio', { name: 'Oat' }).check();
    await page.getByLabel(/initials/i).fill('MOB');
    await page.getByText('Wrap it as a present').click();
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await checkAxe(page, { within: '.buy' });
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByRole('main')).toContainText('€95.00');
  });
});
