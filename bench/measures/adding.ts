import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { median, percentile } from '../statistics.ts';
import { openTab, type Tab } from '../tab.ts';
import { findUnmanagedProducts } from '../targets.ts';

/** Adds that count: at least this many, whatever the rounds. */
const leastAdds = 30;
const addsPerRound = 20;
/** Milliseconds for images to load and idle work to end. */
const settleTime = 400;
/** Milliseconds that the pointer rests on the button before the press. */
const restTime = 200;
/** Milliseconds between press and release. */
const pressTime = 70;

interface Add {
  /** Milliseconds from the click to the text in the live region. */
  readonly announced: number;
  /** Milliseconds from the click to the number in the header. */
  readonly counted: number;
}

/**
 * Time from a trusted click on 'Add to cart' to its announcement, each on a page that was just loaded,
 * against that of a page whose script posts the same fields to bare `node:http` and shows the answer.
 */
export const adding: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const bare = await openBarePages();
  const browser = await startBrowser();
  try {
    const { rows } = await database.pool.query<{ slug: string }>('select slug from products where id = any($1)', [
      await findUnmanagedProducts(database, 6),
    ]);
    const tab = await openTab(browser.port, { width: 1280, height: 900 });
    const count = Math.max(leastAdds, addsPerRound * rounds);
    const against = await addProducts(tab, [bare.url], leastAdds);
    const paths = rows.map(({ slug }) => `${shop.url}/product/${slug}`);
    const added = await addProducts(tab, paths, count);
    tab.close();
    return createRows(added, against);
  } finally {
    await browser.stop();
    await bare.stop();
    await database.close();
    await shop.stop();
  }
};

/** A page with a form that is posted by script, and a server that answers at once. */
async function openBarePages(): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const page = `<!doctype html><title>Page</title><div id="vt-status"></div><b data-count="cart"></b>
    <form class="buy__form"><input name="product_id" value="1"><button class="buy__button">Add</button></form><script>
    document.forms[0].addEventListener('submit', async (event) => {
      event.preventDefault();
      const reply = await fetch('/', { method: 'POST', body: new FormData(event.target) });
      const { message, count } = await reply.json();
      document.querySelector('[data-count]').textContent = count;
      document.querySelector('#vt-status').textContent = message;
    });</script>`;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isPost = request.method === 'POST';
      response.setHeader('content-type', isPost ? 'application/json' : 'text/html');
      response.end(isPost ? '{"message":"It was added.","count":1}' : page);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

/** Adds once on each of so many loaded pages, after one on each page as a warm-up. */
async function addProducts(tab: Tab, pages: readonly string[], count: number): Promise<Add[]> {
  const found: Add[] = [];
  for (let index = 0; index < count + pages.length; index += 1) {
    const added = await addProduct(tab, pages[index % pages.length] ?? '');
    if (index >= pages.length) found.push(added);
  }
  return found;
}

async function addProduct(tab: Tab, url: string): Promise<Add> {
  await tab.send('Page.navigate', { url });
  await waitForPage(tab, url);
  await sleep(settleTime);
  const { x, y } = await tab.evaluate<{ x: number; y: number }>(`(${watchAdd})()`);
  const mouse = (type: string, more: Readonly<Record<string, unknown>> = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 2, y: 2 });
  await mouse('mouseMoved');
  await sleep(restTime);
  const button = { button: 'left', clickCount: 1 };
  await mouse('mousePressed', button);
  await sleep(pressTime);
  await mouse('mouseReleased', button);
  return tab.evaluate<Add>('window.added');
}

/** Runs in the page: finds the button, and sets `window.added` to a promise of the times after the click. */
function watchAdd(): { x: number; y: number } {
  let clicked = 0;
  addEventListener(
    'click',
    (event) => {
      if (event.isTrusted) clicked = event.timeStamp;
    },
    { capture: true },
  );
  const watch = (selector: string) =>
    new Promise<number>((resolve, reject) => {
      const element = document.querySelector(selector);
      const observer = new MutationObserver(() => {
        if (clicked === 0 || element?.textContent === '') return;
        observer.disconnect();
        resolve(performance.now() - clicked);
      });
      if (element) observer.observe(element, { childList: true, characterData: true, subtree: true });
      setTimeout(() => reject(new Error(`${selector} did not change within 10 s`)), 10_000);
    });
  const added = Promise.all([watch('#vt-status'), watch('[data-count="cart"]')]).then(([announced, counted]) => ({
    announced,
    counted,
  }));
  Object.assign(window, { added });
  const button = document.querySelector('.buy__form .buy__button');
  if (!button) throw new Error('the page has no button that adds');
  button.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = button.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Resolves once the tab has loaded this page. */
async function waitForPage(tab: Tab, url: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    const now = await tab.evaluate<string>('document.readyState + location.href').catch(() => '');
    if (now === `complete${url}`) return;
    await sleep(20);
  }
  throw new Error(`${url} was not loaded within 30 s`);
}

function createRows(added: readonly Add[], bare: readonly Add[]): Row[] {
  const row = (
    what: string,
    choose: (add: Add) => number,
    atMost: number,
    pick: (values: number[]) => number,
  ): Row => ({
    what: `click on 'Add to cart' to ${what}`,
    value: pick(added.map(choose)),
    unit: 'ms',
    goal: { atMost },
    against: { what: 'a page on bare node:http', value: pick(bare.map(choose)) },
    note: `${added.length} adds`,
  });
  const p95 = (values: number[]) => percentile(values, 0.95);
  return [
    row('announced: median', ({ announced }) => announced, 120, median),
    row('announced: p95', ({ announced }) => announced, 120, p95),
    row('the count in the header: median', ({ counted }) => counted, 120, median),
    row('the count in the header: p95', ({ counted }) => counted, 120, p95),
  ];
}
