import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { catalogue } from '#demo/catalogue.ts';
import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { importProductFile } from '#features/catalog-transfer/import/import-products.ts';
import { useDatabase } from '#tests/support/database.ts';
import { readStructuredData, type SchemaNode, type SchemaOffer } from '#tests/support/syndication/schema-org.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { parseXml, readTexts, type XmlElement } from '#tests/support/syndication/xml.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { productDetail, productList } from './api/schemas.ts';

/** The e-commerce plugin's sample file, which is not part of the repository. */
const folder = process.env.VITRINE_SAMPLE_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const sample = join(folder, 'sample_products.csv');

const now = new Date('2026-06-15T12:00:00Z');

/** A variation as feed, API and structured data describe it. */
interface OfferData {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly image: string | null;
  /** `18.50 EUR` */
  readonly price: string;
  readonly regular: string;
  readonly availability: string;
  readonly gtin: string | null;
  /** `IE 6.90 EUR 3-3`: country, price, days in transit. */
  readonly shipping: readonly string[];
}

const availabilityByUrl = {
  'https://schema.org/InStock': 'in_stock',
  'https://schema.org/BackOrder': 'backorder',
  'https://schema.org/OutOfStock': 'out_of_stock',
} as Record<string, string>;

function readPageOffers(nodes: readonly SchemaNode[]): OfferData[] {
  const readOffer = (offer: SchemaOffer) => ({
    url: offer.url,
    price: `${offer.price} ${offer.priceCurrency}`,
    regular: `${offer.priceSpecification?.price ?? offer.price} ${offer.priceCurrency}`,
    availability: availabilityByUrl[offer.availability] ?? '',
    shipping: (offer.shippingDetails ?? []).flatMap((way) => {
      const found = nodes.find((node) => node['@type'] === 'OfferShippingDetails' && node['@id'] === way['@id']);
      if (found?.['@type'] !== 'OfferShippingDetails') throw new Error(`no shipping details ${way['@id']}`);
      const { value, currency } = found.shippingRate;
      const { minValue, maxValue } = found.deliveryTime?.transitTime ?? {};
      return found.shippingDestination.map(
        ({ addressCountry }) => `${addressCountry} ${value} ${currency} ${minValue}-${maxValue}`,
      );
    }),
  });
  return nodes.flatMap((node): OfferData[] => {
    if (node['@type'] === 'ProductGroup') {
      return node.hasVariant.map(({ sku, name, image, gtin, offers }) => ({
        ...{ id: sku, title: name, image: image ?? null, gtin: gtin ?? null },
        ...readOffer(offers),
      }));
    }
    if (node['@type'] !== 'Product' || node.offers?.['@type'] !== 'Offer') return [];
    const { sku = '', name, image, gtin, offers } = node;
    return [{ ...{ id: sku, title: name, image: image?.[0] ?? null, gtin: gtin ?? null }, ...readOffer(offers) }];
  });
}

function readFeedOffer(item: XmlElement): OfferData {
  const text = (name: string) => readTexts(item, `g:${name}`)[0] ?? null;
  const [from = '', to = ''] = (text('sale_price_effective_date') ?? '').split('/');
  const isOnSale = from === '' || (new Date(from) <= now && now < new Date(to));
  const regular = text('price') ?? '';
  return {
    id: text('id') ?? '',
    title: text('title') ?? '',
    url: text('link') ?? '',
    image: text('image_link'),
    price: (isOnSale ? text('sale_price') : null) ?? regular,
    regular,
    availability: text('availability') ?? '',
    gtin: text('gtin'),
    shipping: item.children
      .filter(({ name }) => name === 'g:shipping')
      .map((way) => {
        const [country, price, min, max] = ['country', 'price', 'min_transit_time', 'max_transit_time'].map(
          (name) => readTexts(way, `g:${name}`)[0],
        );
        return `${country} ${price} ${min}-${max}`;
      }),
  };
}

function readApiOffers(json: unknown): OfferData[] {
  return productDetail
    .parse(json)
    .variations.map(({ offer_id, title, url, image, gtin, availability, ...variation }) => ({
      ...{ id: offer_id, title, url, image, gtin, availability },
      price: `${variation.price.value} ${variation.price.currency}`,
      regular: `${variation.regular_price.value} ${variation.regular_price.currency}`,
      shipping: variation.shipping.flatMap(({ countries, price, transit_days: days }) =>
        countries.map((country) => `${country} ${price.value} ${price.currency} ${days?.min}-${days?.max}`),
      ),
    }));
}

const { database, pool } = useDatabase();
let app: App;

