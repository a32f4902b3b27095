import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { fillCarts } from '../carts.ts';
import { type Arrivals, type OpenLoopResult, runOpenLoop } from '../open-loop.ts';
import { createP99Row, runInTurn } from '../p99-row.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, waitForJobs } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { findUnmanagedProducts } from '../targets.ts';

const sessions = 16;
/** The bare server answers forms as the shop does. */
const redirect = { status: 303, headers: { location: '/cart', 'content-length': '0' }, body: '' };

/** Requests at a fixed rate, whether or not the shop keeps up. */
export const calls: Measure = async ({ dataDir, turns }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const bare = await startBareServer(redirect);
  try {
    const productIds = await findUnmanagedProducts(database, 6);
    const rows: Row[] = [];
    const adding = { rate: 200, count: 200 * turns.seconds };
    const [added, bareAdds] = await runInTurn(turns, [
      () => runAddToCart(shop.url, productIds, adding),
      () => runAddToCart(bare.url, productIds, adding),
    ]);
    rows.push(createP99Row('add to cart, 200 a second, 16 sessions: p99', 25, added, bareAdds));
    const ordering = { rate: 50, count: 50 * turns.seconds };
    const [ordered, bareOrders] = await runInTurn(turns, [
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

async function runOrders(url: string, productIds: readonly number[], arrivals: Arrivals): Promise<OpenLoopResult> {
  const ready = await fillCarts(url, productIds, arrivals.count);
  return runOpenLoop(arrivals, async (index) => {
    const next = ready[index];
    const answer = next && (await next.shopper.placeOrder(next.form));
    if (!answer || readOrderToken(answer) === null) throw new Error(`the order was not placed: ${answer?.status}`);
  });
}
