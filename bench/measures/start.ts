import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { spawnShop } from '#tests/shop-process.ts';
import { startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { databaseOf, openShop, shopEnvironment } from '../shop.ts';
import { median } from '../statistics.ts';
import { productPaths } from '../targets.ts';

/** From the start of the process, its database initialised, to the first whole product page. */
export const start: Measure = async ({ dataDir, rounds }) => {
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  const [path = ''] = await productPaths(database, 1);
  await database.close();
  await shop.stop();
  const seconds: number[] = [];
  const bareSeconds: number[] = [];
  for (let round = 0; round < 2 * rounds + 1; round += 1) {
    seconds.push(await shopStart(dataDir, path));
    bareSeconds.push(await bareStart());
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

async function shopStart(dataDir: string, path: string): Promise<number> {
  const begun = performance.now();
  const shop = await spawnShop({ env: shopEnvironment(dataDir), logFile: `${dataDir}/shop.log` });
  const ended = once(shop.child, 'exit').then(() => true);
  try {
    for (;;) {
      if (await firstPage(shop.url + path)) return (performance.now() - begun) / 1000;
      if (await Promise.race([ended, sleep(5, false)])) throw new Error('the shop ended while it was opening');
    }
  } finally {
    await shop.stop();
  }
}

async function firstPage(url: string): Promise<boolean> {
  const answer = await request(url).catch(() => null);
  if (!answer) return false;
  const html = await answer.body.text();
  return answer.statusCode === 200 && html.includes('</html>');
}

async function bareStart(): Promise<number> {
  const begun = performance.now();
  const bare = await startBare({ status: 200, headers: {}, body: Buffer.from('</html>').toString('base64') });
  await firstPage(bare.url);
  const seconds = (performance.now() - begun) / 1000;
  bare.stop();
  return seconds;
}
