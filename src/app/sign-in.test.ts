import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { withTestSession } from '#tests/support/session.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await testShop(database, { choices: withTestSession }));
});

async function signIn(device: Shopper, email: string): Promise<number> {
  const reply = await device.submit('/test/sign-in', { email });
  expect(reply.status).toBe(200);
  return reply.json().customer;
}

const readHint = (device: Shopper) =>
  new URLSearchParams(decodeURIComponent(device.cookies.get(hintCookie) ?? '')).get('c');

describe('signing in', () => {
  it('brings the guest’s cart along, and shows it on every device', async () => {
    const [bowl, cup] = [await addProduct(shop), await addProduct(shop, { name: 'Moon cup' })];
    const [laptop, phone] = [newShopper({ http }), newShopper({ http })];
    await laptop.addToCart(bowl, 2);
    const visitor = laptop.cookies.get('visitor');
    await signIn(laptop, 'ada@example.com');
    expect(laptop.cookies.get('visitor')).not.toBe(visitor);
    expect(readHint(laptop)).toBe('2');
    expect((await laptop.visit('/cart')).body).toContain('Tide bowl');
    await phone.addToCart(cup, 1);
    await signIn(phone, 'Ada@example.com');
    for (const device of [laptop, phone]) {
      const { body } = await device.visit('/cart');
      expect(body).toContain('Tide bowl');
      expect(body).toContain('Moon cup');
    }
    await laptop.addToCart(cup, 1);
    expect(readHint(laptop)).toBe('4');
    const badge = await phone.visit(`${shop.wire.platformRest}/private-state`);
    expect(badge.json().hint.c).toBe('4');
  });

  it('adds to the cart of a customer without a visitor’s cookie, and creates no visitor', async () => {
    const bowl = await addProduct(shop);
    const device = newShopper({ http });
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
    expect((await device.visit('/cart')).body).toContain('Tide bowl');
  });

  it('makes orders the customer’s, recorded by name', async () => {
    const device = newShopper({ http }, { email: 'cleo@example.com' });
    const customer = await signIn(device, 'cleo@example.com');
    await device.addToCart(await addProduct(shop));
    const form = await device.fillInCheckout();
    const placed = await device.placeOrder({ ...form, payment_method: 'bank_transfer' });
    expect(placed.location).toMatch(/^\/order\//);
    const { rows } = await pool.query(
      `select o.visitor_id, o.customer_id, h.by from orders o join order_history h on h.order_id = o.id
      where o.email = 'cleo@example.com' order by h.id limit 1`,
    );
    expect(rows).toEqual([{ visitor_id: null, customer_id: customer, by: 'shopper' }]);
    expect((await device.visit('/cart')).body).toContain('Your cart is empty');
  });

  it('costs one query per request, and none for guests', async () => {
    const bowl = await addProduct(shop);
    const [guest, customer] = [newShopper({ http }), newShopper({ http })];
    await signIn(customer, 'dora@example.com');
    for (const device of [guest, customer]) {
      await device.addToCart(bowl, 1);
      await device.visit('/cart');
    }
    const count = async (device: Shopper) => (await countQueries(() => device.visit('/cart'))).queries;
    expect((await count(customer)) - (await count(guest))).toBe(1);
  });
});
