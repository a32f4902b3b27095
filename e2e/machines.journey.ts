import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

interface Variant {
  readonly color: string;
  readonly offers: { readonly url: string; readonly price: string };
}

/** As a browser reads it, which a page's rules might have kept it from. */
async function structuredData(page: Page): Promise<{ '@type': string; hasVariant?: Variant[] }[]> {
  return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')['@graph'];
}

test('structured data breaks no rule of the page, and leads to the variation that it names', async ({ page }) => {
  await page.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(window, { broken });
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective));
  });
  await page.goto('/product/tideline-mug');
  const group = (await structuredData(page)).find((node) => node['@type'] === 'ProductGroup');
  const ink = group?.hasVariant?.find(({ color }) => color === 'Ink');
  const { pathname, search } = new URL(ink?.offers.url ?? '');
  expect(search).toMatch(/^\?variation=\d+$/);

  await page.goto(pathname + search);
  await expect(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
  await expect(page.locator('form.buy__form')).toContainText(`€${ink?.offers.price}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/product\/tideline-mug$/);
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toEqual([]);
});
