import { readCoveredByCloseButton } from './support/close-button.ts';
import { readStatus } from './support/status.ts';
import { checkAxe, expect, getOverflow, isHydrated, test } from './support/test.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a listing' : 'a listing without script', () => {
    test.use({ javaScriptEnabled });

    test('is filtered, sorted and cleared', { tag: javaScriptEnabled ? [] : '@phone' }, async ({
      page,
      isMobile,
      watch,
    }) => {
      // A further choice replaces the request of the one before.
      watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
      await page.goto('/shop');
      const cards = page.locator('.product-card');
      const all = await cards.count();
      const filters = page.getByRole('form', { name: 'Filter' });
      const openFilters = async () => {
        if (isMobile && javaScriptEnabled) await page.getByRole('button', { name: 'Filter' }).click();
        else if (isMobile) await filters.locator('summary', { hasText: 'Filter' }).click();
      };
      const applyFilters = async () => {
        if (!javaScriptEnabled) await filters.getByRole('button', { name: 'Apply filters' }).click();
        else if (isMobile) await filters.getByRole('button', { name: /^Show \d+ products?$/ }).click();
      };
      await openFilters();
      await filters.locator('summary', { hasText: 'Glaze' }).click();
      const celadon = filters.locator('label', { hasText: 'Celadon' });
      const expectedCount = Number(await celadon.locator('small').innerText());
      await celadon.click();
      await filters.getByRole('checkbox', { name: 'In stock' }).check();
      await filters.getByLabel('To', { exact: true }).fill('400');
      await filters.getByLabel('To', { exact: true }).blur();
      await applyFilters();
      await expect(page).toHaveURL(javaScriptEnabled ? /\?is=glaze\.celadon&max=400&stock=in$/ : /is=glaze\.celadon/);
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
      if (javaScriptEnabled) await page.keyboard.press('Escape');
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

    test('has checkboxes that match its filters, also after going back', {
      tag: javaScriptEnabled ? [] : '@desktop',
    }, async ({ page, isMobile }) => {
      await page.goto('/shop');
      const filters = page.locator('form.filters');
      if (isMobile && javaScriptEnabled) await page.getByRole('button', { name: 'Filter' }).click();
      else if (isMobile) await filters.locator('summary', { hasText: 'Filter' }).click();
      await filters.getByRole('checkbox', { name: 'In stock' }).check();
      if (javaScriptEnabled && isMobile) await filters.getByRole('button', { name: /^Show/ }).click();
      if (!javaScriptEnabled) await filters.getByRole('button', { name: 'Apply filters' }).click();
      await expect(page).toHaveURL(/stock=in/);
      // The URL may be there before the history entry of the sheet is gone.
      if (javaScriptEnabled && isMobile)
        await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
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
  });
}

test('without matches says what to do', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/shop?is=glaze.celadon&max=1');
  await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible();
  await checkAxe(page);
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click();
  await expect(page).toHaveURL(/\/shop$/);
});

test.describe('with filters beside the list', { tag: '@desktop' }, () => {
  test('[2.2/2] a filter applies at once: the count is announced, the focus stays, and back works', async ({
    page,
    watch,
  }) => {
    // Going back twice replaces the first request.
    watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    await page.goto('/shop');
    const filters = page.getByRole('form', { name: 'Filter' });
    await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
    await filters.locator('summary', { hasText: 'Glaze' }).click();
    const ink = filters.getByRole('checkbox', { name: 'Ink' });
    await ink.focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/\/shop\?is=glaze\.ink$/);
    await expect(ink).toBeFocused();
    await expect(ink).toBeChecked();
    const count = page.locator('.listing-bar__count');
    const status = page.locator('#vt-status');
    await expect(status).toHaveText(/^\d+ products?$/);
    await expect(count).toHaveText(await status.innerText());
    await expect(page.locator('.product-card')).toHaveCount(Number.parseInt(await count.innerText(), 10));
    // Values change their place; the one with the focus keeps it.
    await filters.getByRole('checkbox', { name: 'On sale' }).focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/\/shop\?is=glaze\.ink&sale=1$/);
    await expect(filters.getByRole('checkbox', { name: 'On sale' })).toBeFocused();
    await page.getByRole('link', { name: 'Remove On sale' }).click();
    await expect(page).toHaveURL(/\/shop\?is=glaze\.ink$/);
    await expect(count).toBeFocused();
    await page.goBack();
    await expect(filters.getByRole('checkbox', { name: 'On sale' })).toBeChecked();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/shop$/);
    await expect(ink).not.toBeChecked();
    await expect(page.locator('.product-card')).toHaveCount(24);
    expect(documents).toHaveLength(1);
  });
});

