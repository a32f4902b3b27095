import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();
let app: App;
let mug: number;

beforeAll(async () => {
  app = await testShop(database, { choices: { settings: { cart: { newCartsPerHour: 3 } } } });
  mug = await addProduct(app.shop, { name: 'Mug', stock: 500 });
});

const postItem = (remoteAddress: string, quantity = '1', cookie = '') =>
  app.http.inject({
    method: 'POST',
    url: '/cart/add',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie === '' ? {} : { cookie }) },
    payload: new URLSearchParams({ product_id: String(mug), quantity }).toString(),
  });

const countRows = async () => {
  const { rows } = await database.pool.query<{ carts: number; visitors: number }>(
    'select (select count(*)::integer from carts) as carts, (select count(*)::integer from platform.visitors) as visitors',
  );
  return rows[0];
};

it('limits new carts per network and hour, even at once; refused requests leave no row', async () => {
  const before = await countRows();
  for (let count = 0; count < 5; count += 1) expect((await postItem('203.0.113.9', '99999')).statusCode).toBe(422);
  const answers = await Promise.all(Array.from({ length: 12 }, () => postItem('203.0.113.9')));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 303)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.body).toContain('Please try again later');
  const after = await countRows();
  expect([(after?.carts ?? 0) - (before?.carts ?? 0), (after?.visitors ?? 0) - (before?.visitors ?? 0)]).toEqual([
    3, 3,
  ]);
});

it('does not limit visitors with a cart, other networks or private addresses', async () => {
  const first = await postItem('203.0.113.77');
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  for (let count = 0; count < 5; count += 1) expect((await postItem('203.0.113.77', '1', cookie)).statusCode).toBe(303);
  for (let count = 0; count < 5; count += 1) expect((await postItem('127.0.0.1')).statusCode).toBe(303);
});
