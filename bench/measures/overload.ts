import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newShopper } from '#tests/support/shopper.ts';
import type { Measure } from '../bench.ts';
import type { FloodResult } from '../flood.ts';
import { runOpenLoop } from '../open-loop.ts';
import { openShop, openShopDatabase } from '../shop.ts';
import { startBareServer } from '../start-bare-server.ts';
import { findProductPaths, findUnmanagedProducts } from '../targets.ts';

const connections = 400;

/** A mix of uncached, cached and private pages. */
async function findMixedPaths(database: ReturnType<typeof openShopDatabase>): Promise<string[]> {
  const prices = Array.from({ length: 60 }, (_, index) => `/shop?min=${index + 1}&max=${index + 40}`);
  const searches = ['mug', 'vase', 'bowl', 'stonwear', 'jug', 'plate'].map(
    (query) => `/ajax?action=theme_ajax_search_products&query=${query}`,
  );
  const cached = await findProductPaths(database, 12);
  return [...prices, ...searches, ...cached, '/cart', '/shop', '/'];
}

/** Resolves once all connections are open and the first requests are sent. */
async function startFlood(
  url: string,
  paths: string,
  seconds: number,
): Promise<{ readonly ended: Promise<FloodResult> }> {
  const options = ['--url', url, '--paths', paths, '--connections', String(connections), '--seconds', String(seconds)];
  const file = join(import.meta.dirname, '../flood.ts');
  const child = spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const ended = once(child, 'close').then(() => JSON.parse(output.replace('ready\n', '')) as FloodResult);
  ended.catch(() => {});
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bench/flood.ts ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.startsWith('ready\n')) resolve();
    });
  });
  return { ended };
}

const busyPageBytes = 2_500;

/** p99 in ms of a 503 from a server that does nothing else, with the same client and machine. */
async function measureBareRefusal(seconds: number): Promise<number> {
  const body = Buffer.alloc(busyPageBytes, 'a');
  const headers = { 'content-length': String(body.length) };
  const server = await startBareServer({ status: 503, headers, body: body.toString('base64') });
  try {
    return (await (await startFlood(server.url, '["/"]', seconds)).ended).refusedP99;
  } finally {
    server.stop();
  }
}

/** Latency of add to cart and of refusals while 400 connections overload the shop. */
export const overload: Measure = async ({ dataDir, seconds }) => {
  const bare = await measureBareRefusal(Math.min(seconds, 5));
  const shop = await openShop(dataDir, { LOG_LEVEL: 'error' });
  const database = openShopDatabase(dataDir);
  try {
    const productIds = await findUnmanagedProducts(database, 6);
    const paths = JSON.stringify(await findMixedPaths(database));
    const shoppers = Array.from({ length: 16 }, () => newShopper(shop));
    const add = async (index: number) => {
      const shopper = shoppers[index % 16] ?? newShopper(shop);
      const { status } = await shopper.addToCart(productIds[index % productIds.length] ?? 0);
      if (status !== 303) throw new Error(`adding to the cart answered ${status}`);
    };
    for (const [index] of shoppers.entries()) await add(index);
    const flood = await startFlood(shop.url, paths, seconds);
    const answered = await runOpenLoop({ rate: 20, count: 20 * (seconds - 1) }, add);
    const flooded = await flood.ended;
    const what = `${connections} connections of mixed reads`;
    const served = `${Math.round(flooded.served / seconds)} served per second, ${Math.round(flooded.refused / seconds)} refused; a bare node:http server ${bare.toFixed(0)} ms`;
    return [
      {
        what: `${what}: p99 of add to cart at 20 a second`,
        value: answered.p99,
        unit: 'ms',
        goal: { atMost: 500 },
        note: `median ${answered.p50.toFixed(0)} ms, ${answered.failed} refused`,
      },
      { what: `${what}: p99 of a refusal`, value: flooded.refusedP99, unit: 'ms', goal: { atMost: 50 }, note: served },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};
