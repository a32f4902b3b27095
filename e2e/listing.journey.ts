import { checkAxe, expect, test } from './support/test.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a list' : 'a list without script', () => {
    test.use({ javaScriptEnabled });

    test('is narrowed by ticking, chosen again and cleared', async ({ page, isMobile }) => {
      await page.goto('/shop');
      const cards = page.locator('.product-card');
      const all = await cards.count();
      const filters = page.getByRole('form', { name: 'Filter' });
      const unfold = async () => {
        if (isMobile) await filters.locator('summary', { hasText: 'Filter' }).click();
      };
      await unfold();
      await filters.locator('summary', { hasText: 'Glaze' }).click();
      const celadon = filters.locator('label', { hasText: 'Celadon' });
      const promised = Number(await celadon.locator('small').innerText());
      await celadon.click();
      await filters.getByRole('checkbox', { name: 'In stock' }).check();
      await filters.getByLabel('To', { exact: true }).fill('400');
      await filters.getByRole('button', { name: 'Apply filters' }).click();
      await expect(page).toHaveURL(/is=glaze\.celadon/);
      const chosen = page.getByRole('navigation', { name: 'Active filters' });
      await expect(chosen.getByRole('link')).toHaveText([/Glaze: Celadon/, /Up to €400.00/, /In stock/, 'Clear all']);
      expect(await cards.count()).toBeLessThanOrEqual(promised);
      await unfold();
      await expect(filters.getByRole('checkbox', { name: 'Celadon' })).toBeChecked();
      await checkAxe(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await chosen.getByRole('link', { name: 'Remove In stock' }).click();
      await expect(page).toHaveURL(/\/shop\?is=glaze\.celadon&max=400$/);
      await page.getByLabel('Sort by').selectOption('price-asc');
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Sort', exact: true }).click();
      await expect(page).toHaveURL(/is=glaze\.celadon&max=400&orderby=price-asc$/);
      await chosen.getByRole('link', { name: 'Clear all' }).click();
      await expect(page).toHaveURL(/\/shop\?orderby=price-asc$/);
      await expect(cards).toHaveCount(all);
    });

    test('has its boxes as it is narrowed, on the way back too', async ({ page, isMobile, javaScriptEnabled }) => {
      await page.goto('/shop');
      const filters = page.getByRole('form', { name: 'Filter' });
      if (isMobile) await filters.locator('summary', { hasText: 'Filter' }).click();
      await filters.getByRole('checkbox', { name: 'In stock' }).check();
      await filters.getByRole('button', { name: 'Apply filters' }).click();
      await expect(page).toHaveURL(/stock=in/);
      await page.goBack();
      await expect(page).toHaveURL(/\/shop$/);
      await expect(filters.locator('[name=stock]')).not.toBeChecked();
      if (!javaScriptEnabled) return;
      const comeBack = (box: HTMLInputElement) => {
        box.checked = true;
        // As from a browser that kept the page as it was left.
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        return box.checked;
      };
      await expect.poll(() => filters.locator('[name=stock]').evaluate(comeBack)).toBe(false);
    });

    test('that nothing fits says what to do', async ({ page }) => {
      await page.goto('/shop?is=glaze.celadon&max=1');
      await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible();
      await checkAxe(page);
      await page.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click();
      await expect(page).toHaveURL(/\/shop$/);
    });
  });
}
