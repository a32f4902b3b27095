import { describe, expect, it } from 'vitest';
import { listProducts } from '#features/listing/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { ensureAttributes, ensureTags, ensureTerms } from '../attributes/find-or-create.ts';
import { findCategoryBySlug, getCategoryTree } from '../categories/categories.ts';
import { ensureCategories } from '../categories/ensure-categories.ts';
import { getProductView, getProductViews } from './product-view.ts';
import { getPurchasableVariations } from './purchasable-variations.ts';

const { database } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const shop = catalogShop(database, { clock: { now: () => now } });
const { db } = shop;
const save = (input: Parameters<typeof saveTestProduct>[1]) => saveTestProduct(shop, input);

/** A cup in two glazes; the second glaze has any size. */
async function addCup() {
  const labels = await inTransaction(shop.db, async (tx) => {
    const attributes = await ensureAttributes(tx, [
      { name: 'Glaze', productId: null },
      { name: 'Size', productId: null },
    ]);
    const [glaze, size] = [...attributes.values()] as [number, number];
    const terms = await ensureTerms(tx, [
      { attributeId: glaze, name: 'Ash' },
      { attributeId: glaze, name: 'Sea' },
      { attributeId: size, name: 'Small' },
      { attributeId: size, name: 'Large' },
    ]);
    const categories = await ensureCategories(shop, tx, [['Table', 'Cups'], ['Gifts']]);
    const tags = await ensureTags(tx, ['Wheel-thrown', 'Dishwasher safe']);
    return { glaze, size, terms: [...terms.values()] as [number, number, number, number], categories, tags };
  });
  const [ash, sea, small, large] = labels.terms;
  const imageIds = [
    await addTestMedia(database, 'cup-1'),
    await addTestMedia(database, 'cup-2'),
    await addTestMedia(database, 'cup-sea'),
  ] as const;
  const cup = await save({
    type: 'variable',
    status: 'published',
    name: 'Tide cup',
    description: '<p>Holds <script>x</script>tea</p>',
    categories: ['table > cups', 'gifts'].flatMap((path) => labels.categories.get(path) ?? []),
    tags: [...labels.tags.values()],
    images: imageIds.slice(0, 2).map((mediaId) => ({ mediaId, remoteId: null })),
    attributes: [
      { attributeId: labels.glaze, terms: [ash, sea], defaultTermId: ash },
      { attributeId: labels.size, terms: [small, large], visible: false },
    ],
    addons: [
      {
        key: 'initials',
        kind: 'text',
        label: 'Initials',
        help: '',
        required: false,
        maxLength: 3,
        price: 400,
        options: [],
      },
    ],
    master: { sku: 'CUP', weightGrams: 310.5, heightMm: 95 },
    variations: [
      {
        ...{
          sku: 'CUP-ASH-S',
          regularPrice: 2400,
          salePrice: 1900,
          saleTo: hoursLater(5),
          stock: { managed: true, onHand: 2, lowStockThreshold: 3 },
        },
        terms: [
          { attributeId: labels.glaze, termId: ash },
          { attributeId: labels.size, termId: small },
        ],
      },
      {
        ...{ sku: 'CUP-SEA', regularPrice: 2600, weightGrams: 400, imageId: imageIds[2], stock: { isOwn: false } },
        terms: [
          { attributeId: labels.glaze, termId: sea },
          { attributeId: labels.size, termId: null },
        ],
      },
      {
        sku: 'CUP-OFF',
        regularPrice: 100,
        enabled: false,
        terms: [
          { attributeId: labels.glaze, termId: sea },
          { attributeId: labels.size, termId: small },
        ],
      },
    ],
  });
  return { ...labels, cup, imageIds };
}

