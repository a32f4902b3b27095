import { getWishlistFormPath, wishlistPath } from '#features/wishlists/contract.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { fillCarts } from '../carts.ts';
import { flushToDisk } from '../disk.ts';
import { type Arrivals, type OpenLoopResult, runOpenLoop } from '../open-loop.ts';
import { createP99Row, runInTurn } from '../p99-row.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand, waitForJobs } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';
import { findPublishedProducts, findUnmanagedProducts } from '../targets.ts';

const sessions = 16;
const wishlistRows = 100;
/** The bare server answers forms as the shop does. */
const redirect = { status: 303, headers: { location: '/cart', 'content-length': '0' }, body: '' };

/** Requests at a fixed rate, whether or not the shop keeps up. */
export const calls: Measure = async ({ dataDir, seconds, rounds }) => {
  await runShopCommand(dataDir, 'settings', 'set', 'wishlist-pages.perPage', String(wishlistRows));
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const bare = await startBareServer(redirect);
  try {
    const productIds = await findUnmanagedProducts(database, 6);
    const rows: Row[] = [];
    const adding = { rate: 200, count: 200 * seconds };
    const [added, bareAdds] = await runInTurn(rounds, [
      () => runAddToCart(shop.url, productIds, adding),
      () => runAddToCart(bare.url, productIds, adding),
    ]);
    rows.push(createP99Row('add to cart, 200 a second, 16 sessions: p99', 25, added, bareAdds));
    const publishedIds = await findPublishedProducts(database, wishlistRows);
    const [listed, bareLists, flushes] = await runInTurn(rounds, [
      () => runAddToWishlist(shop.url, publishedIds, adding),
      () => runAddToWishlist(bare.url, publishedIds, adding),
      () => flushToDisk(dataDir, adding),
    ]);
    rows.push(createP99Row('add to wishlist, 200 a second, 16 sessions: p99', 20, listed, bareLists));
    rows.push(createDiskRow(flushes));
    const viewing = { rate: 50, count: 50 * seconds };
    const shopper = await fillWishlist(shop.url, publishedIds);
    const [viewed, bareViews] = await runInTurn(rounds, [
      () => runOpenLoop(viewing, () => openWishlist(shopper)),
      () => runOpenLoop(viewing, async () => void (await newShopper(bare).visit('/wishlist'))),
    ]);
    rows.push(createP99Row(`wishlist page of ${wishlistRows} rows, 50 a second: p99`, 40, viewed, bareViews));
    const ordering = { rate: 50, count: 50 * seconds };
    const [ordered, bareOrders] = await runInTurn(rounds, [
      async () => {
        // Each round starts with empty rate limits.
        await database.pool.query('delete from platform.rate_limits');
        const answered = await runOrders(shop.url, productIds, ordering);
        await waitForJobs(database, 300_000);
        return answered;
      },
      () => runOpenLoop(ordering, async () => void (await newShopper(bare).submit('/checkout', {}))),
    ]);
    rows.push(createP99Row('place an order, 50 a second, mails in between: p99', 60, ordered, bareOrders));
    return rows;
  } finally {
    bare.stop();
    await database.close();
    await shop.stop();
  }
};

/** Some disks stop for a tenth of a second now and then, and all writes with them. */
function createDiskRow(flushes: readonly OpenLoopResult[] = []): Row {
  const p99s = flushes.map(({ p99 }) => p99);
  return {
    what: 'flush of 8 kB to this disk, 200 a second: p99',
    value: median(p99s),
    unit: 'ms',
    note: `${Math.max(...p99s).toFixed(1)} ms in the worst round`,
  };
}

async function runAddToCart(url: string, productIds: readonly number[], arrivals: Arrivals): Promise<OpenLoopResult> {
  const shoppers = Array.from({ length: sessions }, () => newShopper({ url }));
  const add = async (shopper: Shopper, product: number) => {
    const { status } = await shopper.addToCart(product);
    if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
  };
  // Each shopper has a session before the measurement starts.
  for (const shopper of shoppers) await add(shopper, productIds[0] ?? 0);
  return runOpenLoop(arrivals, (index) =>
    add(shoppers[index % sessions] ?? newShopper({ url }), productIds[index % productIds.length] ?? 0),
  );
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
  if (status !== 200 || rows !== wishlistRows) throw new Error(`the wishlist answered ${status} with ${rows} rows`);
}

async function runOrders(url: string, productIds: readonly number[], arrivals: Arrivals): Promise<OpenLoopResult> {
  const ready = await fillCarts(url, productIds, arrivals.count);
  return runOpenLoop(arrivals, async (index) => {
    const next = ready[index];
    const answer = next && (await next.shopper.placeOrder(next.form));
    if (!answer || readOrderToken(answer) === null) throw new Error(`the order was not placed: ${answer?.status}`);
  });
}
