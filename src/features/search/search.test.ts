import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveProduct } from '#features/catalog/products/save/save-product.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { Suggestion } from './contract.ts';
import { indexProducts, optimizeSearch } from './indexing.ts';
import { suggestProducts } from './search.ts';

const { database, db } = useDatabase();
let app: App;
let shop: Shop;
let cup: number;
let pot: number;

const master = { regularPrice: 1800 };
const published = { status: 'published' } as const;

async function runIndexJob(): Promise<void> {
  const { failed } = await runJobsNow(shop, [indexProducts]);
  expect(failed).toEqual([]);
}

beforeAll(async () => {
  app = await testShop(database, { choices: { currency: 'EUR' } });
  shop = app.shop;
  const [category] = (
    await db.execute<{ id: number }>(
      sql`with top as (insert into categories (locale, slug, name) values ('en-GB', 'tea', 'Tea things') returning id)
      insert into categories (locale, slug, name, parent_id) select 'en-GB', 'pots', 'Pots', id from top returning id`,
    )
  ).rows;
  const image = await addTestMedia(database, 'cup');
  ({ id: cup } = await saveTestProduct(shop, {
    ...published,
    name: 'Espresso cup Céladon',
    master: { sku: 'SM-CUP', ...master },
  }));
  await db.execute(sql`insert into product_images (product_id, position, media_id) values (${cup}, 0, ${image})`);
  ({ id: pot } = await saveTestProduct(shop, {
    ...published,
    name: 'Tea pot Ærø',
    categories: [category?.id ?? 0],
    description: '<p>For the <b>dishwasher</b> &amp; the hob, with lid30. <a href="/x">Stoneware</a></p>',
    master: { sku: 'SM-TP.9', gtin: '5901234123457', ...master },
  }));
  await saveTestProduct(shop, { ...published, name: 'Cupboard', master });
  await saveTestProduct(shop, {
    ...published,
    name: 'Cup warmer, sold out',
    master: { ...master, stock: { status: 'out' } },
  });
  await saveTestProduct(shop, { ...published, visibility: 'catalog', name: 'Cup that no search shows', master });
  await saveTestProduct(shop, { ...published, visibility: 'search', name: 'Saucer that only searches show', master });
  await saveTestProduct(shop, { name: 'Cup in draft', master });
  await runIndexJob();
});

const findNames = async (text: string, category?: string) =>
  (await suggestProducts(shop, { text, category })).map(({ name }) => name);

describe('search results', () => {
  it.each([
    ['espresso', 'Espresso cup Céladon'],
    ['CELADON', 'Espresso cup Céladon'],
    ['celadon espresso', 'Espresso cup Céladon'],
    ['espreso', 'Espresso cup Céladon'],
    ['esprseso celdon', 'Espresso cup Céladon'],
    ['presso', 'Espresso cup Céladon'],
    ['teapot', 'Tea pot Ærø'],
    ['tea pots', 'Tea pot Ærø'],
    ['aero', 'Tea pot Ærø'],
    ['tea things', 'Tea pot Ærø'],
    ['dishwasher', 'Tea pot Ærø'],
    ['stoneware pot', 'Tea pot Ærø'],
    ['sm-tp.9', 'Tea pot Ærø'],
    ['SMTP9', 'Tea pot Ærø'],
    ['sm tp 9', 'Tea pot Ærø'],
    ['5901234123457', 'Tea pot Ærø'],
    ['celadon pot', 'Tea pot Ærø'],
    ['lid', 'Tea pot Ærø'],
    ['pot lid', 'Tea pot Ærø'],
    ['lid3', 'Tea pot Ærø'],
    ['saucer', 'Saucer that only searches show'],
  ])('%s finds %s', async (text, name) => {
    expect(await findNames(text)).toContain(name);
  });

  it('start with exact matches, end with sold-out products and omit hidden ones', async () => {
    expect(await findNames('cup')).toEqual(['Espresso cup Céladon', 'Cup warmer, sold out', 'Cupboard']);
  });

  it('are empty for unknown words', async () => {
    expect(await findNames('bicycle')).toEqual([]);
    expect(await findNames('😀 … ––')).toEqual([]);
  });

  it('stay in a category and its subcategories', async () => {
    expect(await findNames('pot', 'tea')).toEqual(['Tea pot Ærø']);
    expect(await findNames('cup', 'tea')).toEqual([]);
    expect(await findNames('pot', 'nowhere')).toEqual([]);
  });
});

