import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

interface Variant {
  readonly color: string;
  readonly offers: { readonly url: string; readonly price: string };
}

/** Reads it in the browser: the content security policy might block it. */
async function readStructuredData(page: Page): Promise<{ '@type': string; hasVariant?: Variant[] }[]> {
  return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')['@graph'];
}

test('structured data violates no content security policy, and links to its variation', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  });
  await page.goto('/product/tideline-mug');
  const group = (await readStructuredData(page)).find((node) => node['@type'] === 'ProductGroup');
  const ink = group?.hasVariant?.find(({ color }) => color === 'Ink');
  const { pathname, search } = new URL(ink?.offers.url ?? '');
  expect(search).toMatch(/^\?variation=\d+$/);

  await page.goto(pathname + search);
  await expect(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
  await expect(page.locator('form.buy__form')).toContainText(`€${ink?.offers.price}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/product\/tideline-mug$/);
  expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([]);
});
