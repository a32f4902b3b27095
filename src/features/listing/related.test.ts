import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCategories, ensureTags } from '#features/catalog/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { getRelatedProducts } from './related.ts';

const { database } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const shop = catalogShop(database, { clock: { now: () => now } });

let labels: { readonly cups: readonly number[]; readonly bowls: readonly number[]; readonly tags: readonly number[] };

beforeAll(async () => {
  labels = await inTransaction(shop.db, async (tx) => {
    const categories = await ensureCategories(shop, tx, [['Cups'], ['Bowls']]);
    const tags = await ensureTags(tx, ['Thrown', 'Large']);
    const [cups, bowls] = ['cups', 'bowls'].map((path) => [categories.get(path) ?? []].flat());
    return { cups: cups ?? [], bowls: bowls ?? [], tags: [...tags.values()] };
  });
});

type Input = Omit<Partial<Parameters<typeof saveTestProduct>[1]>, 'tags'>;

async function add(name: string, category: 'cups' | 'bowls', { tags = 0, ...input }: Input & { tags?: number } = {}) {
  const saved = await saveTestProduct(shop, {
    ...{ name, slug: name, status: 'published', master: { regularPrice: 1000 } },
    ...{ categories: labels[category], tags: labels.tags.slice(0, tags) },
    ...input,
  });
  return saved.id;
}

const relatedTo = async (slug: string, limit = 4) =>
  (await getRelatedProducts(shop.db, { locale: 'en-GB', slug }, { limit, now })).map((card) => card.slug);

describe('related products', () => {
  it('share a category or a tag, sorted by stock, shared categories and tags, and id', async () => {
    await add('first', 'cups', { tags: 1 });
    await add('second', 'cups');
    await add('third', 'cups');
    await add('gone', 'cups', { tags: 2, master: { regularPrice: 1000, stock: { status: 'out' } } });
    await add('kin', 'cups', { tags: 1 });
    await add('bowl', 'bowls', { tags: 1 });
    await add('other', 'bowls');
    expect(await relatedTo('first', 9)).toEqual(['kin', 'second', 'third', 'bowl', 'gone']);
    expect(await relatedTo('second', 9)).toEqual(['third', 'kin', 'first', 'gone']);
    expect(await relatedTo('third', 2)).toEqual(['kin', 'first']);
  });

  it('exclude products already on the page and products hidden from listings', async () => {
    const upsells = [await add('known', 'bowls', { tags: 1 })];
    const crossSells = [await add('beside', 'bowls', { tags: 1 })];
    await add('whole', 'bowls', { upsells, crossSells });
    await add('hidden', 'bowls', { visibility: 'hidden' });
    await add('draft', 'bowls', { status: 'draft' });
    await add('searched', 'bowls', { visibility: 'search' });
    expect(await relatedTo('whole')).toEqual(['bowl', 'other']);
    expect(await relatedTo('draft')).toEqual([]);
  });

  it('need one query', async () => {
    expect((await countQueries(() => relatedTo('first'))).queries).toBe(1);
  });
});
