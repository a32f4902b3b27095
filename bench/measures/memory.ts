import type { ShopProcess } from '#tests/shop-process.ts';
import { addToCart, newShopper, visit } from '#tests/shopper.ts';
import { answerOf, startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { fire } from '../cannon.ts';
import { databaseOf, openShop, residentMemory } from '../shop.ts';
import { endlessProducts, productPaths } from '../targets.ts';

const requests = 100_000;
const samples = 10;
const connections = 8;
const megabyte = 1e6;

/** What the shop's process holds while it answers a hundred thousand requests: of a hundred, 80 from the cache, 18 rendered, two writing. */
export const memory: Measure = async ({ dataDir, share }) => {
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  try {
    const paths = await productPaths(database, connections);
    const wares = await endlessProducts(database, 6);
    const held: number[] = [];
    const each = (requests * share) / samples;
    for (let sample = 0; sample < samples; sample += 1) {
      await oneTenth(shop, paths, wares, each);
      held.push((residentMemory(shop.serverPid()) ?? Number.NaN) / megabyte);
    }
    const bare = await bareMemory(shop.url + (paths[0] ?? ''), requests * share);
    const [half = 0, end = 0] = [held[samples / 2 - 1], held.at(-1)];
    const course = held.map((one) => one.toFixed(0)).join(', ');
    return [
      {
        what: `memory of the shop’s process after ${(requests * share).toLocaleString('en-GB')} requests`,
        value: end,
        unit: 'MB',
        goal: { atMost: 300 },
        against: { what: 'bare node:http', value: bare },
        note: `after each tenth: ${course}`,
      },
      { what: 'growth of it in the second half', value: (100 * (end - half)) / half, unit: '%', goal: { atMost: 5 } },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};

async function oneTenth(
  shop: ShopProcess,
  paths: readonly string[],
  wares: readonly number[],
  count: number,
): Promise<void> {
  const stored = paths.map((path) => shop.url + path);
  // A link to a variation is rendered and not stored.
  const notStored = stored.map((url) => `${url}?variation=1`);
  await fire({ urls: stored, connections, amount: count * 0.8, headers: { 'accept-encoding': 'br' } });
  await fire({ urls: notStored, connections, amount: count * 0.18 });
  for (let at = 0; at < count * 0.01; at += 1) {
    const shopper = newShopper();
    await addToCart(shopper, shop.url, wares[at % wares.length] ?? 0);
    await visit(shopper, `${shop.url}/cart`);
  }
}

async function bareMemory(url: string, amount: number): Promise<number> {
  const bare = await startBare(await answerOf(url));
  await fire({ urls: [bare.url], connections, amount });
  const held = residentMemory(bare.pid) ?? Number.NaN;
  bare.stop();
  return held / megabyte;
}
