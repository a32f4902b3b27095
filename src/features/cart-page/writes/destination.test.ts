import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCart, setDestination } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, createVisitorWithCart, putInCart, salesShop, signInGuest } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500, freeFrom: 10_000 } as const;
const express = { type: 'flat_rate', id: 'flat_rate:2', title: 'Express', cost: '9 + 0.50 * [qty]' } as const;
const pickup = {
  ...{ type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup' },
  places: [{ id: 'studio', title: 'The studio', detail: '1 Quay Lane' }],
} as const;
const zones = [
  { name: 'Dublin', places: [{ country: 'IE', postcodes: ['D0*'] }], methods: [{ ...parcel, cost: 300 }, pickup] },
  { name: 'Ireland', places: [{ country: 'IE' }], methods: [parcel, express] },
  { name: 'California', places: [{ country: 'US', states: ['CA'] }], methods: [{ ...parcel, cost: 2500 }] },
];

let shop: Shop;
let http: FastifyInstance;
let shopper: Shopper;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database, { settings: { shipping: { zones } } }));
});

beforeEach(() => {
  shopper = newShopper({ http });
});

/** The text of a page without markup. */
const readText = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const visitCart = async () => readText((await shopper.visit('/cart')).body);
const estimate = (country: string, facts: { state?: string; postcode?: string } = {}) =>
  shopper.submit('/cart/destination', {
    shipping_country: country,
    shipping_state: facts.state ?? '',
    shipping_postcode: facts.postcode ?? '',
  });
const choose = (id: string) => shopper.submit('/cart/shipping', { shipping_method: id });
const call = (path: string, payload: object) => {
  const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return http.inject({ method: 'POST', url: `/api/store/v1/cart/${path}`, payload, headers: { cookie } });
};

describe('the delivery of a cart', () => {
  it('is a range of costs until the destination is known, with the estimated total', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }), 2);
    const page = await visitCart();
    expect(page).toContain('Shipping €5.00 – €10.00 Estimated total €45.00 – €50.00');
    expect(page).toContain('€60.00 away from free delivery');
    expect(page).toContain('Estimate delivery');
  });

  it('is that of the destination, and then of the chosen method', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }), 2);
    expect(await estimate('IE', { postcode: 't12w8kp' })).toMatchObject({ status: 303, location: '/cart#delivery' });
    expect(await visitCart()).toContain('Parcel €5.00 Estimated total €45.00');
    expect(await visitCart()).toContain('Delivery to T12 W8KP, Ireland');
    expect(await choose('flat_rate:2')).toMatchObject({ status: 303, location: '/cart#delivery' });
    expect(await visitCart()).toContain('Express €10.00 Estimated total €50.00');
    await estimate('IE', { postcode: 'D02 X285' });
    const page = await visitCart();
    expect(page).toContain('Parcel €3.00 Estimated total €43.00');
    expect(page).toContain('no longer available for this order. “Parcel” was selected instead.');
    expect(page).toContain('The studio Free');
    expect(page).toContain('1 Quay Lane');
  });

  it('is free from the minimum', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 5000 }), 2);
    await estimate('IE');
    expect(await visitCart()).toContain('Parcel Free Estimated total €100.00');
    expect(await visitCart()).toContain('You have free delivery');
  });

  it('says in words why nothing ships to an address', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
    await estimate('US', { state: 'New York' });
    expect(await visitCart()).toContain('We can’t ship to this part of United States.');
    expect(await visitCart()).toContain('Calculated at checkout');
    await estimate('FR');
    expect(await visitCart()).toContain('We can’t ship to France.');
    const page = await shopper.visit('/checkout');
    expect(readText(page.body)).toContain('We can’t ship to France.');
  });

  it('is not shown for what is not shipped', async () => {
    await shopper.addToCart(await addProduct(shop, { virtual: true }));
    const page = await visitCart();
    expect(page).not.toContain('Estimate delivery');
    expect(page).not.toContain('away from free delivery');
  });

  it('is where the checkout starts, and the order is shipped with it', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
    await estimate('US', { state: 'California', postcode: '94103' });
    const first = (await shopper.visit('/checkout')).body;
    expect(first).toMatch(/<option[^>]*value="US"[^>]*selected/);
    expect(first).toContain('value="94103"');
    expect(first).toContain('<option value="CA" selected="">California</option>');
    await estimate('IE', { postcode: 'T12 W8KP' });
    await choose('flat_rate:2');
    const form = { ...(await shopper.fillInCheckout()), shipping_method: 'flat_rate:2' };
    expect(form).toMatchObject({ expected_total: '2950' });
    const placed = await shopper.placeOrder(form);
    expect(placed).toMatchObject({ status: 303 });
    expect(placed.location).toMatch(/^\/order\//);
  });

  it('says at the checkout when the chosen method is not available', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
    await estimate('IE');
    await choose('flat_rate:2');
    await estimate('US', { state: 'CA' });
    expect(readText((await shopper.visit('/checkout')).body)).toContain('“Parcel” is selected instead.');
  });
});

