import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { getOrder } from '#features/orders/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { readConfirmLink, salesSettings, salesShop } from '#tests/support/sales.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';

const { database } = useDatabase();
const root = '/api/st/store/v1';
let app: App;

beforeAll(async () => {
  const checkout = { ...salesSettings.checkout, form: 'block' };
  app = await salesShop(database, { settings: { orders: {}, checkout } });
});

const address = {
  ...{ first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', postcode: 'T12 X4Y5' },
  country: 'IE',
};

/** Orders pieces of a product of which there are four, as a client that knows its cart by the token alone. */
async function order(quantity: number, paymentMethod = 'bank_transfer') {
  const id = await addProduct(app.shop, { name: 'Moon jar', stock: 4 });
  const { headers } = await app.http.inject(`${root}/cart`);
  const token = { 'cart-token': String(headers['cart-token']) };
  const send = async (path: string, payload: object) =>
    app.http.inject({ method: 'POST', url: root + path, headers: token, payload });
  await send('/cart/add-item', { id, quantity });
  const reply = await send('/checkout', {
    billing_address: { ...address, email: `${randomUUID()}@shopper.example` },
    additional_fields: { 'store/terms': true },
    payment_method: paymentMethod,
  });
  return { status: reply.statusCode, body: reply.json() };
}

const withoutOrigin = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

describe('an order that has to be confirmed by email (D1)', () => {
  it('is answered by the store API as on hold, and leads to a page that says what to do and shows no bank details', async () => {
    const placed = await order(2);
    expect(placed).toMatchObject({
      status: 200,
      body: { status: 'on-hold', payment_result: { payment_status: 'success' } },
    });
    const stored = await getOrder(app.shop.db, { token: placed.body.order_key });
    expect(stored).toMatchObject({ suspicion: 'visitor-share', confirmedAt: null });
    const reader = newShopper(app);
    const { body } = await reader.visit(withoutOrigin(placed.body.payment_result.redirect_url));
    expect(body).toContain('Please confirm your order');
    // The link alone does not tell the whole address.
    expect(body).not.toContain(stored?.email);
    expect(body).not.toContain('IE64 IRCE');
    await runJobsNow(app.shop, listJobs(app.assembly));
    const [path = '', code = ''] = (await readConfirmLink(app.shop, stored?.number ?? 0)).split('?code=');
    const page = (await newShopper(app).submit(path, { code })).location;
    expect((await reader.visit(page)).body).toContain('IE64 IRCE');
  });

  it('is placed at once by the store API when nothing is suspicious', async () => {
    const placed = await order(1);
    expect(placed).toMatchObject({ status: 200, body: { status: 'on-hold' } });
    const { body } = await newShopper(app).visit(withoutOrigin(placed.body.payment_result.redirect_url));
    expect(body).toContain('IE64 IRCE');
  });

  it('is refused by the store API with the ways on when it would take more than half of a stock', async () => {
    const refused = await order(3);
    expect([refused.status, refused.body.code]).toEqual([409, 'store_rest_checkout_reservation_limit']);
    expect(refused.body.message).toContain('You can order only 2 of “Moon jar” at the moment');
    expect((await order(3, 'pay_later')).status).toBe(200);
  });

  it('leads from the block checkout to the page with "Send again" and "Change email address"', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop, { name: 'Moon jar', stock: 4 }), 2);
    const placed = await shopper.placeOrder({ ...(await shopper.fillInCheckout()), terms: 'yes' });
    const { body } = await shopper.visit(`/order/${readOrderToken(placed)}`);
    for (const words of ['Please confirm your order', shopper.email, 'Send again', 'Change email address'])
      expect(body).toContain(words);
    expect(body).not.toContain('IE64 IRCE');
  });
});