describe('product views', () => {
  it('load everything the page shows in two statements that share a round trip', async () => {
    const { cup, imageIds } = await addCup();
    const { value: view, queries } = await countQueries(() =>
      getProductView(db, { locale: 'en-GB', slug: 'tide-cup' }, now),
    );
    expect(queries).toBe(2);
    expect(view).toMatchObject({
      id: cup.id,
      type: 'variable',
      description: '<p>Holds tea</p>',
      priceRange: { min: 1900, max: 2600, regular: null, currency: 'EUR' },
      master: { sku: 'CUP', price: null },
      categories: [{ name: 'Cups' }, { name: 'Gifts' }],
      breadcrumb: [{ name: 'Table' }, { name: 'Cups' }],
      tags: [{ slug: 'wheel-thrown' }, { slug: 'dishwasher-safe' }],
      attributes: [
        {
          slug: 'glaze',
          forVariations: true,
          visible: true,
          defaultTerm: 'ash',
          terms: [{ slug: 'ash' }, { slug: 'sea' }],
        },
        {
          slug: 'size',
          forVariations: true,
          visible: false,
          defaultTerm: null,
          terms: [{ slug: 'small' }, { slug: 'large' }],
        },
      ],
      addons: [{ key: 'initials', price: 400, maxLength: 3 }],
      nextChangeAt: hoursLater(5),
    });
    expect(view?.images.map(({ id }) => id)).toEqual([...imageIds]);
    expect(view?.variations).toEqual([
      {
        ...{ id: cup.variationIds[0], terms: { glaze: 'ash', size: 'small' }, sku: 'CUP-ASH-S' },
        price: { regular: 2400, sale: 1900, prior: null, current: 1900, currency: 'EUR' },
        stock: { state: 'in', left: 2, max: 2 },
        ...{ imageIndex: null, weightGrams: 310.5, size: { length: null, width: null, height: 95 } },
        ...{ description: '', virtual: false, downloadable: false, gtin: null },
        sale: { price: 1900, from: null, to: hoursLater(5) },
        ...{ enteredPrice: 1900, taxClass: 'standard', eventDate: null },
      },
      expect.objectContaining({
        ...{ sku: 'CUP-SEA', terms: { glaze: 'sea', size: null }, imageIndex: 2, weightGrams: 400 },
        stock: { state: 'in', left: null, max: null },
      }),
    ]);
    expect(view?.cacheTags).toEqual(expect.arrayContaining([`product:${cup.id}`]));
  });

  it('end the sale at its end date', async () => {
    const view = await getProductView(db, { locale: 'en-GB', slug: 'tide-cup' }, hoursLater(5));
    expect(view?.variations[0]?.price).toMatchObject({ current: 2400, sale: null });
    expect(view?.nextChangeAt).toBeNull();
  });

  it('take one more query for any number of linked products', async () => {
    const saucer = await save({ name: 'Saucer', status: 'published', master: { regularPrice: 900, salePrice: 800 } });
    const spoon = await save({
      name: 'Spoon',
      status: 'published',
      master: { regularPrice: 700, stock: { status: 'out' } },
    });
    const draft = await save({ name: 'Secret', master: { regularPrice: 1 } });
    const set = await save({
      ...{ name: 'Tea set', type: 'grouped', status: 'published' },
      ...{ grouped: [spoon.id, saucer.id, draft.id], upsells: [spoon.id] },
    });
    const { value: view, queries } = await countQueries(() =>
      getProductView(db, { locale: 'en-GB', slug: 'tea-set' }, now),
    );
    expect(queries).toBe(2);
    expect(view?.grouped.map(({ name }) => name)).toEqual(['Spoon', 'Saucer']);
    expect(view?.upsells).toEqual([
      {
        id: spoon.id,
        slug: 'spoon',
        name: 'Spoon',
        type: 'simple',
        images: [],
        swatches: [],
        onSale: false,
        inStock: false,
        canAddDirectly: false,
        soldIndividually: false,
        quantityRule: { minQuantity: 1, maxQuantity: null, quantityStep: 1 },
        nextChangeAt: null,
        priceRange: { min: 700, max: 700, regular: null, prior: null, currency: 'EUR', isSet: false },
      },
    ]);
    expect(view?.grouped[1]).toMatchObject({ onSale: true, priceRange: { min: 800, max: 800, regular: 900 } });
    expect(view?.priceRange).toEqual({
      ...{ min: 800, max: 800, regular: null, prior: null, currency: 'EUR', isSet: true },
    });
    expect(view?.id).toBe(set.id);
  });

  it('load any number of products in two queries, with the same result as one by one', async () => {
    const slugs = ['tide-cup', 'saucer', 'spoon', 'tea-set'];
    const views = await Promise.all(slugs.map((slug) => getProductView(db, { locale: 'en-GB', slug }, now)));
    const ids = (await database.pool.query<{ id: number }>('select id from products')).rows.map(({ id }) => id);
    const { value: products, queries } = await countQueries(() => getProductViews(db, ids, now));
    expect(queries).toBe(2);
    expect(products.map(({ slug }) => slug)).toEqual(slugs);
    for (const [index, product] of products.entries()) {
      const { upsells: _, cacheTags: __, nextChangeAt: ___, ...rest } = views[index] ?? {};
      expect(product).toMatchObject(rest);
    }
    expect(products[1]?.master.sale).toEqual({ price: 800, from: null, to: null });
    expect(await getProductViews(db, [], now)).toEqual([]);
  });

  it('are missing for unpublished products', async () => {
    expect(await getProductView(db, { locale: 'en-GB', slug: 'secret' }, now)).toBeNull();
    expect(await getProductView(db, { locale: 'en-GB', slug: 'never-made' }, now)).toBeNull();
  });
});

