import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#demo/catalogue.ts';
import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const database = useDatabase();

/** Personal data of one shopper. It must not appear in any reply that others can get. */
const personalData = {
  email: 'sentinel-person@example.com',
  phone: '+353 1 555 0199',
  firstName: 'Sentinella',
  street: '99 Sentinel Lane',
  note: 'sentinel note for the parcel',
};

const catalogueWithoutImages = {
  ...catalogue,
  categories: catalogue.categories.map((category) => ({ ...category, image: null })),
  products: catalogue.products.map((product) => ({
    ...product,
    images: [],
    variations: product.variations.map(({ image: _, ...variation }) => variation),
  })),
};

/** An address that exists for each page whose path has parameters. */
const examplePaths: Readonly<Record<string, string>> = {
  '/product/:slug': '/product/slipway-tray',
  '/product/:slug/comment-page-:page': '/product/slipway-tray/comment-page-2',
  '/category/:slug': '/category/tableware',
  '/tag/:slug': '/tag/everyday',
  '/brand/:slug': '/brand/saltmarsh',
  '/pages/:slug': '/pages/terms',
  '/journal/:slug': '/journal/a-day-at-the-wheel',
  '/journal/author/:slug': '/journal/author/ines-hallam',
  '/journal/category/:slug': '/journal/category/from-the-studio',
  '/journal/category/:slug/feed.xml': '/journal/category/from-the-studio/feed.xml',
  '/journal/tag/:slug': '/journal/tag/glaze',
  '/contact/:slug': '/contact/commissions',
  '/sitemap-products-:part.xml': '/sitemap-products-0.xml',
  '/api/catalog/products/:which': '/api/catalog/products/slipway-tray',
};

describe('personal data', () => {
  let app: App;
  let cookie: string;
  let token: string;
  const routes: RouteOptions[] = [];

  beforeAll(async () => {
    app = await testShop(database, { onRoute: (route) => routes.push(route) });
    const file = { key: 'wallet.applePayDomainFile', value: 'of the provider', version: null };
    await changeSettings(app.shop, [file], 'shop');
    await loadDemoCatalogue(app.shop, catalogueWithoutImages, { mediaFolder: '' });
    await database.pool.query(
      `with brand as (insert into brands (slug, name) values ('saltmarsh', 'Saltmarsh') returning id)
      insert into product_brands (product_id, brand_id)
      select products.id, brand.id from products, brand where products.slug = 'slipway-tray'`,
    );
    const { rows } = await database.pool.query<{ id: number }>("select id from products where slug = 'slipway-tray'");
    const trayId = rows[0]?.id ?? 0;
    const shopper = newShopper(app, { email: personalData.email });
    await shopper.addToCart(trayId);
    const placed = await shopper.placeOrder({
      ...(await shopper.fillInCheckout()),
      billing_phone: personalData.phone,
      billing_first_name: personalData.firstName,
      billing_last_name: 'Person',
      billing_address_1: personalData.street,
      payment_method: 'bank_transfer',
      order_comments: personalData.note,
    });
    token = readOrderToken(placed) ?? '';
    expect(token).not.toBe('');
    await shopper.addToCart(trayId);
    cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  });

  /** An address that exists for a route with parameters. */
  const fillPath = (url: string) => (examplePaths[url] ?? url).replace(/:token|:id/, token).replace('*', 'x');

  const listReadableRoutes = () => {
    const readable = routes.filter(({ method }) => [method].flat().includes('GET'));
    return [...new Set(readable.map(({ url }) => url))];
  };

  it('is on the order page of the shopper, so the tests below look for data that exists', async () => {
    const page = await app.http.inject({ url: `/order/${token}`, headers: { cookie } });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(personalData.firstName);
    expect(page.headers['cache-control']).toBe('private, no-store');
  });

  it('is in no cacheable reply of any route', async () => {
    const inspected = new Set<string>();
    for (const url of listReadableRoutes()) {
      const reply = await app.http.inject({ url: fillPath(url), headers: { cookie, accept: 'text/html' } });
      const isCacheable = !String(reply.headers['cache-control']).includes('no-store') && reply.statusCode < 400;
      if (!isCacheable) continue;
      for (const value of [...Object.values(personalData), token]) expect(reply.body, url).not.toContain(value);
      expect(reply.headers['set-cookie'], url).toBeUndefined();
      const anonymousReply = await app.http.inject({ url: fillPath(url), headers: { accept: 'text/html' } });
      expect(anonymousReply.body, url).toBe(reply.body);
      if (reply.statusCode === 200 && reply.body.length > 0) inspected.add(url);
    }
    const pages = app.assembly.features.flatMap((feature) => feature.pages ?? []).map(({ path }) => path);
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter((path) => !inspected.has(path))).toEqual([]);
    expect(inspected.size).toBeGreaterThanOrEqual(pages.length);
  });

  it('is not shown to another visitor', async () => {
    for (const url of ['/cart', '/checkout', '/order/wrong-token', '/api/platform/v1/private-state']) {
      const { body } = await app.http.inject({ url, headers: { accept: 'text/html' } });
      for (const value of [...Object.values(personalData), 'Slipway']) expect(body, url).not.toContain(value);
    }
  });

  it('is not changed by any GET request', async () => {
    const countRows = async () => {
      const { rows } =
        await database.pool.query(`select (select count(*) from orders) as orders, (select count(*) from cart_lines) as lines,
        (select count(*) from platform.visitors) as visitors, (select sum(on_hand) from stock_levels) as stock`);
      return rows[0];
    };
    const before = await countRows();
    const readable = listReadableRoutes();
    expect(readable.length).toBeGreaterThan(25);
    for (const url of readable) await app.http.inject({ url: fillPath(url), headers: { cookie } });
    expect(await countRows()).toEqual(before);
  });
});
