import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addToCart, newShopper } from '#tests/shopper.ts';
import type { Measure } from '../bench.ts';
import type { Flooded } from '../flood.ts';
import { arrive } from '../open-loop.ts';
import { databaseOf, openShop } from '../shop.ts';
import { endlessProducts, productPaths } from '../targets.ts';

const connections = 400;

/** Reads that are kept by no cache, reads from the cache and private ones, as a crowd brings them. */
async function mixedPaths(database: ReturnType<typeof databaseOf>): Promise<string[]> {
  const prices = Array.from({ length: 60 }, (_, at) => `/shop?min=${at + 1}&max=${at + 40}`);
  const searches = ['mug', 'vase', 'bowl', 'stonwear', 'jug', 'plate'].map(
    (query) => `/ajax?action=theme_ajax_search_products&query=${query}`,
  );
  const kept = await productPaths(database, 12);
  return [...prices, ...searches, ...kept, '/cart', '/shop', '/'];
}

/** Resolves once all connections are open and the first requests leave. */
async function startFlood(url: string, paths: string, seconds: number): Promise<{ readonly ended: Promise<Flooded> }> {
  const options = ['--url', url, '--paths', paths, '--connections', String(connections), '--seconds', String(seconds)];
  const file = join(import.meta.dirname, '../flood.ts');
  const child = spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const ended = once(child, 'close').then(() => JSON.parse(output.replace('ready\n', '')) as Flooded);
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.startsWith('ready\n')) resolve();
    });
  });
  return { ended };
}

/** The p99 of a refusal by a server that does nothing else, with the same client on the same machine. */
async function bareRefusal(seconds: number): Promise<number> {
  const server = fork(join(import.meta.dirname, '../bare-server.ts'));
  try {
    const [port] = await once(server, 'message');
    const flood = await startFlood(`http://127.0.0.1:${port}`, '["/"]', seconds);
    return (await flood.ended).refusedP99;
  } finally {
    server.kill();
  }
}

/** What shoppers who buy meet while a crowd asks for far more than can be rendered. */
export const overload: Measure = async ({ dataDir, seconds }) => {
  const bare = await bareRefusal(Math.min(seconds, 5));
  const shop = await openShop(dataDir, { LOG_LEVEL: 'error' });
  const database = databaseOf(dataDir);
  try {
    const wares = await endlessProducts(database, 6);
    const paths = JSON.stringify(await mixedPaths(database));
    const shoppers = Array.from({ length: 16 }, newShopper);
    const add = async (at: number) => {
      const { status } = await addToCart(shoppers[at % 16] ?? newShopper(), shop.url, wares[at % wares.length] ?? 0);
      if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
    };
    for (const [at] of shoppers.entries()) await add(at);
    const flood = await startFlood(shop.url, paths, seconds);
    const answered = await arrive({ rate: 20, count: 20 * (seconds - 1) }, add);
    const flooded = await flood.ended;
    const what = `${connections} connections of mixed reads`;
    const served = `${Math.round(flooded.served / seconds)} served a second, ${Math.round(flooded.refused / seconds)} refused; a bare node:http server ${bare.toFixed(0)} ms`;
    return [
      {
        what: `${what}: p99 of add to cart at 20 a second`,
        value: answered.p99,
        unit: 'ms',
        goal: { atMost: 500 },
        note: `half within ${answered.p50.toFixed(0)} ms, ${answered.failed} refused`,
      },
      { what: `${what}: p99 of a refusal`, value: flooded.refusedP99, unit: 'ms', goal: { atMost: 50 }, note: served },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};
