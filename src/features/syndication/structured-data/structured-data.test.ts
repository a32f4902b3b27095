import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findNode, offer, readStructuredData } from '#tests/support/syndication/schema-org.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 690, freeFrom: 12_000 } as const;
const letter = {
  type: 'flat_rate',
  id: 'flat_rate:2',
  title: 'Letter',
  cost: 300,
  transitDays: { min: 1, max: 1 },
} as const;
const pickup = { type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup' } as const;
const settings = {
  shipping: {
    zones: [
      { name: 'Ireland', places: [{ country: 'IE' }], methods: [parcel, letter, pickup] },
      { name: 'Everywhere else', methods: [parcel] },
    ],
  },
  'delivery-dates': {
    ...{ handlingDays: { min: 1, max: 2 }, transitDays: { min: 2, max: 5 }, backorderDays: 10 },
    workingDays: ['mon', 'tue'],
  },
  syndication: {
    ...{
      returns: { days: 30, free: true },
      ownBrand: 'Our own',
      properties: { colour: 'color', material: 'material' },
    },
  },
} as const;
let app: App;

const fetchHtml = async (url: string) => (await app.http.inject({ url, headers: { accept: 'text/html' } })).payload;
const fetchNodes = async (url: string) => readStructuredData(await fetchHtml(url));
const fetchProduct = async (slug: string) => findNode(await fetchNodes(`/product/${slug}`), 'Product');
const fetchOffer = async (slug: string) => offer.parse((await fetchProduct(slug)).offers);

beforeAll(async () => {
  app = await testShop(database, {
    clock: { now: () => now },
    env: { PUBLIC_URL: 'https://shop.example' },
    choices: { settings, countries: ['IE', 'DE', 'FR'] },
  });
  await addSyndicatedProducts(app.shop, database, now);
});

describe('structured data of a simple product', () => {
  it('has name, price and brand', async () => {
    expect(await fetchProduct('plain')).toMatchObject({
      ...{ '@id': 'https://shop.example/product/plain#product', name: 'Plain & simple </script><b>', sku: 'PLAIN' },
      ...{ description: 'Two words <more>', gtin: '4006381333931', brand: { name: 'Maker & Sons' } },
      ...{ category: 'Table > Cups', aggregateRating: { ratingValue: 4.3, reviewCount: 3 } },
      offers: {
        ...{ price: '18.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
        ...{ url: 'https://shop.example/product/plain', seller: { '@id': 'https://shop.example/#organization' } },
      },
    });
  });

  it("can't close its element", async () => {
    const html = await fetchHtml('/product/plain');
    const [json = ''] = html.match(/(?<=ld\+json">).*?(?=<\/script>)/s) ?? [];
    expect(json).toContain('Plain & simple \\u003c/script>\\u003cb>');
    expect(html).not.toContain('simple </script>');
  });

  it('has the end of a sale and the regular price', async () => {
    expect(await fetchOffer('on-sale')).toMatchObject({
      ...{ price: '15.00', priceValidUntil: '2026-06-18', priceSpecification: { price: '20.00' } },
    });
    expect(await fetchOffer('on-sale-without-end')).not.toHaveProperty('priceValidUntil');
    for (const slug of ['on-sale-soon', 'on-sale-some-day', 'was-on-sale']) {
      const upcoming = await fetchOffer(slug);
      expect(upcoming.price, slug).toBe('20.00');
      expect(upcoming, slug).not.toHaveProperty('priceSpecification');
    }
  });

  it('omits a GTIN with a wrong check digit, and uses the id without a SKU', async () => {
    const product = await fetchProduct('on-sale');
    expect(product).not.toHaveProperty('gtin');
    expect(product.sku).toMatch(/^id-\d+$/);
    expect(product.brand?.name).toBe('Our own');
    expect((await fetchProduct('download')).sku).toMatch(/^id-\d+$/);
  });

  it('has an event beside the product, without the address that only buyers see', async () => {
    const nodes = await fetchNodes('/product/workshop');
    expect(findNode(nodes, 'Product').offers).toMatchObject({ price: '95.00' });
    expect(nodes.find((node) => node['@type'] === 'Event')).toMatchObject({
      ...{ name: 'workshop', startDate: '2036-06-25T12:00:00.000Z', endDate: '2036-06-26T12:00:00.000Z' },
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'Place', name: 'The sail loft' },
        { '@type': 'VirtualLocation', url: 'https://shop.example/product/workshop' },
      ],
      organizer: { '@id': 'https://shop.example/#organization' },
      offers: { price: '95.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    });
    expect(JSON.stringify(nodes)).not.toContain('meet.example');
  });

  it('has the availability of sold-out and backordered products', async () => {
    expect((await fetchOffer('sold-out')).availability).toBe('https://schema.org/OutOfStock');
    expect(await fetchOffer('backorder')).toMatchObject({
      ...{ availability: 'https://schema.org/BackOrder', availabilityStarts: '2026-06-29' },
    });
  });

  it('has no offer and no return policy without a price', async () => {
    const nodes = await fetchNodes('/product/without-price');
    expect(nodes.map((node) => node['@type'])).toEqual(['BreadcrumbList', 'Product']);
    expect(findNode(nodes, 'Product')).not.toHaveProperty('offers');
  });
});

describe('shipping costs of one item', () => {
  const fetchShipping = async (slug: string) =>
    (await fetchNodes(`/product/${slug}`)).flatMap((node) =>
      node['@type'] === 'OfferShippingDetails'
        ? [[node.shippingRate.value, ...node.shippingDestination.map(({ addressCountry }) => addressCountry)]]
        : [],
    );

  it('are listed by country with the cheapest option', async () => {
    expect(await fetchShipping('plain')).toEqual([
      ['3.00', 'IE'],
      ['6.90', 'DE', 'FR'],
    ]);
  });

  it('are free from the configured total', async () => {
    expect(await fetchShipping('backorder')).toEqual([['0.00', 'IE', 'DE', 'FR']]);
  });

  it('appear once on a page with delivery times, and not for virtual products', async () => {
    const nodes = await fetchNodes('/product/cup');
    const options = nodes.filter((node) => node['@type'] === 'OfferShippingDetails');
    expect(options).toHaveLength(2);
    expect(options.map(({ deliveryTime }) => deliveryTime)).toMatchObject([
      { handlingTime: { maxValue: 2 }, transitTime: { minValue: 1, maxValue: 1 } },
      {
        ...{ handlingTime: { maxValue: 2 }, transitTime: { minValue: 2, maxValue: 5 } },
        businessDays: { dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Tuesday'] },
      },
    ]);
    expect(findNode(nodes, 'MerchantReturnPolicy')).toMatchObject({
      ...{ merchantReturnDays: 30, returnFees: 'https://schema.org/FreeReturn', applicableCountry: ['IE', 'DE', 'FR'] },
    });
    expect(await fetchShipping('download')).toEqual([]);
  });
});

describe('structured data of a variable product', () => {
  it('is a ProductGroup whose variants have their own offers, ids and pictures', async () => {
    const group = findNode(await fetchNodes('/product/cup'), 'ProductGroup');
    expect(group.variesBy).toEqual(['https://schema.org/color']);
    const [red, blue, gone] = group.hasVariant;
    expect(group.hasVariant).toHaveLength(3);
    expect(red).toMatchObject({
      ...{ name: 'Cup – Red, Left', sku: 'CUP-RED', color: 'Red', material: 'Clay', offers: { price: '10.00' } },
      additionalProperty: [{ name: 'Handle', value: 'Left' }],
    });
    // The shopper chooses the handle.
    expect(blue).toMatchObject({
      name: 'Cup – Blue',
      offers: { price: '11.00', priceSpecification: { price: '12.00' } },
    });
    expect(blue).not.toHaveProperty('additionalProperty');
    expect(blue?.image).not.toBe(red?.image);
    expect(gone?.offers.availability).toBe('https://schema.org/OutOfStock');
    const skus = group.hasVariant.map(({ sku }) => sku);
    expect(new Set(skus).size).toBe(3);
  });

  it('links to the variation, whose canonical URL is the product', async () => {
    const group = findNode(await fetchNodes('/product/cup'), 'ProductGroup');
    const url = new URL(group.hasVariant[1]?.offers.url ?? '');
    const html = await fetchHtml(url.pathname + url.search);
    expect(html).toMatch(
      /<input[^>]*value="blue"[^>]*checked=""|<input[^>]*checked=""[^>]*value="blue"|<option[^>]*value="blue"[^>]*selected=""|<option[^>]*selected=""[^>]*value="blue"/,
    );
    expect(html).toContain('<link rel="canonical" href="https://shop.example/product/cup"/>');
    expect(readStructuredData(html)).toEqual(await fetchNodes('/product/cup'));
  });

  it('exists without variations for sale', async () => {
    expect(findNode(await fetchNodes('/product/empty-variable'), 'ProductGroup').hasVariant).toEqual([]);
  });
});

describe('structured data of other products', () => {
  it("has the price range of a group's members", async () => {
    expect((await fetchProduct('group')).offers).toMatchObject({
      ...{ '@type': 'AggregateOffer', lowPrice: '18.50', highPrice: '18.50', offerCount: 1 },
    });
    expect(await fetchProduct('empty-group')).not.toHaveProperty('offers');
  });

  it('has no seller, shipping or returns for external products', async () => {
    const nodes = await fetchNodes('/product/elsewhere');
    expect(nodes.map((node) => node['@type'])).toEqual(['BreadcrumbList', 'Product']);
    const product = findNode(nodes, 'Product');
    expect(product).not.toHaveProperty('brand');
    expect(Object.keys(offer.parse(product.offers))).toEqual([
      ...['@type', 'url', 'price', 'priceCurrency', 'availability', 'itemCondition'],
    ]);
  });
});

describe('structured data of the shop', () => {
  it('describes the shop and its search on the home page', async () => {
    const nodes = await fetchNodes('/');
    expect(findNode(nodes, 'OnlineStore')).toMatchObject({
      url: 'https://shop.example/',
      '@id': 'https://shop.example/#organization',
    });
    expect(findNode(nodes, 'WebSite').potentialAction.target.urlTemplate).toBe(
      'https://shop.example/search?q={search_term_string}',
    );
  });

  it('describes breadcrumbs and products of a category', async () => {
    const nodes = await fetchNodes('/category/cups');
    expect(findNode(nodes, 'BreadcrumbList').itemListElement.map(({ name }) => name)).toEqual([
      'Shop all',
      'Table',
      'Cups',
    ]);
    expect(findNode(nodes, 'ItemList').itemListElement).toEqual([
      {
        '@type': 'ListItem',
        position: 1,
        name: 'Plain & simple </script><b>',
        url: 'https://shop.example/product/plain',
      },
    ]);
  });

  it.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/shop?orderby=name', '/shop'],
    ['/category/cups?orderby=price-asc', '/category/cups'],
    ['/product/plain?variation=1', '/product/plain'],
  ])('%s has the canonical address %s', async (path, canonical) => {
    expect(await fetchHtml(path)).toContain(`<link rel="canonical" href="https://shop.example${canonical}"/>`);
  });
});
