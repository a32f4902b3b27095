import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const clerk = createStaffCookie('Ada', openBackOffice.name, 'orders.read', 'orders.write', 'documents.read');
const reader = createStaffCookie('Bea', openBackOffice.name, 'orders.read');

let app: App;
let bowl = 0;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  const master = { regularPrice: 1000, sku: 'BOWL', gtin: '5901234123457' };
  bowl = (await saveTestProduct(app.shop, { name: 'Bowl', slug: 'bowl', status: 'published', master })).id;
});

async function placePaid(): Promise<Order> {
  const order = await placeTestOrder(app.shop, [[bowl, 2]]);
  await payTestOrder(app.shop, order);
  return order;
}

async function ask(path: string, cookie = clerk) {
  const reply = await app.http.inject({ url: `/admin/orders/-/${path}`, headers: { accept: 'text/html', cookie } });
  return { ...reply, text: reply.body.replaceAll('<!-- -->', ''), status: reply.statusCode };
}

function ship(order: Order, tracking: string, cookie = clerk) {
  const payload = String(
    new URLSearchParams({ order: String(order.id), carrier: 'Post', tracking, rows: `id=${order.id}` }),
  );
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return app.http.inject({ method: 'POST', url: '/admin/orders/-/pack', headers, payload });
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('packing slips of marked orders', () => {
  it('are one file in the order of the list, without orders that have nothing to pack', async () => {
    const [first, second, unpaid] = [await placePaid(), await placePaid(), await placeTestOrder(app.shop, [[bowl, 1]])];
    const ids = [first, unpaid, second].map(({ id }) => `id=${id}`).join('&');
    const { status, rawPayload, headers } = await ask(`packing-slips.pdf?${ids}`);
    expect([status, headers['content-type'], countPages(rawPayload)]).toEqual([200, 'application/pdf', 2]);
    expect(rawPayload.subarray(-6).toString()).toContain('%%EOF');
    expect((await ask(`packing-slips.pdf?id=${unpaid.id}`)).status).toBe(422);
    expect((await ask('packing-slips.pdf')).status).toBe(422);
    expect((await ask(`packing-slips.pdf?${ids}`, reader)).status).toBe(403);
  });

  it('are those of all that match, too', async () => {
    const { rows } = await pool.query(`select id from orders where status = 'processing'`);
    const { rawPayload } = await ask(`packing-slips.pdf?all=1&from=${encodeURIComponent('view=toShip')}`);
    expect(countPages(rawPayload)).toBe(rows.length);
  });

  it('are those of a search for parts, as the list shows them', async () => {
    for (const email of ['kiln@example.com', 'thekiln@example.com'])
      await payTestOrder(app.shop, await placeTestOrder(app.shop, [[bowl, 1]], { email }));
    for (const [query, pages] of [
      ['q=kiln@example.com', 1],
      ['q=kiln@example.com&contains=1', 2],
    ] as const) {
      const { rawPayload } = await ask(`packing-slips.pdf?all=1&from=${encodeURIComponent(query)}`);
      expect(countPages(rawPayload), query).toBe(pages);
    }
  });
});

describe('the page on which orders are packed', () => {
  it('lists what is left with the codes that a scanner reads', async () => {
    const order = await placePaid();
    const { status, text } = await ask(`pack?id=${order.id}`);
    expect(status).toBe(200);
    expect(text).toContain(`Order ${order.number}`);
    expect(text).toContain('[&quot;BOWL&quot;,&quot;5901234123457&quot;]');
    expect(text).toContain(`/admin/orders/-/packing-slips.pdf?id=${order.id}`);
    expect((await ask(`pack?id=${order.id}`, reader)).status).toBe(403);
  });

  it('ships an order once with its tracking number, whoever of two clerks is faster', async () => {
    const order = await placePaid();
    const replies = await Promise.all([ship(order, 'RR1'), ship(order, 'RR2')]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect((await getOrder(app.shop.db, { id: order.id }))?.status).toBe('completed');
    const { rows } = await pool.query(
      'select p.tracking_number from parcels p join shipments s on s.id = p.shipment_id where s.order_id = $1',
      [order.id],
    );
    expect(rows).toHaveLength(1);
    const audit = await pool.query(`select after from platform.audit_entries where action = 'packing.ship-packed'`);
    expect(audit.rows).toEqual([{ after: { carrier: 'Post', tracking: rows[0].tracking_number } }]);
    const { text } = await ask(`pack?id=${order.id}`);
    expect(text).toContain('Nothing is left to pack.');
    expect((await ship(await placePaid(), 'RR3', reader)).statusCode).toBe(403);
  });
});
