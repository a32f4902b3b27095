import type { FrameLocator, Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

const code = (id: string, words: string) => ({ id, type: 'code', values: { code: words } });

async function openBuilder(page: Page, id: number): Promise<FrameLocator> {
  await page.goto(`/admin/content/${id}/build`);
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

/** Moves by mouse, in steps, as a hand does. */
async function drag(page: Page, from: Locator, to: Locator, { below = true } = {}): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 4 });
  const y = below ? end.y + end.height - 3 : end.y + 3;
  await page.mouse.move(end.x + end.width / 2, y, { steps: 20 });
  await page.mouse.move(end.x + end.width / 2 + 1, y, { steps: 2 });
  await page.mouse.up();
}

describe('the page builder', () => {
  it('shows the page as shoppers see it, edits a block by its own fields and saves the draft', async () => {
    const id = await addBlocks(open.app.shop, 'built', [code('a', 'one'), code('b', 'two')]);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    await page.setViewportSize({ width: 1280, height: 900 });
    const frame = await openBuilder(page, id);
    await frame.getByText('two', { exact: true }).waitFor();
    await page.screenshot({ path: '/tmp/builder-1.png' });
    await frame.getByText('two', { exact: true }).click();
    const field = page.locator('[name="values.code"]');
    await field.fill('changed');
    await frame.getByText('changed', { exact: true }).waitFor();
    await page.screenshot({ path: '/tmp/builder-2.png' });
    await page.locator('[data-builder-save]').click();
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    expect(await readBlocks(id)).toEqual([code('a', 'one'), code('b', 'changed')]);
    expect(watch.problems()).toEqual([]);
  });

  it('adds a block and moves one by mouse', async () => {
    const id = await addBlocks(open.app.shop, 'moved', [code('a', 'one'), code('b', 'two'), code('c', 'three')]);
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    await page.setViewportSize({ width: 1280, height: 900 });
    const frame = await openBuilder(page, id);
    await drag(page, frame.getByText('one', { exact: true }), frame.getByText('three', { exact: true }));
    await page.locator('[data-state=changed].page-builder').waitFor();
    await page.screenshot({ path: '/tmp/builder-3.png' });
    await page.locator('[data-builder-save]').click();
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    expect((await readBlocks(id)).map((block: { id: string }) => block.id)).toEqual(['b', 'c', 'a']);
    expect(watch.problems()).toEqual([]);
    await checkScreens(page);
  });
});
