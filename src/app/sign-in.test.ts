import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, type Browser, browser, checkoutInput } from '#tests/support/sales.ts';
import { withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await testShop(database, { choices: withTestSession }));
});

const add = (device: Browser, product: number, quantity: number) =>
  device.post('/cart/add', { product_id: String(product), quantity: String(quantity) });

async function signIn(device: Browser, email: string): Promise<number> {
  const reply = await device.post('/test/sign-in', { email });
  expect(reply.statusCode).toBe(200);
  return reply.json().customer;
}

const readHint = (device: Browser) => new URLSearchParams(decodeURIComponent(device.cookie(hintCookie) ?? '')).get('c');

describe('signing in', () => {
  it('brings the guest’s cart along, and shows it on every device', async () => {
    const [bowl, cup] = [await addProduct(shop.db), await addProduct(shop.db, { name: 'Moon cup' })];
    const [laptop, phone] = [browser(http), browser(http)];
    await add(laptop, bowl, 2);
    const visitor = laptop.cookie('visitor');
    await signIn(laptop, 'ada@example.com');
    expect(laptop.cookie('visitor')).not.toBe(visitor);
    expect(readHint(laptop)).toBe('2');
    expect((await laptop.get('/cart')).body).toContain('Tide bowl');
    await add(phone, cup, 1);
    await signIn(phone, 'Ada@example.com');
    for (const device of [laptop, phone]) {
      const { body } = await device.get('/cart');
      expect(body).toContain('Tide bowl');
      expect(body).toContain('Moon cup');
    }
    await add(laptop, cup, 1);
    expect(readHint(laptop)).toBe('4');
    const badge = await phone.get(`${shop.wire.platformRest}/private-state`);
    expect(badge.json().hint.c).toBe('4');
  });

  it('adds to the cart of a customer without a visitor’s cookie, and creates no visitor', async () => {
    const bowl = await addProduct(shop.db);
    const device = browser(http);
    const customer = await signIn(device, 'bea@example.com');
    const visitors = async () => (await pool.query('select from platform.visitors')).rowCount;
    const before = await visitors();
    const reply = await http.inject({
      url: '/cart/add',
      method: 'POST',
      headers: { cookie: `test-customer=${customer}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `product_id=${bowl}`,
    });
    expect([reply.statusCode, reply.cookies.some(({ name }) => name === 'visitor')]).toEqual([303, false]);
    expect(await visitors()).toBe(before);
    expect((await device.get('/cart')).body).toContain('Tide bowl');
  });

  it('makes orders the customer’s, recorded by name', async () => {
    const device = browser(http);
    const customer = await signIn(device, 'cleo@example.com');
    await add(device, await addProduct(shop.db), 1);
    const page = (await device.get('/checkout')).body;
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const { billing } = checkoutInput();
    const placed = await device.post('/checkout', {
      ...Object.fromEntries(Object.entries(billing).map(([field, value]) => [`billing_${field}`, value])),
      billing_postcode: 'T12 X4Y5',
      billing_email: 'cleo@example.com',
      shipping_method: 'flat_rate:1',
      payment_method: 'bank_transfer',
      request_key: hidden('request_key'),
      expected_total: hidden('expected_total'),
      terms: '1',
    });
    expect(String(placed.headers.location)).toMatch(/^\/order\//);
    const { rows } = await pool.query(
      `select o.visitor_id, o.customer_id, h.by from orders o join order_history h on h.order_id = o.id
      where o.email = 'cleo@example.com' order by h.id limit 1`,
    );
    expect(rows).toEqual([{ visitor_id: null, customer_id: customer, by: 'shopper' }]);
    expect((await device.get('/cart')).body).toContain('Your cart is empty');
  });

  it('costs one query per request, and none for guests', async () => {
    const bowl = await addProduct(shop.db);
    const [guest, customer] = [browser(http), browser(http)];
    await signIn(customer, 'dora@example.com');
    for (const device of [guest, customer]) {
      await add(device, bowl, 1);
      await device.get('/cart');
    }
    const count = async (device: Browser) => (await countQueries(() => device.get('/cart'))).queries;
    expect((await count(customer)) - (await count(guest))).toBe(1);
  });
});
