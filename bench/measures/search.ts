import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';
import type { Measure } from '../bench.ts';
import { type OpenLoopResult, runOpenLoop } from '../open-loop.ts';
import type { Row } from '../report.ts';
import { measureQuality } from '../search-quality.ts';
import { fillGeneratedShop, openShop, openShopDatabase } from '../shop.ts';
import { type BareResponse, startBareServer } from '../start-bare-server.ts';
import { median } from '../statistics.ts';

const connections = 8;
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

interface Suggestion {
  readonly value: string;
}

async function fetchSuggestions(url: string, query: string): Promise<readonly Suggestion[]> {
  const parameters = new URLSearchParams({ action: 'theme_ajax_search_products', query });
  const { statusCode, body } = await request(`${url}/ajax?${parameters}`);
  const answer = (await body.json()) as readonly Suggestion[];
  if (statusCode !== 200) throw new Error(`the search for '${query}' answered ${statusCode}`);
  return answer;
}

/** @returns responses per second */
async function measureThroughput(
  queries: readonly string[],
  ask: (query: string) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < queries.length) {
      next += 1;
      await ask(queries[next - 1] ?? '');
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return queries.length / ((performance.now() - start) / 1000);
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

/**
 * Queries as typed on the way to a product: the start of one word, of two words in either order,
 * or of the name; one in four has a typo.
 */
async function createTypedQueries({ pool }: Database, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from products where status = 'published' and visibility in ('visible', 'search') order by md5(id::text)`,
  );
  const random = createRandomBelow(20_261_121);
  const typed = new Set<string>();
  for (let index = 0; typed.size < count && index < 50 * count; index += 1) {
    const words = (rows[index % rows.length]?.name ?? '').split(' ').filter((word) => word.length > 3);
    const [word = '', other = ''] = words.toSorted(() => random(2) - 0.5);
    const beginning = word.slice(0, 3 + random(word.length - 2));
    const ways = [
      beginning,
      `${other} ${beginning}`.trim(),
      words.join(' ').slice(0, 4 + random(30)),
      addTypo(word, random),
    ];
    const query = (ways[random(4)] ?? '').trim();
    if (query.length >= 3) typed.add(query);
  }
  return [...typed];
}

function addTypo(word: string, random: (below: number) => number): string {
  const index = 1 + random(Math.max(1, word.length - 2));
  const [before, sign = '', next = '', after] = [
    word.slice(0, index),
    word[index],
    word[index + 1],
    word.slice(index + 2),
  ];
  const ways = [before + next + after, before + next + sign + after, `${before}${sign}${sign}${next}${after}`];
  return ways[random(3)] ?? word;
}

/** A linear congruential generator: the same numbers for the same seed. */
function createRandomBelow(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