describe('the form to estimate delivery', () => {
  beforeEach(async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
  });

  it.each([
    ['a country where nothing is sold', { shipping_country: 'JP' }, 'Select a country from the list.'],
    ['no country', {}, 'Select a country from the list.'],
    ['a postcode of another country', { shipping_country: 'US', shipping_postcode: 'D02 X285' }, 'Enter a valid'],
    ['a script in the postcode', { shipping_country: 'IE', shipping_postcode: '<script>alert(1)</script>' }, 'Eircode'],
    ['a long state', { shipping_country: 'IE', shipping_state: 'x'.repeat(101) }, '100'],
    ['two countries', { shipping_country: ['XX', 'IE'] }, 'Select a country from the list.'],
  ])('shows the problem of %s beside its field, and keeps nothing', async (_, fields, message) => {
    const refused = await shopper.submit('/cart/destination', fields);
    expect(refused.status).toBe(422);
    expect(readText(refused.body)).toContain(message);
    expect(refused.body).toMatch(/<details[^>]*open/);
    expect(refused.body).not.toContain('<script>alert');
    expect(await visitCart()).toContain('Estimate delivery');
  });

  it.each([
    ['a field of a megabyte', { shipping_country: 'IE', shipping_postcode: 'x'.repeat(1_000_000) }],
    ['a name of a megabyte', { [`shipping_${'x'.repeat(1_000_000)}`]: 'IE' }],
    ['very many fields', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 'x']))],
  ])('refuses %s', async (_, fields) => {
    const { status } = await shopper.submit('/cart/destination', fields);
    expect([400, 413, 422]).toContain(status);
    expect(await visitCart()).toContain('Estimate delivery');
  });

  it('takes the country alone, and has the field of the state where the country has states', async () => {
    await estimate('US');
    expect((await shopper.visit('/cart')).body).toContain('name="shipping_state"');
    await estimate('DE');
    expect((await shopper.visit('/cart')).body).not.toContain('name="shipping_state"');
  });

  it('leads to the empty cart without one', async () => {
    const nobody = newShopper({ http });
    expect(await nobody.submit('/cart/destination', { shipping_country: 'IE' })).toMatchObject({ location: '/cart' });
    expect(await nobody.submit('/cart/shipping', { shipping_method: 'flat_rate:1' })).toMatchObject({
      location: '/cart',
    });
    expect(nobody.cookies.size).toBe(0);
  });
});

describe('the calls for delivery', () => {
  it('answer with options by their identifiers of method and rest [3.4/10]', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }), 2);
    const set = await call('destination', { shipping_country: 'IE', shipping_postcode: 'D02 X285' });
    expect(set.json()).toMatchObject({
      cart: { count: 2, total: 4300, needsShipping: true, isEmpty: false },
      shipping: {
        packages: [
          {
            lines: [expect.stringMatching(/^[\da-f-]{36}$/)],
            options: [
              { id: 'flat_rate:1', title: 'Parcel', amount: 300 },
              { id: 'local_pickup:studio', title: 'The studio', amount: 0 },
            ],
            selected: 'flat_rate:1',
          },
        ],
        ...{ problems: [], missingForFree: 6000 },
      },
    });
    for (const { id } of set.json().shipping.packages[0].options) expect(id).toMatch(/^\w+:.+$/);
    const chosen = await call('shipping', { shipping_method: 'local_pickup:studio' });
    expect(chosen.json()).toMatchObject({
      cart: { total: 4000 },
      shipping: { packages: [{ selected: 'local_pickup:studio' }] },
    });
    expect(chosen.json().cart.version).toBeGreaterThan(set.json().cart.version);
  });

  it('refuse with a code, and change nothing', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
    await call('destination', { shipping_country: 'IE' });
    for (const id of ['flat_rate:9', '', 'x'.repeat(5000), "'; drop table carts --", '__proto__'])
      expect((await call('shipping', { shipping_method: id })).json()).toMatchObject({ code: 'SHIPPING_UNAVAILABLE' });
    const invalid = await call('destination', { shipping_country: 'XX' });
    expect([invalid.statusCode, invalid.json().code]).toEqual([422, 'DESTINATION_INVALID']);
    const { message, data } = invalid.json();
    expect(Object.values(data.params)).toContain(message);
    expect(Object.keys(data.params).every((name) => name.startsWith('shipping_'))).toBe(true);
    expect((await call('destination', { shipping_country: 7 })).statusCode).toBe(400);
    expect((await call('shipping', { shipping_method: 'flat_rate:2' })).json()).toMatchObject({
      shipping: { packages: [{ selected: 'flat_rate:2' }] },
    });
  });
});

