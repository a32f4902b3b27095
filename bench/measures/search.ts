import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';
import { type BareAnswer, startBare } from '../bare.ts';
import type { Measure } from '../bench.ts';
import { fillLarge } from '../large.ts';
import { type Answered, arrive } from '../open-loop.ts';
import type { Row } from '../report.ts';
import { measureQuality } from '../search-quality.ts';
import { databaseOf, openShop } from '../shop.ts';
import { median } from '../statistics.ts';

const connections = 8;
const differentQueries = 5_000;
const rate = 200;

/** Live search on 10,000 products, each query another, none remembered; then how often it finds what was meant. */
export const search: Measure = async ({ dataDir, seconds, rounds, share }) => {
  const folder = await fillLarge(dataDir);
  const shop = await openShop(folder);
  const database = databaseOf(folder);
  try {
    const queries = await typedQueries(database, Math.round(differentQueries * share));
    const bare = await startBare(bareAnswer);
    const ask = (query: string) => suggestionsOf(shop.url, query);
    const bareAsk = (query: string) => suggestionsOf(bare.url, query);
    const full: number[] = [];
    const fullBare: number[] = [];
    const steady: Answered[] = [];
    const steadyBare: Answered[] = [];
    const arrivals = { rate, count: Math.min(rate * seconds, queries.length) };
    // The first round counts for nothing.
    for (let round = 0; round <= rounds; round += 1) {
      const speeds = [await asFastAsItGoes(queries, ask), await asFastAsItGoes(queries, bareAsk)];
      const times = [
        await arrive(arrivals, async (at) => void (await ask(queries[at] ?? ''))),
        await arrive(arrivals, async (at) => void (await bareAsk(queries[at] ?? ''))),
      ];
      for (const { failure } of times) if (failure !== null) throw new Error(failure);
      if (round === 0) continue;
      full.push(speeds[0] ?? 0);
      fullBare.push(speeds[1] ?? 0);
      steady.push(...times.slice(0, 1));
      steadyBare.push(...times.slice(1));
    }
    bare.stop();
    return [speedRow(full, fullBare), p99Row(steady, steadyBare), await qualityRow(shop.url)];
  } finally {
    await database.close();
    await shop.stop();
  }
};

function speedRow(shop: readonly number[], bare: readonly number[]): Row {
  return {
    what: `live search, ${differentQueries} prefixes and typos`,
    value: median(shop),
    unit: 'requests/s',
    goal: { atLeast: 500 },
    against: { what: 'bare node:http', value: median(bare) },
  };
}

function p99Row(shop: readonly Answered[], bare: readonly Answered[]): Row {
  return {
    what: `live search, ${rate} a second: p99`,
    value: median(shop.map(({ p99 }) => p99)),
    unit: 'ms',
    goal: { atMost: 10 },
    against: { what: 'bare node:http at that rate', value: median(bare.map(({ p99 }) => p99)) },
    note: `half are answered within ${median(shop.map(({ p50 }) => p50)).toFixed(1)} ms`,
  };
}

async function qualityRow(url: string): Promise<Row> {
  const quality = await measureQuality(async (query) => (await suggestionsOf(url, query)).map(({ value }) => value));
  const lost = quality.lost.map(({ query }) => `'${query}'`).join(', ');
  return {
    what: `search: of ${quality.queries} queries, what is meant in the first 5`,
    value: quality.recall * 100,
    unit: '%',
    goal: { atLeast: 95 },
    note: lost === '' ? undefined : `not for ${lost}`,
  };
}

interface Named {
  readonly value: string;
}

async function suggestionsOf(url: string, query: string): Promise<readonly Named[]> {
  const parameters = new URLSearchParams({ action: 'theme_ajax_search_products', query });
  const { statusCode, body } = await request(`${url}/ajax?${parameters}`);
  const answer = (await body.json()) as readonly Named[];
  if (statusCode !== 200) throw new Error(`the search for '${query}' answered ${statusCode}`);
  return answer;
}

/** @returns answers a second */
async function asFastAsItGoes(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number> {
  let next = 0;
  const start = performance.now();
  const one = async () => {
    while (next < queries.length) {
      next += 1;
      await ask(queries[next - 1] ?? '');
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return queries.length / ((performance.now() - start) / 1000);
}

/** About what eight suggestions weigh. */
const bareAnswer: BareAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(
    JSON.stringify(
      Array(8).fill({ value: 'Stoneware floor vase', url: '/product/x', img: '', price: '€18.00', id: 1 }),
    ),
  ).toString('base64'),
};

/** What people type on their way to a product: beginnings of a word, of two in either order, of the name; one in four with a slip. */
async function typedQueries({ pool }: Database, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from products where status = 'published' and visibility in ('visible', 'search') order by md5(id::text)`,
  );
  const random = seeded(20_261_121);
  const typed = new Set<string>();
  for (let at = 0; typed.size < count && at < 50 * count; at += 1) {
    const words = (rows[at % rows.length]?.name ?? '').split(' ').filter((word) => word.length > 3);
    const [one = '', other = ''] = words.toSorted(() => random(2) - 0.5);
    const beginning = one.slice(0, 3 + random(one.length - 2));
    const ways = [
      beginning,
      `${other} ${beginning}`.trim(),
      words.join(' ').slice(0, 4 + random(30)),
      slip(one, random),
    ];
    const query = (ways[random(4)] ?? '').trim();
    if (query.length >= 3) typed.add(query);
  }
  return [...typed];
}

function slip(word: string, random: (below: number) => number): string {
  const at = 1 + random(Math.max(1, word.length - 2));
  const [before, sign = '', next = '', after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const ways = [before + next + after, before + next + sign + after, `${before}${sign}${sign}${next}${after}`];
  return ways[random(3)] ?? word;
}

/** The same numbers each time (a linear congruential generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
