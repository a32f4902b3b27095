import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../bench.ts';
import { openBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop } from '../shop.ts';
import { median } from '../statistics.ts';
import { openTab, type Tab } from '../tab.ts';

/** Milliseconds for which the pointer rests on a product before it is pressed, and for which the button is held. */
const [rests, held] = [100, 70];
/** For pictures and the idle work of the list, which nobody presses amid of. */
const settles = 400;
const clicks = 8;

/** From mouse down on a product in the listing to its page painted. */
export const click: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const browser = await openBrowser();
  try {
    const tab = await openTab(browser.port, { width: 1280, height: 900 });
    const found: Click[] = [];
    // The first counts for nothing.
    for (let at = 0; at <= clicks * rounds; at += 1) {
      const one = await clickProduct(tab, `${shop.url}/shop`, at % clicks);
      if (at > 0) found.push(one);
    }
    tab.close();
    return [row(found)];
  } finally {
    await browser.stop();
    await shop.stop();
  }
};

interface Click {
  /** Milliseconds from the press to the first content of the page that it led to. */
  readonly time: number;
  /** Whether the browser had begun with that page while the button was held. */
  readonly prepared: boolean;
}

async function clickProduct(tab: Tab, listing: string, at: number): Promise<Click> {
  await tab.send('Page.navigate', { url: listing });
  await shows(tab, listing);
  await sleep(settles);
  const { x, y, href } = await tab.evaluate<{ x: number; y: number; href: string }>(`(() => {
    addEventListener('mousedown', (event) => { window.pressed = performance.timeOrigin + event.timeStamp; }, { capture: true });
    const link = document.querySelectorAll('.product-card__link')[${at}];
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = link.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, href: link.href };
  })()`);
  await sleep(settles);
  const mouse = (type: string, more: Readonly<Record<string, unknown>> = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 2, y: 2 });
  await mouse('mouseMoved');
  await sleep(rests);
  const button = { button: 'left', clickCount: 1 };
  await mouse('mousePressed', button);
  const pressed = await tab.evaluate<number>('window.pressed');
  await sleep(Math.max(0, pressed + held - (performance.timeOrigin + performance.now())));
  // The page may be gone before the answer comes.
  void mouse('mouseReleased', button).catch(() => {});
  await shows(tab, href);
  const { shown, prepared } = await tab.evaluate<{ shown: number; prepared: boolean }>(`(${shownAt})()`);
  return { time: shown - pressed, prepared };
}

/** Resolves once the page is there and has loaded. */
async function shows(tab: Tab, href: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    // Between two pages there is none to ask.
    const now = await tab.evaluate<string>('document.readyState + location.href').catch(() => '');
    if (now === `complete${href}`) return;
    await sleep(20);
  }
  throw new Error(`${href} was not shown in time`);
}

/** In the browser: when the first content of this page was seen, in milliseconds since 1970, and whether the browser began with it before. */
async function shownAt(): Promise<{ shown: number; prepared: boolean }> {
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
  return { shown: performance.timeOrigin + Math.max(painted, activated), prepared: activated > 0 };
}

function row(found: readonly Click[]): Row {
  const times = found.map(({ time }) => time);
  const prepared = found.filter((one) => one.prepared).length;
  return {
    what: 'mouse down on a product in the listing to its page painted',
    value: median(times),
    unit: 'ms',
    goal: { atMost: 100 },
    note: `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms; held for ${held}; ${prepared} were prepared by the press`,
  };
}
