import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shipOrder } from '#features/fulfilment/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { sendMailJob } from '#platform/mail/mail.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  createCustomer,
  payTestOrder,
  placeTestOrder,
  refundTestOrder,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { requestReviews } from './request-reviews.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
const day = 86_400_000;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

async function set(key: string, value: unknown) {
  expect(await changeSettings(app.shop, [{ key: `reviews.${key}`, value, version: null }], 'shop')).toMatchObject({
    ok: true,
  });
}

async function placeOrder(hasAgreed = false) {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
  await payTestOrder(app.shop, order);
  if (hasAgreed)
    await database.pool.query(`update orders set meta = '{"review_request": true}' where id = $1`, [order.id]);
  return order;
}

const ship = (orderId: number) =>
  inTransaction(app.shop.db, (tx) =>
    shipOrder(app.shop, tx, { orderId, units: [{ position: 1, quantity: 1 }], parcels: [], notify: false, by: 'shop' }),
  );

const readDecision = async (id: number) =>
  (await database.pool.query('select skipped from review_requests where order_id = $1', [id])).rows[0]?.skipped;

async function readMail(id: number) {
  await runJobsNow(app.shop, [sendMailJob]);
  const { rows } = await database.pool.query('select recipient, plain from platform.mail where id = $1', [
    `reviews:request:${id}`,
  ]);
  return rows[0];
}

