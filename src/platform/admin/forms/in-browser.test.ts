import type { Page } from '@playwright/test';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const permissions = ['admin.open', 'promotions.read', 'promotions.write', 'orders.read', 'audit.read'];
const ada = createStaffCookie('Ada', ...permissions);
const bea = createStaffCookie('Bea', ...permissions);
let path: string;

beforeEach(async () => {
  const code = `C${Math.random().toString(36).slice(2)}`;
  const { rows } = await pool.query(
    `insert into coupons (code, code_key, percent, currency) values ($1, lower($1), 10, 'EUR') returning id`,
    [code],
  );
  path = `/admin/coupons/${rows[0].id}`;
});

const find = async () => (await pool.query('select * from coupons where id = $1', [path.split('/').at(-1)])).rows[0];

async function openAs(cookie: string, { hasScript = true } = {}) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, cookie);
  await show(opened.page, hasScript);
  return opened;
}

async function show(page: Page, hasScript = true): Promise<void> {
  await page.goto(path);
  if (hasScript) await waitForScript(page);
}

const waitForScript = (page: Page) =>
  page.waitForFunction(() => {
    const behaviour = document.querySelector('vt-behaviour[name="platform/admin/forms/admin-form"]');
    return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
  });

const getBar = (page: Page) => page.locator('[data-save-bar]').getAttribute('data-state');
const note = (page: Page) => page.getByLabel('Note');
const limit = (page: Page) => page.getByLabel('Total uses');

