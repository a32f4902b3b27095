import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { showStoredImage } from '#features/catalog/images/show-remote-image.ts';
import { publishStockChanges } from '#features/inventory/index.ts';
import { updateStockLevel } from '#features/inventory/write-stock-levels.ts';
import { indexProducts } from '#features/search/indexing.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { failureBody } from '#platform/http/replies.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { categoryList, productDetail, productList } from './schemas.ts';

const { database, pool } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
let app: App;

const fetchPath = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const fetchList = async (query = '') => productList.parse((await fetchPath(`/api/catalog/products${query}`)).json());
const fetchSlugs = async (query: string) => (await fetchList(query)).data.map(({ slug }) => slug);

beforeAll(async () => {
  app = await testShop(database, { clock: { now: () => now }, env: { PUBLIC_URL: 'https://shop.example' } });
  await addSyndicatedProducts(app.shop, database, now);
});

describe('the list of products', () => {
  it('lists public products once, paginated by id', async () => {
    const { rows } = await pool.query<{ slug: string }>(
      `select slug from products where slug not in ('hidden', 'draft') order by id`,
    );
    const found: string[] = [];
    let next: string | null = '/api/catalog/products?limit=4';
    while (next) {
      const page = await fetchPath(next);
      const { data, next: following } = productList.parse(page.json());
      expect(data.length).toBeLessThanOrEqual(4);
      found.push(...data.map(({ slug }) => slug));
      next = following?.replace('https://shop.example', '') ?? null;
    }
    expect(found).toEqual(rows.map(({ slug }) => slug));
  });

  it('needs three queries for any number of products', async () => {
    const { queries } = await countQueries(() => fetchList('?limit=100'));
    expect(queries).toBe(3);
  });

  it.each([
    ['?category=table', ['plain']],
    ['?category=cups', ['plain']],
    ['?category=nothing', []],
    ['?tag=everyday', ['plain']],
    ['?brand=maker-sons', ['plain']],
    ['?min_price=100', ['backorder']],
    ['?max_price=3.00', ['download']],
    ['?min_price=9&max_price=11.99', ['elsewhere', 'cup']],
    ['?in_stock=false', ['sold-out', 'without-price', 'empty-group', 'empty-variable']],
    ['?in_stock=true&max_price=20&category=cups', ['plain']],
    ['?something=else&tag=everyday', ['plain']],
  ])('%s gives %j', async (query, expected) => {
    expect(await fetchSlugs(query)).toEqual(expected);
  });

  it('can be searched, best matches first, with the same filters and pages', async () => {
    expect((await runJobsNow(app.shop, [indexProducts])).failed).toEqual([]);
    expect(await fetchSlugs('?q=cup')).toEqual(['cup', 'plain']);
    expect(await fetchSlugs('?q=cup&max_price=10')).toEqual(['cup']);
    expect(await fetchSlugs('?q=CUP-RED')).toEqual(['cup']);
    expect(await fetchSlugs('?q=hidden')).not.toContain('hidden');
    const { data, next } = await fetchList('?q=cup&limit=1');
    expect([data[0]?.slug, next]).toEqual(['cup', 'https://shop.example/api/catalog/products?q=cup&limit=1&cursor=1']);
    expect(await fetchSlugs('?q=cup&limit=1&cursor=1')).toEqual(['plain']);
    expect(await fetchList('?q=cup&limit=1&cursor=2')).toMatchObject({ data: [], next: null });
  });

  it('keeps the filters on the next page', async () => {
    const { next } = await fetchList('?in_stock=true&limit=1');
    expect(next).toMatch(/^https:\/\/shop\.example\/api\/catalog\/products\?in_stock=true&limit=1&cursor=\d+$/);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1;drop',
    'cursor=x',
    'cursor=99999999999',
    'cursor=2147483648',
    'min_price=-1',
    'min_price=1.2345',
    'in_stock=maybe',
    `q=${'x'.repeat(201)}`,
    `category=${'x'.repeat(5000)}`,
    'q=cup%00',
    'category=%00',
    'tag=%00',
    'cursor=%00',
    `limit=${'0'.repeat(300)}1`,
  ])('refuses %s with a readable message', async (query) => {
    const reply = await fetchPath(`/api/catalog/products?${query}`);
    expect(reply.statusCode).toBe(400);
    expect(failureBody.parse(reply.json())).toMatchObject({ code: 'invalid_input', data: { status: 400 } });
  });
});

