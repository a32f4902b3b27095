import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { createOrderLink, getOrder, type Order } from '#features/orders/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const clerk = createStaffCookie(
  ...(['Cleo', openBackOffice.name, 'orders.read', 'orders.write', 'payments.read', 'audit.read'] as const),
);
const senior = `${clerk}|${encodeURIComponent('orders.set-prices')}`;
const manager = createStaffCookie('Dora', openBackOffice.name, 'orders.read', 'orders.refund');
let app: App;
let bowl: number;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  bowl = await addProduct(app.shop, { stock: 500 });
});

async function placePaid(): Promise<Order> {
  const order = await placeTestOrder(app.shop, [[bowl, 4]]);
  await payTestOrder(app.shop, order);
  return order;
}

async function send(
  url: string,
  init: { method?: 'GET' | 'POST' | 'PUT'; form?: Record<string, string | string[]>; json?: unknown; cookie?: string },
) {
  const { method = 'GET', form, json, cookie = clerk } = init;
  const body = new URLSearchParams(
    Object.entries(form ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
  const reply = await app.http.inject({
    ...{ method, url: `/admin/orders/${url}` },
    ...(form ? { payload: body.toString() } : json === undefined ? {} : { payload: json as object }),
    headers: {
      ...{ cookie, accept: json === undefined ? 'text/html' : 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
  });
  return { status: reply.statusCode, location: reply.headers.location, body: reply.body.replaceAll('<!-- -->', '') };
}

const readField = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const readCells = (html: string) =>
  [...(/id="preview".*/s.exec(html)?.[0] ?? '').matchAll(/<tr data-row.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, '')),
  );
const successor = async ({ id }: Order) => (await getOrder(app.shop.db, { id }))?.replacedBy?.id ?? 0;

describe('the operation “Edit order”', () => {
  it('shows before, after and the difference, then does exactly that, without script', async () => {
    const order = await placePaid();
    await pool.query(`update variations set sku = 'BOWL-1' where id = $1`, [bowl]);
    const path = `${order.id}/amend-order`;
    const page = await send(path, {});
    expect(page.body).toContain('Tide bowl');
    const form = {
      ...{ _request: readField(page.body, '_request'), 'lines.line1': '1', 'added.row': '0', 'added.0.sku': 'bowl-1' },
      ...{ 'added.0.quantity': '2', shipping: '3.00', settlement: 'wait' },
    };
    const asked = await send(path, { method: 'POST', form, cookie: senior });
    expect(asked.status).toBe(200);
    expect(readCells(asked.body)).toEqual([
      ['Tide bowl', '4 × €10.00', '1 × €10.00', '-€30.00'],
      ['Tide bowl, BOWL-1', '–', '2 × €10.00', '+€20.00'],
      ['Shipping (Parcel)', '€5.00', '€3.00', '-€2.00'],
      ['Total', '€45.00', '€33.00', '-€12.00'],
    ]);
    expect(asked.body).toContain('The customer has paid €12.00 too much.');
    expect((await getOrder(app.shop.db, { id: order.id }))?.status).toBe('processing');
    const confirmed = { ...form, _confirmed: readField(asked.body, '_confirmed') };
    // Pressed twice.
    for (const _ of [1, 2])
      expect(await send(path, { method: 'POST', form: confirmed, cookie: senior })).toMatchObject({
        status: 303,
        location: `/admin/orders/${order.id}`,
      });
    const { rows } = await pool.query('select id, total::integer from orders where amends_order_id = $1', [order.id]);
    expect(rows).toEqual([{ id: await successor(order), total: 3300 }]);
    const audit = await pool.query(
      `select before, after from platform.audit_entries where subject_kind = 'order' and subject_id = $1 and action = 'amendments.amend-order'`,
      [String(order.id)],
    );
    expect(audit.rows).toMatchObject([{ before: { total: '€45.00' }, after: { total: '€33.00' } }]);
  });

  it('shows on both pages what became of the order, within eight queries', async () => {
    const order = await placePaid();
    await amendTestOrder(app.shop, order, { quantities: [3] });
    const next = await successor(order);
    const former = await send(`${order.id}`, {});
    expect(former.body).toMatch(new RegExp(`replaces this one\\..*/admin/orders/${next}"`, 's'));
    expect(former.body).not.toContain('amend-order"');
    await send(`${next}`, {});
    const { value, queries, texts } = await countQueries(() => send(`${next}`, {}));
    expect(queries, texts.join('\n')).toBeLessThanOrEqual(8);
    expect(value.body).toMatch(
      /This order replaces order.*€45\.00 → €35\.00 \(-€10\.00\).*€10\.00 too much was received/s,
    );
    const refund = (await send(`${next}/refund-order`, { cookie: manager })).body;
    expect(refund).toContain('The form starts with the amount that was received beyond the order’s new total.');
    expect(refund).toMatch(/<input[^>]*name="amount"[^>]*value="10\.00"|<input[^>]*value="10\.00"[^>]*name="amount"/);
    const dearer = await placePaid();
    await amendTestOrder(app.shop, dearer, { quantities: [5], settlement: 'ship' });
    expect((await send(`${await successor(dearer)}`, {})).body).toContain(
      '€10.00; the order is shipped in the meantime',
    );
  });

  it('does not make a way around the permission to refund', async () => {
    const order = await placePaid();
    await amendTestOrder(app.shop, order, { quantities: [5] });
    const next = await successor(order);
    const cancel = (cookie: string) => send(`${next}/cancel-order`, { method: 'PUT', json: { why: '' }, cookie });
    expect((await cancel(clerk)).body).toContain('refund more than your role may');
    const owner = createStaffCookie('Eva', openBackOffice.name, 'orders.read', 'orders.write', 'orders.refund');
    expect((await cancel(owner)).status).toBe(200);
  });

  it('leads the shopper from the first order to the one that replaces it, where the rest is paid', async () => {
    const order = await placePaid();
    const shopper = newShopper(app);
    await amendTestOrder(app.shop, order, { quantities: [5], settlement: 'ship' });
    const former = (await shopper.visit(createOrderLink(app.shop, order))).body;
    const link = /href="(\/order\/[^"]*)"[^>]*>See order/.exec(former)?.[1] ?? '';
    expect(former).toContain('replaces it');
    const { body } = await shopper.visit(link.replaceAll('&amp;', '&'));
    expect(body).toMatch(/We have changed order.*Pay now/s);
    expect(body).toContain('€10.00');
  });

  it('refuses in words what can’t be done, at its field, and calls by code', async () => {
    const order = await placePaid();
    const path = `${order.id}/amend-order`;
    const values = { lines: { line1: 4 }, added: [], shipping: null, settlement: 'wait' };
    const nothing = await send(path, { method: 'PUT', json: values });
    expect([nothing.status, nothing.body]).toEqual([409, expect.stringContaining('AMENDMENT_UNCHANGED')]);
    const unknown = await send(path, { method: 'PUT', json: { ...values, added: [{ sku: 'nope', quantity: 1 }] } });
    expect(unknown.body).toContain('No product has the SKU nope.');
    expect(
      (
        await send(path, {
          method: 'PUT',
          json: values,
          cookie: createStaffCookie('Rita', openBackOffice.name, 'orders.read'),
        })
      ).status,
    ).toBe(403);
    const cheaper = await send(path, { method: 'PUT', json: { ...values, shipping: 100 } });
    expect([cheaper.status, cheaper.body]).toEqual([409, expect.stringContaining('Your role may not agree prices')]);
    const done = await send(path, { method: 'PUT', json: { ...values, lines: { line1: 1 } } });
    expect(JSON.parse(done.body)).toEqual({ id: order.id, outcome: 'done' });
    const again = await send(path, { method: 'PUT', json: { ...values, lines: { line1: 2 } } });
    expect(again.body).toContain('ORDER_NOT_AMENDABLE');
  });
});