describe('product listings', () => {
  it('load visible products and their total in one query', async () => {
    await save({ name: 'Hidden bowl', status: 'published', visibility: 'hidden', master: { regularPrice: 1 } });
    await save({ name: 'Found bowl', status: 'published', visibility: 'search', master: { regularPrice: 1 } });
    const { value: listing, queries } = await countQueries(() => listProducts(db, { sort: 'name', now }));
    expect(queries).toBe(1);
    expect(listing.cards.map(({ name }) => name)).toEqual(['Saucer', 'Spoon', 'Tea set', 'Tide cup']);
    expect(listing).toMatchObject({ total: 4, pages: 1, until: hoursLater(5) });
    expect(listing.cards[3]).toMatchObject({
      onSale: true,
      inStock: true,
      priceRange: { min: 1900, max: 2600, regular: null },
    });
    expect(listing.cards[3]?.images.map(({ alt }) => alt)).toEqual(['cup-1', 'cup-2']);
  });

  it.each([
    ['price-asc', ['Spoon', 'Saucer', 'Tea set', 'Tide cup']],
    ['price-desc', ['Tide cup', 'Tea set', 'Saucer', 'Spoon']],
    ['newest', ['Tea set', 'Spoon', 'Saucer', 'Tide cup']],
    ['default', ['Saucer', 'Spoon', 'Tea set', 'Tide cup']],
  ] as const)('sort by %s', async (sort, names) => {
    expect((await listProducts(db, { sort, now })).cards.map(({ name }) => name)).toEqual(names);
  });

  it('are paginated, and return the total beyond the last page', async () => {
    const second = await listProducts(db, { sort: 'name', perPage: 3, page: 2, now });
    expect(second).toMatchObject({ total: 4, page: 2, pages: 2 });
    expect(second.cards.map(({ name }) => name)).toEqual(['Tide cup']);
    expect(await listProducts(db, { perPage: 3, page: 9, now })).toMatchObject({ total: 4, pages: 2, cards: [] });
  });

  it('of a category include products of its subcategories', async () => {
    const [table] = (await getCategoryTree(db)).filter(({ slug }) => slug === 'table');
    expect(table?.children.map(({ slug }) => slug)).toEqual(['cups']);
    const listing = await listProducts(db, { category: table?.id, now });
    expect(listing.cards.map(({ name }) => name)).toEqual(['Tide cup']);
    expect(listing.tags).toEqual(expect.arrayContaining(['products', `category:${table?.id}`]));
    expect(await findCategoryBySlug(db, { locale: 'en-GB', slug: 'cups' })).toMatchObject({
      name: 'Cups',
      path: [{ slug: 'table' }, { slug: 'cups' }],
      children: [],
    });
    expect(await findCategoryBySlug(db, { locale: 'en-GB', slug: 'none' })).toBeNull();
  });
});

