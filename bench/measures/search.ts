import type { Measure } from '../bench.ts';
import { createTypedQueries, fetchSuggestions, measureThroughput } from '../live-search.ts';
import { type OpenLoopResult, runOpenLoop } from '../open-loop.ts';
import type { Row } from '../report.ts';
import { measureQuality } from '../search-quality.ts';
import { fillGeneratedShop, openShop, openShopDatabase } from '../shop.ts';
import { type BareResponse, startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';

const differentQueries = 5_000;
const rate = 200;

/** Live search on 10,000 products with distinct queries and no cache, then its quality. */
export const search: Measure = async ({ dataDir, seconds, rounds, share }) => {
  const folder = await fillGeneratedShop(dataDir);
  const shop = await openShop(folder);
  const database = openShopDatabase(folder);
  try {
    const queries = await createTypedQueries(database, Math.round(differentQueries * share));
    const bare = await startBareServer(bareResponse);
    const ask = (query: string) => fetchSuggestions(shop.url, query);
    const bareAsk = (query: string) => fetchSuggestions(bare.url, query);
    const full: number[] = [];
    const fullBare: number[] = [];
    const steady: OpenLoopResult[] = [];
    const steadyBare: OpenLoopResult[] = [];
    const arrivals = { rate, count: Math.min(rate * seconds, queries.length) };
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const speeds = [await measureThroughput(queries, ask), await measureThroughput(queries, bareAsk)];
      const times = [
        await runOpenLoop(arrivals, async (index) => void (await ask(queries[index] ?? ''))),
        await runOpenLoop(arrivals, async (index) => void (await bareAsk(queries[index] ?? ''))),
      ];
      for (const { failure } of times) if (failure !== null) throw new Error(failure);
      if (round === 0) continue;
      full.push(speeds[0] ?? 0);
      fullBare.push(speeds[1] ?? 0);
      steady.push(...times.slice(0, 1));
      steadyBare.push(...times.slice(1));
    }
    bare.stop();
    return [createSpeedRow(full, fullBare), createP99Row(steady, steadyBare), await createQualityRow(shop.url)];
  } finally {
    await database.close();
    await shop.stop();
  }
};

function createSpeedRow(shop: readonly number[], bare: readonly number[]): Row {
  return {
    what: `live search, ${differentQueries} prefixes and typos`,
    value: median(shop),
    unit: 'requests/s',
    goal: { atLeast: 500 },
    against: { what: 'bare node:http', value: median(bare) },
  };
}

function createP99Row(shop: readonly OpenLoopResult[], bare: readonly OpenLoopResult[]): Row {
  return {
    what: `live search, ${rate} a second: p99`,
    value: median(shop.map(({ p99 }) => p99)),
    unit: 'ms',
    goal: { atMost: 10 },
    against: { what: 'bare node:http at that rate', value: median(bare.map(({ p99 }) => p99)) },
    note: `median ${median(shop.map(({ p50 }) => p50)).toFixed(1)} ms`,
  };
}

async function createQualityRow(url: string): Promise<Row> {
  const quality = await measureQuality(async (query) => (await fetchSuggestions(url, query)).map(({ value }) => value));
  const lost = quality.notFound.map(({ query }) => `'${query}'`).join(', ');
  return {
    what: `search: expected product in the first 5 of ${quality.queries} queries`,
    value: quality.recall * 100,
    unit: '%',
    goal: { atLeast: 95 },
    note: lost === '' ? undefined : `not found: ${lost}`,
  };
}

/** About as many bytes as eight suggestions. */
const bareResponse: BareResponse = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(
    JSON.stringify(
      Array(8).fill({ value: 'Stoneware floor vase', url: '/product/x', img: '', price: '€18.00', id: 1 }),
    ),
  ).toString('base64'),
};
