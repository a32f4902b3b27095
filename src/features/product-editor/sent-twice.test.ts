import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveProducts } from '#features/catalog/index.ts';
import { reserveStock } from '#features/inventory/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const clerk = createStaffCookie(
  ...(['Ada', openBackOffice.name, 'products.read', 'products.write', 'stock.write'] as const),
);

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

const sell = (variationId: number, quantity: number) =>
  inTransaction(app.shop.db, (tx) => reserveStock(tx, [{ variationId, quantity }], 'order:1'));

const countProducts = async (name: string) =>
  (await pool.query<{ count: number }>('select count(*)::integer from products where name = $1', [name])).rows[0]
    ?.count;

async function setInList(id: number, payload: object, key?: string) {
  const headers = { cookie: clerk, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/products/${id}/in-list`, payload },
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  });
  return { statusCode: reply.statusCode, ...reply.json() };
}

describe('a stock that is typed in the list', () => {
  it('counts once when it is sent twice, also after a sale in between and at the same time', async () => {
    const id = await addProduct(app.shop, { name: 'Twice bowl', stock: 5 });
    const send = () => setInList(id, { field: 'stock', typed: '8', seen: '5' }, 'twice-in-list');
    expect(await Promise.all([send(), send()])).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }]);
    expect(await readOnHand(app.shop.db, id)).toBe(8);
    await sell(id, 3);
    expect(await send()).toMatchObject({ statusCode: 200, seen: '5' });
    expect(await readOnHand(app.shop.db, id)).toBe(5);
    const other = await setInList(id, { field: 'stock', typed: '9', seen: '5' }, 'twice-in-list');
    expect(other).toMatchObject({ statusCode: 409 });
    expect(await readOnHand(app.shop.db, id)).toBe(5);
  });

  it('leaves sold what was sold since the list was shown, and takes no more than there is', async () => {
    const id = await addProduct(app.shop, { name: 'Selling bowl', stock: 5 });
    await sell(id, 2);
    expect(await setInList(id, { field: 'stock', typed: '9', seen: '5' })).toMatchObject({
      statusCode: 200,
      seen: '7',
    });
    expect(await setInList(id, { field: 'stock', typed: '0', seen: '9' })).toMatchObject({ statusCode: 422 });
    expect(await readOnHand(app.shop.db, id)).toBe(7);
  });

  it('is told apart from what settles backorders: that counts once, too', async () => {
    const id = await addProduct(app.shop, { name: 'Owed bowl', stock: 0, backorders: 'notify' });
    await pool.query('update stock_levels set backordered = 5 where variation_id = $1', [id]);
    const send = () => setInList(id, { field: 'stock', typed: '3', seen: '0' }, 'twice-backordered');
    expect([await send(), await send()]).toMatchObject([{ seen: '0' }, { seen: '0' }]);
    const { rows } = await pool.query('select on_hand, backordered from stock_levels where variation_id = $1', [id]);
    expect(rows).toEqual([{ on_hand: 0, backordered: 2 }]);
  });
});

describe('the form of a product that is sent twice', () => {
  it('makes one product', async () => {
    const { fields } = await office.get('products/new');
    const form = { ...fields, name: 'Made once', regularPrice: '5.00' };
    const [first, second] = [await office.post('products/new', form), await office.post('products/new', form)];
    expect([first.statusCode, second.statusCode]).toEqual([303, 303]);
    expect(second.location).toBe(first.location);
    expect(await countProducts('Made once')).toBe(1);
    expect((await office.post('products/new', { ...form, name: 'Made as well' })).statusCode).toBe(303);
    expect((await office.post('products/new', { ...form, name: 'Made as well' })).statusCode).toBe(303);
    expect(await countProducts('Made as well')).toBe(1);
  });

  it('counts its stock once, even when open backorders take all of it', async () => {
    const id = await addProduct(app.shop, { name: 'Owed on its page', stock: 0, backorders: 'notify' });
    await pool.query('update stock_levels set backordered = 5 where variation_id = $1', [id]);
    const form = { ...(await office.get(`products/${id}`)).fields, onHand: '3' };
    const sent = [await office.post(`products/${id}`, form), await office.post(`products/${id}`, form)];
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const { rows } = await pool.query('select on_hand, backordered from stock_levels where variation_id = $1', [id]);
    expect(rows).toEqual([{ on_hand: 0, backordered: 2 }]);
  });

  it('counts its stock once, even when sales have brought it back to where it was', async () => {
    const id = await addProduct(app.shop, { name: 'There and back', stock: 5 });
    const form = { ...(await office.get(`products/${id}`)).fields, onHand: '10' };
    expect((await office.post(`products/${id}`, form)).statusCode).toBe(303);
    await sell(id, 5);
    expect((await office.post(`products/${id}`, form)).statusCode).toBe(303);
    expect(await readOnHand(app.shop.db, id)).toBe(5);
  });
});

describe('products that are saved at the same time', () => {
  it('with one SKU: one is saved, the other is told so', async () => {
    const { fields } = await office.get('products/new');
    const { _request: _, ...form } = fields;
    for (const round of ['1', '2', '3', '4']) {
      const sent = { ...form, regularPrice: '5.00', sku: `SAME-${round}` };
      const saved = await Promise.all(
        ['first', 'second'].map((name) => office.post('products/new', { ...sent, name: `Same ${round} ${name}` })),
      );
      expect(saved.map(({ statusCode }) => statusCode).sort()).toEqual([303, 422]);
    }
  });

  it('by an import with a part of its stock: what is sold meanwhile stays sold', async () => {
    const id = await addProduct(app.shop, { name: 'Imported bowl', stock: 50 });
    const save = (lowStockThreshold: number) =>
      inTransaction(app.shop.db, (tx) =>
        saveProducts(app.shop, tx, [{ id, master: { stock: { lowStockThreshold } } }], 'import'),
      );
    for (let round = 1; round <= 20; round += 1) await Promise.all([save(round), sell(id, 1)]);
    expect(await readOnHand(app.shop.db, id)).toBe(30);
  });

  it('with a category that is gone: the form says so', async () => {
    const { fields } = await office.get('products/new');
    const saved = await office.post('products/new', { ...fields, name: 'Homeless', categories: '999999' });
    expect(saved.statusCode).toBe(422);
  });
});
