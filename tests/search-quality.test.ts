import { beforeAll, describe, expect, it } from 'vitest';
import { largeCatalogue } from '#demo/large/catalogue.ts';
import { loadGeneratedCatalogue } from '#demo/loaders/generated-catalogue-loader.ts';
import { searchProducts } from '#features/search/index.ts';
import { indexChanges } from '#features/search/indexing.ts';
import { suggestProducts } from '#features/search/search.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { measureQuality, qualityQueries } from '../bench/search-quality.ts';
import { useDatabase } from './database.ts';
import { testShop } from './shop.ts';

const { database } = useDatabase();
let shop: Shop;

/** Of the large catalogue what the table asks for, and enough of the rest to stand in the way. */
beforeAll(async () => {
  ({ shop } = await testShop(database, { choices: { currency: 'EUR' } }));
  const whole = largeCatalogue();
  const wanted = new Set(qualityQueries.map(({ product }) => product));
  const products = whole.products
    .filter(({ name, type }, at) => type !== 'grouped' && (wanted.has(name) || at % 25 === 0))
    .map((product) => ({ ...product, upsells: [], grouped: [] }));
  await loadGeneratedCatalogue(shop, { ...whole, products }, { demoSlugs: [], force: true });
  await indexChanges(shop);
}, 120_000);

describe('the search on hundreds of products in several languages', () => {
  it('finds what is meant among the first five for 95 of 100 queries', async () => {
    expect(qualityQueries.length).toBeGreaterThanOrEqual(60);
    const quality = await measureQuality(async (text) =>
      (await suggestProducts(shop, { text })).map(({ name }) => name),
    );
    expect(quality.recall, quality.lost.map(({ query }) => query).join('; ')).toBeGreaterThanOrEqual(0.95);
  });

  it('takes one query while somebody types what is there', async () => {
    for (const text of ['sto', 'bowl', 'tray breakfast', 'WAT-01970']) {
      const { value, queries } = await countQueries(() => suggestProducts(shop, { text }));
      expect(value.length, text).toBeGreaterThan(0);
      expect(queries, text).toBeLessThanOrEqual(text === 'WAT-01970' ? 2 : 1);
    }
  });

  it('says what it looked for instead', async () => {
    expect(await searchProducts(shop, { text: 'Sensha Ubeda' })).toMatchObject({
      corrected: expect.stringContaining('sencha'),
      isPartial: false,
    });
  });
});
