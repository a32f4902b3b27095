import type { Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const getForm = (page: Page) => page.locator('.buy__form');

test.describe('a product page', () => {
  test('works by keyboard alone, shows the total with add-ons, and causes no layout shift', async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          // Below: a digit that got wider, later than 500 ms after the input on a busy machine.
          if (!shift.hadRecentInput && shift.value >= 0.001) console.error(`the page moved by ${shift.value}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/product/tideline-mug');
    await getForm(page).getByRole('button', { name: 'Increase quantity' }).waitFor();
    await getForm(page).getByRole('radio', { name: 'Celadon' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(getForm(page).getByRole('radio', { name: 'Oat' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(getForm(page).getByRole('button', { name: 'Clear' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('MOB');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(getForm(page).locator('.buy__sum')).toContainText('€47.50');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await expect(getForm(page).locator('.buy__sum')).toContainText('€95.00');
    await checkAxe(page, { within: '.buy' });
    await page.keyboard.press('Enter');
    await expect(page.locator('#mini-cart')).toContainText('€95.00');
  });

  test('has a sticky bar that leads to the form and buys', async ({ page }) => {
    await page.goto('/product/shore-tile');
    const bar = page.getByRole('region', { name: 'Buy Shore tile' });
    await getForm(page).getByRole('radio', { name: 'Tide' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await bar.getByRole('button', { name: 'Select options' }).click();
    await expect(getForm(page).getByRole('radio', { name: 'Six' })).toBeFocused();
    await getForm(page).getByRole('radio', { name: 'Six' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toContainText('Shore tile, Tide, Six');
    await bar.getByLabel('Quantity', { exact: true }).fill('2');
    await checkAxe(page, { within: '.sticky-bar' });
    const end = await page.locator('.site-footer__end').boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    await getForm(page).getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByRole('main')).toContainText('× 2');
  });
});

test('all of a form that is higher than the window can be scrolled into view', async ({ page, isMobile }, info) => {
  info.skip(isMobile, 'a phone has one column');
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/product/tideline-mug');
  const button = getForm(page).getByRole('button', { name: 'Add to cart' });
  const glaze = getForm(page).getByRole('radio', { name: 'Oat' });
  // Pinned by its end, so it has hydrated.
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
  for (let count = 0; count < 6; count++) await page.keyboard.press('Shift+Tab');
  await expect(getForm(page).getByRole('radio', { name: 'Ink' })).toBeFocused();
  await expect(glaze).toBeInViewport();
});

test('delivery notes are shown with shipped products only', async ({ request }) => {
  const hasNotes = async (slug: string) =>
    (await (await request.get(`/product/${slug}`)).text()).includes('accordion__title');
  expect(await hasNotes('tideline-mug')).toBe(true);
  for (const slug of ['glaze-care', 'clay-from-the-creek']) expect(await hasNotes(slug), slug).toBe(false);
});

test.describe('a product page without script', () => {
  test.use({ javaScriptEnabled: false });

  test('selects a variation, takes add-ons and buys now', async ({ page }) => {
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