describe('a mail that asks for reviews', () => {
  it('is not sent before the shop wants it, nor before the order has arrived, and then once', async () => {
    const order = await placeOrder();
    expect(await requestReviews(app.shop)).toBe(0);
    await set('request', 'opt-out');
    expect(await requestReviews(app.shop)).toBe(0);
    await ship(order.id);
    clock.forward(7 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    clock.forward(14 * day);
    expect(await requestReviews(app.shop)).toBe(1);
    expect(await requestReviews(app.shop)).toBe(0);
    const mail = await readMail(order.id);
    expect(mail.recipient).toBe(order.email);
    const [link = ''] = /\/product\/\S+\/review\?\S+/.exec(mail.plain) ?? [];
    expect((await newShopper(app).visit(link)).body).toContain('name="rating"');
  });

  it('is never sent for what arrived while the shop asked nobody, and for what arrives later', async () => {
    await set('request', 'off');
    const [before, later] = [await placeOrder(), await placeOrder()];
    await ship(before.id);
    clock.forward(20 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    expect(await readDecision(before.id)).toBe('off');
    await set('request', 'opt-out');
    await ship(later.id);
    clock.forward(20 * day);
    expect(await requestReviews(app.shop)).toBe(1);
    expect(await readDecision(later.id)).toBe(null);
  });

  it('has a switch in the account, which is on until it is refused, for a verified address alone', async () => {
    const device = newShopper(app);
    const { customer } = await createCustomer(app.shop);
    await startTestSession(app, device, customer);
    const box = /<input(?=[^>]*value="review-requests")[^>]*>/;
    const read = async () => box.exec((await device.visit('/account/emails')).body)?.[0];
    expect(await read()).toBe(undefined);
    await database.pool.query('update customers set email_verified_at = now() where id = $1', [customer.id]);
    expect(await read()).toContain('checked=""');
    await set('request', 'off');
    expect(await read()).toBe(undefined);
    await set('request', 'opt-out');
    const countStops = async () =>
      (await database.pool.query('select count(*)::int as n from review_request_stops')).rows[0].n;
    await device.submit('/account/emails', {});
    expect([await read(), await countStops()]).toEqual([expect.not.stringContaining('checked=""'), 1]);
    await device.submit('/account/emails', { kind: 'review-requests' });
    expect([await read(), await countStops()]).toEqual([expect.stringContaining('checked=""'), 0]);
    await device.submit('/account/emails', {});
    const order = await placeOrder();
    await database.pool.query(
      `update orders set customer_id = $2, visitor_id = null, email = 'another@example.com' where id = $1`,
      [order.id, customer.id],
    );
    await ship(order.id);
    clock.forward(30 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    expect(await readDecision(order.id)).toBe('refused');
    await database.pool.query('delete from review_request_stops');
  });

  it('comes some days after staff has recorded the delivery', async () => {
    const order = await placeOrder();
    await ship(order.id);
    const { rows } = await database.pool.query('select id from shipments where order_id = $1', [order.id]);
    await database.pool.query(
      `insert into deliveries (order_id, shipment_id, state, happened_on, by, recorded_at) values ($1, $2, 'delivered', $3, 'shop', now())`,
      [order.id, rows[0].id, clock.now()],
    );
    clock.forward(6 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    clock.forward(2 * day);
    expect(await requestReviews(app.shop)).toBe(1);
  });

  it('is not sent where nothing can be reviewed: refunded, or reviewed by now', async () => {
    const [refunded, reviewed] = [await placeOrder(), await placeOrder()];
    for (const { id } of [refunded, reviewed]) await ship(id);
    await refundTestOrder(app.shop, refunded);
    await database.pool.query(
      `insert into comments (product_id, stars, body, author, email, is_address_proved, locale, state, fingerprint, created_at)
      select product_id, 5, 'x', 'A', $2, true, 'en', 'held', 'the fingerprint of a review', now() from order_lines where order_id = $1`,
      [reviewed.id, reviewed.email],
    );
    clock.forward(30 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    expect(await readDecision(refunded.id)).not.toBe(null);
    expect(await readDecision(reviewed.id)).toBe('nothing-to-review');
  });

  it('needs the consent of the checkout with opt-in', async () => {
    await set('request', 'opt-in');
    const [agreed, silent] = [await placeOrder(true), await placeOrder()];
    for (const { id } of [agreed, silent]) await ship(id);
    clock.forward(30 * day);
    expect(await requestReviews(app.shop)).toBe(1);
    expect(await readDecision(silent.id)).toBe('no-consent');
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop));
    const { body } = await shopper.visit('/checkout');
    expect(body).toMatch(/<input[^>]*name="review_request"/);
    expect(/<input[^>]*name="review_request"[^>]*>/.exec(body)?.[0]).not.toContain('checked');
    await set('request', 'opt-out');
  });

  it('ends with its link: looking changes nothing, a button or a mail program does, without cookies', async () => {
    const order = await placeOrder();
    await ship(order.id);
    clock.forward(30 * day);
    await requestReviews(app.shop);
    const [stop = ''] = /\/stop-review-requests\/\S+/.exec((await readMail(order.id)).plain) ?? [];
    const countStops = async () =>
      (await database.pool.query('select count(*)::int as n from review_request_stops')).rows[0].n;
    expect((await newShopper(app).visit(stop)).status).toBe(200);
    expect(await countStops()).toBe(0);
    expect((await newShopper(app).visit(`${stop}x`)).status).toBe(404);
    const post = {
      method: 'POST',
      url: stop,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as const;
    expect((await app.http.inject({ ...post, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200);
    expect(await countStops()).toBe(1);
    const next = await placeOrder();
    await database.pool.query('update orders set email = upper(left(email, 1)) || substr($2, 2) where id = $1', [
      next.id,
      order.email,
    ]);
    await ship(next.id);
    clock.forward(30 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    expect(await readDecision(next.id)).toBe('refused');
  });

  it('is not sent to customers who deleted their account meanwhile', async () => {
    const order = await placeOrder();
    await ship(order.id);
    const { rows } = await database.pool.query(
      `insert into customers (email, locale, erased_at) values ('deleted-9@customer.invalid', 'en', now()) returning id`,
    );
    const change = `update orders set customer_id = $2, visitor_id = null, email = 'left@example.com' where id = $1`;
    await database.pool.query(change, [order.id, rows[0].id]);
    clock.forward(30 * day);
    expect(await requestReviews(app.shop)).toBe(0);
  });

  it('is not sent for what arrived long ago', async () => {
    const order = await placeOrder();
    await ship(order.id);
    clock.forward(120 * day);
    expect(await requestReviews(app.shop)).toBe(0);
    expect(await readDecision(order.id)).toBe('too-old');
  });
});
