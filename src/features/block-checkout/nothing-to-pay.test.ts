import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const root = '/api/st/store/v1';
let app: App;
let cup = 0;
let gift = 0;
let sample = 0;

beforeAll(async () => {
  app = await salesShop(database);
  cup = await addProduct(app.shop, { name: 'Cup', price: 1250, stock: 50 });
  gift = await addProduct(app.shop, { name: 'Gift', price: 0, stock: 50 });
  sample = await addProduct(app.shop, { name: 'Sample', price: 0, virtual: true });
  await addTestCoupon(app.shop, { code: 'ALL', amount: '100', freeShipping: 'yes' });
  await addTestCoupon(app.shop, { code: 'GOODS', amount: '100' });
});

const address = {
  ...{ first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', postcode: 'T12 X4Y5' },
  country: 'IE',
};

/** A client of the store API whose cart has a product, and a coupon if one is named. */
async function openCart(product: number, coupon?: string) {
  const { headers } = await app.http.inject(`${root}/cart`);
  const send = async (method: 'GET' | 'POST', path: string, payload: object = {}) => {
    const token = { 'cart-token': String(headers['cart-token']) };
    const reply = await app.http.inject({
      ...{ method, url: root + path, headers: token },
      ...(method === 'GET' ? {} : { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  await send('POST', '/cart/add-item', { id: product, quantity: 1 });
  if (coupon) await send('POST', '/cart/apply-coupon', { code: coupon });
  return send;
}

const createOrderBody = (method: object) => ({
  billing_address: { ...address, email: `${randomUUID()}@shopper.example` },
  additional_fields: { 'store/terms': true },
  ...method,
});

const free = { total: 0, status: 'processing', payment_method: 'free', isPaid: true };

async function readOrderRow(token: string) {
  const { rows } = await pool.query(
    'select total::integer, status, payment_method, paid_at is not null as "isPaid" from orders where token = $1',
    [token],
  );
  return rows[0];
}

describe('an order with nothing to pay', () => {
  it.each([
    ['no method', {}],
    ['an empty method', { payment_method: '' }],
    ['the method of a total before', { payment_method: 'bank_transfer' }],
    ['the listed method', { payment_method: 'free' }],
  ])('is placed by the store API with %s (C3)', async (_name, method) => {
    for (const [product, coupon] of [[sample], [cup, 'ALL'], [gift, 'ALL']] as const) {
      const send = await openCart(product, coupon);
      const { body: cart } = await send('POST', '/cart/update-customer', { billing_address: address });
      expect(cart).toMatchObject({ needs_payment: false, payment_methods: ['free'], totals: { total_price: '0' } });
      const placed = await send('POST', '/checkout', createOrderBody(method));
      expect(placed).toMatchObject({ status: 200, body: { status: 'processing', payment_method: 'free' } });
      expect(await readOrderRow(placed.body.order_key)).toEqual(free);
    }
  });

  it('is placed by the form of the checkout, with the field of the method and without (C3)', async () => {
    for (const method of [undefined, '', 'bank_transfer', 'free']) {
      const shopper = newShopper(app);
      await shopper.addToCart(sample);
      const { payment_method: _shown, ...form } = { ...(await shopper.fillInCheckout()) };
      const placed = await shopper.placeOrder({ ...form, ...(method === undefined ? {} : { payment_method: method }) });
      expect(await readOrderRow(readOrderToken(placed) ?? ''), method).toEqual(free);
    }
  });

  it('is another one while shipping costs something: then a method is needed (C3)', async () => {
    const send = await openCart(cup, 'GOODS');
    const { body: before } = await send('GET', '/cart');
    expect(before.payment_methods).toContain('bank_transfer');
    const { body: cart } = await send('POST', '/cart/update-customer', { billing_address: address });
    expect(cart).toMatchObject({ needs_payment: true, totals: { total_price: '500' } });
    expect(cart.payment_methods).toContain('bank_transfer');
    expect(cart.payment_methods).not.toContain('free');
    for (const method of [{}, { payment_method: '' }, { payment_method: 'free' }]) {
      const refused = await send('POST', '/checkout', createOrderBody(method));
      expect([refused.status, refused.body.code]).toEqual([400, 'store_rest_checkout_payment_method_unavailable']);
    }
  });
});
