import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { cancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { getOrderHistory } from '#features/orders/order.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { orderAddressPath } from './address-page.tsx';

const { database } = useDatabase();
let app: App;
let order: Order;
const clerk = createStaffCookie('Dora', openBackOffice.name, 'orders.write');

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  const product = await addProduct(app.shop, { stock: 9 });
  order = await placeTestOrder(app.shop, [[product, 1]]);
});

const send = (method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}, cookie = clerk) =>
  app.http.inject({
    method,
    url,
    headers: {
      cookie,
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: new URLSearchParams(fields).toString() } : {}),
  });

const path = () => orderAddressPath(order.number, 'billing');
const typed = (changes: Record<string, string> = {}) => ({
  ...{ billing_country: 'US', billing_first_name: 'Ada', billing_last_name: 'Byrne', billing_address_1: '1 Quay Lane' },
  ...{ billing_city: 'Portland', billing_state: 'oregon', billing_postcode: '97201' },
  ...changes,
});

it('shows the address to staff who may change orders, and to nobody else', async () => {
  const page = await send('GET', path());
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`value="${order.billing?.city}"`);
  expect(page.body).toMatch(/<input[^>]*name="billing_city"/);
  const reader = createStaffCookie('Bea', openBackOffice.name);
  expect((await send('GET', path(), {}, reader)).statusCode).toBe(403);
  expect((await send('POST', path(), typed(), reader)).statusCode).toBe(403);
});

it('saves a corrected address in the spelling of its country, and the history names who did it', async () => {
  const saved = await send('POST', path(), typed());
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `${path()}?saved=1`]);
  expect((await send('GET', `${path()}?saved=1`)).body).toMatch(
    /<div[^>]*role="status"[^>]*autofocus[^>]*>(?:(?!<\/div>).)*The address was saved\./s,
  );
  const changed = await getOrder(app.shop.db, { id: order.id });
  expect(changed?.billing).toMatchObject({ city: 'Portland', state: 'OR', country: 'US', company: '' });
  expect(changed?.total).toBe(order.total);
  expect((await getOrderHistory(app.shop.db, order.id)).at(-1)).toMatchObject({
    text: 'billing address changed',
    by: 'Dora',
  });
});

it('shows a form with problems again, each linked to its field, and changes nothing', async () => {
  const before = await getOrder(app.shop.db, { id: order.id });
  const refused = await send('POST', path(), typed({ billing_postcode: '972', billing_last_name: ' ' }));
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('href="#billing_postcode"');
  expect(refused.body).toContain('href="#billing_last_name"');
  expect(refused.body).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="billing_postcode"[^>]*value="972"/);
  expect((await send('POST', path(), typed({ billing_country: 'XX' }))).statusCode).toBe(422);
  expect(await getOrder(app.shop.db, { id: order.id })).toEqual(before);
});

it('refuses the address of an order that has ended', async () => {
  const { shop } = app;
  const change = { orderId: order.id, by: 'shop', reason: 'by-shop' } as const;
  await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, change));
  const refused = await send('POST', path(), typed());
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toMatch(
    /<div[^>]*role="alert"[^>]*autofocus[^>]*>(?:(?!<\/div>).)*The address can’t be changed any more/s,
  );
});

it.each(['0', 'x', '999999999'])('does not find order %s', async (number) => {
  expect((await send('GET', `/admin/orders/${number}/address/billing`)).statusCode).toBe(404);
});
