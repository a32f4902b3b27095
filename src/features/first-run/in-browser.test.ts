import { describe, expect, it } from 'vitest';
import { shopPagePath } from '#platform/admin/contract.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createFirstRunLink } from './link/first-run-link.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

async function checkScreens(page: Awaited<ReturnType<typeof open.shopper>>['page'], name: string): Promise<void> {
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name}: pixels wider than ${width}`).toBeLessThanOrEqual(0);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${width}.png`, fullPage: true });
  }
  await checkAxe(page);
}

describe('the first run on a phone', () => {
  it('leads from the printed link to the back office, and on to the page of the shop', async () => {
    const { page, watch } = await open.shopper();
    await page.goto((await createFirstRunLink(open.app.shop)) ?? '');
    await checkScreens(page, 'first-run');
    await page.getByLabel('Name', { exact: false }).first().fill('Ada Byrne');
    await page.locator('#owner_email').fill('ada@dune.example');
    await page.locator('#owner_password').fill('nine slow herons');
    await page.locator('#iban').fill('DE00 1234');
    watch.allow('response 422', 'status of 422');
    await page.getByRole('button', { name: 'Open my shop' }).click();
    await page.getByRole('link', { name: 'This is not a valid IBAN. Please check it for typing errors.' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('iban');
    await checkScreens(page, 'first-run-refused');
    await page.locator('#iban').fill('DE89 3704 0044 0532 0130 00');
    await page.locator('#bic').fill('');
    await page.locator('#account_name').fill('Dune GmbH');
    await page.locator('#shop_name').fill('Dune');
    await page.locator('#owner_password').fill('nine slow herons');
    await page.getByRole('button', { name: 'Open my shop' }).click();
    await page.getByRole('heading', { name: 'The shop is yours' }).waitFor();
    await page.getByRole('link', { name: 'See what to do next' }).click();
    await page.waitForURL('**/admin');
    await page.goto(shopPagePath);
    expect(await page.locator('#shop_name').inputValue()).toBe('Dune');
    expect(watch.problems()).toEqual([]);
  });
});
