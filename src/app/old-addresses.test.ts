import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveProduct } from '#features/catalog/products/save/save-product.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { savedProduct } from '#tests/catalog.ts';
import { useDatabase } from '#tests/database.ts';
import { testShop } from '#tests/shop.ts';

const { database, pool } = useDatabase();
let app: Awaited<ReturnType<typeof testShop>>;
let jug = 0;

const rename = (id: number, slug: string) =>
  inTransaction(app.shop.db, (tx) => saveProduct(app.shop, tx, { id, slug }));

async function ask(url: string) {
  const { statusCode, headers } = await app.http.inject({ url });
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
}

beforeAll(async () => {
  app = await testShop(database);
  ({ id: jug } = await savedProduct(app.shop, {
    ...{ name: 'Tide jug', status: 'published', type: 'variable', importId: '44' },
    master: { sku: 'JUG' },
    variations: [{ importId: '45', regularPrice: 100 }],
  }));
  await pool.query(`insert into tags (name, slug) values ('Thrown', 'thrown')`);
  await pool.query(`insert into categories (name, slug) values ('Cups', 'cups')`);
  await pool.query(
    `insert into categories (name, slug, parent_id) select 'Small', 'cups-small', id from categories where slug = 'cups'`,
  );
});

describe('an address that the shop had before', () => {
  it('leads to where the product is now, however often it has moved', async () => {
    await rename(jug, 'jug-of-tides');
    await rename(jug, 'the jug'.replace(' ', '-'));
    expect(await ask('/product/tide-jug')).toEqual([301, '/product/the-jug']);
    expect(await ask('/product/jug-of-tides/')).toEqual([301, '/product/the-jug']);
    expect(await ask('/product/the-jug')).toBe(200);
    expect((await app.http.inject('/product/tide-jug')).headers['cache-control'], 'not for ever').toBe('no-cache');
  });

  it('gives way to a page that is there, and never goes round in a circle', async () => {
    await rename(jug, 'tide-jug');
    expect(await ask('/product/tide-jug')).toBe(200);
    expect(await ask('/product/the-jug')).toEqual([301, '/product/tide-jug']);
    const { id } = await savedProduct(app.shop, { name: 'New', slug: 'the-jug', status: 'published' });
    expect(await ask('/product/the-jug')).toBe(200);
    await rename(id, 'other');
    expect(await ask('/product/the-jug'), 'the last one to have it').toEqual([301, '/product/other']);
  });

  it('leads nowhere once the product is not to be seen', async () => {
    const { id } = await savedProduct(app.shop, { name: 'Draft', slug: 'draft', status: 'published' });
    await rename(id, 'draft-two');
    await inTransaction(app.shop.db, (tx) => saveProduct(app.shop, tx, { id, status: 'private' }));
    expect([await ask('/product/draft'), await ask('/product/draft-two')]).toEqual([404, 404]);
    await pool.query('delete from products where id = $1', [id]);
    expect(await ask('/product/draft')).toBe(404);
  });

  it.each([
    ['/?p=44', '/product/tide-jug'],
    ['/?p=45', '/product/tide-jug'],
    ['/?post_type=product&p=44', '/product/tide-jug'],
    ['/index.php?p=44', '/product/tide-jug'],
    ['/?product=the-jug-of-old', null],
    ['/?product=jug-of-tides', '/product/tide-jug'],
    ['/?product_cat=cups', '/category/cups'],
    ['/product-category/cups', '/category/cups'],
    ['/product-category/cups/', '/category/cups'],
    ['/product-category/cups/small/page/2/', '/category/cups-small'],
    ['/product-tag/thrown/', '/tag/thrown'],
    ['/?product_tag=thrown', '/tag/thrown'],
    ['/product-category/plates', null],
    ['/?p=4711', null],
    ['/?p=%00', null],
    ['/product/%00', null],
    ['/product/%E0%A4%A', null],
    ['/product//evil.example', null],
    ['/product-category/https:%2f%2fevil.example', null],
  ])('%s leads to %s', async (from, to) => {
    const found = await ask(from);
    if (to === null) expect([200, 400, 404, [308, '/product/evil.example']]).toContainEqual(found);
    else expect(found).toEqual([301, to]);
  });

  it('is kept for categories too', async () => {
    await pool.query(`update categories set slug = 'mugs' where slug = 'cups'`);
    expect(await ask('/category/cups')).toEqual([301, '/category/mugs']);
    expect(await ask('/category/mugs')).toBe(200);
  });

  it('is looked for once, and only where there is no page', async () => {
    const queriesFor = async (url: string) => (await countQueries(() => findRedirect(app.shop.db, url))).queries;
    expect([await queriesFor('/product/nothing-here'), await queriesFor('/?p=1')]).toEqual([1, 1]);
    expect([await queriesFor('/nothing/here'), await queriesFor('/media/x'), await queriesFor('/?x=1')]).toEqual([
      0, 0, 0,
    ]);
    expect((await app.http.inject({ method: 'POST', url: '/product/jug-of-tides' })).statusCode).toBe(404);
  });
});

describe('a script of the shop from before', () => {
  it('[3.3/4] [3.3/5] reads the settings of the site by the names it knows', async () => {
    const { body } = await app.http.inject('/compat.js');
    const window: Record<string, unknown> = {};
    runInNewContext(body, { window });
    expect(window.themeVars).toMatchObject({
      options: { cookie_notice_version: 1, swatches_box_reset_time: 300, search_result_latency: 0 },
    });
  });
});
