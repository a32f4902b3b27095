import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

async function openEditor(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/content/${id}`);
  await waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');
}

const getState = (page: Page) => page.locator('[data-save-bar]').getAttribute('data-state');
const readDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).flatMap((key) => (key.includes('draft') ? [localStorage[key]] : [])));

describe('the draft of a page in the browser', () => {
  it('is kept every few seconds while somebody goes on typing, and offered after the tab was closed', async () => {
    const code = { id: 'code', type: 'code', values: { code: 'x' } };
    const id = await addBlocks(open.app.shop, 'typing', [code, { ...code, id: 'other' }]);
    const { page, context } = await open.shopper();
    await setSessionCookie(page, ada);
    await page.clock.install();
    await openEditor(page, id);
    await page.locator('#blocks-row-code').click();
    const field = page.locator('[name="blocks.values.code"]');
    await field.waitFor();
    // A key each second: the editor is never left alone for long.
    for (const letter of 'abcdef') {
      await field.pressSequentially(letter);
      await page.clock.runFor(1_000);
    }
    // What was typed in the last five seconds may be missing, and nothing before it.
    expect((await readDrafts(page)).join()).toMatch(/blocks\.values\.code=x?ab/);
    await page.clock.runFor(5_000);
    expect((await readDrafts(page)).join()).toContain('abcdef');
    // The browser ends, without a word to the page.
    await context.route('**/*', (route) => route.continue());
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await openEditor(again, id);
    await again.getByRole('button', { name: 'Restore' }).click();
    await again.locator('#blocks-row-code').click();
    await expect.poll(() => again.locator('[name="blocks.values.code"]').inputValue()).toContain('abcdef');
    // The block that was opened may still be on its way: nothing is sent meanwhile.
    await again.waitForLoadState('networkidle');
    await again.keyboard.press('Control+s');
    await expect.poll(() => getState(again)).toBe('clean');
    expect(await readDrafts(again)).toEqual([]);
  });

  it('has room for the longest page, of letters of any script', async () => {
    const html = `<p>${'Условия '.repeat(12_000)}</p>`;
    const id = await addBlocks(open.app.shop, 'long', [{ id: 'a', type: 'text', values: { html } }]);
    const { page } = await open.shopper();
    await setSessionCookie(page, ada);
    await openEditor(page, id);
    await page.locator('[name=title]').fill('Another title');
    await expect.poll(() => readDrafts(page)).toHaveLength(1);
    page.on('dialog', (dialog) => dialog.accept());
    await openEditor(page, id);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => page.locator('[name=title]').inputValue()).toBe('Another title');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getState(page)).toBe('clean');
  });

  it('is none when only a type was chosen for a new block', async () => {
    const id = await addBlocks(open.app.shop, 'chosen', []);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    await openEditor(page, id);
    await page.locator('[name="blocks.new"]').selectOption('hero');
    expect(await getState(page)).toBe('clean');
    await page.locator('#blocks-add').click();
    await page.locator('[name="blocks.values.title"]').waitFor();
    expect(await getState(page)).toBe('changed');
    expect(watch.problems()).toEqual([]);
  });
});
