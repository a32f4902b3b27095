import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { runMails } from '#tests/support/whole-order.ts';
import { cancelByShopper } from '../cancel/cancel-by-shopper.ts';
import { getOrder, type Order } from '../order.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;
const reader = createStaffCookie('Bea', openBackOffice.name, 'orders.read');

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  const permissions = ['orders.read', 'orders.write', 'orders.refund', 'payments.read', 'audit.read'] as const;
  office = openOffice(app, createStaffCookie('Cleo', openBackOffice.name, ...permissions));
});

async function placeAsked(): Promise<{ order: Order; product: number }> {
  const product = await addProduct(app.shop, { stock: 5, price: 1000 });
  const order = await placeTestOrder(app.shop, [[product, 2]]);
  await payTestOrder(app.shop, order);
  expect(await cancelByShopper(app.shop, order.id)).toEqual({ ok: true, outcome: 'requested' });
  return { order, product };
}

const status = async ({ id }: Order) => (await getOrder(app.shop.db, { id }))?.status;

describe('[D7] a request to cancel an order in the back office', () => {
  it('is a badge, a panel with both answers, a view of the list and a tile of the start page', async () => {
    const { order } = await placeAsked();
    const other = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
    await payTestOrder(app.shop, other);
    const { body } = await office.get(`orders/${order.id}`);
    expect(body.match(/Customer asks to cancel/g)?.length).toBe(2);
    for (const path of ['refund-order', 'decline-cancellation']) expect(body).toContain(`orders/${order.id}/${path}"`);
    expect(body).not.toContain('ship-order');
    expect((await office.get(`orders/${other.id}`)).body).not.toContain('asks to cancel');
    const seen = (await office.get(`orders/${order.id}`, reader)).body;
    expect([seen.includes('can’t be shipped until'), seen.includes('decline-cancellation')]).toEqual([true, false]);
    const list = (await office.get('orders?view=toCancel')).body;
    expect([list.includes(`orders/${order.id}?`), list.includes(`orders/${other.id}?`)]).toEqual([true, false]);
    const headers = { cookie: createStaffCookie('Dee', openBackOffice.name, 'orders.read'), accept: 'text/html' };
    expect((await app.http.inject({ url: '/admin', headers })).body).toMatch(/customers? asks? to cancel/);
  });

  it('keeps the order from every way to be shipped', async () => {
    const { order } = await placeAsked();
    const ship = await office.get(`orders/${order.id}/ship-order`);
    const answer = await office.post(`orders/${order.id}/ship-order`, ship.fields);
    expect([answer.statusCode, answer.body.includes('asks to cancel this order. Refund it, or decline')]).toEqual([
      409,
      true,
    ]);
    await office.post(`orders/${order.id}/complete-orders`, {});
    expect((await office.get('orders?view=toShip')).body).not.toContain(`orders/${order.id}?`);
    expect((await office.get(`orders/-/pack?id=${order.id}`)).body).toContain('Nothing is left to pack.');
    expect(await status(order)).toBe('processing');
    const { rows } = await pool.query('select from shipments where order_id = $1', [order.id]);
    expect(rows).toHaveLength(0);
  });

  it('is answered by the refund, which begins with all of the order and its stock', async () => {
    const { order, product } = await placeAsked();
    const form = await office.get(`orders/${order.id}/refund-order`);
    expect(form.body).toContain('The customer has asked to cancel the order');
    expect(form.fields).toMatchObject({ 'items.1': '2', restock: '1', shipping: '1' });
    const chosen = { ...form.fields, reason: 'Cancelled by the customer' };
    const preview = await office.post(`orders/${order.id}/refund-order`, chosen);
    const confirmed =
      preview.statusCode === 303
        ? preview
        : await office.post(`orders/${order.id}/refund-order`, { ...chosen, ...preview.fields });
    expect(confirmed.statusCode).toBe(303);
    expect([await status(order), await readOnHand(app.shop.db, product)]).toEqual(['refunded', 5]);
    expect((await office.get(`orders/${order.id}`)).body).not.toContain('asks to cancel');
    expect((await office.post(`orders/${order.id}/decline-cancellation`, { why: 'No' })).statusCode).toBe(409);
  });

  it('is declined with a message, which the customer gets by mail and the history keeps', async () => {
    const { order } = await placeAsked();
    const path = `orders/${order.id}/decline-cancellation`;
    expect((await office.post(path, { why: 'No' }, reader)).statusCode).toBe(403);
    const form = await office.get(path);
    expect((await office.post(path, { ...form.fields, why: '' })).statusCode).toBe(422);
    for (const _ of [1, 2])
      expect((await office.post(path, { ...form.fields, why: 'It left today.' })).location).toContain(
        `orders/${order.id}`,
      );
    await runMails(app);
    const { rows } = await pool.query<{ plain: string }>(`select plain from platform.mail where id = $1`, [
      `order:${order.number}:cancel-declined`,
    ]);
    expect(rows.map(({ plain }) => plain.includes('It left today.'))).toEqual([true]);
    const { body } = await office.get(`orders/${order.id}`);
    expect([body.includes('It left today.'), body.includes('asks to cancel'), body.includes('ship-order')]).toEqual([
      ...[true, false, true],
    ]);
    const entries = await pool.query(
      `select after from platform.audit_entries where action = 'orders.decline-cancellation' and subject_id = $1::text`,
      [order.id],
    );
    expect(entries.rows).toHaveLength(1);
  });
});
