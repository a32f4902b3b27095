import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#demo/catalogue.ts';
import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { useDatabase } from '#tests/database.ts';
import { testShop } from '#tests/shop.ts';
import type { App } from './app.ts';

const database = useDatabase();

/** What a person leaves behind. None of it may ever be in a page that others are sent too. */
const sentinels = {
  email: 'sentinel-person@example.com',
  phone: '+353 1 555 0199',
  firstName: 'Sentinella',
  street: '99 Sentinel Lane',
  note: 'sentinel note for the parcel',
};

const withoutPictures = {
  ...catalogue,
  categories: catalogue.categories.map((category) => ({ ...category, image: null })),
  products: catalogue.products.map((product) => ({
    ...product,
    images: [],
    variations: product.variations.map(({ image: _, ...variation }) => variation),
  })),
};

describe('what a person leaves behind', () => {
  let app: App;
  let cookie: string;
  let token: string;
  const routes: RouteOptions[] = [];

  beforeAll(async () => {
    app = await testShop(database, { env: { PAGE_CACHE_MB: '64' }, onRoute: (route) => routes.push(route) });
    await loadDemoCatalogue(app.shop, withoutPictures, { mediaFolder: '' });
    const post = (url: string, fields: Record<string, string>) =>
      app.http.inject({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/html',
          ...(cookie ? { cookie } : {}),
        },
        payload: new URLSearchParams(fields).toString(),
      });
    const slipway = await database.pool.query("select id from products where slug = 'slipway-tray'");
    const added = await post('/cart/add', { product_id: String(slipway.rows[0]?.id), quantity: '1' });
    cookie = [added.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ');
    const checkout = await app.http.inject({ url: '/checkout', headers: { cookie } });
    const hidden = Object.fromEntries(
      [...checkout.body.matchAll(/name="(request_key|expected_total)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const placed = await post('/checkout', {
      ...hidden,
      billing_email: sentinels.email,
      billing_phone: sentinels.phone,
      billing_first_name: sentinels.firstName,
      billing_last_name: 'Person',
      billing_address_1: sentinels.street,
      billing_city: 'Sligo',
      billing_country: 'IE',
      shipping_method: 'flat_rate:1',
      payment_method: 'bank_transfer',
      order_comments: sentinels.note,
    });
    expect(placed.statusCode).toBe(303);
    token = String(placed.headers.location).split('/').at(-1)?.split('?')[0] ?? '';
    await post('/cart/add', { product_id: String(slipway.rows[0]?.id), quantity: '1' });
  });

  const fill = (url: string) =>
    url
      .replace(':slug', 'slipway-tray')
      .replace(/:token|:id/, token)
      .replace('*', 'x');

  it('is on its own page of the order, so the hunt below looks for what is really there', async () => {
    const page = await app.http.inject({ url: `/order/${token}`, headers: { cookie } });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(sentinels.firstName);
    expect(page.headers['cache-control']).toBe('private, no-store');
  });

  it('is in no reply that may be kept, at any route', async () => {
    const readable = routes.filter(({ method }) => [method].flat().includes('GET'));
    expect(readable.length).toBeGreaterThan(10);
    for (const { url } of readable) {
      const reply = await app.http.inject({ url: fill(url), headers: { cookie, accept: 'text/html' } });
      const kept = !String(reply.headers['cache-control']).includes('no-store') && reply.statusCode < 400;
      if (!kept) continue;
      for (const sentinel of [...Object.values(sentinels), token]) expect(reply.body, url).not.toContain(sentinel);
      expect(reply.headers['set-cookie'], url).toBeUndefined();
      const stranger = await app.http.inject({ url: fill(url), headers: { accept: 'text/html' } });
      expect(stranger.body, url).toBe(reply.body);
    }
  });

  it('is not shown to somebody else', async () => {
    for (const url of ['/cart', '/checkout', '/order/wrong-token', '/api/platform/v1/private-state']) {
      const { body } = await app.http.inject({ url, headers: { accept: 'text/html' } });
      for (const sentinel of [...Object.values(sentinels), 'Slipway']) expect(body, url).not.toContain(sentinel);
    }
  });

  it('is not undone or changed by any GET', async () => {
    const count = async () => {
      const { rows } =
        await database.pool.query(`select (select count(*) from orders) as orders, (select count(*) from cart_lines) as lines,
        (select count(*) from platform.visitors) as visitors, (select sum(on_hand) from stock_levels) as stock`);
      return rows[0];
    };
    const before = await count();
    for (const { url } of routes.filter(({ method }) => [method].flat().includes('GET')))
      await app.http.inject({ url: fill(url) });
    expect(await count()).toEqual(before);
  });
});
