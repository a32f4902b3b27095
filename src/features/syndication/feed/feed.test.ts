import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { countQueries } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { flatRateZones } from '#tests/support/sales.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { parseXml, readTexts, type XmlElement } from '#tests/support/syndication/xml.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createFeedSpool } from './feed-spool.ts';

const { database } = useDatabase();
let now = new Date('2026-06-15T12:00:00Z');
let app: App;

const fetchFeed = (headers: Record<string, string> = {}) => app.http.inject({ url: '/feeds/products.xml', headers });
const readItems = (xml: string) => (parseXml(xml).children[0]?.children ?? []).filter(({ name }) => name === 'item');
const readField = (item: XmlElement | undefined, name: string) => (item ? readTexts(item, `g:${name}`)[0] : undefined);

beforeAll(async () => {
  app = await testShop(database, {
    clock: { now: () => now },
    env: { PUBLIC_URL: 'https://shop.example' },
    choices: {
      settings: {
        shipping: flatRateZones(690),
        'delivery-dates': {
          backorderDays: 10,
          cutOff: '23:59',
          transitDays: { min: 2, max: 5 },
          handlingDays: { min: 1, max: 2 },
        },
        syndication: {
          googleCategories: { table: '672' },
        },
      },
      countries: ['IE', 'DE'],
    },
  });
  await addSyndicatedProducts(app.shop, database, now);
});

describe('the product feed', () => {
  it('has an item for each variation that is sold here', async () => {
    const items = readItems((await fetchFeed()).payload);
    const of = (slug: string) =>
      items.filter((item) => readField(item, 'canonical_link')?.endsWith(`/product/${slug}`));
    expect(of('cup').map((item) => readField(item, 'title'))).toEqual([
      'Cup – Red, Left',
      'Cup – Blue',
      'Cup – Red, Right',
    ]);
    expect(new Set(of('cup').map((item) => readField(item, 'item_group_id'))).size).toBe(1);
    for (const slug of ['without-price', 'elsewhere', 'group', 'hidden', 'draft', 'empty-variable']) {
      expect(of(slug), slug).toEqual([]);
    }
    const ids = items.map((item) => readField(item, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the fields that comparison sites require', async () => {
    const items = readItems((await fetchFeed()).payload);
    const of = (slug: string) => items.find((item) => readField(item, 'link')?.endsWith(`/product/${slug}`));
    const plain = of('plain');
    expect(
      Object.fromEntries((plain?.children ?? []).map(({ name, text: said }) => [name.slice(2), said])),
    ).toMatchObject({
      ...{ id: 'PLAIN', title: 'Plain & simple </script><b>', description: 'Two words <more>', condition: 'new' },
      ...{ price: '18.50 EUR', brand: 'Maker & Sons', gtin: '4006381333931', availability: 'in_stock' },
      ...{ product_type: 'Table > Cups', google_product_category: '672', max_handling_time: '2' },
    });
    const options = plain?.children.filter(({ name }) => name === 'g:shipping') ?? [];
    expect(options.map((option) => option.children.map(({ text: said }) => said))).toEqual([
      ['IE', 'Parcel', '6.90 EUR', '2', '5'],
      ['DE', 'Parcel', '6.90 EUR', '2', '5'],
    ]);
    expect(readField(of('on-sale'), 'identifier_exists')).toBe('no');
    expect(readField(plain, 'identifier_exists')).toBeUndefined();
    expect(readField(of('sold-out'), 'availability')).toBe('out_of_stock');
    expect(readField(of('backorder'), 'availability_date')).toBe('2026-06-25T00:00:00.000Z');
  });

  it('has a sale with its dates, and an upcoming one only with an end', async () => {
    const items = readItems((await fetchFeed()).payload);
    const of = (slug: string) => items.find((item) => readField(item, 'link')?.endsWith(`/product/${slug}`));
    const sale = (slug: string) =>
      ['price', 'sale_price', 'sale_price_effective_date'].map((name) => readField(of(slug), name));
    expect(sale('on-sale')).toEqual(['20.00 EUR', '15.00 EUR', expect.stringMatching(/\/2026-06-18T12:00:00\.000Z$/)]);
    expect(sale('on-sale-without-end')).toEqual(['20.00 EUR', '15.00 EUR', undefined]);
    expect(sale('on-sale-soon')).toEqual([
      '20.00 EUR',
      '15.00 EUR',
      '2026-06-16T12:00:00.000Z/2026-06-18T12:00:00.000Z',
    ]);
    expect(sale('on-sale-some-day')).toEqual(['20.00 EUR', undefined, undefined]);
    expect(sale('was-on-sale')).toEqual(['20.00 EUR', undefined, undefined]);
  });

  it('is sent as gzip if accepted, and not again when unchanged', async () => {
    const packed = await fetchFeed({ 'accept-encoding': 'br, gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/xml; charset=utf-8',
    });
    expect(gunzipSync(packed.rawPayload).toString()).toBe((await fetchFeed({ 'accept-encoding': 'identity' })).payload);
    const known = await fetchFeed({ 'if-none-match': String(packed.headers.etag) });
    expect([known.statusCode, known.payload]).toEqual([304, '']);
    const head = await app.http.inject({ method: 'HEAD', url: '/feeds/products.xml' });
    expect([head.statusCode, head.payload]).toEqual([200, '']);
  });

  it('is generated again when expired, with two queries per batch and one more at the end', async () => {
    const asked = () => countQueries(async () => (await fetchFeed()).statusCode);
    expect((await asked()).queries).toBe(0);
    now = new Date(now.getTime() + 15 * 60_000);
    expect(await asked()).toMatchObject({ value: 200, queries: 3 });
  });
});

describe('the feed file', () => {
  it('is generated once for concurrent requests and deleted on close', async () => {
    let made = 0;
    let time = 0;
    async function* generate() {
      made += 1;
      yield 'one ';
      yield 'two';
    }
    const spool = createFeedSpool({ generate, getLifetime: () => 100, now: () => time });
    const files = await Promise.all(Array.from({ length: 20 }, () => spool.getLatest()));
    expect([made, new Set(files).size]).toEqual([1, 1]);
    const [file] = files;
    if (!file) throw new Error('no file');
    expect(await text(spool.open(file).pipe(createGunzip()))).toBe('one two');
    for (let count = 0; count < 4; count += 1) {
      time += 100;
      await spool.getLatest();
    }
    expect(made).toBe(5);
    expect(readdirSync(dirname(file.path))).toHaveLength(2);
    await spool.close();
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it('is not sent after a failure, and is generated again', async () => {
    let broken = true;
    async function* generate() {
      yield 'a beginning';
      if (broken) throw new Error('the database is gone');
    }
    const spool = createFeedSpool({ generate, getLifetime: () => 1000, now: () => 0 });
    await expect(spool.getLatest()).rejects.toThrow('the database is gone');
    broken = false;
    const file = await spool.getLatest();
    expect(readdirSync(dirname(file.path))).toHaveLength(1);
    await spool.close();
  });
});
