import { beforeAll, describe, expect, it } from 'vitest';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});
const names = ['Saucer', 'Spoon', 'Jug', 'Tray', 'Vase', 'Plate'];

beforeAll(async () => {
  const save = (name: string, crossSells: readonly number[] = []) => {
    const shown = { status: 'published', master: { regularPrice: 1000 } } as const;
    return saveTestProduct(open.app.shop, { name, slug: name.toLowerCase(), crossSells, ...shown });
  };
  const companions: number[] = [];
  for (const name of names) companions.push((await save(name)).id);
  await save('Cup', companions);
});

describe('the slider', () => {
  it('[2.3/24] [D14] moves by buttons and by keyboard, and adds what is ticked, with the product of the page', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/product/cup');
    const section = page.locator('.together');
    const list = section.locator('ul.product-grid');
    const readPosition = () => list.evaluate((element) => element.scrollLeft);
    await section.scrollIntoViewIfNeeded();
    const [previous, next] = ['Previous products', 'Next products'].map((name) =>
      section.getByRole('button', { name }),
    );
    await next?.waitFor();
    expect(await previous?.getAttribute('aria-disabled')).toBe('true');
    await next?.click();
    await expect.poll(() => next?.getAttribute('aria-disabled')).toBe('true');
    expect(await readPosition()).toBeGreaterThan(200);
    await list.getByRole('link', { name: 'Saucer', exact: true }).focus();
    await expect.poll(readPosition).toBeLessThan(10);
    await checkAxe(page);
    await section.getByText('Vase, €10.00').click();
    expect(await section.getByRole('checkbox', { name: 'Vase' }).isChecked()).toBe(false);
    await section.getByRole('button', { name: 'Add selected to cart' }).click();
    const miniCart = page.getByRole('dialog', { name: 'Cart' });
    await miniCart.getByText('€60.00').first().waitFor();
    expect(await miniCart.getByText('Vase').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/24] scrolls by touch on a phone, and works without script', async () => {
    const { page } = await open.shopper({ hasTouch: true, hasScript: false });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/product/cup');
    const section = page.locator('.together');
    expect(await section.getByRole('button', { name: 'Next products' }).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const isScrollable = await section
      .locator('ul.product-grid')
      .evaluate((list) => list.scrollWidth > list.clientWidth && getComputedStyle(list).overflowX === 'auto');
    expect(isScrollable).toBe(true);
    await section.getByRole('button', { name: 'Add selected to cart' }).click();
    await page.waitForURL('**/cart');
    await page.getByText('7 items were added to your cart.').waitFor();
  });
});
