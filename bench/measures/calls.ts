import {
  addToCart,
  type Fields,
  fillInCheckout,
  newShopper,
  orderTokenOf,
  placeOrder,
  type Shopper,
  submit,
} from '#tests/shopper.ts';
import { startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { type Answered, type Arrivals, arrive } from '../open-loop.ts';
import type { Row } from '../report.ts';
import { databaseOf, openShop, untilJobsAreDone } from '../shop.ts';
import { median } from '../statistics.ts';
import { endlessProducts } from '../targets.ts';

const sessions = 16;
/** Answers as short as the shop's own to a form, and as quickly as node:http can. */
const redirect = { status: 303, headers: { location: '/cart', 'content-length': '0' }, body: '' };

/** Calls that come at a fixed rate, whether or not the shop keeps up. */
export const calls: Measure = async ({ dataDir, seconds, rounds }) => {
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  const bare = await startBare(redirect);
  try {
    const wares = await endlessProducts(database, 6);
    const rows: Row[] = [];
    const adding = { rate: 200, count: 200 * seconds };
    const [added, idle] = await inTurn(rounds, [
      () => addingLoad(shop.url, wares, adding),
      () => addingLoad(bare.url, wares, adding),
    ]);
    rows.push(p99Row('add to cart, 200 a second, 16 sessions: p99', 25, added, idle));
    const ordering = { rate: 50, count: 50 * seconds };
    const [ordered, idleToo] = await inTurn(rounds, [
      async () => {
        // A round is a shop's busiest hour: what the one before counted is over.
        await database.pool.query('delete from platform.rate_limits');
        const answered = await orderingLoad(shop.url, wares, ordering);
        await untilJobsAreDone(database, 300_000);
        return answered;
      },
      () => arrive(ordering, async () => void (await submit(newShopper(), `${bare.url}/checkout`, {}))),
    ]);
    rows.push(p99Row('place an order, 50 a second, mails in between: p99', 60, ordered, idleToo));
    return rows;
  } finally {
    bare.stop();
    await database.close();
    await shop.stop();
  }
};

/** The first round of each counts for nothing. */
async function inTurn(rounds: number, loads: readonly (() => Promise<Answered>)[]): Promise<Answered[][]> {
  const seen = loads.map((): Answered[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, load] of loads.entries()) {
      const answered = await load();
      if (answered.failed > 0) throw new Error(`${answered.failed} calls failed, the first with: ${answered.failure}`);
      if (round > 0) seen[at]?.push(answered);
    }
  }
  return seen;
}

function p99Row(what: string, atMost: number, shop: readonly Answered[] = [], bare: readonly Answered[] = []): Row {
  const middle = median(shop.map(({ p50 }) => p50));
  return {
    what,
    value: median(shop.map(({ p99 }) => p99)),
    unit: 'ms',
    goal: { atMost },
    against: { what: 'bare node:http at that rate', value: median(bare.map(({ p99 }) => p99)) },
    note: `half are answered within ${middle.toFixed(1)} ms`,
  };
}

async function addingLoad(url: string, wares: readonly number[], arrivals: Arrivals): Promise<Answered> {
  const shoppers = Array.from({ length: sessions }, newShopper);
  const add = async (shopper: Shopper, product: number) => {
    const { status } = await addToCart(shopper, url, product);
    if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
  };
  // Each has a session before it counts.
  for (const shopper of shoppers) await add(shopper, wares[0] ?? 0);
  return arrive(arrivals, (at) => add(shoppers[at % sessions] ?? newShopper(), wares[at % wares.length] ?? 0));
}

async function orderingLoad(url: string, wares: readonly number[], arrivals: Arrivals): Promise<Answered> {
  const ready = await filledCarts(url, wares, arrivals.count);
  return arrive(arrivals, async (at) => {
    const one = ready[at];
    const answer = one && (await placeOrder(one.shopper, url, one.form));
    if (!answer || orderTokenOf(answer) === null) throw new Error(`the order was not placed: ${answer?.status}`);
  });
}

interface Ready {
  readonly shopper: Shopper;
  readonly form: Fields;
}

/** Shoppers with two lines in the cart and the checkout filled in. */
async function filledCarts(url: string, wares: readonly number[], count: number): Promise<Ready[]> {
  const ready: Ready[] = [];
  const fill = async () => {
    while (ready.length < count) {
      const shopper = newShopper();
      const one = { shopper, form: {} as Fields };
      const at = ready.push(one);
      for (const step of [0, 1]) await addToCart(shopper, url, wares[(at + step) % wares.length] ?? 0);
      Object.assign(one, { form: await fillInCheckout(shopper, url) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, fill));
  return ready;
}
