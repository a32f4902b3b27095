import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const staff = createStaffCookie('Ada', 'admin.open', 'stock.read', 'stock.write');

let bowl = 0;

beforeAll(async () => {
  const add = async (sku: string, name: string) => {
    const stock = { isOwn: true, managed: true, onHand: 10 };
    const master = { regularPrice: 1000, sku, stock };
    return (await saveTestProduct(open.app.shop, { name, slug: sku, status: 'published', master })).id;
  };
  bowl = await add('bowl', 'A large bowl with a long name, for the middle of a table');
  await add('jug', 'Jug');
  await pool.query(
    `insert into stocktakes (name, created_at) values ('Shelf 1', now()), ('Shelf 2', now()), ('Shelf 3', now())`,
  );
});

async function openPage(path: string, hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, staff);
  await opened.page.goto(`/admin/${path}`);
  return opened;
}

const readFocus = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const readCounts = async (stocktake: number) =>
  (await pool.query('select counted from stocktake_counts where stocktake_id = $1 order by id', [stocktake])).rows.map(
    ({ counted }) => counted,
  );

describe('counting in a browser', () => {
  it('keeps the focus in one field, sends scans faster than replies, and says what was counted', async () => {
    const { page, context, watch } = await openPage('stocktakes/1/count');
    await page.waitForFunction(() => {
      const behaviour = document.querySelector('vt-behaviour[name="stock-control/admin/scan"]');
      return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
    });
    for (const code of ['bowl', 'jug', 'BOWL', 'bowl']) await page.keyboard.type(`${code}\n`);
    await expect.poll(() => readCounts(1)).toEqual([3, 1]);
    expect(await readFocus(page)).toBe('code');
    watch.allow('response 422', 'status of 422');
    watch.allow('response 422', 'status of 422');
    await page.keyboard.type('unknown\n');
    await page.getByText('Nothing has the code “unknown”.').first().waitFor();
    expect(await readFocus(page)).toBe('code');
    expect(watch.problems()).toEqual([]);
    await checkScreens(page);
    const folder = process.env.SCREENSHOTS;
    if (folder) await takeScreenshots(page, folder);
    await context.close();
  });

  it('sends a scan again whose answer is lost, and counts it once', async () => {
    const { page, context } = await openPage('stocktakes/3/count');
    await page.waitForFunction(() => {
      const behaviour = document.querySelector('vt-behaviour[name="stock-control/admin/scan"]');
      return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
    });
    const path = '**/stocktakes/3/count';
    await page.route(path, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await page.keyboard.type('bowl\n');
    await page.getByText('The shop is not responding. Your scan will be sent again and counted once.').waitFor();
    await letThrough(page, path);
    await page.keyboard.type('jug\n');
    await expect.poll(() => readCounts(3)).toEqual([1, 1]);
    await expect.poll(() => page.locator('[data-unanswered]').count()).toBe(0);
    await context.close();
  });

  it('works without script: the field has the focus again after each scan', async () => {
    const { page, context } = await openPage('stocktakes/2/count', false);
    for (const code of ['bowl', 'bowl']) {
      await expect.poll(() => readFocus(page)).toBe('code');
      await page.keyboard.type(`${code}\n`);
      await page.getByText(/^A large bowl.*: \d$/).waitFor();
    }
    expect(await readCounts(2)).toEqual([2]);
    await context.close();
  });
});

it('a stock is changed by keyboard alone, and its pages are accessible and fit every screen', async () => {
  const { page, context } = await openPage(`stock/${bowl}`);
  await page.getByRole('link', { name: 'Change stock' }).press('Enter');
  await page.getByLabel('Difference').fill('-3');
  await page.getByLabel('Reason').selectOption('Damaged');
  await page.getByRole('button', { name: 'Change stock' }).press('Enter');
  await page.getByText('The stock was changed.').waitFor();
  expect(await page.locator('#ledger').textContent()).toContain('Damaged');
  await checkScreens(page);
  await page.goto('/admin/stock');
  await checkScreens(page);
  await context.close();
});

const shownPaths = [
  'stock',
  'stock-movements',
  'stocktakes/1',
  'stocktakes/1/count',
  'stocktake-counts',
  'incoming/new',
];

async function takeScreenshots(page: Page, folder: string): Promise<void> {
  for (const path of [...shownPaths, `stock/${bowl}`, `stock/${bowl}/adjust-stock`]) {
    await page.goto(`/admin/${path}`);
    for (const [width, colorScheme] of [
      [390, 'light'],
      [768, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${path.replaceAll('/', '-')}-${width}.png`, fullPage: true });
    }
  }
}
