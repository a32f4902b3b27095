import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const clerk = createStaffCookie('Ada', openBackOffice.name, 'products.read', 'products.write');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

it('lists products, and opens one', async () => {
  const id = await addProduct(app.shop, { name: 'Blue bowl' });
  const { statusCode, body } = await office.get('products');
  expect(statusCode).toBe(200);
  expect(body).toContain('Blue bowl');
  expect((await office.get(`products/${id}`)).body).toContain('Blue bowl');
});

it('makes a new product', async () => {
  const { fields } = await office.get('products/new');
  const saved = await office.post('products/new', { ...fields, name: 'Red vase', regularPrice: '12.50', sku: 'RV-1' });
  expect(saved.statusCode).toBe(303);
  const { body } = await office.get(String(saved.location).replace('/admin/', ''));
  expect(body).toContain('RV-1');
});
