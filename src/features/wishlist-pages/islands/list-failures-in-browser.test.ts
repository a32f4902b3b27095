import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { wishlistCommands } from '#features/wishlists/wishlist-commands.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: { settings: { wishlists: { popupTimeout: 0 } } } });
const ids: number[] = [];

beforeAll(async () => {
  for (const name of ['Cup', 'Jug']) {
    const shown = { status: 'published', master: { regularPrice: 1250 } } as const;
    ids.push((await saveTestProduct(open.app.shop, { name, slug: name.toLowerCase(), ...shown })).id);
  }
});

const patience = { timeout: 30_000 };

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page, 'vt-behaviour[name^="wishlist-pages/"]');
}

/** Opens a page of a new shopper with a cup and a jug in the default list, and the lists Kitchen and Garden. */
async function openLists(path: string) {
  const opened = await open.sharedShopper();
  const { page, watch } = opened;
  watch.allow('Failed to load resource', /wishlist/);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const id of ids) await page.request.post('/wishlist/add', { form: { add_to_wishlist: id }, maxRedirects: 0 });
  for (const name of ['Kitchen', 'Garden'])
    await page.request.post('/wishlist/create', { form: { wishlist_name: name }, maxRedirects: 0 });
  if (path.startsWith('/wishlist')) await visit(page, path);
  else await page.goto(path);
  return opened;
}

const lists = (page: Page) => page.locator('.wishlist_manage_table .wishlist-anchor');
const readLists = (page: Page) => lists(page).allTextContents();
const rows = (page: Page) => page.locator('.wishlist_table [data-row-id]');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const notice = (page: Page) => page.locator('.wishlist .notice');
const failed = (page: Page) => page.locator('.toast').getByText('That did not work.');
const retry = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Try again' });
const countOf = (page: Page) => page.locator('[data-count="wishlist"]').first();

/** Lets a write fail until `end` is called: the server is broken, or there is no connection. */
async function breakWrite(page: Page, path: string, fault: '500' | 'offline') {
  const pattern = `**${path}`;
  await page.route(pattern, (route) => (fault === '500' ? route.fulfill({ status: 500, body: '' }) : route.abort()));
  return { end: () => letThrough(page, pattern) };
}

describe('a write of a list that fails', () => {
  it('[8.5/1] deletes nothing on the page of all lists, offers to try again, and undoes the same way', async () => {
    const { page } = await openLists('/wishlist/manage');
    const names = ['My wishlist', 'Kitchen', 'Garden'];
    const broken = await breakWrite(page, '/wishlist/delete', 'offline');
    await page.getByRole('button', { name: 'Delete list Kitchen' }).click();
    await failed(page).waitFor();
    expect(await readLists(page)).toEqual(names);
    await checkAxe(page);
    await retry(page).click();
    await failed(page).waitFor();
    await broken.end();
    await retry(page).click();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Garden']);
    expect(await page.locator('.toast').count()).toBe(0);

    const undo = notice(page).getByRole('button', { name: 'Undo' });
    const brokenUndo = await breakWrite(page, '/wishlist/restore-list', 'offline');
    await undo.click();
    await failed(page).waitFor();
    expect(await readLists(page)).toEqual(['My wishlist', 'Garden']);
    expect(await undo.isEnabled(), 'it can be pressed again, too').toBe(true);
    await brokenUndo.end();
    await retry(page).click();
    await expect.poll(() => readLists(page), patience).toEqual(names);
  });

  it('[8.5/1] keeps the old name of a list and what was typed, and saves it when it is tried again', async () => {
    const { page } = await openLists('/wishlist/manage');
    const title = await page.title();
    const kitchen = page.locator('[data-wishlist-id]').filter({ hasText: 'Kitchen' });
    const broken = await breakWrite(page, '/wishlists/rename', '500');
    await kitchen.getByText('Rename').click();
    const field = page.getByLabel('New name of Kitchen');
    await field.fill('Pantry');
    await field.press('Enter');
    await failed(page).waitFor();
    expect(await readLists(page)).toEqual(['My wishlist', 'Kitchen', 'Garden']);
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['Pantry', null]);
    await broken.end();
    await retry(page).click();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Pantry', 'Garden']);
    expect(await page.title()).toBe(title);
  });

  it('[8.5/1] shows who can see a list as it is, and saves what was chosen when it is tried again', async () => {
    const { page } = await openLists('/wishlist/manage');
    const select = page.getByLabel('Who can see Kitchen');
    const broken = await breakWrite(page, '/wishlist/privacy', 'offline');
    await select.selectOption('0');
    await failed(page).waitFor();
    expect(await select.inputValue()).toBe('2');
    await broken.end();
    await retry(page).click();
    await notice(page).getByText('Who can see the list is saved.').waitFor();
    expect(await select.inputValue()).toBe('0');
    await page.reload();
    expect(await select.inputValue()).toBe('0');
  });

  it('[8.5/1] renames and deletes the list of the page after a failure, and shows a new name although the page does not load', async () => {
    const { page } = await openLists('/wishlist/manage');
    await lists(page).getByText('Garden').click();
    await visit(page, page.url());
    const heading = page.locator('h2[aria-level="1"]');
    const broken = await breakWrite(page, '/wishlists/rename', '500');
    await heading.click();
    const field = page.getByLabel(/^New name of/);
    await field.fill('Terrace');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await failed(page).waitFor();
    expect(await heading.textContent()).toBe('Garden');
    await broken.end();
    const page500 = await breakWrite(page, new URL(page.url()).pathname, '500');
    await retry(page).click();
    await expect.poll(() => heading.textContent()).toBe('Terrace');
    expect(await page.title()).toMatch(/^Terrace /);
    await page500.end();

    const brokenDelete = await breakWrite(page, '/wishlist/delete', '500');
    await page.locator('.wishlist-menu > summary').click();
    await page.getByRole('button', { name: 'Delete list' }).click();
    await failed(page).waitFor();
    expect(await heading.textContent()).toBe('Terrace');
    await brokenDelete.end();
    await retry(page).click();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Kitchen']);
  });
});