test.describe('with motion, on a machine of many cores', { tag: '@desktop' }, () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a list that changes again while it fades skips the fade, without an uncaught AbortError', async ({
    page,
    watch,
  }) => {
    watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        const transition = start(change);
        // As the next change does. Rejects `ready`, which is not touched here: it would count as handled.
        transition.skipTransition();
        transition.finished.then(() => document.documentElement.setAttribute('data-skipped', ''));
        return transition;
      };
    });
    await page.goto('/shop');
    await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
    const filters = page.getByRole('form', { name: 'Filter' });
    await filters.getByRole('checkbox', { name: 'On sale' }).check();
    await expect(page).toHaveURL(/sale=1$/);
    await expect(page.locator('html')).toHaveAttribute('data-skipped', '');
  });
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test('on a phone filters are in a sheet that counts, and back closes it and keeps the choice', async ({ page }) => {
    await page.goto('/shop');
    await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    const show = sheet.getByRole('button', { name: /^Show/ });
    await expect(show).toBeInViewport();
    expect(await readCoveredByCloseButton(sheet)).toEqual([]);
    const before = await show.innerText();
    await sheet.getByRole('checkbox', { name: 'On sale' }).check();
    await expect(show).not.toHaveText(before);
    await expect.poll(() => readStatus(page)).toBe(await page.locator('.listing-bar__count').textContent());
    await checkAxe(page);
    const shown = Number.parseInt((await show.innerText()).replace(/\D/g, ''), 10);
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/shop\?sale=1$/);
    await expect(page.locator('.product-card')).toHaveCount(shown);
    await page.goBack();
    await expect(page).toHaveURL(/\/shop$/);
    await expect(page.locator('.product-card')).toHaveCount(24);
  });

  test('a choice in the sheet is still there after a reload, and back removes it', async ({ page }) => {
    await page.goto('/shop');
    const list = page.locator('vt-behaviour[name="listing/listing"]');
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await expect.poll(() => isHydrated(list)).toBe(true);
    await page.getByRole('button', { name: 'Filter' }).click();
    await sheet.getByRole('checkbox', { name: 'On sale' }).check();
    await expect(page.locator('.listing-bar__filters')).toHaveText('Filter (1)');
    const count = await page.locator('.listing-bar__count').innerText();
    await page.reload();
    await expect.poll(() => isHydrated(list)).toBe(true);
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/shop\?sale=1$/);
    await expect(page.locator('.listing-bar__count')).toHaveText(count);
    await page.goBack();
    await expect(page).toHaveURL(/\/shop$/);
    await expect(page.locator('.product-card')).toHaveCount(24);
    // A choice that was taken back leaves no entry behind.
    await page.getByRole('button', { name: 'Filter' }).click();
    await sheet.getByRole('checkbox', { name: 'On sale' }).check();
    await expect(page.locator('.listing-bar__filters')).toHaveText('Filter (1)');
    await sheet.getByRole('checkbox', { name: 'On sale' }).uncheck();
    await expect(page.locator('.listing-bar__filters')).toHaveText('Filter');
    await sheet.getByRole('button', { name: /^Show/ }).click();
    await expect(sheet).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await expect(page).toHaveURL(/\/shop$/);
  });
});

test('on a phone the filters’ button, the count and the sort are in one row, with and without filters', {
  tag: '@phone',
}, async ({ page }) => {
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const url of ['/shop', '/shop?is=glaze.oat', '/shop?is=glaze.oat&stock=in']) {
      await page.goto(url);
      const parts = page
        .locator('.listing-bar')
        .locator('.listing-bar__filters, .listing-bar__count, .listing-bar__sort');
      const centres = await parts.evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      );
      expect(centres, `${url} at ${width} px`).toHaveLength(3);
      expect(Math.max(...centres) - Math.min(...centres), `${url} at ${width} px`).toBeLessThanOrEqual(2);
      expect(await getOverflow(page)).toBe(0);
    }
  }
});

