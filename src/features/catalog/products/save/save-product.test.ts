import { describe, expect, it } from 'vitest';
import { ensureAttributes, ensureTerms, toTermKey } from '#features/catalog/attributes/find-or-create.ts';
import { productsChanged } from '#features/catalog/events.ts';
import { publishStockChanges, reserveStock, stockFell, stockRose } from '#features/inventory/index.ts';
import { listProducts } from '#features/listing/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { handleEvent } from '#platform/features/events.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { catalogShop, collectInvalidatedTags } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { applyScheduledPrices } from '../apply-scheduled-prices.ts';
import { getProductView } from '../product-view.ts';
import type { ProductInput, VariationInput } from './product-records.ts';
import { saveProduct, updateProductBySku } from './save-product.ts';

const { database, db, pool } = useDatabase();
let now = new Date('2026-06-15T12:00:00Z');
const emittedEvents: string[] = [];
const shop = catalogShop(database, {
  clock: { now: () => now },
  handles: [
    ...handleEvent(stockRose, [
      async (_shop, _tx, { variationId, from, to }) => void emittedEvents.push(`rose ${variationId} ${from} ${to}`),
    ]),
    ...handleEvent(stockFell, [
      async (_shop, _tx, { variationId, from, to }) => void emittedEvents.push(`fell ${variationId} ${from} ${to}`),
    ]),
    ...handleEvent(productsChanged, [
      async (_shop, _tx, { productIds }) => void emittedEvents.push(`changed ${productIds.join(' ')}`),
    ]),
  ],
});

const save = (input: ProductInput & { variations?: VariationInput[] }) =>
  inTransaction(db, (tx) => saveProduct(shop, tx, input));
const updateBySku = (sku: string, changes: Parameters<typeof updateProductBySku>[3]) =>
  inTransaction(db, (tx) => updateProductBySku(shop, tx, sku, changes));

/** @returns events emitted and cache tags invalidated while `work` ran */
async function captureEffects(work: () => Promise<unknown>): Promise<{ events: string[]; tags: string[] }> {
  emittedEvents.length = 0;
  const tags = await collectInvalidatedTags(shop, work);
  return { events: [...emittedEvents], tags };
}

async function addGlazes() {
  return inTransaction(db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const names = ['Ash', 'Sea'].map((name) => ({ attributeId, name }));
    const ids = await ensureTerms(tx, names);
    return { attributeId, terms: names.map((name) => ids.get(toTermKey(name)) ?? 0) as [number, number] };
  });
}

