import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import type { Measure } from '../bench.ts';
import { openBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop } from '../shop.ts';
import { median } from '../statistics.ts';

/** Milliseconds for which the pointer rests on a product before it is pressed, and for which the button is held. */
const [rests, held] = [100, 70];
const clicks = 8;

/** From mouse down on a product in the listing to its page painted. */
export const click: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const browser = await openBrowser();
  try {
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener(
        'mousedown',
        ({ timeStamp }) => sessionStorage.setItem('pressed', String(performance.timeOrigin + timeStamp)),
        { capture: true },
      );
    });
    const times: number[] = [];
    // The first counts for nothing.
    for (let at = 0; at <= clicks * rounds; at += 1) {
      const time = await clickProduct(page, `${shop.url}/shop`, at % clicks);
      if (at > 0) times.push(time);
    }
    await chrome.close();
    return [row(times)];
  } finally {
    await browser.stop();
    await shop.stop();
  }
};

async function clickProduct(page: Page, listing: string, at: number): Promise<number> {
  await page.goto(listing, { waitUntil: 'networkidle' });
  const link = page.locator('.product-card__link').nth(at);
  const href = (await link.getAttribute('href')) ?? '';
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error(`product ${at} of the listing has no place on the page`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await sleep(rests);
  await page.mouse.down();
  await sleep(held);
  await page.mouse.up();
  await page.waitForURL(new URL(href, listing).href, { waitUntil: 'load' });
  return page.evaluate(paintedAfter);
}

/** In the browser: milliseconds from the press to the first content on the page that it led to, which may have been prepared before. */
async function paintedAfter(): Promise<number> {
  const painted = await new Promise<number>((resolve) => {
    const watch = new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
    });
    watch.observe({ type: 'paint', buffered: true });
  });
  const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number;
  })[];
  const shown = performance.timeOrigin + Math.max(painted, entry?.activationStart ?? 0);
  return shown - Number(sessionStorage.getItem('pressed'));
}

function row(times: readonly number[]): Row {
  return {
    what: 'mouse down on a product in the listing to its page painted',
    value: median(times),
    unit: 'ms',
    goal: { atMost: 100 },
    note: `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms; the button is held for ${held} of them`,
  };
}
