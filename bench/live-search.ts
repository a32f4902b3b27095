import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';

const connections = 8;

interface Suggestion {
  readonly value: string;
}

/** Asks as the search field does. */
export async function fetchSuggestions(url: string, query: string): Promise<readonly Suggestion[]> {
  const parameters = new URLSearchParams({ action: 'theme_ajax_search_products', query });
  const { statusCode, body } = await request(`${url}/ajax?${parameters}`);
  const answer = (await body.json()) as readonly Suggestion[];
  if (statusCode !== 200) throw new Error(`the search for '${query}' answered ${statusCode}`);
  return answer;
}

/**
 * Sends all queries, `connections` at a time.
 * @returns responses per second
 */
export async function measureThroughput(
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

/**
 * Queries as typed on the way to a product: the start of one word, of two words in either order,
 * or of the name; one in four has a typo.
 */
export async function createTypedQueries({ pool }: Database, count: number): Promise<string[]> {
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

export interface SlipQuality {
  readonly queries: number;
  /** Share of the queries whose product was among the first five: 0 to 1. */
  readonly recall: number;
}

/**
 * Searches names in which one letter of one word is missing, doubled, swapped or another.
 * @param search returns names of the products found, best first
 */
export async function measureSlips(
  { pool }: Database,
  count: number,
  search: (query: string) => Promise<readonly string[]>,
): Promise<SlipQuality> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from published_products where in_search order by md5('slip ' || id) limit $1`,
    [count],
  );
  const random = createRandomBelow(20_261_123);
  let found = 0;
  for (const { name } of rows) {
    const words = name.split(' ');
    const long = words.flatMap((word, index) => (word.length > 3 ? [index] : []));
    const index = long[random(long.length)] ?? 0;
    const query = words.with(index, addTypo(words[index] ?? '', random)).join(' ');
    if ((await search(query)).slice(0, 5).includes(name)) found += 1;
  }
  return { queries: rows.length, recall: found / rows.length };
}