describe('saving products', () => {
  it('creates and updates a product, and leaves it unchanged the third time', async () => {
    const first = await save({
      name: 'Ash <b>bowl</b>',
      description: '<p onclick="x()">Wide</p>',
      status: 'published',
      master: { sku: 'ASH', regularPrice: 3200 },
    });
    expect(first).toMatchObject({ ok: true, outcome: 'created' });
    const id = first.ok ? first.id : 0;
    expect(await getProductView(db, { locale: 'en-GB', slug: 'ash-bowl' }, now)).toMatchObject({
      id,
      name: 'Ash bowl',
      description: '<p>Wide</p>',
      master: { price: { current: 3200 } },
    });
    const change = { id, featured: true, master: { regularPrice: 3400, weightGrams: 812.34567 } };
    expect(await save(change)).toMatchObject({ ok: true, outcome: 'updated' });
    expect(await captureEffects(() => save(change))).toEqual({ events: [], tags: [] });
    expect(await save(change)).toMatchObject({ ok: true, outcome: 'unchanged' });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'ash-bowl' }, now)).toMatchObject({
      featured: true,
      master: { sku: 'ASH', weightGrams: 812.346, price: { current: 3400 } },
    });
  });

  it('generates a free slug, and rejects a given slug that is taken', async () => {
    const again = await save({ name: 'Ash bowl', master: { sku: 'ASH-2' } });
    const slugs = await pool.query('select slug from products where id = $1', [again.ok ? again.id : 0]);
    expect(slugs.rows[0].slug).toBe(`ash-bowl-${again.ok ? again.id : ''}`);
    expect(await save({ name: 'Other', slug: 'ash-bowl' })).toMatchObject({
      ok: false,
      problems: [{ code: 'SLUG_TAKEN', field: 'slug' }],
    });
  });

  it('generates free slugs for products of one name that are saved at once', async () => {
    const saved = await Promise.all(Array.from({ length: 4 }, () => save({ name: 'Twin bowl' })));
    expect(saved.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const { rows } = await pool.query("select id, slug from products where name = 'Twin bowl'");
    expect(rows.filter(({ id, slug }) => slug === `twin-bowl-${id}`)).toHaveLength(3);
  });

  it.each<[string, ProductInput, string, string]>([
    ['without a name', {}, 'name', 'INVALID'],
    [
      'with a sale that is not cheaper',
      { name: 'A', master: { regularPrice: 500, salePrice: 500 } },
      'master.salePrice',
      'INVALID',
    ],
    [
      'with a sale price but no regular price',
      { name: 'A', master: { salePrice: 500 } },
      'master.salePrice',
      'INVALID',
    ],
    [
      'with a sale that ends before it starts',
      { name: 'A', master: { regularPrice: 5, salePrice: 4, saleFrom: new Date(9), saleTo: new Date(8) } },
      'master.saleTo',
      'INVALID',
    ],
    ['with a price below 0', { name: 'A', master: { regularPrice: -5 } }, 'master.regularPrice', 'INVALID'],
    ['with a fraction of a minor unit', { name: 'A', master: { regularPrice: 5.5 } }, 'master.regularPrice', 'INVALID'],
    [
      'with a javascript: address',
      { name: 'A', type: 'external', externalUrl: 'javascript:alert(1)' },
      'externalUrl',
      'INVALID',
    ],
    ['with a zero byte', { name: 'A', purchaseNote: 'a\0b' }, 'purchaseNote', 'INVALID'],
    ['with another SKU in different case', { name: 'A', master: { sku: 'ash' } }, 'master.sku', 'SKU_TAKEN'],
    ['with an unknown id', { id: 2_000_000, name: 'A' }, 'id', 'NOT_FOUND'],
  ])('rejects a product %s', async (_, input, field, code) => {
    const before = await pool.query('select count(*)::integer as products from products');
    expect(await save(input)).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ field, code })]),
    });
    expect((await pool.query('select count(*)::integer as products from products')).rows).toEqual(before.rows);
  });

  it('saves a product and its variations atomically', async () => {
    const { attributeId, terms } = await addGlazes();
    const input = {
      ...{ name: 'Broken vase', type: 'variable' as const, attributes: [{ attributeId, terms: [terms[0]] }] },
      variations: [
        { sku: 'VASE-1', terms: [{ attributeId, termId: terms[0] }] },
        { sku: 'VASE-2', terms: [{ attributeId, termId: terms[1] }] },
      ],
    };
    expect(await save(input)).toEqual({
      ok: false,
      problems: [{ code: 'TERM_NOT_OF_PRODUCT', field: 'variations.1.terms', message: expect.any(String) }],
    });
    expect((await pool.query(`select from products where name = 'Broken vase'`)).rowCount).toBe(0);
  });

  it('rejects removing terms that variations use', async () => {
    const { attributeId, terms } = await addGlazes();
    const saved = await save({
      ...{
        name: 'Vase',
        type: 'variable',
        status: 'published',
        attributes: [{ attributeId, terms }],
        master: { sku: 'VASE' },
      },
      variations: terms.map((termId, n) => ({ sku: `VASE-${n}`, regularPrice: 100, terms: [{ attributeId, termId }] })),
    });
    const id = saved.ok ? saved.id : 0;
    expect((await getProductView(db, { locale: 'en-GB', slug: 'vase' }, now))?.attributes[0]?.forVariations).toBe(true);
    expect(await save({ id, attributes: [{ attributeId, terms: [terms[0]] }] })).toMatchObject({
      ok: false,
      problems: [{ code: 'TERM_IN_USE' }],
    });
    expect(await save({ id, attributes: [] })).toMatchObject({ ok: false, problems: [{ code: 'TERM_IN_USE' }] });
    expect(await save({ id, attributes: [{ attributeId, terms: terms.toReversed() }] })).toMatchObject({
      ok: true,
      outcome: 'updated',
    });
    expect(
      (await getProductView(db, { locale: 'en-GB', slug: 'vase' }, now))?.attributes[0]?.terms.map(({ slug }) => slug),
    ).toEqual(['sea', 'ash']);
  });
});

