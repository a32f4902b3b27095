import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCategoryBySlug, getProductView } from '#features/catalog/index.ts';
import { listProducts } from '#features/listing/index.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { DemoCatalogue, DemoProduct } from './demo-catalogue.ts';
import { loadDemoCatalogue } from './demo-catalogue-loader.ts';

const mediaFolder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
afterAll(() => rmSync(mediaFolder, { recursive: true, force: true }));
const now = new Date('2026-06-15T12:00:00Z');

const plain: DemoProduct = {
  ...{
    slug: 'bowl',
    sku: 'BOWL',
    name: 'Ash bowl',
    type: 'simple',
    status: 'published',
    visibility: 'visible',
    featured: true,
  },
  ...{ shortDescription: '<p>Wide</p>', description: '<p>Wide & low</p>', categories: ['bowls'], tags: ['Thrown'] },
  ...{
    attributes: [],
    variations: [],
    stock: { onHand: 4, backorders: 'no', lowStockThreshold: 5 },
    weightGrams: 800,
    sizeMm: [200, 200, 70],
  },
  ...{ images: [{ file: 'bowl.jpg', alt: 'An ash bowl' }], addons: [], upsells: ['cup'], crossSells: [], grouped: [] },
  ...{
    downloads: [],
    virtual: false,
    downloadable: false,
    soldIndividually: false,
    taxStatus: 'taxable',
    taxClass: 'standard',
  },
  ...{ purchaseNote: null, regularPrice: 4200 },
};

const cup: DemoProduct = {
  ...plain,
  ...{
    slug: 'cup',
    sku: 'CUP',
    name: 'Cup',
    type: 'variable',
    regularPrice: null,
    stock: { status: 'in' },
    upsells: [],
    images: [],
  },
  attributes: [{ slug: 'glaze', terms: ['ash', 'sea'], variation: true, visible: true }],
  addons: [{ name: 'initials', kind: 'text', label: 'Initials', maxLength: 3, price: 400 }],
  variations: [
    {
      sku: 'CUP-ASH',
      options: { glaze: 'ash' },
      regularPrice: 2400,
      stock: { onHand: 0, backorders: 'no', lowStockThreshold: null },
    },
    {
      sku: 'CUP-ANY',
      options: { glaze: null },
      regularPrice: 2600,
      salePrice: 2000,
      saleTo: '2026-07-01T00:00:00Z',
      stock: { status: 'in' },
      image: { file: 'cup.jpg', alt: 'A cup' },
    },
  ],
};

const catalogue: DemoCatalogue = {
  currency: 'EUR',
  categories: [
    { slug: 'table', name: 'Table', description: 'For tea & <supper>', parent: null, image: null },
    { slug: 'bowls', name: 'Bowls', description: '', parent: 'table', image: { file: 'bowl.jpg', alt: '' } },
  ],
  attributes: [
    {
      slug: 'glaze',
      name: 'Glaze',
      display: 'swatch',
      terms: [
        { slug: 'ash', name: 'Ash', swatch: '#A0B0C0' },
        { slug: 'sea', name: 'Sea' },
      ],
    },
  ],
  products: [
    plain,
    cup,
    {
      ...plain,
      slug: 'set',
      sku: 'SET',
      name: 'Set',
      type: 'grouped',
      regularPrice: null,
      upsells: [],
      images: [],
      grouped: ['bowl', 'cup'],
    },
  ],
};

describe('loading the demo catalogue', () => {
  const { database, db, pool } = useDatabase();
  const shop = catalogShop(database);

  beforeAll(async () => {
    for (const [name, background] of [
      ['bowl.jpg', '#aa8866'],
      ['cup.jpg', '#6688aa'],
    ] as const) {
      writeFileSync(
        join(mediaFolder, name),
        await sharp({ create: { width: 32, height: 24, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      );
    }
  });

  it('loads nothing when the catalogue is invalid', async () => {
    const wrong = {
      ...catalogue,
      products: [plain, { ...cup, variations: cup.variations.map((variation) => ({ ...variation, sku: 'SAME' })) }],
    };
    await expect(loadDemoCatalogue(shop, wrong, { mediaFolder })).rejects.toThrow('variation SAME: sku');
    await expect(
      loadDemoCatalogue(shop, { ...catalogue, products: [{ ...plain, categories: ['none'] }] }, { mediaFolder }),
    ).rejects.toThrow("there is no category 'none'");
    expect((await pool.query('select from categories')).rowCount).toBe(0);
  });

  it('fills an empty shop once', async () => {
    const steps: string[] = [];
    const onProgress = (done: number, total: number) => steps.push(`${done}/${total}`);
    const both = await Promise.all([
      loadDemoCatalogue(shop, catalogue, { mediaFolder, onProgress }),
      loadDemoCatalogue(shop, catalogue, { mediaFolder }),
    ]);
    expect(both).toContainEqual({ loaded: true, products: 3, variations: 2, images: 2 });
    expect(both).toContainEqual({ loaded: false });
    expect(steps.length === 0 || steps.at(-1) === '2/2').toBe(true);
    expect(await loadDemoCatalogue(shop, catalogue, { mediaFolder })).toEqual({ loaded: false });
    expect((await pool.query('select from products')).rowCount).toBe(3);
  });

  it('shows the catalogue', async () => {
    expect((await listProducts(db, { now })).cards.map(({ name }) => name)).toEqual(['Ash bowl', 'Cup', 'Set']);
    expect(await findCategoryBySlug(db, { locale: 'en-GB', slug: 'table' })).toMatchObject({
      description: '<p>For tea &amp; &lt;supper&gt;</p>',
      children: [{ slug: 'bowls' }],
    });
    expect((await findCategoryBySlug(db, { locale: 'en-GB', slug: 'bowls' }))?.image).toMatchObject({ width: 32 });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'bowl' }, now)).toMatchObject({
      ...{
        featured: true,
        images: [{ alt: 'An ash bowl' }],
        upsells: [{ slug: 'cup', swatches: [{ slug: 'ash', swatch: '#a0b0c0' }] }],
      },
      master: {
        sku: 'BOWL',
        stock: { left: 4 },
        price: { current: 4200 },
        size: { length: 200, width: 200, height: 70 },
      },
    });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'cup' }, now)).toMatchObject({
      ...{
        priceRange: { min: 2000, max: 2400 },
        addons: [{ key: 'initials', price: 400 }],
        images: [{ alt: 'A cup' }],
      },
      variations: [
        { terms: { glaze: 'ash' }, stock: { state: 'out' } },
        { terms: { glaze: null }, imageIndex: 0 },
      ],
    });
    expect((await getProductView(db, { locale: 'en-GB', slug: 'set' }, now))?.grouped.map(({ slug }) => slug)).toEqual([
      'bowl',
      'cup',
    ]);
  });
});
