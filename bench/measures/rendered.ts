import { answerOf, startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { fireInTurn, type Rounds } from '../cannon.ts';
import type { Row } from '../report.ts';
import { databaseOf, openShop } from '../shop.ts';
import { listingPaths, productPaths } from '../targets.ts';

const connections = 8;

/** Pages that are made anew each time. Each connection asks for a page of its own, since one page is never rendered twice at once. */
export const rendered: Measure = async ({ dataDir, seconds, rounds }) => {
  const shop = await openShop(dataDir, { PAGE_CACHE_MB: '0' });
  const database = databaseOf(dataDir);
  try {
    const pages = { 'product page': await productPaths(database, connections), 'listing of 24': listingPaths };
    const rows: Row[] = [];
    for (const [name, paths] of Object.entries(pages)) {
      const urls = paths.map((path) => shop.url + path);
      const bare = await startBare(await answerOf(urls[0] ?? ''));
      const load = { connections, seconds };
      const seen = await fireInTurn(
        {
          shop: { pid: shop.serverPid(), load: { ...load, urls } },
          bare: { pid: bare.pid, load: { ...load, urls: [bare.url] } },
        },
        rounds,
      );
      bare.stop();
      rows.push(...pageRows(name, seen.shop, seen.bare));
    }
    return rows;
  } finally {
    await database.close();
    await shop.stop();
  }
};

function pageRows(name: string, shop: Rounds, bare: Rounds): Row[] {
  const note =
    shop.processor === null
      ? undefined
      : `${(shop.processor / 1000).toFixed(2)} ms of the shop's processor time a page`;
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
