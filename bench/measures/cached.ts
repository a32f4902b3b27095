import { freePort } from '#tests/shop-process.ts';
import { answerOf, startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { fireInTurn } from '../cannon.ts';
import { databaseOf, openShop } from '../shop.ts';
import { productPaths } from '../targets.ts';

const headers = { 'accept-encoding': 'br' };

/** A product page as a browser gets it, from the cache and with metrics on, and the same bytes and headers from node:http alone. */
export const cached: Measure = async ({ dataDir, seconds, rounds }) => {
  const shop = await openShop(dataDir, { METRICS_PORT: String(await freePort()) });
  const database = databaseOf(dataDir);
  try {
    const [path = ''] = await productPaths(database, 1);
    const url = shop.url + path;
    const bare = await startBare(await untilSmallest(url));
    const load = { connections: 8, seconds, headers };
    const seen = await fireInTurn(
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
        value: seen.shop.perSecond,
        unit: 'requests/s',
        against: { what: 'bare node:http', value: seen.bare.perSecond },
        note: `${spent(seen.shop.processor)} µs of processor time a page, bare ${spent(seen.bare.processor)} µs`,
      },
      {
        what: 'the same, of what bare node:http does with these bytes',
        value: (100 * seen.shop.perSecond) / seen.bare.perSecond,
        unit: '%',
        goal: { atLeast: 80 },
      },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};

/** A page that is asked for often is compressed once more, slowly, and then stays as it is. */
async function untilSmallest(url: string) {
  for (let asked = 0; asked < 10; asked += 1) await answerOf(url, headers);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return answerOf(url, headers);
}
