import { ensureAttributes, ensureBrands, ensureCategories, ensureTags, ensureTerms } from '#features/catalog/index.ts';
import { type Database, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { addTestMedia, saveTestProduct } from '../products.ts';

const day = 24 * 60 * 60 * 1000;
const notifyBackorders = { managed: true, onHand: 0, backorders: 'notify' } as const;

/**
 * Adds a published product of every kind that feed, sitemap and API cover, and two that they must
 * not show (`hidden`, `draft`). The first argument of `add` is the slug.
 */
export async function addSyndicatedProducts(shop: Shop, database: Database, now: Date): Promise<void> {
  const addDays = (days: number) => new Date(now.getTime() + days * day);
  const media = await addTestMedia(database, 'cup');
  const blue = await addTestMedia(database, 'cup-blue');
  const words = await addNamedRecords(shop);
  const add = (slug: string, input: Partial<Parameters<typeof saveTestProduct>[1]>) =>
    saveTestProduct(shop, { name: slug, slug, status: 'published', ...input });

  const plain = await add('plain', {
    ...{
      name: 'Plain &amp; simple &lt;/script&gt;&lt;b&gt;',
      description: '<p>Two <em>words</em></p><p>&lt;more&gt;</p>',
    },
    ...{ images: [{ mediaId: media, remoteId: null }], brands: words.brands, tags: words.tags },
    ...{ categories: words.categories, master: { sku: 'PLAIN', gtin: '4006381333931', regularPrice: 1850 } },
  });
  const sale = { regularPrice: 2000, salePrice: 1500 };
  await add('on-sale', { master: { ...sale, saleTo: addDays(3), gtin: '4006381333932' } });
  await add('on-sale-without-end', { master: sale });
  await add('on-sale-soon', { master: { ...sale, saleFrom: addDays(1), saleTo: addDays(3) } });
  await add('on-sale-some-day', { master: { ...sale, saleFrom: addDays(1) } });
  await add('was-on-sale', { master: { ...sale, saleFrom: addDays(-3), saleTo: addDays(-1) } });
  await add('sold-out', { master: { sku: 'GONE', regularPrice: 500, stock: { status: 'out' } } });
  await add('backorder', { master: { regularPrice: 13_000, stock: notifyBackorders } });
  await add('without-price', { master: {} });
  await add('download', { master: { regularPrice: 300, virtual: true, downloadable: true, sku: 'D'.repeat(60) } });
  await add('workshop', {
    master: {
      ...{
        regularPrice: 9_500,
        virtual: true,
        eventStartsAt: new Date('2036-06-25T12:00:00Z'),
        eventEndsAt: new Date('2036-06-26T12:00:00Z'),
      },
      ...{ eventTimeZone: 'Europe/Dublin', eventPlace: 'The sail loft', eventUrl: 'https://meet.example/secret' },
    },
  });
  await add('elsewhere', { type: 'external', externalUrl: 'https://example.com/x', master: { regularPrice: 900 } });
  await add('group', { type: 'grouped', grouped: [plain.id] });
  await add('empty-group', { type: 'grouped' });
  await add('empty-variable', { type: 'variable' });
  await add('cup', {
    ...{ name: 'Cup', type: 'variable', images: [{ mediaId: media, remoteId: null }], master: { sku: 'CUP' } },
    attributes: [
      { attributeId: words.colour, terms: [words.red, words.blue] },
      { attributeId: words.handle, terms: [words.left, words.right] },
      { attributeId: words.material, terms: [words.clay], forVariations: false },
    ],
    variations: [
      { ...variation([words.colour, words.red], [words.handle, words.left]), sku: 'CUP-RED', regularPrice: 1000 },
      {
        ...variation([words.colour, words.blue], [words.handle, null]),
        imageId: blue,
        regularPrice: 1200,
        salePrice: 1100,
      },
      {
        ...variation([words.colour, words.red], [words.handle, words.right]),
        regularPrice: 900,
        stock: { status: 'out' },
      },
      { ...variation([words.colour, words.blue], [words.handle, words.right]) },
    ],
  });
  await add('hidden', { visibility: 'hidden', master: { regularPrice: 100 } });
  await add('draft', { status: 'draft', master: { regularPrice: 100 } });
  await database.pool.query("update products set rating_sum = 13, rating_count = 3 where slug = 'plain'");
  await database.pool.query(`insert into comments (product_id, stars, body, author, locale, state, fingerprint, created_at)
    select p.id, stars, 'It pours.', 'Ada', 'en', 'approved', 'a syndicated review ' || n, now()
    from products p, unnest(array[4, 4, 5]) with ordinality s (stars, n) where p.slug = 'plain'`);
}

const variation = (...terms: readonly (readonly [attributeId: number, termId: number | null])[]) => ({
  terms: terms.map(([attributeId, termId]) => ({ attributeId, termId })),
});

function addNamedRecords(shop: Shop) {
  return inTransaction(shop.db, async (tx) => {
    const shared = ['Colour', 'Handle', 'Material'].map((name) => ({ name, productId: null }));
    const [colour = 0, handle = 0, material = 0] = [...(await ensureAttributes(tx, shared)).values()];
    const terms = await ensureTerms(tx, [
      { attributeId: colour, name: 'Red' },
      { attributeId: colour, name: 'Blue' },
      { attributeId: handle, name: 'Left' },
      { attributeId: handle, name: 'Right' },
      { attributeId: material, name: 'Clay' },
    ]);
    const [red = 0, blue = 0, left = 0, right = 0, clay = 0] = [...terms.values()];
    const categories = (await ensureCategories(shop, tx, [['Table', 'Cups']])).get('table > cups') ?? [];
    const brands = [...(await ensureBrands(tx, ['Maker & Sons'])).values()];
    const tags = [...(await ensureTags(tx, ['Everyday'])).values()];
    return { colour, handle, material, red, blue, left, right, clay, categories: [categories].flat(), brands, tags };
  });
}
