import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createCustomer, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { addItem } from './items/add-item.ts';

const { database } = useDatabase();
let app: App;
const permissions = [openBackOffice.name, 'orders.read', 'orders.write'];
const clerk = createStaffCookie('Cleo', ...permissions, 'wishlists.read');

beforeAll(async () => {
  app = await testShop(database, {
    choices: { ...withTestSession, settings: salesSettings },
    env: { LOG_LEVEL: 'silent' },
  });
});

async function open(id: number | string, cookie = clerk) {
  const url = `/admin/order-drafts/from/wishlist/${id}`;
  const reply = await app.http.inject({ url, headers: { cookie, accept: 'text/html' } });
  return { status: reply.statusCode, body: reply.body.replaceAll('<!-- -->', '') };
}

describe('an order from a wishlist', () => {
  it('begins with the account of its owner and with what can be ordered, and names the rest', async () => {
    const { owner, customer } = await createCustomer(app.shop);
    const [mug, few, gone, bowl] = [
      await addProduct(app.shop, { name: 'Mug', price: 1000 }),
      await addProduct(app.shop, { name: 'Few', price: 1000, stock: 3 }),
      await addProduct(app.shop, { name: 'Gone', stock: 0 }),
      await addBowl(app.shop),
    ];
    const added = await addItem(app.shop, owner, { list: null, productId: mug, quantity: 12 });
    if (!added.ok) throw new Error(added.code);
    await addItem(app.shop, owner, { list: null, productId: few, quantity: 5 });
    for (const productId of [gone, bowl.product]) await addItem(app.shop, owner, { list: null, productId });
    const { status, body } = await open(added.list.id);
    expect(status).toBe(200);
    const values = [...body.matchAll(/name="lines\.\d\.(variation|quantity)"[^>]*? value="(\d+)"/g)].map(
      (each) => each[2],
    );
    for (const each of [mug, 12, few, 3]) expect(values).toContain(String(each));
    for (const words of [
      customer.email,
      'Left out: Gone, which is sold out.',
      'Left out: Tide bowl, whose options are not chosen.',
      'Lowered to 3: Few, of which the list asks for 5.',
    ])
      expect(body).toContain(words);
  });

  it('is for who may see wishlists, and for lists that exist', async () => {
    expect((await open(999_999)).status).toBe(404);
    const { owner } = await createCustomer(app.shop);
    const added = await addItem(app.shop, owner, { list: null, productId: await addProduct(app.shop) });
    if (!added.ok) throw new Error(added.code);
    expect((await open(added.list.id, createStaffCookie('Dora', ...permissions))).status).toBe(404);
  });
});
