import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { answerOf } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { openBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { databaseOf, openShop } from '../shop.ts';
import { productPaths } from '../targets.ts';

type Kind = 'Document' | 'Stylesheet' | 'Script' | 'Font' | 'Image' | 'Fetch';

/** What a product page takes over the wire, headers and compression included, as Chromium counts it. */
export const weight: Measure = async ({ dataDir }) => {
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  const browser = await openBrowser();
  try {
    const [path = ''] = await productPaths(database, 1);
    const url = shop.url + path;
    // Compressed as well as it will be.
    for (let asked = 0; asked < 10; asked += 1) await answerOf(url, { 'accept-encoding': 'br' });
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
    const rows = await weigh(context, url);
    await chrome.close();
    return rows;
  } finally {
    await browser.stop();
    await database.close();
    await shop.stop();
  }
};

async function weigh(context: BrowserContext, url: string): Promise<Row[]> {
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
  await use(page);
  return [
    kilobytes('product page: script when loaded', loaded.Script, 95),
    kilobytes('… after variation, quantity and add to cart', bytes.Script, 150),
    { what: '… that holds up the first paint', value: blocking, unit: 'files', goal: { atMost: 0 } },
    kilobytes('product page: style', loaded.Stylesheet, 20),
    kilobytes('product page: HTML', loaded.Document, 14),
    kilobytes('product page: fonts', loaded.Font),
    kilobytes('product page: pictures', loaded.Image),
  ];
}

function kilobytes(what: string, bytes: number, atMost?: number): Row {
  return { what, value: bytes / 1000, unit: 'kB', goal: atMost === undefined ? undefined : { atMost } };
}

/** Counts from now on, by kind. What comes from the browser's own cache weighs nothing. */
async function countBytes(context: BrowserContext, page: Page): Promise<Record<Kind, number>> {
  const bytes = { Document: 0, Stylesheet: 0, Script: 0, Font: 0, Image: 0, Fetch: 0 };
  const kinds = new Map<string, string>();
  const network = await context.newCDPSession(page);
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    if (Object.hasOwn(bytes, kind)) bytes[kind as Kind] += encodedDataLength;
  });
  await network.send('Network.enable');
  return bytes;
}

/** Chooses each option in turn, asks for two, and puts them into the cart. */
async function use(page: Page): Promise<void> {
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
