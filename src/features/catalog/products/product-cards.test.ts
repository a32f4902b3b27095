import { describe, expect, it } from 'vitest';
import { pricesAsEntered } from '#features/pricing/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { ensureAttributes, ensureTerms } from '../attributes/find-or-create.ts';
import { getCategoryTiles } from '../categories/categories.ts';
import { ensureCategories } from '../categories/ensure-categories.ts';
import { getPriceRanges, getProductCards } from './product-cards.ts';

const { database } = useDatabase();
const { pool } = database;
const shop = catalogShop(database);
const now = new Date('2026-06-15T12:00:00Z');
const save = (input: Parameters<typeof saveTestProduct>[1]) => saveTestProduct(shop, { status: 'published', ...input });
const loadCard = async (id: number) => (await getProductCards(shop.db, [id], now))[0];

const note = { key: 'note', kind: 'text', label: 'Note', help: '', maxLength: null, price: 0, options: [] } as const;
const priced = { master: { regularPrice: 900 } };
const outOfStock = { stock: { managed: true, onHand: 0 } };

describe('product cards', () => {
  it.each([
    ['a simple product', { ...priced }, true],
    ['one with an optional add-on', { ...priced, addons: [{ ...note, required: false }] }, true],
    ['one with a required add-on', { ...priced, addons: [{ ...note, required: true }] }, false],
    ['one without a price', {}, false],
    ['a sold-out product', { master: { regularPrice: 900, ...outOfStock } }, false],
    ['an external product', { ...priced, type: 'external', externalUrl: 'https://example.com/' }, false],
    ['a grouped product', { type: 'grouped' }, false],
  ] as const)('states whether %s can be added to the cart directly', async (name, input, canAddDirectly) => {
    const { id } = await save({ name, ...input });
    expect(await loadCard(id)).toMatchObject({ canAddDirectly });
  });

  it('gives a set the price of one of each member, without what its form cannot add', async () => {
    const glaze = await inTransaction(shop.db, async (tx) => {
      const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Finish', productId: null }])).values();
      const names = ['Matt', 'Gloss', 'Raw'].map((name) => ({ attributeId, name }));
      return { attributeId, terms: [...(await ensureTerms(tx, names)).values()] };
    });
    const toVariation = (regularPrice: number, index: number) => ({
      regularPrice,
      terms: [{ attributeId: glaze.attributeId, termId: glaze.terms[index] ?? 0 }],
    });
    const jug = await save({
      ...{ name: 'Jug', type: 'variable', attributes: [glaze] },
      variations: [toVariation(3000, 0), toVariation(3400, 1), { ...toVariation(1000, 2), ...outOfStock }],
    });
    const pair = await save({ name: 'Pair', minQuantity: 2, master: { regularPrice: 900, salePrice: 700 } });
    const gone = await save({ name: 'Gone', master: { regularPrice: 500, ...outOfStock } });
    const engraved = await save({ name: 'Engraved', ...priced, addons: [{ ...note, required: true }] });
    const set = await save({
      ...{ name: 'Jug set', type: 'grouped' },
      grouped: [jug, pair, gone, engraved].map(({ id }) => id),
    });
    expect((await loadCard(set.id))?.priceRange).toMatchObject({ min: 4400, max: 4800, regular: null, isSet: true });
    const soldOut = await save({ name: 'Gone set', type: 'grouped', grouped: [gone.id] });
    expect((await loadCard(soldOut.id))?.priceRange).toMatchObject({ min: 500, max: 500 });
    const ids = [jug, pair, set, soldOut].map(({ id }) => id);
    const cards = await getProductCards(shop.db, ids, now);
    const ranges = await getPriceRanges(shop.db, ids, now, pricesAsEntered);
    expect(ranges, 'prices alone are the same').toEqual(new Map(cards.map((card) => [card.id, card.priceRange])));
    const empty = await save({ name: 'Empty set', type: 'grouped' });
    expect((await loadCard(empty.id))?.priceRange).toBeNull();
  });

  it('links each swatch to a variation with that term, preferring available ones', async () => {
    const { glaze, terms } = await inTransaction(shop.db, async (tx) => {
      const [attribute = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
      const names = ['Ash', 'Sea', 'Rust'].map((term) => ({ attributeId: attribute, name: term }));
      return { glaze: attribute, terms: [...(await ensureTerms(tx, names)).values()] };
    });
    await pool.query(`update attributes set kind = 'swatch' where id = $1`, [glaze]);
    await pool.query(`update attribute_terms set swatch = '#a3b39c' where attribute_id = $1`, [glaze]);
    const [ash = 0, sea = 0] = terms;
    const toVariation = (termId: number | null) => ({ regularPrice: 900, terms: [{ attributeId: glaze, termId }] });
    const { id, variationIds } = await save({
      ...{ name: 'Cup', type: 'variable', attributes: [{ attributeId: glaze, terms }] },
      variations: [
        { ...toVariation(ash), ...outOfStock },
        { ...toVariation(sea), ...outOfStock },
        toVariation(sea),
        toVariation(null),
      ],
    });
    // Rust matches only the variation with any glaze, which has no term of its own.
    const expected = [variationIds[0], variationIds[2], null];
    expect((await loadCard(id))?.swatches.map(({ variationId }) => variationId)).toEqual(expected);
  });
});

describe('top-level categories', () => {
  it('show their own image, else a product image that is not a placeholder, and their children', async () => {
    const paths = [['Table', 'Cups'], ['Table', 'Bowls'], ['House'], ['Garden'], ['Yard']];
    const ids = await inTransaction(shop.db, (tx) => ensureCategories(shop, tx, paths));
    const [own, products] = [await addTestMedia(database, 'own'), await addTestMedia(database, 'product')];
    await pool.query(`update categories set image_id = $1 where slug = 'table'`, [own]);
    const images = [{ mediaId: products, remoteId: null }];
    await save({ name: 'Draft lamp', status: 'draft', categories: [ids.get('garden') ?? 0], images });
    const { rows } = await pool.query<{ id: number }>(
      `insert into remote_images (url, state) values ('folder:lost.jpg', 'failed') returning id`,
    );
    const placeholders = [{ mediaId: await addTestMedia(database, 'placeholder'), remoteId: rows[0]?.id ?? 0 }];
    for (const category of ['house', 'yard']) {
      await save({ name: `Without, in the ${category}`, categories: [ids.get(category) ?? 0], images: placeholders });
    }
    await save({ name: 'Lamp', categories: [ids.get('house') ?? 0], images });
    const tiles = await getCategoryTiles(shop.db);
    const shown = tiles.map(({ name, image, children }) => [
      name,
      image?.id ?? null,
      children.map((child) => child.name),
    ]);
    expect(new Map(shown.map(([name, ...rest]) => [name, rest]))).toEqual(
      new Map<unknown, unknown>([
        ['Table', [own, ['Bowls', 'Cups']]],
        ['House', [products, []]],
        ['Garden', [null, []]],
        ['Yard', [null, []]],
      ]),
    );
  });
});
