import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request } from 'undici';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { startShop } from '#tests/support/shop-process.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { countStatements, type QueryCounter, startQueryCounter } from '../query-counter.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { findProductPaths, findUnmanagedProducts, listingPaths } from '../targets.ts';

const tries = 12;

/** Statements per page and request, counted on the wire of a second shop without a page cache. */
export const queries: Measure = async ({ dataDir }) => {
  const owner = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const counter = await startQueryCounter(findRunningDatabase(dataDir)?.socketDir ?? '');
  const countedDir = `${dataDir}-counted`;
  const env = {
    MODE: 'demo',
    DATA_DIR: countedDir,
    DATABASE_URL: counter.connectionString,
    PAGE_CACHE_MB: '0',
  };
  const shop = await startShop({ env: { ...env, LOG_LEVEL: 'error' }, logFile: '/dev/null' });
  try {
    const [product = ''] = await findProductPaths(database, 1);
    const [listing = ''] = listingPaths;
    const productIds = await findUnmanagedProducts(database, 3);
    return [
      createRow('product page, rendered', await countPageQueries(counter, shop.url + product), 6),
      createRow('listing of 24, rendered', await countPageQueries(counter, shop.url + listing), 6),
      createRow('add to cart', await countAddQueries(counter, shop.url, productIds), 6),
      createRow('place an order of 3 lines', await countOrderQueries(counter, shop.url, productIds)),
    ];
  } finally {
    await shop.stop('SIGKILL');
    counter.close();
    await database.close();
    await owner.stop();
    rmSync(countedDir, { recursive: true, force: true });
  }
};

function createRow(what: string, value: number, atMost?: number): Row {
  return { what: `${what}: queries`, value, unit: 'queries', goal: atMost === undefined ? undefined : { atMost } };
}

async function countPageQueries(counter: QueryCounter, url: string): Promise<number> {
  // A new unknown parameter each time, so that no render is shared.
  return countStatements(counter, tries, async () => {
    const { statusCode, body } = await request(`${url}${url.includes('?') ? '&' : '?'}nothing=${randomUUID()}`);
    await body.dump();
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  });
}

async function countAddQueries(
  counter: QueryCounter,
  url: string,
  [first = 0, second = 0]: readonly number[],
): Promise<number> {
  const shopper = newShopper({ url });
  await addOrThrow(shopper, second);
  return countStatements(counter, tries, () => addOrThrow(shopper, first));
}

async function addOrThrow(shopper: Shopper, product: number): Promise<void> {
  const { status } = await shopper.addToCart(product);
  if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
}

async function countOrderQueries(counter: QueryCounter, url: string, productIds: readonly number[]): Promise<number> {
  const counts: number[] = [];
  for (let index = 0; index < tries; index += 1) {
    const shopper = newShopper({ url });
    for (const product of productIds) await addOrThrow(shopper, product);
    const form = await shopper.fillInCheckout();
    if (!form) throw new Error('the cart could not be ordered');
    const count = await countStatements(counter, 1, async () => {
      const answer = await shopper.placeOrder(form);
      if (readOrderToken(answer) === null) throw new Error(`the order was not placed: ${answer.status}`);
    });
    counts.push(count);
    // Lets the mail job of this order run before the next order is counted.
    await shopper.visit('/healthz');
  }
  return Math.min(...counts);
}
