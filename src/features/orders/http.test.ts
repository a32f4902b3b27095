import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutInput } from '#features/checkout/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeHeldOrder, placeTestOrder, salesPayments, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createOrderLink } from './access/order-link.ts';
import { orderPath, sendLinkPath } from './contract.ts';
import { orderMailJob } from './emails/order-mail-job.ts';
import { orderDetails } from './slots.ts';
import { cancelOrder, markOrderPaid } from './status/change-order.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  const details = fillSlot(orderDetails, [(_shop, _context, { order }) => `Details of ${order.number}`]);
  const methods = [
    { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 },
    { type: 'local_pickup', id: 'local_pickup:1', title: 'At the kiln', cost: 0 },
  ];
  const settings = {
    shipping: { zones: [{ name: 'Everywhere', methods }] },
    payments: { ...salesPayments, cashOnDelivery: { enabled: true } },
  };
  ({ shop, http } = await salesShop(database, { clock, fills: details, settings }));
});

describe('the order page', () => {
  it('is shown to whoever has the link, and is never cached', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { name: 'Moon jar', price: 3000 }), 2]]);
    const page = await newShopper({ http }).visit(createOrderLink(shop, order));
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
    const fetchBody = async () => (await newShopper({ http }).visit(createOrderLink(shop, order))).body;
    expect(await fetchBody()).not.toContain('new link');
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    expect(await fetchBody()).toContain('<p>Ask for a <em>new link</em>.</p>');
    // Cash on delivery: processing, and not paid.
    await shop.db.execute(sql`update orders set paid_at = null where id = ${order.id}`);
    expect(await fetchBody()).not.toContain('new link');
  });

  it('says what happens next, by payment and delivery, and offers the withdrawal', async () => {
    const product = await addProduct(shop);
    const pickup = { shippingMethod: 'local_pickup:1', expectedTotal: 1000 };
    const fetchPage = async (changes: Partial<CheckoutInput>) => {
      const order = await placeTestOrder(shop, [[product, 1]], changes);
      const { body } = await newShopper({ http }).visit(createOrderLink(shop, order));
      return { order, body };
    };
    const transfer = await fetchPage({});
    const delivered = await fetchPage({ paymentMethod: 'cash_on_delivery' });
    const collected = await fetchPage({ paymentMethod: 'cash_on_delivery', ...pickup });
    expect(transfer.body).toContain('We wait for your transfer');
    expect(transfer.body).toContain('We send them to Cork (Parcel)');
    expect(delivered.body).toContain('You pay €15.00 when they are delivered');
    expect(collected.body).toContain('when you can pick them up (At the kiln)');
    expect(collected.body).toContain('You pay €10.00 when you pick them up');
    for (const { order, body } of [transfer, delivered, collected])
      expect(body).toContain(`${orderPath(order.token)}/withdrawal`);
    const held = await placeHeldOrder(shop, [[product, 1]]);
    const { body } = await newShopper({ http }).visit(createOrderLink(shop, held));
    expect(body).not.toContain('We prepare your items');
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
    const page = await newShopper({ http }).visit(createOrderLink(shop, order));
    expect(page.body).toContain('This order was cancelled.');
    expect(page.body).not.toContain('How to pay');
  });
});

const dayMs = 24 * 60 * 60 * 1000;

describe('a link to an order', () => {
  const placeOrder = async () => placeTestOrder(shop, [[await addProduct(shop, { name: 'Moon jar' }), 1]]);

  it('opens the order and its other pages in that browser, until it expires', async () => {
    const order = await placeOrder();
    const link = createOrderLink(shop, order);
    const reader = newShopper({ http });
    expect((await reader.visit(orderPath(order.token))).status).toBe(404);
    expect((await reader.visit(link)).status).toBe(200);
    expect((await reader.visit(orderPath(order.token))).status).toBe(200);
    clock.forward(91 * dayMs);
    const expired = await reader.visit(link);
    expect(expired.status).toBe(410);
    expect(expired.body).toContain('This link has expired');
    expect(expired.body).not.toContain('Moon jar');
    expect((await reader.visit(orderPath(order.token))).status).toBe(410);
  });

  it('is not needed by the browser that placed the order', async () => {
    const order = await placeOrder();
    const { sign } = await import('#platform/sessions/signing.ts');
    const owner = newShopper({ http });
    const visitor = order.visitorId ?? '';
    owner.cookies.set('visitor', `${visitor}.${sign(shop.config.secrets, 'visitor', visitor)}`);
    expect((await owner.visit(orderPath(order.token))).status).toBe(200);
  });

  it('opens no other order, and not when it was changed', async () => {
    const [order, other] = [await placeOrder(), await placeOrder()];
    const link = createOrderLink(shop, order);
    const key = link.split('key=')[1] ?? '';
    const [expires = '', signature = ''] = key.split('.');
    const later = (Number.parseInt(expires, 36) + 1000).toString(36);
    const changed = [
      `${later}.${signature}`,
      `${expires}.${signature.slice(1)}x`,
      `.${signature}`,
      'x'.repeat(100_000),
      '%00',
      '',
    ];
    for (const wrong of changed) {
      const { status, body } = await newShopper({ http }).visit(
        `${orderPath(order.token)}?key=${wrong.slice(0, 10_000)}`,
      );
      expect(status).toBe(404);
      expect(body).not.toContain('Moon jar');
    }
    expect((await newShopper({ http }).visit(`${orderPath(other.token)}?key=${key}`)).status).toBe(404);
    const cookieOfOther = newShopper({ http });
    cookieOfOther.cookies.set('order_key', key);
    expect((await cookieOfOther.visit(orderPath(other.token))).status).toBe(404);
  });

  it('is sent afresh to the address of the order alone, three times an hour, with one answer for unknown orders', async () => {
    const order = await placeOrder();
    const reader = newShopper({ http });
    const unknown = randomBytes(24).toString('base64url');
    const answers = [];
    for (const token of [order.token, unknown]) {
      const sent = await reader.submit(sendLinkPath(token), { email: 'eve@example.com' });
      const page = await reader.visit(sent.location);
      answers.push({ status: sent.status, page: page.status, body: page.body.replaceAll(token, 'TOKEN') });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 303, page: 404 });
    await runJobsNow(shop, [orderMailJob]);
    const { rows } = await shop.db.execute<{ recipient: string; plain: string }>(
      sql`select recipient, plain from platform.mail where id like ${`order:${order.number}:link:%`}`,
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(['ada@example.com']);
    const link = /\/order\/\S+key=\S+/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
    expect((await newShopper({ http }).visit(link)).status).toBe(200);
    await reader.submit(sendLinkPath(order.token), {});
    await reader.submit(sendLinkPath(order.token), {});
    expect((await reader.submit(sendLinkPath(order.token), {})).status).toBe(429);
  });
});
