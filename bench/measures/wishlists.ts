import { getWishlistFormPath, wishlistPath } from '#features/wishlists/contract.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { flushToDisk } from '../disk.ts';
import { type Arrivals, type OpenLoopResult, runOpenLoop } from '../open-loop.ts';
import { createP99Row, runInTurn } from '../p99-row.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';
import { findPublishedProducts } from '../targets.ts';

const sessions = 16;
const listRows = 100;
/** The bare server answers forms as the shop does. */
const redirect = { status: 303, headers: { location: '/wishlist', 'content-length': '0' }, body: '' };

/** Requests at a fixed rate, whether or not the shop keeps up. Reads come first: PostgreSQL tidies up after writes. */
export const wishlists: Measure = async ({ dataDir, turns }) => {
  await runShopCommand(dataDir, 'settings', 'set', 'wishlist-pages.perPage', String(listRows));
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const bare = await startBareServer(redirect);
  try {
    const productIds = await findPublishedProducts(database, listRows);
    const viewing = { rate: 50, count: 50 * turns.seconds };
    const shopper = await fillWishlist(shop.url, productIds);
    const [viewed, bareViews] = await runInTurn(turns, [
      () => runOpenLoop(viewing, () => openWishlist(shopper)),
      () => runOpenLoop(viewing, async () => void (await newShopper(bare).visit('/wishlist'))),
    ]);
    const adding = { rate: 200, count: 200 * turns.seconds };
    const [listed, bareLists, flushes] = await runInTurn(turns, [
      () => runAddToWishlist(shop.url, productIds, adding),
      () => runAddToWishlist(bare.url, productIds, adding),
      () => flushToDisk(dataDir, adding),
    ]);
    return [
      createP99Row(`wishlist page of ${listRows} rows, 50 a second: p99`, 40, viewed, bareViews),
      createP99Row('add to wishlist, 200 a second, 16 sessions: p99', 20, listed, bareLists),
      createDiskRow(flushes),
    ];
  } finally {
    bare.stop();
    await database.close();
    await shop.stop();
  }
};

/** What each write waits for. */
function createDiskRow(flushes: readonly OpenLoopResult[] = []): Row {
  const p99s = flushes.map(({ p99 }) => p99);
  return {
    what: 'flush of 8 kB to this disk, 200 a second: p99',
    value: median(p99s),
    unit: 'ms',
    note: `worst round ${Math.max(...p99s).toFixed(0)}`,
  };
}

/** Each shopper adds every product once, then those that the list has already. */
async function runAddToWishlist(
  url: string,
  productIds: readonly number[],
  arrivals: Arrivals,
): Promise<OpenLoopResult> {
  const shoppers = Array.from({ length: sessions }, () => newShopper({ url }));
  const add = async (shopper: Shopper, product: number) => {
    const { status } = await shopper.submit(getWishlistFormPath('add'), { product_id: String(product) });
    if (status !== 303) throw new Error(`adding to the wishlist answered ${status}`);
  };
  for (const shopper of shoppers) await add(shopper, productIds[0] ?? 0);
  return runOpenLoop(arrivals, (index) =>
    add(
      shoppers[index % sessions] ?? newShopper({ url }),
      productIds[Math.floor(index / sessions) % productIds.length] ?? 0,
    ),
  );
}

/** A shopper with all of the products in the default list. */
async function fillWishlist(url: string, productIds: readonly number[]): Promise<Shopper> {
  const shopper = newShopper({ url });
  for (const product of productIds) await shopper.submit(getWishlistFormPath('add'), { product_id: String(product) });
  return shopper;
}

async function openWishlist(shopper: Shopper): Promise<void> {
  const { status, body } = await shopper.visit(wishlistPath);
  const rows = body.split('data-row-id').length - 1;
  if (status !== 200 || rows !== listRows) throw new Error(`the wishlist answered ${status} with ${rows} rows`);
}
