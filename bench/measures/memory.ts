import { readProcessMemory, type ShopProcess } from '#tests/support/shop-process.ts';
import { newShopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import { runLoad } from '../run-load.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { captureResponse, startBareServer } from '../start-bare-server.ts';
import { findProductPaths, findUnmanagedProducts } from '../targets.ts';

const requestCount = 100_000;
const sampleCount = 10;
const connections = 8;
const megabyte = 1e6;

/**
 * Resident memory of the shop's process during 100,000 requests: 80 % from the page cache, 18 %
 * rendered, 2 % carts.
 */
export const memory: Measure = async ({ dataDir, share }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  try {
    const paths = await findProductPaths(database, connections);
    const productIds = await findUnmanagedProducts(database, 6);
    const samples: number[] = [];
    const each = (requestCount * share) / sampleCount;
    for (let sample = 0; sample < sampleCount; sample += 1) {
      await runSample(shop, paths, productIds, each);
      samples.push((readProcessMemory(shop.serverPid()) ?? Number.NaN) / megabyte);
    }
    const bare = await measureBareMemory(shop.url + (paths[0] ?? ''), requestCount * share);
    const [half = 0, end = 0] = [samples[sampleCount / 2 - 1], samples.at(-1)];
    const values = samples.map((value) => value.toFixed(0)).join(', ');
    return [
      {
        what: `memory of the shop’s process after ${(requestCount * share).toLocaleString('en-GB')} requests`,
        value: end,
        unit: 'MB',
        goal: { atMost: 300 },
        against: { what: 'bare node:http', value: bare },
        note: `after each tenth: ${values}`,
      },
      { what: 'growth of it in the second half', value: (100 * (end - half)) / half, unit: '%', goal: { atMost: 5 } },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};

async function runSample(
  shop: ShopProcess,
  paths: readonly string[],
  productIds: readonly number[],
  count: number,
): Promise<void> {
  const stored = paths.map((path) => shop.url + path);
  // A link to a variation is rendered and not cached.
  const notStored = stored.map((url) => `${url}?variation=1`);
  await runLoad({ urls: stored, connections, amount: count * 0.8, headers: { 'accept-encoding': 'br' } });
  await runLoad({ urls: notStored, connections, amount: count * 0.18 });
  for (let index = 0; index < count * 0.01; index += 1) {
    const shopper = newShopper(shop);
    await shopper.addToCart(productIds[index % productIds.length] ?? 0);
    await shopper.visit('/cart');
  }
}

async function measureBareMemory(url: string, amount: number): Promise<number> {
  const bare = await startBareServer(await captureResponse(url));
  await runLoad({ urls: [bare.url], connections, amount });
  const bytes = readProcessMemory(bare.pid) ?? Number.NaN;
  bare.stop();
  return bytes / megabyte;
}
