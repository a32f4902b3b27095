import type { FrameLocator, Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');
const bea = createStaffCookie('Bea', 'admin.open', 'content.read', 'content.write');

const code = (id: string, words: string) => ({ id, type: 'code', values: { code: words } });

async function openBuilder(page: Page, id: number): Promise<FrameLocator> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/admin/content/${id}/build`);
  return waitForBuilder(page);
}

async function waitForBuilder(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('.page-builder iframe');
  await frame.locator('main').waitFor();
  return frame;
}

const readBlocks = async (id: number) =>
  (
    await pool.query(
      'select r.tree from content_entries e join content_revisions r on r.id = e.draft_id where e.id = $1',
      [id],
    )
  ).rows[0].tree.blocks;

/** Drags by mouse, in steps, as a hand does. @param share of the height of the element, where it is dropped @param into list that must have taken it before */
async function drag(page: Page, from: Locator, to: Locator, share = 1, into?: Locator): Promise<void> {
  // Waits until they stand still.
  for (const each of [from, to]) await each.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [toX, toY] = [end.x + end.width / 2, end.y + Math.min((end.height - 3) * share, 100)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 4 });
  await page.mouse.move(toX, toY, { steps: 20 });
  await page.mouse.move(toX + 1, toY, { steps: 2 });
  // The library looks for the list under the pointer a moment after it moved, and for the place in it at the next move.
  let moves = 0;
  if (into)
    await expect
      .poll(async () => {
        moves += 1;
        await page.mouse.move(toX - 40 * (moves % 2), toY - 20 * (moves % 3), { steps: 8 });
        return into.locator('[data-puck-dnd], [data-puck-line-placeholder]').count();
      })
      .toBeGreaterThan(0);
  await page.mouse.up();
}

/** A type in the list beside the page. */
const getType = (page: Page, name: string) =>
  page.locator('.page-builder__types').getByRole('button', { name, exact: true });

/** What the form of the builder would save. */
const readForm = (page: Page): Promise<readonly { readonly id: string; readonly type: string }[]> =>
  page.evaluate(() => {
    const pieces = document.querySelectorAll<HTMLInputElement>('[data-builder-form] [name=blocks]');
    return JSON.parse([...pieces].map(({ value }) => value).join('') || '[]');
  });
const readIds = async (page: Page) => (await readForm(page)).map(({ id }) => id);

const waitForChange = (page: Page) => page.locator('.page-builder[data-state=changed]').waitFor();

async function save(page: Page): Promise<void> {
  await page.locator('[data-builder-save]').click();
  await page.locator('.page-builder[data-state=clean]').waitFor();
}

describe('the page builder', () => {
  it('makes a page from nothing by mouse; published, guests see it; an earlier revision comes back', async () => {
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    await page.goto('/admin/content');
    await page.getByRole('link', { name: 'New page' }).first().click();
    await waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');
    await page.locator('[name=title]').fill('From nothing');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/content\/\d+$/);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Page builder' }).click();
    const frame = await waitForBuilder(page);

    await drag(page, getType(page, 'Text'), page.locator('.page-builder iframe'));
    await waitForChange(page);
    const surface = page.locator('.page-builder .rich-text__surface');
    await surface.click();
    await page.keyboard.type('It is hot.');
    await frame.getByText('It is hot.').waitFor();
    await drag(page, getType(page, 'Code'), frame.getByText('It is hot.'));
    const words = page.locator('.page-builder [name="values.code"]');
    await words.fill('kiln --hot');
    await frame.getByText('kiln --hot').waitFor();
    await page.locator('[data-builder-publish]').click();
    await page.locator('.toast').waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect((await readBlocks(id)).map(({ type }: { type: string }) => type)).toEqual(['text', 'code']);

    const { page: guest } = await open.shopper();
    await guest.goto('/pages/from-nothing');
    expect(await guest.locator('main').textContent()).toMatch(/From nothing.*It is hot\..*kiln --hot/s);

    const { rows } = await pool.query('select id from content_revisions where entry_id = $1 order by id', [id]);
    const office = openOffice(open.app, ada);
    expect(await office.put(`content/${id}/restore`, { revision: String(rows[0].id) })).toMatchObject({
      statusCode: 200,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Publish draft' }).first().click();
    await page.locator('.toast').waitFor();
    await guest.reload();
    expect(await guest.locator('main').textContent()).not.toContain('It is hot.');
    expect(watch.problems()).toEqual([]);
  });

  it('moves blocks, edits one by its own fields, takes a step back, and saves the draft alone', async () => {
    const id = await addBlocks(open.app.shop, 'moved', [code('a', 'one'), code('b', 'two'), code('c', 'three')]);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    await frame.getByText('two', { exact: true }).click();
    await page.locator('[name="values.code"]').fill('changed');
    await frame.getByText('changed', { exact: true }).waitFor();
    await drag(page, frame.getByText('one', { exact: true }), frame.getByText('three', { exact: true }));
    await expect.poll(() => readIds(page)).toEqual(['b', 'c', 'a']);
    await save(page);
    expect(await readBlocks(id)).toEqual([code('b', 'changed'), code('c', 'three'), code('a', 'one')]);
    expect((await open.app.http.inject('/pages/moved')).body).toContain('two');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readIds(page)).toEqual(['a', 'b', 'c']);
    await page.keyboard.press('Control+s');
    await page.locator('.page-builder[data-state=clean]').waitFor();
    expect((await readBlocks(id)).map((block: { id: string }) => block.id)).toEqual(['a', 'b', 'c']);
    await checkScreens(page);
    expect(watch.problems()).toEqual([]);
  });

  it('puts blocks into columns', async () => {
    const id = await addBlocks(open.app.shop, 'in-columns', [code('a', 'one')]);
    const { page } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    await drag(page, getType(page, 'Columns'), frame.getByText('one', { exact: true }));
    await expect.poll(async () => (await readForm(page)).map(({ type }) => type)).toEqual(['code', 'columns']);
    await expect.poll(() => frame.locator('.builder-group').count()).toBe(2);
    const second = frame.locator('.builder-group .builder-slot').nth(1);
    await drag(page, getType(page, 'Code'), second, 0.5, second);
    await expect.poll(async () => JSON.stringify(await readForm(page))).toMatch(/"group".*"group".*"children".*"code"/);
    await save(page);
  });

  it('adds by a click or a key where somebody works, moves, duplicates and deletes by buttons', async () => {
    const id = await addBlocks(open.app.shop, 'by-buttons', [code('a', 'one'), code('b', 'two')]);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    const press = (name: string) =>
      page.locator('.page-builder__side').getByRole('button', { name, exact: true }).click();
    const getTypes = async () => (await readForm(page)).map(({ type }) => type);
    await frame.getByText('one', { exact: true }).click();
    await getType(page, 'Text').click();
    await expect.poll(getTypes).toEqual(['code', 'text', 'code']);
    // The new block is chosen.
    await page.getByRole('heading', { name: 'Text', exact: true }).waitFor();
    await getType(page, 'Space').press('Enter');
    await expect.poll(getTypes).toEqual(['code', 'text', 'spacer', 'code']);
    await page.getByRole('heading', { name: 'Space', exact: true }).waitFor();
    await press('Move up');
    await expect.poll(getTypes).toEqual(['code', 'spacer', 'text', 'code']);
    await press('Duplicate');
    await expect.poll(getTypes).toEqual(['code', 'spacer', 'spacer', 'text', 'code']);
    await press('Move down');
    await expect.poll(getTypes).toEqual(['code', 'spacer', 'text', 'spacer', 'code']);
    await press('Delete');
    await expect.poll(getTypes).toEqual(['code', 'spacer', 'text', 'code']);

    expect(watch.problems()).toEqual([]);
  });

  it('refuses a block where it can’t stand, and says why', async () => {
    const id = await addBlocks(open.app.shop, 'misplaced', [code('a', 'one')]);
    const { page } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    await drag(page, getType(page, 'Group'), frame.getByText('one', { exact: true }));
    await page.getByText('The block can’t be placed there, or the page has too many blocks.').first().waitFor();
    await expect.poll(() => frame.locator('.builder-group').count()).toBe(0);
    expect(await page.locator('.page-builder').getAttribute('data-state')).toBe('clean');
  });

  it('merges what somebody else saved in other blocks, and leads to the comparison of a block that both changed', async () => {
    const id = await addBlocks(open.app.shop, 'together', [code('a', 'one'), code('b', 'two')]);
    const { page, watch } = await open.shopper();
    watch.allow('409');
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    const office = openOffice(open.app, bea);
    const hers = async (blocks: readonly object[]) => {
      const { fields } = await office.get(`content/${id}`);
      expect((await office.post(`content/${id}`, { ...fields, blocks: JSON.stringify(blocks) })).statusCode).toBe(303);
    };
    await hers([code('a', 'hers'), code('b', 'two')]);
    await frame.getByText('two', { exact: true }).click();
    await page.locator('[name="values.code"]').fill('mine');
    await waitForChange(page);
    await save(page);
    await frame.getByText('hers', { exact: true }).waitFor();
    expect(await readBlocks(id)).toEqual([code('a', 'hers'), code('b', 'mine')]);

    await hers([code('a', 'hers'), code('b', 'hers too')]);
    await page.locator('[name="values.code"]').fill('mine again');
    await waitForChange(page);
    page.on('dialog', (dialog) => dialog.accept());
    await page.locator('[data-builder-save]').click();
    await page.getByText('Bea saved changes while you were editing').waitFor();
    expect(await page.locator('#conflict').textContent()).toContain('Differences');
    await page.getByRole('radio', { name: /^Yours/ }).check();
    await waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await readBlocks(id))[1]).toEqual(code('b', 'mine again'));
    expect(watch.problems()).toEqual([]);
  });

  it('loses no block of somebody else where one is changed while a save is merged', async () => {
    const id = await addBlocks(open.app.shop, 'meanwhile', [code('a', 'one'), code('b', 'two')]);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    const office = openOffice(open.app, bea);
    const { fields } = await office.get(`content/${id}`);
    const hers = JSON.stringify([code('a', 'one'), code('b', 'two'), code('h', 'hers')]);
    expect((await office.post(`content/${id}`, { ...fields, blocks: hers })).statusCode).toBe(303);

    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/admin/content/${id}`, async (route) => {
      arrived.resolve();
      if (route.request().method() === 'POST') await released.promise;
      await route.continue();
    });
    await frame.getByText('one', { exact: true }).click();
    await page.locator('[name="values.code"]').fill('mine');
    await frame.getByText('mine', { exact: true }).waitFor();
    await page.locator('[data-builder-save]').click();
    await arrived.promise;
    await frame.getByText('two', { exact: true }).click();
    await page.locator('[data-block-fields=b] [name="values.code"]').fill('mine too');
    await frame.getByText('mine too', { exact: true }).waitFor();
    released.resolve();
    await page
      .locator('.page-builder__state')
      .filter({ hasText: 'Saved. Someone else changed other blocks in the meantime: both changes are kept.' })
      .waitFor();
    await save(page);
    expect(await readBlocks(id)).toEqual([code('a', 'mine'), code('b', 'mine too'), code('h', 'hers')]);
    expect(watch.problems()).toEqual([]);
  });

  it('keeps what is not saved in the browser, and offers it in the builder and in the platform editor', async () => {
    const id = await addBlocks(open.app.shop, 'kept', [code('a', 'one')]);
    const { page, context } = await open.shopper();
    await setSessionCookie(page, ada);
    const frame = await openBuilder(page, id);
    await frame.getByText('one', { exact: true }).click();
    await page.locator('[name="values.code"]').fill('not saved');
    await waitForChange(page);
    const drafts = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(drafts).toContain('not+saved');
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(`/admin/content/${id}`);
    await again.getByText('You have unsaved changes here').waitFor();
    const second = await openBuilder(again, id);
    await again.getByRole('button', { name: 'Restore' }).click();
    await second.getByText('not saved', { exact: true }).waitFor();
    await save(again);
    expect(await readBlocks(id)).toEqual([code('a', 'not saved')]);
    expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
  });
});