const fetchText = async (url: string) => {
  const reply = await app.http.inject({ url, headers: { accept: '*/*' } });
  expect(reply.statusCode, url).toBe(200);
  return reply.payload;
};

/** Public products in the database. */
async function findPublicProducts() {
  const { rows } = await pool.query<{ id: number; slug: string; type: string }>(
    `select id, slug, type from products where status = 'published' and visibility <> 'hidden' order by id`,
  );
  return rows;
}

/** Prices of all variations for sale, by the database's rule. */
async function findDatabasePrices(productId: number): Promise<string[]> {
  const { rows } = await pool.query<{ price: number; currency: string }>(
    `select price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $2) as price, o.currency
    from variations v join products p on p.id = v.product_id join variation_prices o on o.variation_id = v.id
    where p.id = $1 and v.enabled and p.type <> 'grouped' and (v.id = p.id) = (p.type <> 'variable')
    order by v.position, v.id`,
    [productId, now],
  );
  return rows.map(({ price, currency }) => `${(price / 100).toFixed(2)} ${currency}`);
}

/** Products and offers that an earlier test has checked. */
const checked = { products: new Set<number>(), offers: new Set<string>() };

/**
 * Compares page, feed, API and database for each product since the last call, and the lists for
 * all products.
 */
async function checkNewProducts(): Promise<{ products: number; offers: number }> {
  const feed = parseXml(await fetchText('/feeds/products.xml'));
  const items = (feed.children[0]?.children ?? []).filter(({ name }) => name === 'item').map(readFeedOffer);
  const products = await findPublicProducts();
  for (const { id, slug, type } of products.filter((product) => !checked.products.has(product.id))) {
    const html = await fetchText(`/product/${slug}`);
    const byPage = readPageOffers(readStructuredData(html));
    const byApi = readApiOffers(JSON.parse(await fetchText(`/api/catalog/products/${id}`)));
    expect(byApi, slug).toEqual(byPage);
    expect(
      byPage.map(({ price }) => price),
      slug,
    ).toEqual(await findDatabasePrices(id));
    const inFeed = items.filter((item) => byPage.some((said) => said.id === item.id));
    expect(inFeed, slug).toEqual(type === 'external' ? [] : byPage);
    checked.products.add(id);
    for (const item of inFeed) checked.offers.add(item.id);
  }
  expect(items.map(({ id }) => id).sort()).toEqual([...checked.offers].sort());
  const { data, next } = productList.parse(JSON.parse(await fetchText('/api/catalog/products?limit=100')));
  expect([data.map(({ id }) => id), next]).toEqual([products.map(({ id }) => id), null]);
  return { products: products.length, offers: items.length };
}

/** Draws an image of one colour for each of the demo shop's: decoding its photographs takes seconds. */
async function drawDemoImages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
  const images = [
    ...catalogue.categories.flatMap(({ image }) => image ?? []),
    ...catalogue.products.flatMap((product) => [
      ...product.images,
      ...product.variations.flatMap(({ image }) => image ?? []),
    ]),
  ];
  for (const [index, file] of [...new Set(images.map((image) => image.file))].entries()) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // The same bytes would be one image. Shades that differ by less than 4 can become the same bytes.
    const background = { r: (index % 50) * 4, g: Math.floor(index / 50) * 20, b: 0 };
    await sharp({ create: { width: 80, height: 60, channels: 3, background } }).toFile(join(folder, file));
  }
  return folder;
}

describe('structured data, feed and API', () => {
  // A new shop has no feed file.
  beforeEach(async () => {
    app = await testShop(database, { clock: { now: () => now }, env: { PUBLIC_URL: 'https://shop.example' } });
  });

  it('agree about every product of the demo shop and with the database prices', async () => {
    const mediaFolder = await drawDemoImages();
    await loadDemoCatalogue(app.shop, catalogue, { mediaFolder });
    await rm(mediaFolder, { recursive: true });
    const { products, offers } = await checkNewProducts();
    expect(products).toBe(catalogue.products.filter(({ visibility }) => visibility !== 'hidden').length);
    expect(offers).toBeGreaterThan(products);
  });

  it('agree about a product of every kind', async () => {
    await addSyndicatedProducts(app.shop, database, now);
    const { products } = await checkNewProducts();
    expect(products).toBeGreaterThan(catalogue.products.length + 10);
  });

  it.skipIf(!existsSync(sample))('agree about the sample of the e-commerce plugin', async () => {
    const before = (await findPublicProducts()).length;
    await importProductFile(app.shop, sample, {});
    const { products } = await checkNewProducts();
    // One of its 18 products is hidden.
    expect(products).toBe(before + 17);
  });
});