test('on a phone with letters of twice the size the sort order can be read', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shop?orderby=price-desc');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const select = page.getByLabel('Sort by');
  const [count, sort] = [await page.locator('.listing-bar__count').boundingBox(), await select.boundingBox()];
  expect(sort?.y).toBeGreaterThanOrEqual((count?.y ?? 0) + (count?.height ?? 0));
  // Ten letters, with the padding.
  expect(sort?.width).toBeGreaterThanOrEqual(9 * 32);
  expect(await getOverflow(page)).toBe(0);
});

test.describe('by keyboard', { tag: '@desktop' }, () => {
  test('[2.2/1] arrow keys in the sort select don’t sort at each step', async ({ page }) => {
    const sorts: string[] = [];
    page.on('request', (request) => request.url().includes('orderby=') && sorts.push(request.url()));
    await page.goto('/shop');
    await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
    const select = page.getByLabel('Sort by');
    await select.focus();
    // On a slow machine more than the 700 ms of the delay could lie between two presses.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    await expect(select).toHaveValue('price-desc');
    expect(sorts).toEqual([]);
    await page.clock.resume();
    await expect(page).toHaveURL(/orderby=price-desc$/);
    expect(sorts).toHaveLength(1);
    await expect(select).toBeFocused();
    // Who presses the next key after the delay still gets one history entry.
    await page.keyboard.press('ArrowUp');
    await expect(page).toHaveURL(/orderby=price-asc$/);
    await page.keyboard.press('ArrowUp');
    await expect(page).toHaveURL(/orderby=newest$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/shop$/);
  });
});

test('cards show the chosen colour, and lead to it', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/shop');
  const link = page.getByRole('link', { name: 'Tideline mug', exact: true });
  const image = page.locator('.product-card', { has: link }).locator('img').first();
  const before = await image.getAttribute('src');
  await page.goto('/shop?is=glaze.ink');
  expect(await image.getAttribute('src')).not.toBe(before);
  // The second photograph, seen with the pointer or the focus on the card, is of another colour.
  await expect(page.locator('.product-card', { has: link }).locator('img')).toHaveCount(1);
  await link.click();
  await expect(page).toHaveURL(/\/product\/tideline-mug\?variation=\d+$/);
  await expect(page.getByRole('main').getByRole('radio', { name: 'Ink' }).first()).toBeChecked();
});

test('cards lead to the variation with all that is chosen, also where it leaves the size open', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const [glaze, price] of [
    ['Chalk', '€76.00'],
    ['Ink', '€52.00'],
  ] as const) {
    await page.goto(`/shop?is=glaze.${glaze.toLowerCase()},size.large`);
    await page.getByRole('link', { name: 'Estuary bowl', exact: true }).click();
    await expect(page.locator('.buy__choices').getByRole('radio', { name: glaze })).toBeChecked();
    await expect(page.locator('.buy__choices').getByRole('radio', { name: 'Large' })).toBeChecked();
    await expect(page.locator('.buy__chosen')).toContainText(price);
  }
  // The large ones cost more: a small one, or any other, is not what was filtered by.
  await page.goto('/shop?is=glaze.chalk,size.large&max=40');
  const link = page.getByRole('link', { name: 'Estuary bowl', exact: true });
  await expect(link).toHaveAttribute('href', '/product/estuary-bowl');
});

test('the first photographs of each kind of list are on the first screen', async ({ page }) => {
  const paths = [
    '/shop',
    '/category/tableware',
    '/category/tableware?is=glaze.oat',
    '/category/mugs',
    '/search?q=bowl',
  ];
  for (const path of paths) {
    await page.goto(path);
    const box = await page.locator('.product-card__media').first().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  }
});

test('more products are added to the list, and are there after going back', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shop');
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
  const cards = page.locator('.product-card');
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(24).locator('.product-card__link')).toBeFocused();
  await expect(page.locator('#vt-status')).toHaveText('48 of 58 products');
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(58);
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
  await cards.nth(50).scrollIntoViewIfNeeded();
  await cards.nth(50).locator('.product-card__link').click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect(cards).toHaveCount(58);
  await expect(cards.nth(50)).toBeInViewport();
});
