import type { Measure } from '../bench.ts';
import type { Row } from '../report.ts';
import { type LoadSummary, runLoadsInTurn } from '../run-load.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { captureResponse, startBareServer } from '../start-bare-server.ts';
import { findProductPaths, listingPaths } from '../targets.ts';

const connections = 8;

/**
 * Pages without the page cache. Each connection requests its own page, because concurrent requests
 * for one page share a render.
 */
export const rendered: Measure = async ({ dataDir, seconds, rounds }) => {
  const shop = await openShop(dataDir, { PAGE_CACHE_MB: '0' });
  const database = openShopDatabase(dataDir);
  try {
    const pages = { 'product page': await findProductPaths(database, connections), 'listing of 24': listingPaths };
    const rows: Row[] = [];
    for (const [name, paths] of Object.entries(pages)) {
      const urls = paths.map((path) => shop.url + path);
      const bare = await startBareServer(await captureResponse(urls[0] ?? ''));
      const load = { connections, seconds };
      const results = await runLoadsInTurn(
        {
          shop: { pid: shop.serverPid(), load: { ...load, urls } },
          bare: { pid: bare.pid, load: { ...load, urls: [bare.url] } },
        },
        rounds,
      );
      bare.stop();
      rows.push(...createRows(name, results.shop, results.bare));
    }
    return rows;
  } finally {
    await database.close();
    await shop.stop();
  }
};

function createRows(name: string, shop: LoadSummary, bare: LoadSummary): Row[] {
  const note =
    shop.processorTime === null
      ? undefined
      : `${(shop.processorTime / 1000).toFixed(2)} ms of the shop's processor time per page`;
  return [
    {
      what: `${name}, rendered each time`,
      value: shop.perSecond,
      unit: 'requests/s',
      goal: { atLeast: 800 },
      against: { what: 'bare node:http', value: bare.perSecond },
      note,
    },
    {
      what: `${name}, rendered each time: p99`,
      value: shop.p99,
      unit: 'ms',
      goal: { atMost: 25 },
      against: { what: 'bare', value: Math.max(bare.p99, 1) },
    },
  ];
}
