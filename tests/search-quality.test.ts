import { beforeAll, describe, expect, it } from 'vitest';
import { generateCatalogue } from '#demo/generated/catalogue.ts';
import { loadGeneratedCatalogue } from '#demo/loaders/generated-catalogue-loader.ts';
import { searchProducts } from '#features/search/index.ts';
import { indexChanges } from '#features/search/indexing.ts';
import { getSuggestStatement } from '#features/search/postgres/statements.ts';
import { suggestProducts } from '#features/search/search.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { measureQuality, qualityQueries } from '../bench/search-quality.ts';
import { useDatabase } from './support/database.ts';
import { testShop } from './support/test-shop.ts';

const { database } = useDatabase();
let shop: Shop;

/** Loads the expected products of the generated catalogue and every 25th other product. */
beforeAll(async () => {
  ({ shop } = await testShop(database, { choices: { currency: 'EUR' } }));
  const whole = generateCatalogue();
  const wanted = new Set(qualityQueries.map(({ product }) => product));
  const products = whole.products
    .filter(({ name, type }, index) => type !== 'grouped' && (wanted.has(name) || index % 25 === 0))
    .map((product) => ({ ...product, upsells: [], grouped: [] }));
  await loadGeneratedCatalogue(shop, { ...whole, products }, { demoSlugs: [], force: true });
  await indexChanges(shop);
});

describe('search over hundreds of products in several languages', () => {
  it('finds the expected product among the first five for 95 % of queries', async () => {
    expect(qualityQueries.length).toBeGreaterThanOrEqual(60);
    const quality = await measureQuality(async (text) =>
      (await suggestProducts(shop, { text })).map(({ name }) => name),
    );
    expect(quality.recall, quality.notFound.map(({ query }) => query).join('; ')).toBeGreaterThanOrEqual(0.95);
  });

  it('finds for one word what reading all matches finds, in the same order', async () => {
    const { rows } = await database.pool.query<{ word: string }>(
      'select word from search_words order by md5(word) limit 300',
    );
    const now = new Date();
    const differing: string[] = [];
    for (const [index, { word }] of rows.entries()) {
      const typed = word.slice(0, 1 + (index % word.length));
      const values = [[typed], ['english_stem'], typed, typed, now];
      const find = (match: 'word' | 'all') =>
        getSuggestStatement({ match, scope: 'all', limit: 8 })(database.db, values);
      const [found, expected] = [await find('word'), await find('all')];
      if (JSON.stringify(found) !== JSON.stringify(expected)) differing.push(typed);
    }
    expect(differing).toEqual([]);
  });

  it('takes one query for suggestions that match without a correction', async () => {
    for (const text of ['sto', 'bowl', 'tray breakfast', 'WAT-01970']) {
      const { value, queries } = await countQueries(() => suggestProducts(shop, { text }));
      expect(value.length, text).toBeGreaterThan(0);
      expect(queries, text).toBeLessThanOrEqual(text === 'WAT-01970' ? 2 : 1);
    }
  });

  it('returns the corrected query', async () => {
    expect(await searchProducts(shop, { text: 'Sensha Ubeda' })).toMatchObject({
      corrected: expect.stringContaining('sencha'),
      isPartial: false,
    });
  });
});
