import { checkAxe, expect, getOverflow, test } from './support/test.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a listing' : 'a listing without script', () => {
    test.use({ javaScriptEnabled });

    test('is filtered, sorted and cleared', async ({ page, isMobile }) => {
      await page.goto('/shop');
      const cards = page.locator('.product-card');
      const all = await cards.count();
      const filters = page.getByRole('form', { name: 'Filter' });
      const openFilters = async () => {
        if (isMobile) await filters.locator('summary', { hasText: 'Filter' }).click();
      };
      await openFilters();
      await filters.locator('summary', { hasText: 'Glaze' }).click();
      const celadon = filters.locator('label', { hasText: 'Celadon' });
      const expectedCount = Number(await celadon.locator('small').innerText());
      await celadon.click();
      await filters.getByRole('checkbox', { name: 'In stock' }).check();
      await filters.getByLabel('To', { exact: true }).fill('400');
      await filters.getByRole('button', { name: 'Apply filters' }).click();
      await expect(page).toHaveURL(/is=glaze\.celadon/);
      const activeFilters = page.getByRole('navigation', { name: 'Active filters' });
      await expect(activeFilters.getByRole('link')).toHaveText([
        /Glaze: Celadon/,
        /Up to €400.00/,
        /In stock/,
        'Clear all',
      ]);
      expect(await cards.count()).toBeLessThanOrEqual(expectedCount);
      await openFilters();
      await expect(filters.getByRole('checkbox', { name: 'Celadon' })).toBeChecked();
      await checkAxe(page);
      expect(await getOverflow(page)).toBe(0);
      await activeFilters.getByRole('link', { name: 'Remove In stock' }).click();
      await expect(page).toHaveURL(/\/shop\?is=glaze\.celadon&max=400$/);
      await page.getByLabel('Sort by').selectOption('price-asc');
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Sort', exact: true }).click();
      await expect(page).toHaveURL(/is=glaze\.celadon&max=400&orderby=price-asc$/);
      await activeFilters.getByRole('link', { name: 'Clear all' }).click();
      await expect(page).toHaveURL(/\/shop\?orderby=price-asc$/);
      await expect(cards).toHaveCount(all);
    });

    test('has checkboxes that match its filters, also after going back', async ({
      page,
      isMobile,
      javaScriptEnabled,
    }) => {
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
      const restorePage = (box: HTMLInputElement) => {
        box.checked = true;
        // As from a browser that restores form values on going back.
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        return box.checked;
      };
      await expect.poll(() => filters.locator('[name=stock]').evaluate(restorePage)).toBe(false);
    });

    test('without matches says what to do', async ({ page }) => {
      await page.goto('/shop?is=glaze.celadon&max=1');
      await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible();
      await checkAxe(page);
      await page.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click();
      await expect(page).toHaveURL(/\/shop$/);
    });
  });
}
