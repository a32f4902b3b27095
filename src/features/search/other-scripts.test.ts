import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { indexProducts } from './indexing.ts';
import { findSearchOverview } from './overview.ts';
import { suggestProducts } from './search.ts';

const { database, pool } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await testShop(database));
  await pool.query(`insert into categories (locale, slug, name) values ('en-GB', 'priboy', 'Вазы «Прибой»'),
    ('en-GB', 'gabin', '陶器のがびん'), ('en-GB', 'hindi', 'हिन्दी कप')`);
  await pool.query(`insert into brands (slug, name) values ('kiln', 'Ёлка')`);
  const { rows } = await pool.query<{ id: number }>(`select id from categories where slug = 'gabin'`);
  const product = { status: 'published', master: { regularPrice: 100 } } as const;
  await saveTestProduct(shop, { ...product, name: 'Ваза «Прибой»' });
  await saveTestProduct(shop, { ...product, name: '青い花瓶', categories: [rows[0]?.id ?? 0] });
  await saveTestProduct(shop, { ...product, name: 'สีฟ้าแก้วน้ำ' });
  expect((await runJobsNow(shop, [indexProducts])).failed).toEqual([]);
});

const findNames = async (text: string) => (await suggestProducts(shop, { text })).map(({ name }) => name);
const findLinks = async (text: string) => (await findSearchOverview(shop, { text })).links.map(({ name }) => name);

describe('words of other scripts', () => {
  it.each([
    ['прибой', 'Ваза «Прибой»'],
    ['花瓶', '青い花瓶'],
    ['青い', '青い花瓶'],
    ['青い 花瓶', '青い花瓶'],
    ['い花', '青い花瓶'],
    ['がびん', '青い花瓶'],
    ['แก้ว', 'สีฟ้าแก้วน้ำ'],
  ])('[A4] are found in names, also inside of them: %s', async (text, name) => {
    expect(await findNames(text)).toEqual([name]);
  });

  it.each([
    ['Прибой', 'Вазы «Прибой»'],
    ['прибо', 'Вазы «Прибой»'],
    ['がびん', '陶器のがびん'],
    ['陶器', '陶器のがびん'],
    ['हिन्दी', 'हिन्दी कप'],
    ['ёлка', 'Ёлка'],
    ['елка', 'Ёлка'],
  ])('[A4] find categories and brands in the live search: %s', async (text, name) => {
    expect(await findLinks(text)).toContain(name);
  });
});
