import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { assembleFeatures } from '#app/assembly.ts';
import { shopConfig } from '#shop.config';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { readProcessMemory, type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { temporaryFolder } from '../processes/start-built.ts';
import { sendBytes } from './exchange.ts';
import { type Corpus, randomSending } from './generate.ts';

// `npm run fuzz` sets both. By default the test runs for 4 seconds with the same seed.
const seconds = Number(process.env.FUZZ_SECONDS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const megabyte = 1024 * 1024;
const attackers = 12;

const database = useDatabase();

it(`hostile requests for ${seconds} s, seed ${seed}: the shop stays up, small and quiet, and a shopper buys meanwhile`, {
  timeout: (seconds + 120) * 1000,
}, async () => {
  const routes = await registeredRoutes();
  expect(routes.length).toBeGreaterThan(40);
  const logFile = join(temporaryFolder(), 'shop.log');
  const shop = await startDemo(logFile);
  try {
    const corpus = await createCorpus(shop, routes);
    const pid = shop.serverPid();
    const watch = watchMemory(pid);
    const until = Date.now() + seconds * 1000;
    const [orderCount, { faults, statuses }] = await Promise.all([
      buyUntil(shop, until),
      attackUntil(shop, corpus, until),
    ]);
    console.info(`${orderCount} bought; answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
    expect(faults).toEqual([]);
    // Requests reached handlers that succeed and handlers that reject.
    for (const status of [200, 400, 404, 413]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
    expect(orderCount).toBeGreaterThan(0);
    expect(findErrorLines(logFile)).toEqual([]);
    expect(watch.stop() / megabyte).toBeLessThan(400);
    expect((await newShopper(shop).visit('/readyz')).status).toBe(200);
    expect(shop.serverPid()).toBe(pid);
  } finally {
    await shop.stop();
  }
});

async function registeredRoutes(): Promise<Corpus['routes']> {
  const routes: RouteOptions[] = [];
  await testShop(database, { onRoute: (route) => routes.push(route) });
  return routes.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: String(each), path: url })));
}

/** Starts a demo shop on the database of the test. */
function startDemo(logFile: string): Promise<ShopProcess> {
  const env = { MODE: 'demo', DATA_DIR: temporaryFolder(), DATABASE_URL: database.connectionString, LOG_LEVEL: 'warn' };
  return startShop({ env, logFile });
}

const schemas = import.meta.glob<object>('../../src/features/*/schemas.ts', { eager: true });

async function createCorpus(shop: ShopProcess, routes: Corpus['routes']): Promise<Corpus> {
  const { features } = assembleFeatures(shopConfig);
  const fieldsOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
  const productPage = (await newShopper(shop).visit('/product/harbour-mug')).body;
  const names = new Set([
    ...['action', 'product_id', 'variation_id', 'billing_email', 'payment_method', 'request_key', 'cart_item_key'],
    ...features.flatMap((feature) => feature.pages ?? []).flatMap((page) => page.query ?? []),
    ...features.flatMap((feature) => feature.actions ?? []).flatMap((action) => fieldsOf(action.schema)),
    ...Object.values(schemas).flatMap((file) => Object.values(file).flatMap(fieldsOf)),
    ...[...productPage.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name),
  ]);
  const { rows } = await database.pool.query<{ slug: string }>(
    'select slug from products union select slug from categories',
  );
  return { routes, names: [...names], slugs: rows.map(({ slug }) => slug) };
}

interface AttackResult {
  /** Requests answered with a 5xx other than 503. */
  readonly faults: readonly string[];
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

async function attackUntil(shop: ShopProcess, corpus: Corpus, until: number): Promise<AttackResult> {
  const faults: string[] = [];
  const counts = new Map<number, number>();
  const url = new URL(shop.url);
  const attack = async (stream: number) => {
    const chance = createChance(seed, stream);
    while (Date.now() < until && faults.length < 5) {
      const sending = randomSending(chance, corpus);
      const { statuses } = await sendBytes(url, sending);
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
      const isFault = statuses.some((status) => status >= 500 && status !== 503);
      if (isFault) faults.push(`${statuses.join()}: ${Buffer.concat(sending.parts).toString('latin1').slice(0, 1500)}`);
    }
  };
  await Promise.all(Array.from({ length: attackers }, (_, index) => attack(index)));
  return { faults, statuses: counts };
}

/** Places one order after another. @throws Error when one fails */
async function buyUntil(shop: ShopProcess, until: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select p.id from products p join stock_levels s on s.variation_id = p.id
    where p.type = 'simple' and p.status = 'published' and s.on_hand > 0 and not p.sold_individually
      and not exists (select from product_addons a where a.product_id = p.id and a.required)
    order by s.on_hand desc limit 5`,
  );
  let orderCount = 0;
  while (Date.now() < until) {
    // Attacks keep the shop busy, which may refuse a request.
    const shopper = newShopper(shop, { isPatient: true });
    const added = await shopper.addToCart(rows[orderCount % rows.length]?.id ?? 0);
    expect(added.status).toBe(303);
    const form = await shopper.fillInCheckout();
    const placed = form && (await shopper.placeOrder(form));
    expect(placed && readOrderToken(placed)).not.toBeNull();
    orderCount += 1;
    await sleep(500);
  }
  return orderCount;
}

/** Samples the memory of a process every 100 ms; on Linux only. */
function watchMemory(pid: number): { /** @returns the highest sample in bytes */ stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, readProcessMemory(pid) ?? 0);
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Log lines of level error and above, with a stack trace, or that are not JSON. */
function findErrorLines(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  return lines.filter((line) => /"level":[56]0/.test(line) || line.includes('\\n    at ') || !line.startsWith('{'));
}
