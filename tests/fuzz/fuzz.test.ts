import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { assembleFeatures } from '#app/assembly.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { getStoreRoot } from '#features/store-api/index.ts';
import { openApiPath } from '#platform/api/open-access.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { readProcessMemory, type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { temporaryFolder } from '../processes/start-built.ts';
import { type Sending, sendBytes } from './exchange.ts';
import { type Corpus, randomSending } from './generate.ts';
import { listShapedCalls, type OddProduct, oddNames } from './shaped-calls.ts';

// `npm run fuzz` sets both. By default the test runs for 4 seconds with the same seed.
const seconds = Number(process.env.FUZZ_SECONDS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const megabyte = 1024 * 1024;
const attackers = 12;

const database = useDatabase();

it(`hostile requests for ${seconds} s, seed ${seed}: the shop stays up, small and quiet, and a shopper buys meanwhile`, {
  timeout: (seconds + 120) * 1000,
}, async () => {
  const { routes, saveOddProducts, storeRoot } = await openTestShop();
  expect(routes.length).toBeGreaterThan(40);
  const logFile = join(temporaryFolder(), 'shop.log');
  const shop = await startDemo(logFile);
  try {
    const odd = await saveOddProducts();
    const corpus = await createCorpus(shop, routes);
    const shaped = await createShapedCalls(shop, odd, storeRoot);
    expect(shaped.length).toBeGreaterThan(1000);
    const pid = shop.serverPid();
    const watch = watchMemory(pid);
    const until = Date.now() + seconds * 1000;
    const [orderCount, { faults, statuses }] = await Promise.all([
      buyUntil(shop, until),
      attackUntil(shop, corpus, shaped, until),
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

/** A shop in this process on the same database. */
async function openTestShop() {
  const routes: RouteOptions[] = [];
  const { shop } = await testShop(database, { onRoute: (route) => routes.push(route) });
  return {
    routes: routes.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: String(each), path: url }))),
    storeRoot: getStoreRoot(shop.wire),
    saveOddProducts: () => Promise.all(oddNames.map((name) => saveOddProduct(shop, name))),
  };
}

async function saveOddProduct(shop: Shop, name: string): Promise<OddProduct> {
  const { attributeId, termId } = await inTransaction(shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name, productId: null }])).values();
    const [termId = 0] = (await ensureTerms(tx, [{ attributeId, name }])).values();
    return { attributeId, termId };
  });
  const { id } = await saveTestProduct(shop, {
    ...{ name, slug: `odd-${randomUUID()}`, type: 'variable', status: 'published' },
    attributes: [{ attributeId, terms: [termId], forVariations: true }],
    variations: [{ regularPrice: 100, terms: [{ attributeId, termId }] }],
  });
  return { id, attribute: name, value: name };
}

/** Calls of a guest with a cart token, in an order that the seed decides. */
async function createShapedCalls(
  shop: ShopProcess,
  odd: readonly OddProduct[],
  storeRoot: string,
): Promise<readonly Sending[]> {
  const description = await (await fetch(`${shop.url}${openApiPath}`)).json();
  const { headers } = await fetch(`${shop.url}${storeRoot}/cart`);
  const calls = listShapedCalls(description, odd, [`Cart-Token: ${headers.get('cart-token')}`]);
  return createChance(seed, attackers).shuffle(calls);
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

/** Sends the shaped calls, each once, and beside them random requests, at least so many that each kind of answer occurs. */
async function attackUntil(
  shop: ShopProcess,
  corpus: Corpus,
  shaped: readonly Sending[],
  until: number,
): Promise<AttackResult> {
  /** By method and path, so that one failing address does not hide others. */
  const faults = new Map<string, string>();
  const counts = new Map<number, number>();
  const url = new URL(shop.url);
  const waiting = [...shaped];
  const attack = async (stream: number) => {
    const chance = createChance(seed, stream);
    const isShaped = stream % 2 === 0;
    let randomLeft = 100;
    while ((Date.now() < until || waiting.length > 0 || randomLeft > 0) && faults.size < 20) {
      const shapedCall = isShaped ? waiting.pop() : undefined;
      if (!shapedCall) randomLeft -= 1;
      const sending = shapedCall ?? randomSending(chance, corpus);
      const { statuses } = await sendBytes(url, sending);
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
      if (!statuses.some((status) => status >= 500 && status !== 503)) continue;
      const text = Buffer.concat(sending.parts).toString('latin1');
      const [address = ''] = text.split(/[?\r\n]| HTTP/, 1);
      faults.set(address, `${statuses.join()}: ${text.slice(0, 1500)}`);
    }
  };
  await Promise.all(Array.from({ length: attackers }, (_, index) => attack(index)));
  return { faults: [...faults.values()], statuses: counts };
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
