import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { readProcessMemory } from '#tests/support/shop-process.ts';
import type { Measure } from '../bench.ts';
import { createTypedQueries, fetchSuggestions, measureSlips, measureThroughput } from '../live-search.ts';
import { runOpenLoop } from '../open-loop.ts';
import { runInTurn } from '../p99-row.ts';
import type { Row } from '../report.ts';
import { fillGeneratedShop, openShop, openShopDatabase } from '../shop.ts';
import { median } from '../statistics.ts';

export const sizeProducts = 100_000;

const differentQueries = 5_000;
const searchesPerSecond = 50;

/** Lists, each of which is requested alone. A goal is that of the slowest path. */
const lists: Readonly<Record<string, { readonly atMost: number; readonly paths: readonly string[] }>> = {
  'filtered lists with counts': {
    atMost: 120,
    paths: [
      '/shop?is=glaze.celadon&max=60&stock=in',
      '/shop?is=glaze.celadon,glaze.oat',
      '/shop?is=origin.france,material.stoneware',
      '/shop?min=20&max=60',
      '/shop?stock=in&page=2000',
      '/shop?sale=1&rating=4',
      '/shop?in=tableware,kitchen&stock=in&max=60',
      '/shop?brand=saltmarsh&orderby=price-asc',
      '/category/tableware?max=60&stock=in',
      '/category/lighting?sale=1',
    ],
  },
  categories: {
    atMost: 60,
    paths: ['tableware', 'kitchen', 'textiles', 'lighting'].flatMap((slug) => [
      `/category/${slug}`,
      `/category/${slug}?page=40`,
      `/category/${slug}?orderby=newest`,
    ]),
  },
  'pages of all products': {
    atMost: 60,
    paths: [1, 2, 1000, 2000, 3000, 4000].map((page) => `/shop?page=${page}`),
  },
};

/** Search and lists over 100,000 products, uncached, with what they need of memory and disk. */
export const size: Measure = async ({ dataDir, rounds, turns, share }) => {
  const folder = await fillGeneratedShop(dataDir, sizeProducts);
  const shop = await openShop(folder, { PAGE_CACHE_MB: '0' });
  const database = openShopDatabase(folder);
  try {
    const queries = await createTypedQueries(database, Math.round(differentQueries * share));
    const ask = (query: string) => fetchSuggestions(shop.url, query);
    const speeds: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const speed = await measureThroughput(queries, ask);
      if (round > 0) speeds.push(speed);
    }
    const arrivals = { rate: searchesPerSecond, count: Math.min(searchesPerSecond * turns.seconds, queries.length) };
    const [steady = []] = await runInTurn(turns, [
      () => runOpenLoop(arrivals, async (index) => void (await ask(queries[index] ?? ''))),
    ]);
    const slips = await measureSlips(database, Math.round(1_000 * share), async (query) =>
      (await ask(query)).map(({ value }) => value),
    );
    const rows: Row[] = [
      { what: 'search over 100,000 products', value: median(speeds), unit: 'requests/s', goal: { atLeast: 400 } },
      {
        ...{
          what: `search over 100,000, ${searchesPerSecond} a second: p99`,
          value: median(steady.map(({ p99 }) => p99)),
        },
        ...{ unit: 'ms', goal: { atMost: 30 }, note: `median ${median(steady.map(({ p50 }) => p50)).toFixed(1)} ms` },
      },
      {
        ...{
          what: `search over 100,000: first 5 of ${slips.queries} random slips`,
          value: slips.recall * 100,
          unit: '%',
        },
        goal: { atLeast: 98 },
      },
    ];
    for (const [name, { atMost, paths }] of Object.entries(lists)) {
      rows.push(await createListsRow(`${name}, the slowest of ${paths.length}`, atMost, shop.url, paths));
    }
    return [...rows, ...createSpaceRows(folder, shop.serverPid())];
  } finally {
    await database.close();
    await shop.stop();
  }
};

async function createListsRow(what: string, atMost: number, url: string, paths: readonly string[]): Promise<Row> {
  const times: { path: string; time: number }[] = [];
  for (const path of paths) {
    const tries: number[] = [];
    for (let index = 0; index < 7; index += 1) tries.push(await measurePage(url + path));
    times.push({ path, time: median(tries) });
  }
  const sorted = times.toSorted((a, b) => b.time - a.time);
  const note = `${sorted[0]?.path}; the median of all ${median(times.map(({ time }) => time)).toFixed(1)} ms, the fastest ${sorted.at(-1)?.time.toFixed(1)} ms`;
  return { what, value: sorted[0]?.time ?? Number.NaN, unit: 'ms', goal: { atMost }, note };
}

/** @returns milliseconds to the last byte */
async function measurePage(url: string): Promise<number> {
  const start = performance.now();
  const { statusCode, body } = await request(url);
  await body.dump();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return performance.now() - start;
}

function createSpaceRows(folder: string, pid: number): Row[] {
  const megabyte = 1e6;
  const memory = readProcessMemory(pid);
  const disk = readdirSync(join(folder, 'postgres'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  return [
    ...(memory === null
      ? []
      : [{ what: 'memory of the shop with 100,000 products', value: memory / megabyte, unit: 'MB' } as const]),
    { what: 'disk of the database, with its log', value: disk / megabyte, unit: 'MB' },
  ];
}