describe('the price of a variation', () => {
  const readPrices = async (id: number) =>
    (
      await pool.query(
        `select l.name, p.currency, p.regular_price as regular, p.sale_price as sale
        from variation_prices p join price_lists l on l.id = p.price_list_id where p.variation_id = $1`,
        [id],
      )
    ).rows;
  const readOffers = async (id: number) =>
    (await pool.query('select currency, regular_price as regular from product_offers where product_id = $1', [id]))
      .rows;

  it('is one row of the main price list, from where the catalogue reads it', async () => {
    const { id } = await saveTestProduct(shop, {
      name: 'Priced bowl',
      status: 'published',
      master: { regularPrice: 4200 },
    });
    expect(await readPrices(id)).toEqual([{ name: 'Main', currency: 'EUR', regular: 4200, sale: null }]);
    await save({ id, master: { salePrice: 3900 } });
    expect(await readPrices(id)).toEqual([{ name: 'Main', currency: 'EUR', regular: 4200, sale: 3900 }]);
    expect(await readOffers(id)).toEqual([{ currency: 'EUR', regular: 4200 }]);
    await pool.query(`insert into price_lists (name) values ('Wholesale')`);
    await pool.query(
      `insert into variation_prices (variation_id, price_list_id, currency, regular_price)
      select $1, id, 'USD', 100 from price_lists where name = 'Wholesale'`,
      [id],
    );
    expect(await readOffers(id)).toEqual([{ currency: 'EUR', regular: 4200 }]);
    expect((await getProductView(db, { locale: 'en-GB', slug: 'priced-bowl' }, now))?.master.price).toMatchObject({
      current: 3900,
      currency: 'EUR',
    });
  });

  it('is in the currency that the shop has when it is set, and compared with earlier ones of this currency alone', async () => {
    const { id } = await saveTestProduct(shop, {
      name: 'Dear bowl',
      status: 'published',
      master: { regularPrice: 900 },
    });
    now = new Date(now.getTime() + 1000);
    const abroad = { ...shop, choices: { ...shop.choices, currency: 'USD' } };
    const saveAbroad = (master: VariationInput) => inTransaction(db, (tx) => saveProduct(abroad, tx, { id, master }));
    await saveAbroad({ sku: 'DEAR' });
    expect(await readPrices(id)).toMatchObject([{ currency: 'EUR', regular: 900 }]);
    await saveAbroad({ regularPrice: 4200, salePrice: 3900 });
    expect(await readPrices(id)).toEqual([{ name: 'Main', currency: 'USD', regular: 4200, sale: 3900 }]);
    expect((await pool.query('select prior_price from main_prices where variation_id = $1', [id])).rows).toEqual([
      { prior_price: null },
    ]);
  });

  it('has no row where there is none, and none any more once it is removed', async () => {
    const { id } = await saveTestProduct(shop, { name: 'Unpriced bowl', status: 'published' });
    expect(await readPrices(id)).toEqual([]);
    await save({ id, master: { regularPrice: 4200 } });
    expect(await save({ id, master: { regularPrice: null } })).toMatchObject({ outcome: 'updated' });
    expect([await readPrices(id), await readOffers(id)]).toEqual([[], []]);
    expect(await save({ id, master: { regularPrice: null } })).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('an event', () => {
  const event = {
    eventStartsAt: new Date('2026-12-12T10:00:00Z'),
    eventEndsAt: new Date('2026-12-12T16:00:00Z'),
    eventTimeZone: 'Europe/Dublin',
  };
  const save = (master: object) =>
    inTransaction(db, (tx) => saveProduct(shop, tx, { name: 'Workshop', master: { regularPrice: 100, ...master } }));

  it('needs an end after its start and a known time zone; what is no event has none of its fields', async () => {
    expect(await save(event)).toMatchObject({ ok: true });
    const wrong: [object, string][] = [
      [{ ...event, eventEndsAt: event.eventStartsAt }, 'master.eventEndsAt'],
      [{ ...event, eventEndsAt: null }, 'master.eventEndsAt'],
      [{ ...event, eventTimeZone: null }, 'master.eventTimeZone'],
      [{ ...event, eventTimeZone: 'Europe/Atlantis' }, 'master.eventTimeZone'],
      [{ ...event, eventTimeZone: '+01:00' }, 'master.eventTimeZone'],
      [{ ...event, eventUrl: 'javascript:alert(1)' }, 'master.eventUrl'],
      [{ eventPlace: 'The sail loft' }, 'master.eventPlace'],
    ];
    for (const [master, field] of wrong) {
      const result = await save(master);
      expect(result.ok ? [] : result.problems.map((problem) => problem.field), JSON.stringify(master)).toEqual([field]);
    }
  });
});

describe('effects of a change', () => {
  it('invalidates pages of the product and emits an event', async () => {
    const { id } = await saveTestProduct(shop, {
      name: 'Plate',
      status: 'published',
      master: { sku: 'PLATE', regularPrice: 900 },
    });
    expect(await captureEffects(() => updateBySku('plate', { price: 950 }))).toEqual({
      events: [`changed ${id}`],
      tags: ['products', `product:${id}`, `card:${id}`],
    });
    expect(await captureEffects(() => updateBySku('plate', { price: 950 }))).toEqual({ events: [], tags: [] });
  });

  it('invalidates pages for stock only when they show something else', async () => {
    const { id } = await saveTestProduct(shop, {
      name: 'Jug',
      status: 'published',
      master: { sku: 'JUG', stock: { managed: true, onHand: 40, lowStockThreshold: 2 } },
    });
    const reserve = (quantity: number) =>
      captureEffects(() =>
        inTransaction(db, async (tx) => {
          const result = await reserveStock(tx, [{ variationId: id, quantity }], 'order:1');
          if (!result.ok) throw new Error('short');
          await publishStockChanges(shop, tx, result.changes);
        }),
      );
    expect(await reserve(20)).toEqual({ events: [], tags: [] });
    expect(await reserve(18)).toEqual({ events: [], tags: [`product:${id}`] });
    expect(await reserve(2)).toEqual({
      events: [`fell ${id} in out`],
      tags: [`product:${id}`, `card:${id}`, 'in-stock'],
    });
    const counted = await captureEffects(() => updateBySku('JUG', { stock: 4 }));
    expect(counted.events).toEqual([`changed ${id}`, `rose ${id} out in`]);
  });

  it('emits an event for every variation that uses its master’s stock', async () => {
    const { attributeId, terms } = await addGlazes();
    const { id, variationIds } = await saveTestProduct(shop, {
      ...{
        name: 'Mug',
        type: 'variable',
        attributes: [{ attributeId, terms }],
        master: { sku: 'MUG', stock: { managed: true, onHand: 0 } },
      },
      variations: terms.map((termId) => ({ terms: [{ attributeId, termId }], stock: { isOwn: false } })),
    });
    const { events } = await captureEffects(() => updateBySku('MUG', { stock: 9 }));
    expect(events.filter((event) => event.startsWith('rose'))).toEqual(
      [id, ...variationIds].map((variationId) => `rose ${variationId} out in`),
    );
  });

  it('rolls back when an event handler fails', async () => {
    const failing = catalogShop(database, {
      handles: handleEvent(productsChanged, [() => Promise.reject(new Error('no'))]),
    });
    await expect(inTransaction(db, (tx) => updateProductBySku(failing, tx, 'PLATE', { price: 1 }))).rejects.toThrow(
      'no',
    );
    expect(await getProductView(db, { locale: 'en-GB', slug: 'plate' }, now)).toMatchObject({
      master: { price: { current: 950 } },
    });
  });
});

describe('setting prices, stock and status by SKU', () => {
  it('updates a product and its pages', async () => {
    await saveTestProduct(shop, { name: 'Tile', master: { sku: 'TILE', regularPrice: 1850 } });
    expect(await updateBySku('tile', { price: 1850, sale: 1500, stock: 12, status: 'published' })).toMatchObject({
      ok: true,
      outcome: 'updated',
    });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'tile' }, now)).toMatchObject({
      priceRange: { min: 1500, regular: 1850 },
    });
    expect(await updateBySku('tile', { sale: null, stock: null })).toMatchObject({ ok: true });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'tile' }, now)).toMatchObject({
      master: { price: { sale: null }, stock: { max: null } },
    });
  });

  it('disables and enables a variation without changing its product', async () => {
    expect(await updateBySku('VASE-0', { status: 'draft', price: 120 })).toMatchObject({
      ok: true,
      outcome: 'updated',
    });
    expect(
      (await getProductView(db, { locale: 'en-GB', slug: 'vase' }, now))?.variations.map(({ sku }) => sku),
    ).toEqual(['VASE-1']);
    await updateBySku('VASE-0', { status: 'published' });
    expect((await getProductView(db, { locale: 'en-GB', slug: 'vase' }, now))?.priceRange).toMatchObject({
      min: 100,
      max: 120,
    });
  });

  it('rejects an unknown SKU and a sale price that is not lower', async () => {
    expect(await updateBySku('nothing', { price: 1 })).toEqual({ ok: false, code: 'SKU_NOT_FOUND' });
    expect(await updateBySku('tile', { sale: 1850 })).toMatchObject({
      ok: false,
      code: 'REFUSED',
      problems: [{ field: 'master.salePrice' }],
    });
  });
});

