import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { findProductPaths, findUnmanagedProducts } from '../targets.ts';

/** Of a slow phone against this machine, as in Lighthouse. */
const slowdown = 4;

/** Milliseconds. Tasks that are longer delay the answer to input. */
const longTask = 50;

/** Loads per page; the best is reported, because other programs only make it worse. */
const tries = 5;

/** Milliseconds after the last response in which islands hydrate. */
const settleTime = 2_000;

interface Blocking {
  /** Milliseconds beyond 50 of each task after the first contentful paint. */
  readonly total: number;
  /** Milliseconds of the longest of these tasks, and of the longest task before the paint. */
  readonly longest: number;
  readonly longestBefore: number;
}

/**
 * Tasks of the main thread on a phone that is four times slower: the processor time of each task, which other
 * programs on the machine hardly change, times four. Each load is a first visit in a new browser.
 */
export const blocking: Measure = async ({ dataDir }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  try {
    const [product = ''] = await findProductPaths(database, 1);
    const [inCart = 0] = await findUnmanagedProducts(database, 1);
    const rows: Row[] = [];
    for (const path of ['/', '/shop', product, '/cart']) {
      const loads: Blocking[] = [];
      for (let index = 0; index < tries; index += 1) {
        loads.push(
          await inNewBrowser(async (context) => {
            if (path === '/cart') await addToCart(context, shop.url, inCart);
            return measureLoad(context, shop.url + path);
          }),
        );
      }
      rows.push(...createRows(path === product ? 'product' : path, loads));
    }
    return rows;
  } finally {
    await database.close();
    await shop.stop();
  }
};

/** A new browser has compiled no script yet. */
async function inNewBrowser<Result>(action: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const browser = await startBrowser();
  try {
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const result = await action(await chrome.newContext({ viewport: { width: 412, height: 823 }, isMobile: true }));
    await chrome.close();
    return result;
  } finally {
    await browser.stop();
  }
}

async function addToCart({ request }: BrowserContext, url: string, product: number): Promise<void> {
  const form = { product_id: product, quantity: 2 };
  const response = await request.post(`${url}/cart/add`, { form, headers: { origin: url } });
  if (!response.url().endsWith('/cart')) throw new Error(`adding to the cart led to ${response.url()}`);
}

/** What is read of an event of Chromium's tracing. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

async function measureLoad(context: BrowserContext, url: string): Promise<Blocking> {
  const page = await context.newPage();
  const events = await trace(page, async () => {
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settleTime);
  });
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error(`${url} was not painted`);
  const tasks = events.filter(
    ({ name, pid, tid, tdur }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid && tdur !== undefined,
  );
  const costs = (list: readonly TraceEvent[]) => list.map(({ tdur = 0 }) => (tdur / 1000) * slowdown);
  const hasEnded = ({ ts, dur = 0 }: TraceEvent) => ts + dur < paint.ts;
  const after = costs(tasks.filter((task) => !hasEnded(task)));
  return {
    total: after.reduce((sum, cost) => sum + Math.max(0, cost - longTask), 0),
    longest: Math.max(0, ...after),
    longestBefore: Math.max(0, ...costs(tasks.filter(hasEnded))),
  };
}

async function trace(page: Page, action: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  // The protocol describes the events as objects only.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['loading', 'disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  });
  await action();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events;
}

function createRows(name: string, loads: readonly Blocking[]): Row[] {
  const row = (what: string, read: (load: Blocking) => number, atMost?: number): Row => {
    const values = loads.map(read);
    const goal = atMost === undefined ? undefined : { atMost };
    const note = `the best of ${loads.length}; the worst ${Math.round(Math.max(...values))}`;
    return { what: `${slowdown} × slower, ${name}: ${what}`, value: Math.min(...values), unit: 'ms', goal, note };
  };
  return [
    row('total blocking time', (load) => load.total, 50),
    row('longest task after the first paint', (load) => load.longest, longTask),
    row('longest task before it', (load) => load.longestBefore),
  ];
}
