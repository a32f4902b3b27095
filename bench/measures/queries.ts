import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { startShop } from '#tests/shop-process.ts';
import {
  addToCart,
  fillInCheckout,
  newShopper,
  orderTokenOf,
  placeOrder,
  type Shopper,
  visit,
} from '#tests/shopper.ts';
import type { Measure } from '../bench.ts';
import { type QueryCounter, startQueryCounter, statementsOf } from '../query-counter.ts';
import type { Row } from '../report.ts';
import { databaseOf, openShop } from '../shop.ts';
import { endlessProducts, listingPaths, productPaths } from '../targets.ts';

const tries = 12;

/** How often pages and calls ask the database, counted on the wire by a second shop that remembers no page. */
export const queries: Measure = async ({ dataDir }) => {
  const owner = await openShop(dataDir);
  const database = databaseOf(dataDir);
  const counter = await startQueryCounter(findRunningDatabase(dataDir)?.socketDir ?? '');
  const env = {
    MODE: 'demo',
    DATA_DIR: `${dataDir}-counted`,
    DATABASE_URL: counter.connectionString,
    PAGE_CACHE_MB: '0',
  };
  const shop = await startShop({ env: { ...env, LOG_LEVEL: 'error' }, logFile: '/dev/null' });
  try {
    const [product = ''] = await productPaths(database, 1);
    const [listing = ''] = listingPaths;
    const wares = await endlessProducts(database, 3);
    return [
      row('product page, rendered', await pageQueries(counter, shop.url + product), 6),
      row('listing of 24, rendered', await pageQueries(counter, shop.url + listing), 6),
      row('add to cart', await addQueries(counter, shop.url, wares), 6),
      row('place an order of 3 lines', await orderQueries(counter, shop.url, wares)),
    ];
  } finally {
    await shop.stop('SIGKILL');
    counter.close();
    await database.close();
    await owner.stop();
  }
};

function row(what: string, value: number, atMost?: number): Row {
  return { what: `${what}: queries`, value, unit: 'queries', goal: atMost === undefined ? undefined : { atMost } };
}

async function pageQueries(counter: QueryCounter, url: string): Promise<number> {
  // Different each time, and no parameter of the page: what is asked for is never just being rendered.
  return statementsOf(counter, tries, async () => {
    const { statusCode, body } = await request(`${url}${url.includes('?') ? '&' : '?'}nothing=${randomUUID()}`);
    await body.dump();
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  });
}

async function addQueries(
  counter: QueryCounter,
  url: string,
  [first = 0, second = 0]: readonly number[],
): Promise<number> {
  const shopper = newShopper();
  await added(shopper, url, second);
  return statementsOf(counter, tries, () => added(shopper, url, first));
}

async function added(shopper: Shopper, url: string, product: number): Promise<void> {
  const { status } = await addToCart(shopper, url, product);
  if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
}

async function orderQueries(counter: QueryCounter, url: string, wares: readonly number[]): Promise<number> {
  const counts: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const shopper = newShopper();
    for (const product of wares) await added(shopper, url, product);
    const form = await fillInCheckout(shopper, url);
    if (!form) throw new Error('the cart could not be ordered');
    const count = await statementsOf(counter, 1, async () => {
      const answer = await placeOrder(shopper, url, form);
      if (orderTokenOf(answer) === null) throw new Error(`the order was not placed: ${answer.status}`);
    });
    counts.push(count);
    // The mails of this order are written before the next one is counted.
    await visit(shopper, `${url}/healthz`);
  }
  return Math.min(...counts);
}
