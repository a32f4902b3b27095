import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const staff = createStaffCookie('Ada', 'admin.open', 'promotions.read', 'promotions.write');

beforeAll(async () => {
  await pool.query(`insert into coupons (code, code_key, description, is_enabled, percent, currency, ends_at, created_at)
    select 'C' || n, 'c' || n, '', n % 10 <> 0, 10, 'EUR', case when n % 2 = 0 then now() + interval '1 day' * n end,
      now() - interval '1 hour' * n
    from generate_series(1, 120) n`);
});

async function openList(query = '') {
  const opened = await open.shopper();
  await setSessionCookie(opened.page, staff);
  await opened.page.goto(`/admin/coupons${query}`);
  await opened.page.waitForFunction(() => {
    const behaviour = document.querySelector('vt-behaviour[name="platform/admin/lists/list"]');
    return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
  });
  return opened;
}

const readFocusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('code')?.textContent);

const codes = (page: Page) => page.locator('tbody code').allTextContents();

describe('a list in a browser', () => {
  it('is used by keyboard alone', async () => {
    const { page, context } = await openList();
    await page.keyboard.press('j');
    expect(await readFocusedRow(page)).toBe('C1');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await readFocusedRow(page)).toBe('C2');
    await page.keyboard.press('x');
    expect(await page.locator('[data-selection-text]').textContent()).toContain('1 selected');
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').textContent()).toContain('Keyboard shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('c12');
    await expect.poll(() => codes(page)).toEqual(['C12']);
    expect(new URL(page.url()).search).toBe('?q=c12');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q');
    await page.keyboard.press('Tab');
    await page.locator('.data__open').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/coupons\/\d+$/);
    await context.close();
  });

  it('changes in place, goes back the same way, and keeps marks that are not shown', async () => {
    const { page, context } = await openList();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.locator('tbody [data-mark]').nth(1).check();
    await page.locator('a[rel=next]').click();
    await expect.poll(() => codes(page).then(([first]) => first)).toBe('C51');
    expect(await page.locator('[data-mark]:checked:visible').count()).toBe(0);
    expect(await page.locator('[data-selection-text]').textContent()).toContain('1 selected, 1 of them is not shown');
    await page.locator('tbody [data-mark]').nth(0).check();
    await page.locator('.menu__button', { hasText: 'State' }).click();
    await page.locator('label[for=filter-state-ended]').click();
    await expect.poll(() => codes(page).then((all) => all.length)).toBe(12);
    expect(new URL(page.url()).search).toBe('?state=ended');
    await page.goBack();
    await expect.poll(() => codes(page).then(([first]) => first)).toBe('C51');
    await page.goBack();
    await expect.poll(() => codes(page).then(([first]) => first)).toBe('C1');
    expect(await page.locator('tbody [data-mark]').nth(1).isChecked()).toBe(true);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.locator('button[formaction$="end-coupon"]').click();
    await page.waitForURL(/-\/actions/);
    expect(await page.locator('main').textContent()).toContain('This will change 2 coupons of the 2 coupons');
    await context.close();
  });

  it('returns to the same place from a row', async () => {
    const { page, context } = await openList();
    await page.locator('tbody .data__open').nth(40).scrollIntoViewIfNeeded();
    await page.locator('tbody .data__open').nth(40).focus();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/coupons\/\d+$/);
    await page.goBack();
    await expect.poll(() => readFocusedRow(page)).toBe('C41');
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(60);
    await context.close();
  });
});