describe('a product', () => {
  it('is found by id and by slug', async () => {
    const bySlug = productDetail.parse((await fetchPath('/api/catalog/products/cup')).json());
    const byNumber = productDetail.parse((await fetchPath(`/api/catalog/products/${bySlug.id}`)).json());
    expect(byNumber).toEqual(bySlug);
    expect(bySlug).toMatchObject({
      ...{ type: 'variable', price: { min: { value: '9.00' }, max: { value: '11.00' } }, prices_include_tax: true },
      attributes: [{ slug: 'colour' }, { slug: 'handle' }, { slug: 'material', terms: [{ name: 'Clay' }] }],
      returns: { days: 30, free: false },
    });
    expect(bySlug.variations.map(({ options }) => options.map(({ term }) => term))).toEqual([
      ['red', 'left'],
      ['blue'],
      ['red', 'right'],
    ]);
  });

  it('of every kind matches the schema', async () => {
    for (const { api_url } of (await fetchList('?limit=100')).data) {
      const reply = await fetchPath(new URL(api_url).pathname);
      expect(() => productDetail.parse(reply.json()), api_url).not.toThrow();
    }
  });

  it('lists the members of a group and the URL of an external product', async () => {
    const group = productDetail.parse((await fetchPath('/api/catalog/products/group')).json());
    expect(group.members).toMatchObject([{ slug: 'plain', availability: 'in_stock' }]);
    const external = productDetail.parse((await fetchPath('/api/catalog/products/elsewhere')).json());
    expect(external).toMatchObject({ external_url: 'https://example.com/x', variations: [{ shipping: [] }] });
  });

  it('omits placeholder pictures', async () => {
    const [media, real] = [await addTestMedia(database, 'drawn.png'), await addTestMedia(database, 'real.jpg')];
    const { rows } = await pool.query<{ id: number }>(
      `insert into remote_images (url, state, problem) values ('folder:gone.jpg', 'failed', 'NOT_IN_FOLDER') returning id`,
    );
    const images = [{ mediaId: media, remoteId: rows[0]?.id ?? 0 }];
    const master = { regularPrice: 100 };
    const { id } = await saveTestProduct(app.shop, { name: 'Lost', slug: 'lost', status: 'published', images, master });
    const lost = async () => productDetail.parse((await fetchPath('/api/catalog/products/lost')).json());
    const imagesIn = async (path: string) =>
      (await fetchPath(path)).payload
        .split('<url>')
        .filter((entry) => entry.includes('/product/lost<') && entry.includes('image:loc'));
    expect(await lost()).toMatchObject({ image: null, images: [], variations: [{ image: null }] });
    expect(await imagesIn(`/sitemap-products-${Math.floor(id / 5000)}.xml`)).toEqual([]);
    expect((await fetchPath('/product/lost', { accept: 'text/html' })).payload).toContain(`data-image="${media}"`);
    await inTransaction(app.shop.db, (tx) => showStoredImage(app.shop, tx, images[0]?.remoteId ?? 0, real));
    expect(await lost()).toMatchObject({ images: [expect.stringMatching(/\/media\//)] });
    expect(await imagesIn(`/sitemap-products-${Math.floor(id / 5000)}.xml`)).toHaveLength(1);
    await pool.query('delete from products where id = $1', [id]);
    dropKeptPages();
  });

  it.each(['hidden', 'draft', 'never-made', '999999', "x'%20or%201=1"])('%s is not found', async (which) => {
    const reply = await fetchPath(`/api/catalog/products/${which}`, { accept: 'text/html' });
    expect([reply.statusCode, failureBody.parse(reply.json()).code]).toEqual([404, 'not_found']);
  });

  it('is sent again only after a change', async () => {
    const path = '/api/catalog/products/plain';
    const first = await fetchPath(path);
    const etag = String(first.headers.etag);
    expect((await fetchPath(path, { 'if-none-match': etag })).statusCode).toBe(304);
    const { id } = productDetail.parse(first.json());
    await inTransaction(app.shop.db, async (tx) => {
      const set = await updateStockLevel(tx, id, { status: 'out' }, 'counted');
      await publishStockChanges(app.shop, tx, set.ok ? set.changes : []);
    });
    const after = async () => (await fetchPath(path, { 'if-none-match': etag })).statusCode;
    await expect.poll(after).toBe(200);
    expect((await fetchPath(path)).json()).toMatchObject({ availability: 'out_of_stock' });
  });
});

describe('the API', () => {
  it('lists categories, parents first', async () => {
    const { data } = categoryList.parse((await fetchPath('/api/catalog/categories')).json());
    expect(data.map(({ slug, parent }) => [slug, parent])).toEqual([
      ['table', null],
      ['cups', 'table'],
    ]);
    const { products_url = '' } = data[1] ?? {};
    expect(await fetchSlugs(new URL(products_url).search)).toEqual(['plain']);
  });

  it('can be read from any origin and is read-only', async () => {
    for (const path of [
      '/api/catalog/products',
      '/api/catalog/products/plain',
      '/openapi.json',
      '/api/catalog/products/no',
    ]) {
      const reply = await fetchPath(path, { origin: 'https://elsewhere.example' });
      expect(reply.headers, path).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(reply.headers, path).not.toHaveProperty('set-cookie');
      expect(reply.headers, path).not.toHaveProperty('access-control-allow-credentials');
    }
    const asked = await app.http.inject({ method: 'OPTIONS', url: '/api/catalog/products/plain' });
    expect([asked.statusCode, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD']);
    expect((await app.http.inject({ method: 'POST', url: '/api/catalog/products', payload: {} })).statusCode).toBe(404);
  });
});
