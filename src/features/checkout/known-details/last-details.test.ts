import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { getStoreRoot } from '#features/store-api/contract.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesSettings, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { purgeFormsJob } from '../saved-forms/purge-forms.ts';

const { database, pool } = useDatabase();
const clock = testClock();
const day = 24 * 60 * 60_000;
const forms = ['classic', 'block'] as const;
const apps = new Map<string, App>();
let bowl = 0;

beforeAll(async () => {
  for (const form of forms) {
    const checkout = { ...salesSettings.checkout, form };
    apps.set(form, await salesShop(database, { clock, settings: { checkout, 'bot-check': { use: null } } }));
  }
  bowl = await addProduct(getApp('classic').shop, { price: 1000, stock: 1000 });
});

function getApp(form: string): App {
  const app = apps.get(form);
  if (!app) throw new Error(`no shop with the form ${form}`);
  return app;
}

const typed = {
  ...{
    billing_first_name: 'Maeve',
    billing_last_name: 'O’Brien',
    billing_address_1: '4 Quay Street',
    billing_city: 'Strandhill',
  },
  ...{
    billing_country: 'IE',
    billing_postcode: 'F91 X5NF',
    billing_phone: '+353861234567',
    order_comments: 'Ring twice',
  },
  ...{
    ship_to_different_address: '1',
    shipping_country: 'DE',
    shipping_first_name: 'Jörg',
    shipping_last_name: 'Weiß',
  },
  ...{ shipping_address_1: 'Marktstraße 5', shipping_city: 'Weimar', shipping_postcode: '10115' },
  ...{ payment_method: 'pay_later', create_account: '1' },
};

/** A shopper who has ordered, and has the next bowl in the cart. */
async function orderOnce({ app = getApp('classic'), form = {} as Record<string, string> } = {}): Promise<Shopper> {
  const shopper = newShopper(app, { email: `${randomUUID()}@example.com` });
  await shopper.addToCart(bowl);
  const fields = (await shopper.fillInCheckout()) ?? {};
  expect((await shopper.placeOrder({ ...fields, ...typed, ...form })).location).toMatch(/^\/order\//);
  await shopper.addToCart(bowl);
  return shopper;
}

const readCheckout = async (shopper: Shopper) => (await shopper.visit('/checkout')).body;
const addresses = ['Maeve', '4 Quay Street', 'Strandhill', 'F91 X5NF', 'Jörg', 'Marktstraße 5', 'Weimar', '10115'];
const clearButton = 'Not you? Clear these details';
const isChecked = (page: string, id: string) => new RegExp(`<input[^>]*id="${id}"[^>]*checked`).test(page);

describe.each(forms)('the details of the last order, in the %s form (D2)', (form) => {
  it('are filled in at the next checkout of the same browser, without notes, terms and other boxes', async () => {
    const shopper = await orderOnce({ app: getApp(form) });
    const answer = await shopper.visit('/checkout');
    const page = answer.body;
    for (const value of [shopper.email, '+353861234567', ...addresses]) expect(page).toContain(value);
    expect(page).toMatch(/<input(?=[^>]*value="pay_later")[^>]*checked/);
    expect(page).toContain(clearButton);
    expect(page).not.toContain('Ring twice');
    expect([isChecked(page, 'terms'), isChecked(page, 'create_account')]).toEqual([false, false]);
    expect(answer.headers['cache-control']).toContain('no-store');
    const other = newShopper(getApp(form));
    await other.addToCart(bowl);
    expect(await readCheckout(other)).not.toMatch(/Maeve|Quay Street|Not you\?/);
  });

  it('are gone for good after a press on the button, without script too', async () => {
    const shopper = await orderOnce({ app: getApp(form) });
    await shopper.submit('/checkout/sign-in', { ...typed, billing_email: shopper.email });
    const cleared = await shopper.submit('/checkout/clear-details', {});
    expect([cleared.status, cleared.location]).toEqual([303, '/checkout']);
    const page = await readCheckout(shopper);
    expect(page).toContain('Your details have been cleared.');
    for (const value of [shopper.email, ...addresses, clearButton, 'Ring twice']) expect(page).not.toContain(value);
    clock.forward(1000);
    await shopper.submit('/cart/destination', { shipping_country: 'DE' });
    expect(await readCheckout(shopper)).not.toMatch(/Maeve|Quay Street|Not you\?/);
    // The next order is remembered again.
    const again = (await shopper.fillInCheckout()) ?? {};
    await shopper.placeOrder({ ...again, billing_first_name: 'Nora' });
    await shopper.addToCart(bowl);
    expect(await readCheckout(shopper)).toContain('Nora');
  });
});

describe('the details of the last order', () => {
  it('give way to a destination that was chosen on the cart page since', async () => {
    const shopper = await orderOnce();
    await shopper.submit('/cart/destination', { shipping_country: 'FR', shipping_postcode: '75001' });
    const page = await readCheckout(shopper);
    for (const value of [shopper.email, 'Maeve', '75001']) expect(page).toContain(value);
    expect(page).not.toMatch(/Quay Street|Marktstraße/);
  });

  it('are whole where the cart knows the country or the place of the delivery alone', async () => {
    const shopper = await orderOnce();
    await shopper.submit('/cart/destination', { shipping_country: 'DE' });
    for (const value of addresses) expect(await readCheckout(shopper)).toContain(value);
    await shopper.submit('/cart/destination', { shipping_country: 'DE', shipping_postcode: '10115' });
    for (const value of addresses) expect(await readCheckout(shopper)).toContain(value);
  });

  it('stay shown as such while the form has any of them, and are no answer to calls', async () => {
    const shopper = await orderOnce();
    await shopper.submit('/checkout/sign-in', { ...typed, billing_email: 'someone@else.example' });
    expect(await readCheckout(shopper)).toContain(clearButton);
    const caller = await orderOnce();
    const cookie = [...caller.cookies].map((pair) => pair.join('=')).join('; ');
    const { http, shop } = getApp('classic');
    const reply = await http.inject({ url: `${getStoreRoot(shop.wire)}/checkout`, headers: { cookie } });
    expect(reply.payload).not.toMatch(/Maeve|Quay Street/);
  });

  it('are forgotten after some days, and are not those of a customer', async () => {
    const shopper = await orderOnce();
    clock.forward(29 * day);
    expect(await readCheckout(shopper)).toContain('4 Quay Street');
    clock.forward(2 * day);
    expect(await readCheckout(shopper)).not.toMatch(/Quay Street|Not you\?/);

    const signedIn = await orderOnce();
    await pool.query('update orders set visitor_id = null where email = $1', [signedIn.email]);
    expect(await readCheckout(signedIn)).not.toContain('4 Quay Street');
  });

  it('are filled in never where the shop says so', async () => {
    const checkout = { ...salesSettings.checkout, lastOrderDays: 0 };
    const app = await salesShop(database, { clock, settings: { checkout, 'bot-check': { use: null } } });
    expect(await readCheckout(await orderOnce({ app }))).not.toMatch(/Quay Street|Not you\?/);
  });

  it('that were cleared are remembered for as long as orders could be filled in', async () => {
    const { shop } = getApp('classic');
    const shopper = await orderOnce();
    await shopper.submit('/checkout/clear-details', {});
    const count = async () => (await pool.query('select from checkout_cleared_details')).rowCount ?? 0;
    const before = await count();
    await purgeFormsJob.run(shop, {} as never, { number: 1, isLast: false });
    expect(await count()).toBe(before);
    clock.forward(366 * day);
    await purgeFormsJob.run(shop, {} as never, { number: 1, isLast: false });
    expect(await count()).toBe(0);
  });
});
