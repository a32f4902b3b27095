import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { spawnShop } from '#tests/support/shop-process.ts';
import type { Measure } from '../bench.ts';
import { createShopEnvironment, openShop, openShopDatabase } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';
import { findProductPaths } from '../targets.ts';

/** Time from starting the process on an existing database to the first complete product page. */
export const start: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  const [path = ''] = await findProductPaths(database, 1);
  await database.close();
  await shop.stop();
  const seconds: number[] = [];
  const bareSeconds: number[] = [];
  for (let round = 0; round < 2 * rounds + 1; round += 1) {
    seconds.push(await measureShopStart(dataDir, path));
    bareSeconds.push(await measureBareStart());
  }
  return [
    {
      what: 'start, database initialised, to the first page',
      value: median(seconds),
      unit: 's',
      goal: { atMost: 2 },
      against: { what: 'a bare node:http process', value: median(bareSeconds) },
      note: `from ${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)} s`,
    },
  ];
};

async function measureShopStart(dataDir: string, path: string): Promise<number> {
  const start = performance.now();
  const shop = await spawnShop({ env: createShopEnvironment(dataDir), logFile: `${dataDir}/shop.log` });
  const ended = once(shop.child, 'exit').then(() => true);
  try {
    for (;;) {
      if (await isPageServed(shop.url + path)) return (performance.now() - start) / 1000;
      if (await Promise.race([ended, sleep(5, false)]))
        throw new Error('the shop ended before it served a page; see shop.log in its data folder');
    }
  } finally {
    await shop.stop();
  }
}

async function isPageServed(url: string): Promise<boolean> {
  const answer = await request(url).catch(() => null);
  if (!answer) return false;
  const html = await answer.body.text();
  return answer.statusCode === 200 && html.includes('</html>');
}

async function measureBareStart(): Promise<number> {
  const start = performance.now();
  const bare = await startBareServer({ status: 200, headers: {}, body: Buffer.from('</html>').toString('base64') });
  await isPageServed(bare.url);
  const seconds = (performance.now() - start) / 1000;
  bare.stop();
  return seconds;
}
