import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { adoptLocale } from '#features/catalog/index.ts';
import { saveProduct } from '#features/catalog/products/save/save-product.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let app: Awaited<ReturnType<typeof testShop>>;
let jugId = 0;

const changeSlug = (id: number, slug: string) =>
  inTransaction(app.shop.db, (tx) => saveProduct(app.shop, tx, { id, slug }));

/** The status; of a redirect the status and the location. */
async function request(url: string) {
  const { statusCode, headers } = await app.http.inject({ url });
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
}

beforeAll(async () => {
  app = await testShop(database);
  ({ id: jugId } = await saveTestProduct(app.shop, {
    ...{ name: 'Tide jug', status: 'published', type: 'variable', importId: '44' },
    master: { sku: 'JUG' },
    variations: [{ importId: '45', regularPrice: 100 }],
  }));
  await pool.query(`insert into tags (name, slug) values ('Thrown', 'thrown')`);
  await pool.query(`insert into categories (locale, name, slug) values ('en-GB', 'Cups', 'cups')`);
  await pool.query(
    `insert into categories (locale, name, slug, parent_id) select 'en-GB', 'Small', 'cups-small', id from categories where slug = 'cups'`,
  );
});

describe('a previous address', () => {
  it('redirects to the product, however often its slug has changed', async () => {
    await changeSlug(jugId, 'jug-of-tides');
    await changeSlug(jugId, 'the-jug');
    expect(await request('/product/tide-jug')).toEqual([301, '/product/the-jug']);
    expect(await request('/product/jug-of-tides/')).toEqual([301, '/product/the-jug']);
    expect(await request('/product/the-jug')).toBe(200);
    expect((await app.http.inject('/product/tide-jug')).headers['cache-control'], 'not cached for ever').toBe(
      'no-cache',
    );
  });

  it('yields to an existing page, and never redirects in a circle', async () => {
    await changeSlug(jugId, 'tide-jug');
    expect(await request('/product/tide-jug')).toBe(200);
    expect(await request('/product/the-jug')).toEqual([301, '/product/tide-jug']);
    const { id } = await saveTestProduct(app.shop, { name: 'New', slug: 'the-jug', status: 'published' });
    expect(await request('/product/the-jug')).toBe(200);
    await changeSlug(id, 'other');
    expect(await request('/product/the-jug'), 'the last product with this slug').toEqual([301, '/product/other']);
  });

  it('is missing once the product is not public', async () => {
    const { id } = await saveTestProduct(app.shop, { name: 'Draft', slug: 'draft', status: 'published' });
    await changeSlug(id, 'draft-two');
    await inTransaction(app.shop.db, (tx) => saveProduct(app.shop, tx, { id, status: 'private' }));
    expect([await request('/product/draft'), await request('/product/draft-two')]).toEqual([404, 404]);
    await pool.query('delete from products where id = $1', [id]);
    expect(await request('/product/draft')).toBe(404);
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
  ])('%s redirects to %s', async (from, to) => {
    const reply = await request(from);
    if (to === null) expect([200, 400, 404, [308, '/product/evil.example']]).toContainEqual(reply);
    else expect(reply).toEqual([301, to]);
  });

  it.each([
    ['/product/jug-of-tides?utm_source=letter&glaze=sea+green', '/product/tide-jug?utm_source=letter&glaze=sea+green'],
    ['/product/jug-of-tides/?gclid=1', '/product/tide-jug?gclid=1'],
    ['/product/tide-jug/?glaze=a&glaze=b', '/product/tide-jug?glaze=a&glaze=b'],
    ['/product/Tide-Jug?gclid=1', '/product/tide-jug?gclid=1'],
    ['/PRODUCT/JUG-OF-TIDES?gclid=1', '/product/tide-jug?gclid=1'],
    ['/?p=44&utm_source=a?b', '/product/tide-jug?utm_source=a%3Fb'],
    ['/?post_type=product&utm_source=x&p=44', '/product/tide-jug?utm_source=x'],
    ['/index.php?p=44&attribute_glaze=sea', '/product/tide-jug?attribute_glaze=sea'],
    ['/product-category/cups/small/page/2/?orderby=price', '/category/cups-small?orderby=price'],
    ['/product-tag/Thrown/?q=%0d%0aSet-Cookie:%20x', '/tag/thrown?q=%0D%0ASet-Cookie%3A+x'],
    ['/product-tag/thrown?', '/tag/thrown'],
    ['/product-tag/thrown?to=//evil.example/', '/tag/thrown?to=%2F%2Fevil.example%2F'],
    [`/product-tag/thrown?a=1&b=${'x'.repeat(3000)}&c=2`, '/tag/thrown?a=1&c=2'],
  ])('%s keeps its parameters in the redirect to %s (C4)', async (from, to) => {
    expect(await request(from)).toEqual([301, to]);
  });

  it('of a page with a slash at its end keeps its parameters (C4)', async () => {
    expect(await request('/cart/?utm_source=a?b&x=1')).toEqual([308, '/cart?utm_source=a%3Fb&x=1']);
    const { statusCode, headers } = await app.http.inject({ method: 'HEAD', url: '/cart/?x=1' });
    expect([statusCode, headers.location]).toEqual([308, '/cart?x=1']);
  });

  it('redirects for categories too', async () => {
    await pool.query(`update categories set slug = 'mugs' where slug = 'cups'`);
    expect(await request('/category/cups')).toEqual([301, '/category/mugs']);
    expect(await request('/category/mugs')).toBe(200);
  });

  it('and an address are of one language, which follows the shop', async () => {
    await pool.query(
      `update products set locale = 'cy'; update slug_redirects set locale = 'cy'; update categories set locale = 'cy'`,
    );
    dropKeptPages();
    const paths = ['/product/tide-jug', '/product/jug-of-tides', '/category/mugs', '/category/cups'];
    expect(await Promise.all(paths.map(request))).toEqual([404, 404, 404, 404]);
    await adoptLocale(app.shop.db, 'en-GB');
    expect(await Promise.all(paths.map(request))).toEqual([
      200,
      [301, '/product/tide-jug'],
      200,
      [301, '/category/mugs'],
    ]);
  });

  it('takes one query, one more for what staff redirect, and only for a missing page', async () => {
    const queriesFor = async (url: string) => (await countQueries(() => findRedirect(app.shop, url))).queries;
    expect([await queriesFor('/product/nothing-here'), await queriesFor('/?p=1')]).toEqual([2, 1]);
    expect([await queriesFor('/nothing/here'), await queriesFor('/media/x'), await queriesFor('/?x=1')]).toEqual([
      1, 0, 0,
    ]);
    expect((await app.http.inject({ method: 'POST', url: '/product/jug-of-tides' })).statusCode).toBe(404);
  });
});

describe('a script of the previous shop', () => {
  it('[3.3/4] [3.3/5] reads the site settings by their previous names', async () => {
    const { body } = await app.http.inject('/compat.js');
    const window: Record<string, unknown> = {};
    runInNewContext(body, { window });
    expect(window.themeVars).toMatchObject({
      options: { cookie_notice_version: 1, swatches_box_reset_time: 300, search_result_latency: 0 },
    });
  });
});