describe('the cart summary', () => {
  const readSummary = async (quantity: string, key: string) => {
    const payload = { action: 'theme_ajax_cart_item_alter_quantity', cart_item_key: key, quantity };
    return (await shopper.submit('/ajax', payload)).json<{ cart: Record<string, unknown> }>().cart;
  };

  it('has needsShipping, isEmpty and total [3.4/1] [3.4/2] [3.4/3]', async () => {
    const bowl = await addProduct(shop, { price: 2000 });
    const card = await addProduct(shop, { price: 1000, virtual: true });
    const added = await call('item', { product_id: card });
    expect(added.json().cart).toMatchObject({ needsShipping: false, isEmpty: false, total: 1000 });
    await shopper.addToCart(card);
    await shopper.addToCart(bowl);
    const keys = [...(await shopper.visit('/cart')).body.matchAll(/name="quantity\[([0-9a-f-]{36})\]"/g)].map(
      ([, key]) => key ?? '',
    );
    expect(await readSummary('3', keys[0] ?? '')).toMatchObject({ needsShipping: true, isEmpty: false, total: 5000 });
    expect(await readSummary('0', keys[1] ?? '')).toMatchObject({ needsShipping: false, isEmpty: false, total: 3000 });
    expect(await readSummary('0', keys[0] ?? '')).toMatchObject({ needsShipping: false, isEmpty: true, total: 0 });
  });

  it('has the delivery in its total once the destination is known [3.4/3]', async () => {
    const bowl = await addProduct(shop, { price: 2000 });
    await shopper.addToCart(bowl);
    await estimate('US', { state: 'CA' });
    const added = await call('item', { product_id: bowl });
    expect(added.json().cart).toMatchObject({ needsShipping: true, isEmpty: false, total: 4000 + 2500 });
  });
});

describe('the destination at the sign-in', () => {
  const ireland = { country: 'IE', state: '', postcode: 'T12 W8KP', city: '' };
  const germany = { country: 'DE', state: '', postcode: '10115', city: '' };

  it('is the guest’s when the customer has none, else stays the customer’s', async () => {
    const bowl = await addProduct(shop);
    const [ada, eve] = [await createCustomer(shop), await createCustomer(shop)];
    await putInCart(shop, eve.owner, bowl);
    await setDestination(shop, eve.owner, germany);
    for (const [customer, expected] of [
      [ada, ireland],
      [eve, germany],
    ] as const) {
      const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
      await setDestination(shop, guest, ireland);
      await signInGuest(shop, guest, customer);
      expect((await getCart(shop, customer.owner)).destination).toEqual(expected);
    }
  });
});

describe('a change of the zones', () => {
  it('replaces a method that was removed, says it, and orders nothing with it', async () => {
    await shopper.addToCart(await addProduct(shop, { price: 2000 }));
    await estimate('IE');
    await choose('flat_rate:2');
    const form = { ...(await shopper.fillInCheckout()), shipping_method: 'flat_rate:2' };
    const without = zones.map((zone) => ({ ...zone, methods: zone.methods.filter(({ id }) => id !== 'flat_rate:2') }));
    await changeSettings(shop, [{ key: 'shipping.zones', value: without, version: null }], 'shop');
    expect(await visitCart()).toContain('no longer available for this order. “Parcel” was selected instead.');
    const refused = await shopper.placeOrder(form);
    expect(readText(refused.body)).toContain('The selected shipping method is not available for this address');
    await changeSettings(shop, [{ key: 'shipping.zones', value: undefined, version: null }], 'shop');
    expect(await visitCart()).toContain('Express');
  });

  it('by two at the same time changes them once', async () => {
    const version = shop.settingStore.current.rows.get('shipping.zones')?.version ?? 0;
    const change = (name: string) =>
      changeSettings(shop, [{ key: 'shipping.zones', value: [{ name, methods: [] }], version }], 'shop');
    const results = await Promise.all(['Ada', 'Eve', 'Sam', 'Kim'].map(change));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.code === 'SETTING_CHANGED')).toHaveLength(3);
    const { rows } = await shop.db.execute(
      sql`select count(*)::integer as count from platform.setting_changes where key = 'shipping.zones' and version = ${version + 1}`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    await changeSettings(shop, [{ key: 'shipping.zones', value: undefined, version: null }], 'shop');
  });
});
