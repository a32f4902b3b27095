import { type BrowserContext, chromium } from '@playwright/test';
import { hashPassword, isPasswordOf } from '#features/accounts/passwords/password.ts';
import { checkoutPath, checkoutReviewCallPath } from '#features/checkout/contract.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import type { Database } from '#platform/database/database.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { startBrowser } from '../browser.ts';
import { fillCarts } from '../carts.ts';
import { countBytes } from '../count-bytes.ts';
import { runOpenLoop } from '../open-loop.ts';
import { createP99Row, runInTurn } from '../p99-row.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';
import { findUnmanagedProducts } from '../targets.ts';

const shoppers = 50;
const signIns = 20;
const password = 'three grey herons';
const reviewPath = checkoutReviewCallPath(defaultWireNames.rest);
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '' };

/** The checkout of shoppers with two lines in the cart, and signing in. */
export const checkout: Measure = async ({ dataDir, turns }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const bare = await startBareServer(page);
  try {
    const productIds = await findUnmanagedProducts(database, 6);
    const ready = await fillCarts(shop.url, productIds, shoppers);
    const arrivals = { rate: 50, count: 50 * turns.seconds };
    const pick = (index: number) => ready[index % shoppers] as (typeof ready)[number];
    const [pages, reviews, barePages] = await runInTurn(turns, [
      () => runOpenLoop(arrivals, async (index) => requireOk(await pick(index).shopper.visit(checkoutPath))),
      () =>
        runOpenLoop(arrivals, async (index) => {
          const { shopper, form } = pick(index);
          requireOk(await shopper.submit(reviewPath, form));
        }),
      () => runOpenLoop(arrivals, async () => requireOk(await newShopper(bare).visit('/'))),
    ]);
    return [
      createP99Row('checkout page, 50 a second: p99', 40, pages, barePages),
      createP99Row('review of the checkout, 50 a second: p99', 40, reviews, barePages),
      await measureSignIn(shop.url, database),
      ...(await measureScripts(dataDir, shop.url, pick(0).shopper)),
    ];
  } finally {
    bare.stop();
    await database.close();
    await shop.stop();
  }
};

function requireOk({ status }: { readonly status: number }): void {
  if (status !== 200) throw new Error(`answered ${status}`);
}

/** One after another: what a customer waits for. */
async function measureSignIn(url: string, { pool }: Database): Promise<Row> {
  const email = 'bench@example.com';
  const hash = await hashPassword(password);
  await pool.query('delete from customers where email = $1', [email]);
  const { rows } = await pool.query(
    `insert into customers (email, locale, email_verified_at) values ($1, 'en-GB', now()) returning id`,
    [email],
  );
  await pool.query('insert into account_passwords (customer_id, hash) values ($1, $2)', [rows[0].id, hash]);
  const times: number[] = [];
  const hashing: number[] = [];
  for (let count = 0; count < signIns; count += 1) {
    await pool.query('delete from platform.rate_limits');
    const device = newShopper({ url });
    await device.visit('/account/sign-in');
    times.push(await measureTime(() => device.submit('/account/sign-in', { username: email, password })));
    hashing.push(await measureTime(() => isPasswordOf(hash, password)));
  }
  return {
    what: 'sign in with a password: median',
    value: median(times),
    unit: 'ms',
    goal: { atMost: 400 },
    note: `of this, hashing ${median(hashing).toFixed(0)} ms`,
  };
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Of both forms. A running shop follows the setting at once. */
async function measureScripts(dataDir: string, url: string, shopper: Shopper): Promise<Row[]> {
  const browser = await startBrowser();
  const chooseForm = (form: string) => runShopCommand(dataDir, 'settings', 'set', 'checkout.form', form);
  try {
    const chrome = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const openContext = async () => {
      const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
      await context.addCookies([...shopper.cookies].map(([name, value]) => ({ name, value, url })));
      return context;
    };
    const classic = await countScript(await openContext(), url + checkoutPath);
    await chooseForm('block');
    const block = await countScript(await openContext(), url + checkoutPath);
    await chrome.close();
    return [
      { what: 'classic checkout: script', value: classic / 1000, unit: 'kB', goal: { atMost: 60 } },
      { what: 'block checkout: script', value: block / 1000, unit: 'kB', goal: { atMost: 120 } },
    ];
  } finally {
    await chooseForm('classic');
    await browser.stop();
  }
}

async function countScript(context: BrowserContext, url: string): Promise<number> {
  const tab = await context.newPage();
  const bytes = await countBytes(context, tab);
  await tab.goto(url, { waitUntil: 'networkidle' });
  return bytes.Script;
}
