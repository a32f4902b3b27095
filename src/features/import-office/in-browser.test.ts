import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from '#platform/admin/admin.ts';
import { continueRunJob } from '#platform/admin/runs/run-jobs.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { checkImportJob } from './imports/check-import.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const clerk = createStaffCookie('Ada', openBackOffice.name, 'products.import', 'products.write', 'products.read');
const file = {
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('SKU,Price,Shelf\nBOWL,12.00,A3\nJUG,9.50,B1\nNONE,1.00,C\n'),
};
const work = () => runJobsNow(open.app.shop, [checkImportJob, continueRunJob]);

beforeAll(async () => {
  for (const sku of ['BOWL', 'JUG'])
    await saveTestProduct(open.app.shop, { name: sku, slug: sku.toLowerCase(), master: { sku, regularPrice: 1000 } });
});

async function openPage(options: { readonly hasScript?: boolean } = {}) {
  const { page, watch } = await open.shopper(options);
  await setSessionCookie(page, clerk);
  return { page, watch };
}

describe('imports in a browser', () => {
  it.each([390, 1280])('are uploaded, tried and imported at %i px, by keyboard alone', async (width) => {
    const { page, watch } = await openPage();
    await page.setViewportSize({ width, height: 800 });
    const expectFit = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await checkAxe(page);
    };
    await page.goto('/admin/import');
    await expectFit();
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/import\/\d+$/);
    await expectFit();
    expect(await page.getByText('Prices by SKU').first().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Check' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Checking the file').waitFor();
    await work();
    // The page looks by itself.
    await page.getByText('would change the shop').or(page.getByText('Nothing would change')).first().waitFor();
    await expectFit();
    expect(await page.getByText('there is no product or variation with this SKU').isVisible()).toBe(true);
    const button = page.getByRole('button', { name: 'Import 2 rows' });
    if (await button.isVisible()) {
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /^Run \d+$/ }).waitFor();
      await expectFit();
    }
    expect(watch.problems()).toEqual([]);
  });

  it('work without script', async () => {
    const { page } = await openPage({ hasScript: false });
    await page.goto('/admin/import');
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await work();
    await page.getByText('would change').first().waitFor();
  });

  it.each([true, false])('say at the field that a file is missing, with script or without: %s', async (hasScript) => {
    const { page } = await openPage({ hasScript });
    await page.goto('/admin/import');
    await page.getByLabel('What it contains').selectOption('shopify');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.locator('#problems').waitFor();
    const input = page.getByLabel('CSV file');
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#file-error').textContent()).toContain('Choose a file.');
    expect(await page.getByLabel('What it contains').inputValue()).toBe('shopify');
    await page.locator('#problems a').click();
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    if (hasScript) await checkAxe(page);
  });
});
