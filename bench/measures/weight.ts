import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import { countBytes } from '../count-bytes.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { captureResponse } from '../start-bare-server.ts';
import { findProductPaths, listingPaths } from '../targets.ts';

/** Bytes of a product page on the wire, including headers, as Chromium counts them. */
export const weight: Measure = async ({ dataDir }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const browser = await startBrowser();
  try {
    const [path = ''] = await findProductPaths(database, 1);
    const url = shop.url + path;
    // A page that is requested often is recompressed at the best level.
    for (let asked = 0; asked < 10; asked += 1) await captureResponse(url, { 'accept-encoding': 'br' });
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    // A context each: what one has loaded would be in the cache of the next.
    const openContext = () => chrome.newContext({ viewport: { width: 1280, height: 900 } });
    const rows = [
      ...(await measureWeight(await openContext(), url)),
      await measurePopup(await openContext(), url),
      await measureCards(await openContext(), shop.url + listingPaths[0]),
    ];
    await chrome.close();
    return rows;
  } finally {
    await browser.stop();
    await database.close();
    await shop.stop();
  }
};

async function measureWeight(context: BrowserContext, url: string): Promise<Row[]> {
  const page = await context.newPage();
  const bytes = await countBytes(context, page);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  const loaded = { ...bytes };
  const blocking = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming & { initiatorType: string; renderBlockingStatus?: string })
        .filter((entry) => entry.initiatorType === 'script' && entry.renderBlockingStatus === 'blocking').length,
  );
  await submitProductForm(page);
  return [
    createRow('product page: script when loaded', loaded.Script, 95),
    createRow('… after variation, quantity and add to cart', bytes.Script, 150),
    createRow('… of this, adding and the mini-cart', bytes.Script - loaded.Script, 8),
    { what: '… that holds up the first paint', value: blocking, unit: 'files', goal: { atMost: 0 } },
    createRow('product page: style', loaded.Stylesheet, 20),
    createRow('product page: HTML', loaded.Document, 14),
    createRow('product page: fonts', loaded.Font),
    createRow('product page: pictures', loaded.Image),
  ];
}

/** Counts what a popup loads, without what the pointer loads on its way to the heart. */
async function measurePopup(context: BrowserContext, url: string): Promise<Row> {
  const page = await context.newPage();
  const bytes = await countBytes(context, page);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  const before = bytes.Script;
  await openWishlistPopup(page);
  return createRow('wishlist popup: script', bytes.Script - before, 15);
}

/** Counts the scripts of wishlists that a listing has loaded, besides those that every page loads. */
async function measureCards(context: BrowserContext, url: string): Promise<Row> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  const card = page
    .locator('.product-card')
    .filter({ has: page.locator('.wishlist-fragment') })
    .first();
  await card.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const files = await listWishlistScripts();
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize })),
  );
  const bytes = loaded.filter(({ path }) => files.has(path)).reduce((sum, { transferSize }) => sum + transferSize, 0);
  return createRow('wishlist: script on a card before a click', bytes, 0);
}

/** Paths of the chunks that are the build's entries of wishlists. */
async function listWishlistScripts(): Promise<ReadonlySet<string>> {
  const manifest = JSON.parse(await readFile(join(projectRoot, 'dist/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const files = Object.entries(manifest).flatMap(([source, { file }]) =>
    /\/features\/wishlist[\w-]*\//.test(source) && file.endsWith('.js') ? [`/${file}`] : [],
  );
  if (files.length === 0) throw new Error('the build has no scripts of wishlists');
  return new Set(files);
}

function createRow(what: string, bytes: number, atMost?: number): Row {
  return { what, value: bytes / 1000, unit: 'kB', goal: atMost === undefined ? undefined : { atMost } };
}

/** Opens the popup that a heart leads to, and closes it. */
async function openWishlistPopup(page: Page): Promise<void> {
  const link = page.locator('form .wishlist-fragment[data-fragment-ref] a').first();
  // Most shops add at once: the popup opens where a list is to be chosen.
  await link.evaluate((element) => {
    (element as HTMLElement).dataset.rel = 'prettyPhoto[add_to_wishlist]';
  });
  await link.dispatchEvent('click');
  await page.locator('dialog.wishlist-dialog').waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Escape');
  await page.locator('dialog.wishlist-dialog').waitFor({ state: 'detached' });
}

/** Selects every option in turn, sets the quantity to 2 and adds to the cart. */
async function submitProductForm(page: Page): Promise<void> {
  const form = page.locator('form[action="/cart/add"]').first();
  await form.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  for (const label of await form.locator('fieldset.option label').all()) {
    if (await label.locator('input').isEnabled()) await label.click();
  }
  await form.locator('input[name="quantity"]').fill('2');
  await form.locator('button.buy__button').click();
  await page.waitForLoadState('load');
  await page.waitForLoadState('networkidle');
}