describe('a form in a browser', () => {
  it('shows that something changed, and saves by Ctrl+S without leaving the page', async () => {
    const { page, context, watch } = await openAs(ada);
    expect(await getBar(page)).toBe('clean');
    await note(page).fill('For the fair');
    expect(await getBar(page)).toBe('changed');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getBar(page)).toBe('clean');
    expect(await page.getByText('Saved.', { exact: true }).first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('description');
    expect((await find()).description).toBe('For the fair');
    expect(await page.locator('#history').textContent()).toContain('For the fair');
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('creates an object, and tells no other tab of a page that is gone', async () => {
    const { page, context, watch } = await openAs(ada);
    await page.goto('/admin/coupons/new');
    await waitForScript(page);
    await page.locator('[name=code]').fill('NEWLY');
    await page.locator('[name=type][value=free-shipping]').check({ force: true });
    await page.keyboard.press('Control+s');
    await page.waitForURL(/coupons\/\d+$/);
    await expect.poll(() => getBar(page)).toBe('clean');
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('keeps what is typed while it saves, and counts only what was sent as saved', async () => {
    const { page, context } = await openAs(ada);
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'POST') await gate;
      await route.continue();
    });
    await note(page).fill('First');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getBar(page)).toBe('saving');
    await note(page).pressSequentially(' and second');
    await limit(page).fill('4');
    answer();
    await expect.poll(() => getBar(page)).toBe('changed');
    expect(await note(page).inputValue()).toBe('First and second');
    expect(await limit(page).inputValue()).toBe('4');
    expect(await find()).toMatchObject({ description: 'First', usage_limit: null });
    await page.keyboard.press('Control+s');
    await expect.poll(() => getBar(page)).toBe('clean');
    expect(await find()).toMatchObject({ description: 'First and second', usage_limit: 4 });
    await context.close();
  });

  it('shows problems in place and moves the focus there', async () => {
    const { page, context } = await openAs(ada);
    await page.getByLabel('Maximum spend').fill('much');
    await note(page).fill('Stays');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    expect([await note(page).inputValue(), await getBar(page)]).toEqual(['Stays', 'changed']);
    await page.getByLabel('Maximum spend').fill('90');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getBar(page)).toBe('clean');
    expect(await find()).toMatchObject({ description: 'Stays', max_spend: 9000 });
    await context.close();
  });

  it('says that nothing was saved when the shop is away', async () => {
    const { page, context } = await openAs(ada);
    await page.route(`**${path}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await note(page).fill('Kept');
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.locator('[data-save-bar]').textContent()).toContain('Not saved');
    expect([await note(page).inputValue(), await getBar(page)]).toEqual(['Kept', 'changed']);
    await context.close();
  });

  it('offers what was typed after somebody had to sign in again', async () => {
    const { page, context } = await openAs(ada);
    const cookies = await context.cookies();
    await context.clearCookies();
    await note(page).fill('Signed out');
    await page.keyboard.press('Control+s');
    await page.waitForURL((url) => url.pathname !== path);
    await context.addCookies(cookies);
    await show(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => note(page).inputValue()).toBe('Signed out');
    await context.close();
  });

  it('warns before a page with changes is left, and not after they were discarded', async () => {
    const { page, context } = await openAs(ada);
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type());
      void dialog.dismiss();
    });
    await note(page).fill('Unsaved');
    await page.evaluate(() => location.assign('/admin'));
    await expect.poll(() => warnings).toEqual(['beforeunload']);
    await page.getByRole('link', { name: 'Discard' }).click();
    await waitForScript(page);
    await expect.poll(() => note(page).inputValue()).toBe('');
    expect([warnings.length, await getBar(page)]).toEqual([1, 'clean']);
    await context.close();
  });

  it('offers what was typed after a crash, to the same person only, and forgets it once it is saved', async () => {
    const { page, context } = await openAs(ada);
    await note(page).fill('Before the crash');
    const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
    await expect.poll(keys).toHaveLength(1);
    const second = await context.newPage();
    await page.close();
    await show(second);
    await second.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => note(second).inputValue()).toBe('Before the crash');
    expect([await getBar(second), (await find()).description]).toEqual(['changed', '']);
    await second.keyboard.press('Control+s');
    await expect.poll(() => getBar(second)).toBe('clean');
    expect((await find()).description).toBe('Before the crash');
    expect(await second.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
    await context.close();
  });

  it('tells another tab that something was saved, and loses nothing there', async () => {
    const { page, context } = await openAs(ada);
    const [clean, busy] = [await context.newPage(), await context.newPage()];
    await show(clean);
    await show(busy);
    await limit(busy).fill('9');
    await note(page).fill('From the first tab');
    await page.keyboard.press('Control+s');
    await expect.poll(() => note(clean).inputValue()).toBe('From the first tab');
    await expect.poll(() => busy.getByText('This was saved in another tab').isVisible()).toBe(true);
    await busy.keyboard.press('Control+s');
    await expect.poll(() => getBar(busy)).toBe('clean');
    expect(await find()).toMatchObject({ description: 'From the first tab', usage_limit: 9 });
    await context.close();
  });

  it('lets two people choose where both changed a field, and tells both', async () => {
    const [first, second] = [await openAs(ada), await openAs(bea)];
    await note(first.page).fill('Hers');
    await note(second.page).fill('Mine');
    await limit(second.page).fill('3');
    await first.page.keyboard.press('Control+s');
    await expect.poll(() => getBar(first.page)).toBe('clean');
    await second.page.keyboard.press('Control+s');
    await second.page.getByText('Ada saved changes while you were editing').waitFor();
    await checkAxe(second.page);
    if (process.env.SHOTS) await second.page.screenshot({ path: `${process.env.SHOTS}/conflict.png`, fullPage: true });
    await second.page.getByRole('radio', { name: 'Yours Mine' }).check();
    await second.page.keyboard.press('Control+s');
    await expect.poll(() => getBar(second.page)).toBe('clean');
    expect(await find()).toMatchObject({ description: 'Mine', usage_limit: 3 });
    await show(first.page);
    expect(await first.page.getByText('Bea has changed this after you').isVisible()).toBe(true);
    await first.context.close();
    await second.context.close();
  });

  it('works without script', async () => {
    const { page, context } = await openAs(ada, { hasScript: false });
    await note(page).fill('Plain');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByText('Saved.', { exact: true }).first().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    expect(await page.getByText('Ended by the shop').isVisible()).toBe(true);
    expect(await find()).toMatchObject({ description: 'Plain', is_enabled: false });
    await context.close();
  });
});
