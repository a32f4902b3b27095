import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { getPreviewPath } from '#features/product-editor/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const reader = createStaffCookie('Bea', openBackOffice.name, 'products.read');
const stranger = createStaffCookie('Eve', openBackOffice.name);
let app: App;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
});

const open = (id: number | string, cookie?: string) =>
  app.http.inject({ url: getPreviewPath(id), headers: cookie ? { cookie } : {} });

it('staff see a draft as its page would show it, and nobody else sees it', async () => {
  const { id } = await saveTestProduct(app.shop, {
    ...{ name: 'Smoke jar', slug: 'smoke-jar', status: 'draft', description: '<p>Fired in a pit.</p>' },
    master: { regularPrice: 4200, stock: { managed: true, onHand: 3 } },
  });
  const shown = await open(id, reader);
  expect(shown.statusCode, shown.body.slice(0, 300)).toBe(200);
  expect(shown.body).toContain('This is a preview of “Smoke jar”');
  expect(shown.body).toContain('Fired in a pit.');
  expect(shown.body).toContain('42.00');
  expect(shown.body).toContain('noindex');
  expect(shown.headers['cache-control']).toBe('private, no-store');
  expect((await open(id)).statusCode).not.toBe(200);
  expect((await open(id, stranger)).statusCode).toBe(403);
  expect((await app.http.inject({ url: productPath('smoke-jar') })).statusCode).toBe(404);
});

it('previews a product with variations, and knows what is not there', async () => {
  const { product } = await addBowl(app.shop, 2);
  expect((await open(product, reader)).statusCode).toBe(200);
  for (const id of ['999999', 'abc', '99999999999']) expect((await open(id, reader)).statusCode, id).toBe(404);
});