describe('purchasable variations', () => {
  it('load in one query for any number of ids', async () => {
    const view = await getProductView(db, { locale: 'en-GB', slug: 'tide-cup' }, now);
    const saucer = await getProductView(db, { locale: 'en-GB', slug: 'saucer' }, now);
    const spoon = await getProductView(db, { locale: 'en-GB', slug: 'spoon' }, now);
    const set = await getProductView(db, { locale: 'en-GB', slug: 'tea-set' }, now);
    const [ash, sea] = view?.variations ?? [];
    const ids = [view, saucer, spoon, set, ash, sea].map((view) => view?.id ?? 0);
    const { value: purchasable, queries } = await countQueries(() =>
      getPurchasableVariations(db, [...ids, 2_000_000], now),
    );
    expect(queries).toBe(1);
    expect(ids.map((id) => purchasable.get(id)?.unavailableReason)).toEqual([
      'CHOOSE_OPTIONS',
      null,
      'OUT_OF_STOCK',
      'NOT_FOR_SALE',
      null,
      null,
    ]);
    expect(purchasable.size).toBe(6);
    expect(purchasable.get(ash?.id ?? 0)).toMatchObject({
      ...{
        productId: view?.id,
        slug: 'tide-cup',
        name: 'Tide cup',
        sku: 'CUP-ASH-S',
        maxQuantity: 2,
        quantityRule: { minQuantity: 1, maxQuantity: null, quantityStep: 1 },
        weightGrams: 310.5,
      },
      ...{
        price: { current: 1900 },
        taxClass: 'standard',
        taxStatus: 'taxable',
        shippingClass: null,
        image: { alt: 'cup-1' },
      },
      options: [
        { attribute: 'glaze', term: { name: 'Ash' } },
        { attribute: 'size', term: { name: 'Small' } },
      ],
      addons: [{ key: 'initials' }],
    });
    expect(purchasable.get(sea?.id ?? 0)?.options[1]).toEqual({
      ...{ attribute: 'size', name: 'Size', term: null },
      terms: [
        { slug: 'small', name: 'Small', swatch: null, picture: null },
        { slug: 'large', name: 'Large', swatch: null, picture: null },
      ],
    });
    expect(purchasable.get(sea?.id ?? 0)?.image?.alt).toBe('cup-sea');
  });

  it('need no query without ids', async () => {
    expect((await countQueries(() => getPurchasableVariations(db, [], now))).queries).toBe(0);
  });
});

describe('prepared statements of page views', () => {
  it('use a generic plan instead of planning each call', async () => {
    await database.pool.query('analyze');
    const view = await getProductView(db, { locale: 'en-GB', slug: 'tide-cup' }, now);
    const [table] = await getCategoryTree(db);
    const plans = await db.transaction(async (tx) => {
      for (let call = 0; call < 10; call += 1) {
        await getProductView(tx, { locale: 'en-GB', slug: 'tea-set' }, now);
        await listProducts(tx, { sort: 'newest', now });
        await listProducts(tx, { category: table?.id, now });
        await getPurchasableVariations(tx, view?.variations.map(({ id }) => id) ?? [], now);
      }
      return tx.execute<{ name: string; generic_plans: number }>(
        String.raw`select name, generic_plans from pg_prepared_statements
        where name ~ '^(catalog\.(product-view-by-slug|linked-cards-by-slug|purchasable-variations)|listing\.(all-newest-24|category-default-24))\.\w{10}$'`,
      );
    });
    expect(plans.rows.length).toBe(5);
    for (const { name, generic_plans } of plans.rows) expect(generic_plans, String(name)).toBeGreaterThan(0);
  });
});