describe('the index', () => {
  it('is updated by a job enqueued with each change', async () => {
    await inTransaction(db, (tx) => saveProduct(shop, tx, { id: cup, name: 'Ristretto cup Céladon' }));
    await runIndexJob();
    expect(await findNames('ristretto')).toEqual(['Ristretto cup Céladon']);
    expect(await findNames('espresso cup')).not.toContain('Espresso cup Céladon');
    await inTransaction(db, (tx) => saveProduct(shop, tx, { id: cup, status: 'draft' }));
    await runIndexJob();
    expect(await findNames('ristretto')).toEqual([]);
    await inTransaction(db, (tx) =>
      saveProduct(shop, tx, { id: cup, status: 'published', name: 'Espresso cup Céladon' }),
    );
    await runIndexJob();
    expect(await findNames('espresso')).toEqual(['Espresso cup Céladon']);
  });

  it('shows the current price before the job for a started sale has run', async () => {
    const day = 24 * 60 * 60 * 1000;
    const now = shop.clock.now().getTime();
    const sale = { salePrice: 1500, saleFrom: new Date(now + day), saleTo: new Date(now + 2 * day) };
    await inTransaction(db, (tx) => saveProduct(shop, tx, { id: pot, master: sale }));
    const at = (time: number) =>
      suggestProducts({ ...shop, clock: { now: () => new Date(time) } }, { text: 'teapot' }).then(
        ([first]) => first?.min,
      );
    expect([await at(now), await at(now + 1.5 * day), await at(now + 3 * day)]).toEqual([1800, 1500, 1800]);
  });

  it('shows the price of a set with one of each member, as its card does', async () => {
    const [plate, dish] = await Promise.all(
      [900, 700].map((regularPrice, index) =>
        saveTestProduct(shop, { ...published, name: `Member ${index}`, master: { regularPrice } }),
      ),
    );
    const grouped = [plate?.id ?? 0, dish?.id ?? 0];
    await saveTestProduct(shop, { ...published, name: 'Quorlset', type: 'grouped', grouped });
    await runIndexJob();
    const [first] = await suggestProducts(shop, { text: 'quorlset' });
    expect(first).toMatchObject({ min: 1600, max: 1600, isSet: true });
  });

  it('deletes words that no product has', async () => {
    const { id } = await saveTestProduct(shop, { ...published, name: 'Zeppelinbecher', master });
    await runIndexJob();
    expect(await findNames('zepelinbecher')).toEqual(['Zeppelinbecher']);
    await inTransaction(db, (tx) => saveProduct(shop, tx, { id, status: 'draft' }));
    const { failed } = await runJobsNow(shop, [indexProducts, optimizeSearch]);
    expect(failed).toEqual([]);
    await optimizeSearch.run(shop, {}, { number: 1, isLast: false });
    const { rows } = await database.pool.query(`select word from search_words where word like 'zeppelin%'`);
    expect(rows).toEqual([]);
  });
});

async function requestSuggestions(query: Readonly<Record<string, string>>) {
  return app.http.inject({ url: '/ajax', query: { action: 'theme_ajax_search_products', ...query } });
}

describe('the suggestions request', () => {
  it('[7.2/5] [7.2/6] [3.2/1] [3.2/2] [3.2/3] [3.2/4] answers with a list of products, from a category when one is given', async () => {
    const answer = await requestSuggestions({ query: 'espresso' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json<Suggestion[]>()).toEqual([
      {
        value: 'Espresso cup Céladon',
        url: '/product/espresso-cup-celadon',
        img: expect.stringMatching(/^\/media\/.*160.*\.jpg$/),
        price: '€18.00',
        id: cup,
      },
    ]);
    expect((await requestSuggestions({ query: 'espresso', product_cat: 'tea' })).json()).toEqual([]);
    expect((await requestSuggestions({ query: 'pot', product_cat: 'pots' })).json()).toHaveLength(1);
  });

  it('[9.1/1] returns nothing below three characters', async () => {
    expect((await requestSuggestions({ query: 'cu' })).json()).toEqual([]);
    expect((await requestSuggestions({ query: ' cu ' })).json()).toEqual([]);
    expect((await requestSuggestions({ query: 'cup' })).json()).toHaveLength(3);
  });

  it.each([
    "'; drop table products; --",
    '\\',
    '%%%',
    '___',
    "a' | 'b",
    '!!! & (',
    ':* <-> &',
    'cup:*&!tea',
    '\0\0\0',
    '\ud800\ud800\ud800',
    '…'.repeat(300),
  ])('takes %j for no more than words', async (query) => {
    const answer = await requestSuggestions({ query });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Suggestion[]>().every(({ value }) => /cup|tea/i.test(value))).toBe(true);
  });

  it.each(['no-such', "' or 1=1"])('knows no category %j', async (category) => {
    const answer = await requestSuggestions({ query: 'cup', product_cat: category });
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
  });

  it('rejects queries that are far too long', async () => {
    const answer = await requestSuggestions({ query: 'cup '.repeat(2_500) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_input' });
  });
});

describe('with other settings', () => {
  it('[8.2/2] [3.2/5] reports no results, and answers with an object', async () => {
    const settings = { ...shop.choices.settings, search: { noResults: true, answer: 'object' } };
    const other = await testShop(database, { choices: { currency: 'EUR', settings, wire: { themePrefix: 'shine' } } });
    const request = (query: string) =>
      other.http.inject({ url: '/ajax', query: { action: 'shine_ajax_search_products', query } });
    expect((await request('bicycle')).json()).toEqual({
      suggestions: [{ value: 'No results', url: '', img: '', price: '', id: -1 }],
    });
    expect((await request('bi')).json()).toEqual({ suggestions: [] });
    expect((await requestSuggestions({ query: 'bicycle' })).json()).toEqual([]);
  });
});
