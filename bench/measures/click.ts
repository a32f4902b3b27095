import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop } from '../shop.ts';
import { median } from '../statistics.ts';
import { openTab, type Tab } from '../tab.ts';

/** Milliseconds that the pointer rests on the link before the press, with the goals. */
const rests = [
  { rest: 100, atMost: 200 },
  { rest: 300, atMost: 60 },
];
/** Milliseconds between press and release. */
const pressTime = 70;
/** Milliseconds for images to load and idle work to end. */
const settleTime = 400;
const clicks = 8;

/**
 * Time from mouse down on a product in the listing to the first paint of its page, against that of an
 * empty page: how long the browser of this machine takes to show any prerendered page.
 */
export const click: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const empty = await openEmptyPages();
  const browser = await startBrowser();
  try {
    const tab = await openTab(browser.port, { width: 1280, height: 900 });
    const rows: Row[] = [];
    for (const { rest, atMost } of rests) {
      const against = await clickLinks(tab, `${empty.url}/list`, rest, 1);
      rows.push(createRow(await clickLinks(tab, `${shop.url}/shop`, rest, rounds), against, rest, atMost));
    }
    tab.close();
    return rows;
  } finally {
    await browser.stop();
    await empty.stop();
    await shop.stop();
  }
};

/** A list of links to empty pages, which the browser may prerender like those of the shop. */
async function openEmptyPages(): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const rules = { prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] };
  const links = Array.from(
    { length: clicks },
    (_, index) => `<p><a class="product-card__link" href="/${index}">Page</a>`,
  );
  const list = `<script type="speculationrules">${JSON.stringify(rules)}</script>${links.join('')}`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Page</title>${request.url === '/list' ? list : '<p>Page'}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

interface Click {
  /** Milliseconds from the press to the first contentful paint of the page. */
  readonly time: number;
  /** Whether the browser prerendered the page while the pointer rested or the button was held. */
  readonly isPrerendered: boolean;
}

/** Clicks each link of a list, after one as a warm-up. */
async function clickLinks(tab: Tab, list: string, rest: number, rounds: number): Promise<Click[]> {
  const found: Click[] = [];
  for (let index = 0; index <= clicks * rounds; index += 1) {
    const result = await clickLink(tab, list, index % clicks, rest);
    if (index > 0) found.push(result);
  }
  return found;
}

async function clickLink(tab: Tab, list: string, index: number, rest: number): Promise<Click> {
  await tab.send('Page.navigate', { url: list });
  await waitForPage(tab, list);
  await sleep(settleTime);
  const { x, y, href } = await tab.evaluate<{ x: number; y: number; href: string }>(`(() => {
    addEventListener('mousedown', (event) => { window.pressed = performance.timeOrigin + event.timeStamp; }, { capture: true });
    const link = document.querySelectorAll('.product-card__link')[${index}];
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = link.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, href: link.href };
  })()`);
  await sleep(settleTime);
  const mouse = (type: string, more: Readonly<Record<string, unknown>> = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 2, y: 2 });
  await mouse('mouseMoved');
  await sleep(rest);
  const button = { button: 'left', clickCount: 1 };
  await mouse('mousePressed', button);
  const pressed = await tab.evaluate<number>('window.pressed');
  await sleep(Math.max(0, pressed + pressTime - (performance.timeOrigin + performance.now())));
  // The page may be gone before this call returns.
  void mouse('mouseReleased', button).catch(() => {});
  await waitForPage(tab, href);
  const { shown, isPrerendered } = await tab.evaluate<{ shown: number; isPrerendered: boolean }>(
    `(${findPaintTime})()`,
  );
  return { time: shown - pressed, isPrerendered };
}

/** Resolves once the tab shows this page and has loaded it. */
async function waitForPage(tab: Tab, href: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    // Evaluating fails while the tab switches pages.
    const now = await tab.evaluate<string>('document.readyState + location.href').catch(() => '');
    if (now === `complete${href}`) return;
    await sleep(20);
  }
  throw new Error(`${href} was not loaded within 30 s`);
}

/**
 * Runs in the page.
 * @returns time of its first contentful paint in ms since 1970, and whether it was prerendered
 */
async function findPaintTime(): Promise<{ shown: number; isPrerendered: boolean }> {
  const painted = await new Promise<number>((resolve) => {
    const watch = new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
    });
    watch.observe({ type: 'paint', buffered: true });
  });
  const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number;
  })[];
  const activated = entry?.activationStart ?? 0;
  return { shown: performance.timeOrigin + Math.max(painted, activated), isPrerendered: activated > 0 };
}

function createRow(found: readonly Click[], empty: readonly Click[], rest: number, atMost: number): Row {
  const times = found.map(({ time }) => time);
  const prerendered = found.filter((result) => result.isPrerendered).length;
  return {
    what: `mouse down on a product in the listing to its page painted, after a rest of ${rest} ms`,
    value: median(times),
    unit: 'ms',
    goal: { atMost },
    against: { what: 'an empty page', value: median(empty.map(({ time }) => time)) },
    note: `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms; held for ${pressTime}; ${prerendered} were prerendered`,
  };
}
