import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { showStoredImage } from '#features/catalog/images/show-remote-image.ts';
import { sitemapPages, syndication } from '#features/syndication/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { parseXml, readTexts } from '#tests/support/syndication/xml.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
let app: App;

const fetchXml = async (path: string) => {
  const reply = await app.http.inject({ url: path });
  expect([reply.statusCode, reply.headers['content-type']], path).toEqual([200, 'application/xml; charset=utf-8']);
  return parseXml(reply.payload);
};
const toPath = (url = '') => url.replace('https://shop.example', '');
const fetchPaths = async (path: string) =>
  (await fetchXml(path)).children.flatMap((entry) => readTexts(entry, 'loc').map(toPath));
const fetchPartPaths = async () =>
  (await fetchPaths('/sitemap.xml')).filter((path) => path.startsWith('/sitemap-products-'));

beforeAll(async () => {
  const terms = async () => [{ path: '/terms', changedAt: now }];
  app = await testShop(database, {
    clock: { now: () => now },
    env: { PUBLIC_URL: 'https://shop.example' },
    choices: { provides: providePort(sitemapPages, [terms]) },
  });
  await addSyndicatedProducts(app.shop, database, now);
});

describe('the sitemap', () => {
  it('lists every public product once, in the parts of the index, with URLs that answer', async () => {
    const { rows } = await pool.query<{ slug: string }>(
      `select slug from products where slug not in ('hidden', 'draft') order by id`,
    );
    const places = (await Promise.all((await fetchPartPaths()).map(fetchPaths))).flat();
    expect(places).toEqual(rows.map(({ slug }) => `/product/${slug}`));
    const lists = ['categories', 'tags', 'brands'].map((name) => fetchPaths(`/sitemap-${name}.xml`));
    for (const path of [...places, ...(await Promise.all(lists)).flat()]) {
      const { statusCode, payload } = await app.http.inject({ url: path, headers: { accept: 'text/html' } });
      expect(statusCode, path).toBe(200);
      expect(payload, path).not.toContain('content="noindex"');
    }
  });

  it('has the last change and the pictures of a product', async () => {
    const [part = ''] = await fetchPartPaths();
    const [plain] = (await fetchXml(part)).children;
    const { rows } = await pool.query<{ changed: Date }>(
      "select updated_at as changed from products where slug = 'plain'",
    );
    expect(plain && readTexts(plain, 'lastmod')).toEqual([rows[0]?.changed.toISOString()]);
    const images = plain?.children.filter(({ name }) => name === 'image:image') ?? [];
    expect(images.map((image) => readTexts(image, 'image:loc')[0])).toEqual([
      expect.stringMatching(/^https:\/\/shop\.example\/media\/[0-9a-f]{16}-\d+\.jpg$/),
    ]);
  });

  it('shows a picture stored after its product, although the page was cached', async () => {
    const media = await addTestMedia(database, 'late.jpg');
    const { rows } = await pool.query<{ id: number }>(
      `insert into remote_images (url) values ('https://pictures.example/late.jpg') returning id`,
    );
    const remoteId = rows[0]?.id ?? 0;
    await saveTestProduct(app.shop, {
      ...{ name: 'Bare', slug: 'bare', status: 'published', images: [{ mediaId: null, remoteId }] },
      master: { regularPrice: 100 },
    });
    const [part = ''] = await fetchPartPaths();
    const { http, shop } = await testShop(database);
    const bare = async () => {
      const { children } = parseXml((await http.inject({ url: part })).payload);
      return children
        .find((entry) => readTexts(entry, 'loc')[0]?.endsWith('/product/bare'))
        ?.children.map(({ name }) => name);
    };
    const isCached = async () => (await bare()) !== undefined && shop.pages.statistics.hits > 0;
    await expect.poll(isCached).toBe(true);
    await inTransaction(shop.db, (tx) => showStoredImage(shop, tx, remoteId, media));
    await expect.poll(bare).toEqual(['loc', 'lastmod', 'image:image']);
    await pool.query(`delete from products where slug = 'bare'`);
    dropKeptPages();
  });

  it('has the home page, categories, tags and brands that products have, and what others add', async () => {
    const pages = await fetchPaths('/sitemap-pages.xml');
    expect(pages.filter((path) => !/^\/(?:pages|contact)\b/.test(path))).toEqual(['/', '/shop', '/terms']);
    expect(await fetchPaths('/sitemap-categories.xml')).toEqual(['/category/table', '/category/cups']);
    expect(await fetchPaths('/sitemap-tags.xml')).toEqual(['/tag/everyday']);
    expect(await fetchPaths('/sitemap-brands.xml')).toEqual(['/brand/maker-sons']);
  });

  it('starts a new part every 5,000 ids and includes new products', async () => {
    expect(await fetchPartPaths()).toHaveLength(1);
    await pool.query("select setval('catalog_ids', 12000)");
    await saveTestProduct(app.shop, { name: 'Late', slug: 'late', status: 'published', master: { regularPrice: 100 } });
    await expect.poll(fetchPartPaths).toEqual(['/sitemap-products-0.xml', '/sitemap-products-2.xml']);
    expect(await fetchPaths('/sitemap-products-2.xml')).toEqual(['/product/late']);
  });

  it('omits empty lists, which the format forbids', async () => {
    const named = async () =>
      (await fetchPaths('/sitemap.xml')).filter((path) => !path.startsWith('/sitemap-products-'));
    const lists = ['/sitemap-pages.xml', '/sitemap-categories.xml', '/sitemap-tags.xml'];
    expect(await named()).toEqual([...lists, '/sitemap-brands.xml']);
    await pool.query('delete from product_brands');
    dropKeptPages();
    expect(await named()).toEqual(lists);
  });

  it.each(['1', '-1', '00', 'x', '99999999', '0.5'])('has no part %s', async (part) => {
    expect((await app.http.inject({ url: `/sitemap-products-${part}.xml` })).statusCode).toBe(404);
  });
});

