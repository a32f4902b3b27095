import { findFreePort } from '#tests/support/free-port.ts';
import type { Measure } from '../bench.ts';
import { runLoadsInTurn } from '../run-load.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { captureResponse, startBareServer } from '../start-bare-server.ts';
import { findProductPaths } from '../targets.ts';

const headers = { 'accept-encoding': 'br' };

/** A cached product page with metrics on, against the same bytes and headers from node:http. */
export const cached: Measure = async ({ dataDir, seconds, rounds }) => {
  const shop = await openShop(dataDir, { METRICS_PORT: String(await findFreePort()) });
  const database = openShopDatabase(dataDir);
  try {
    const [path = ''] = await findProductPaths(database, 1);
    const url = shop.url + path;
    const bare = await startBareServer(await captureBestCompression(url));
    const load = { connections: 8, seconds, headers };
    const results = await runLoadsInTurn(
      {
        shop: { pid: shop.serverPid(), load: { ...load, urls: [url] } },
        bare: { pid: bare.pid, load: { ...load, urls: [bare.url] } },
      },
      rounds,
    );
    bare.stop();
    const spent = (time: number | null) => (time === null ? '' : time.toFixed(1));
    return [
      {
        what: 'product page from the cache, metrics on',
        value: results.shop.perSecond,
        unit: 'requests/s',
        against: { what: 'bare node:http', value: results.bare.perSecond },
        note: `${spent(results.shop.processorTime)} µs of processor time per page, bare ${spent(results.bare.processorTime)} µs`,
      },
      {
        what: 'the same, of what bare node:http does with these bytes',
        value: (100 * results.shop.perSecond) / results.bare.perSecond,
        unit: '%',
        goal: { atLeast: 80 },
      },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};

/** A page that is requested often is recompressed at the best level, in the background. */
async function captureBestCompression(url: string) {
  for (let asked = 0; asked < 10; asked += 1) await captureResponse(url, headers);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return captureResponse(url, headers);
}
