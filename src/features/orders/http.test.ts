import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { confirmTestOrder, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { orderPath } from './contract.ts';
import { orderDetails } from './slots.ts';
import { cancelOrder, markOrderPaid } from './status/change-order.ts';

const { database } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  const details = fillSlot(orderDetails, [(_shop, _context, { order }) => `Details of ${order.number}`]);
  ({ shop, http } = await salesShop(database, { fills: details }));
});

describe('the order page', () => {
  it('is shown to whoever has the token, and is never cached', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { name: 'Moon jar', price: 3000 }), 2]]);
    await confirmTestOrder(shop, order);
    const page = await newShopper({ http }).visit(orderPath(order.token));
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.headers['referrer-policy']).toBe('same-origin');
    for (const words of [
      String(order.number),
      'Moon jar',
      '€60.00',
      '€65.00',
      'How to pay',
      '1 Quay Lane',
      'Ireland',
    ]) {
      expect(page.body).toContain(words);
    }
    expect(page.body).toContain(`Details of ${order.number}`);
  });

  it('shows purchase notes while the order is paid', async () => {
    const product = await addProduct(shop);
    await shop.db.execute(
      sql`update products set purchase_note = '<p>Ask for a <em>new link</em>.</p>' where id = ${product}`,
    );
    const order = await placeTestOrder(shop, [[product, 1]]);
    const fetchBody = async () => (await newShopper({ http }).visit(orderPath(order.token))).body;
    expect(await fetchBody()).not.toContain('new link');
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    expect(await fetchBody()).toContain('<p>Ask for a <em>new link</em>.</p>');
    // Cash on delivery: processing, and not paid.
    await shop.db.execute(sql`update orders set paid_at = null where id = ${order.id}`);
    expect(await fetchBody()).not.toContain('new link');
  });

  it('is not found by a wrong token, a number or an id', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    const guesses = [
      randomBytes(24).toString('base64url'),
      order.number,
      order.id,
      order.token.slice(0, -1),
      '../orders',
      '%00'.repeat(24),
    ];
    for (const guess of guesses) expect((await newShopper({ http }).visit(`/order/${guess}`)).status).toBe(404);
  });

  it('shows that the order was cancelled, without payment details', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }));
    const page = await newShopper({ http }).visit(orderPath(order.token));
    expect(page.body).toContain('This order was cancelled.');
    expect(page.body).not.toContain('How to pay');
  });
});