describe('a double click', () => {
  /** The second click comes when the answer to the first one is shown. */
  async function clickTwice(page: Page, name: string, wait: () => Promise<unknown>): Promise<void> {
    const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
    if (!box) throw new Error(`no button ${name}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await wait();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  }

  const recordPosts = (page: Page) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
    return posts;
  };

  it('deletes one list and one row, also when the next one has moved below the pointer', async () => {
    const { page } = await openLists('/wishlist/manage');
    const posts = recordPosts(page);
    // A notice above the table stays there, so that the next list takes the place of the first one.
    await page.locator('.wishlist_manage_table').evaluate((table: HTMLElement) => {
      Object.assign(table.style, { position: 'fixed', top: '60px', left: '20px', zIndex: '99' });
    });
    const gone = lists(page).getByText('Kitchen');
    await clickTwice(page, 'Delete list Kitchen', () => gone.waitFor({ state: 'detached' }));
    await page.waitForTimeout(500);
    expect([await readLists(page), posts]).toEqual([['My wishlist', 'Garden'], ['/wishlist/delete']]);

    await visit(page, '/wishlist');
    await page.locator('.wishlist_table').evaluate((table: HTMLElement) => {
      Object.assign(table.style, { position: 'fixed', top: '60px', left: '20px', zIndex: '99', background: '#fff' });
    });
    await clickTwice(page, 'Remove Cup', () => row(page, 'Cup').waitFor({ state: 'detached' }));
    await page.waitForTimeout(500);
    expect([await rows(page).count(), posts.length]).toEqual([1, 2]);
  });

  it('sends a form once, also while an earlier one is under way', async () => {
    const { page } = await openLists('/wishlist/manage');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/wishlist/privacy', async (route) => {
      await held;
      await route.continue();
    });
    const posts = recordPosts(page);
    await page.getByLabel('Who can see Kitchen').selectOption('1');
    await page.getByRole('button', { name: 'Delete list Garden' }).dblclick();
    answer();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Kitchen']);
    await notice(page).getByRole('button', { name: 'Undo' }).dblclick();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Kitchen', 'Garden']);
    await page.waitForTimeout(300);
    expect(posts).toEqual(['/wishlist/privacy', '/wishlist/delete', '/wishlist/restore-list']);
    const kitchen = page.locator('[data-wishlist-id]').filter({ hasText: 'Kitchen' });
    await kitchen.getByText('Rename').click();
    await page.getByLabel('New name of Kitchen').fill('Pantry');
    await kitchen.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await expect.poll(() => readLists(page), patience).toEqual(['My wishlist', 'Pantry', 'Garden']);
    expect(posts.filter((path) => path.includes('rename'))).toHaveLength(1);
  });
});

describe('a list that was empty when its page was loaded', () => {
  it('[2.9/13] [4.8/9] changes its layout with the window once it has rows, and keeps it while it has none', async () => {
    const { page, watch } = await openLists('/wishlist');
    for (const name of ['Cup', 'Jug']) {
      await row(page, name)
        .getByRole('button', { name: `Remove ${name}` })
        .click();
      // The rows below move up.
      await row(page, name).waitFor({ state: 'detached' });
    }
    await page.getByText('Your wishlist is empty').waitFor();
    await visit(page, '/wishlist');
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: ids[0] ?? 0 }, maxRedirects: 0 });
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('wl_reload_fragments')));
    await page.locator('.wishlist_table table').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.wishlist_table.mobile').waitFor();
    await row(page, 'Cup').getByRole('button', { name: 'Remove Cup' }).click();
    await page.getByText('Your wishlist is empty').waitFor();
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Cup').waitFor();
    expect(await page.locator('.wishlist_table.mobile').count(), 'the row comes back in its layout').toBe(1);
    await row(page, 'Cup').getByRole('button', { name: 'Remove Cup' }).click();
    await page.getByText('Your wishlist is empty').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await page.locator('.wishlist_table table').waitFor();
    expect(watch.problems()).toEqual([]);
  });
});

describe('a list that the shop deletes', () => {
  it('leaves the count in the header and the hearts of cached pages, though nothing of this browser changed it', async () => {
    const { page } = await openLists('/shop');
    const heart = page.locator(`.add-to-wishlist-${ids[0]}`).first();
    await expect.poll(() => countOf(page).textContent(), patience).toBe('2');
    await expect.poll(() => heart.evaluate(({ classList }) => classList.contains('exists')), patience).toBe(true);
    const { rows: found } = await database.pool.query(
      `select l.id from wishlists l join wishlist_items i on i.wishlist_id = l.id order by i.id desc limit 1`,
    );
    const { code } = await runCommand(open.app.shop, wishlistCommands, 'wishlists delete', [String(found[0].id)]);
    expect(code).toBe(0);
    await visit(page, '/wishlist/manage');
    await expect.poll(() => countOf(page).isHidden(), patience).toBe(true);
    await page.goto('/shop');
    await expect.poll(() => heart.evaluate(({ classList }) => classList.contains('exists')), patience).toBe(false);
    expect(await countOf(page).isHidden()).toBe(true);
  });
});