describe('sorting by price', () => {
  it('follows scheduled sales, also for groups', async () => {
    const later = new Date(now.getTime() + 3_600_000);
    const { id } = await saveTestProduct(shop, {
      name: 'Z lamp',
      status: 'published',
      master: { regularPrice: 90_000, salePrice: 1, saleFrom: later },
    });
    await saveTestProduct(shop, { name: 'Z group', type: 'grouped', status: 'published', grouped: [id] });
    const cheapest = async () =>
      (await listProducts(db, { sort: 'price-asc', now })).cards.slice(0, 2).map(({ name }) => name);
    expect(await cheapest()).not.toContain('Z lamp');
    now = later;
    await pool.query(`select graphile_worker.add_job('catalog:apply-scheduled-prices', '{}'::json)`);
    expect((await runJobsNow(shop, [applyScheduledPrices])).done).toEqual(['catalog:apply-scheduled-prices']);
    expect((await cheapest()).toSorted()).toEqual(['Z group', 'Z lamp']);
  });
});

it.each(['ΟΔΟΣ', 'ÇİÇEK-1', 'STRAẞE'])(
  'finds and changes a product by the SKU %s, and keeps it unique (A3)',
  async (sku) => {
    await saveTestProduct(shop, { name: sku, master: { sku, regularPrice: 500 } });
    expect(await updateBySku(sku, { price: 700 })).toMatchObject({ ok: true });
    expect(await save({ name: 'Second', master: { sku } })).toMatchObject({
      ok: false,
      problems: [{ field: 'master.sku', code: 'SKU_TAKEN' }],
    });
  },
);