describe('robots.txt', () => {
  /** The longest matching rule wins; among equal ones Allow wins (RFC 9309, 2.2.2). */
  async function mayCrawl(path: string): Promise<boolean> {
    const rules = (await app.http.inject({ url: '/robots.txt' })).payload.matchAll(/^(Allow|Disallow): (.+)$/gm);
    const fitting = [...rules].flatMap(([, verdict, rule = '']) => {
      const pattern = rule.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
      return new RegExp(`^${pattern}`).test(path) ? [{ allowed: verdict === 'Allow', length: rule.length }] : [];
    });
    const [strongest] = fitting.sort((a, b) => b.length - a.length || Number(b.allowed) - Number(a.allowed));
    return strongest?.allowed ?? true;
  }

  it.each([
    '/',
    '/shop',
    '/shop?page=2',
    '/category/cups',
    '/product/cart',
    '/cartography',
    '/api/catalog/products',
    '/feeds/products.xml',
    '/openapi.json',
    '/media/x.jpg',
  ])('leaves %s open', async (path) => expect(await mayCrawl(path)).toBe(true));

  it.each([
    '/cart',
    '/cart?x=1',
    '/checkout',
    '/order/abc',
    '/search?q=mug',
    '/ajax',
    '/ajax?action=x',
    '/api/store/v1/x',
    '/shop?orderby=name',
    '/shop?page=2&orderby=name',
    '/outbox',
  ])('closes %s', async (path) => expect(await mayCrawl(path)).toBe(false));

  it('names the sitemap', async () => {
    expect((await app.http.inject({ url: '/robots.txt' })).payload).toContain(
      '\nSitemap: https://shop.example/sitemap.xml\n',
    );
  });
});

describe('llms.txt', () => {
  it('lists only URLs that answer', async () => {
    const { payload } = await app.http.inject({ url: '/llms.txt' });
    const links = [...payload.matchAll(/\]\((.+?)\)/g)].map(([, url]) => toPath(url));
    expect(links).toHaveLength(5);
    for (const path of links) expect((await app.http.inject({ url: path })).statusCode, path).toBe(200);
  });

  it('belongs to a feature without cookies', async () => {
    for (const { path } of (syndication.pages ?? []).filter((page) => !page.path.includes(':'))) {
      expect((await app.http.inject({ url: path })).headers, path).not.toHaveProperty('set-cookie');
    }
  });
});
