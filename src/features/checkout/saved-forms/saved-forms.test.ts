import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCart } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';
import type { CheckoutReviewReply } from '../contract.ts';
import { purgeFormsJob } from './purge-forms.ts';
import { readSavedForm, saveForm } from './saved-forms.ts';

const { database, db } = useDatabase();
const clock = testClock();
let shop: Shop;
let http: FastifyInstance;
let bowl: number;

beforeAll(async () => {
  const ordersPerHour = { visitor: 3, address: null, email: null, domain: null, all: null };
  // Without the details of the last order, an empty field is one that no form is kept for.
  const settings = { checkout: { termsPath: null, ordersPerHour, lastOrderDays: 0 }, 'bot-check': { use: null } };
  ({ shop, http } = await salesShop(database, { clock, settings }));
  bowl = await addProduct(shop, { price: 1000 });
  await db.execute(sql`insert into coupons (code, code_key, percent, currency) values ('TEN', 'ten', 10, 'EUR')`);
});

async function openCheckout(): Promise<{ shopper: Shopper; form: Record<string, string> }> {
  const shopper = newShopper({ http });
  await shopper.addToCart(bowl);
  return { shopper, form: { ...((await shopper.fillInCheckout()) as Record<string, string>) } };
}

const readCheckout = async (shopper: Shopper) => (await shopper.visit('/checkout')).body;

async function review(shopper: Shopper, form: Record<string, string>): Promise<CheckoutReviewReply & { html: string }> {
  const { statusCode, payload } = await http.inject({
    ...{ method: 'POST', url: '/api/store/v1/checkout/review', payload: new URLSearchParams(form).toString() },
    headers: {
      cookie: [...shopper.cookies].map((pair) => pair.join('=')).join('; '),
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });
  expect(statusCode, payload).toBe(200);
  const reply = JSON.parse(payload) as CheckoutReviewReply;
  return { ...reply, html: reply.fragments.checkout ?? '' };
}

describe('a refused order', () => {
  it('is answered by a redirect to the form with its problems, so that reloading repeats nothing', async () => {
    const { shopper, form } = await openCheckout();
    const answer = await shopper.submit('/checkout', { ...form, billing_city: '', order_comments: 'Ring twice' });
    expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/checkout\?refused=[\w-]{12}$/)]);
    for (const page of [await shopper.visit(answer.location), await shopper.visit(answer.location)]) {
      expect(page.body).toContain('<title>Error: Checkout');
      expect(page.body).toContain('href="#billing_city"');
      expect(page.body).toContain('Ring twice');
    }
  });

  it('is not replaced by a review that was received before it and ends after it', async () => {
    const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
    const cart = await getCart(shop, guest);
    const receivedAt = shop.clock.now();
    clock.forward(10);
    const messages = { problems: [{ field: 'billing_city', message: 'Please enter a city.' }] };
    await saveForm(shop, cart, { form: { billing_city: '' }, refusal: { id: 'first', messages } });
    await saveForm(shop, cart, { form: { billing_city: 'Cork' }, receivedAt });
    expect(await readSavedForm(shop.db, cart, 'first')).toMatchObject({ form: { billing_city: '' }, messages });
    expect(await readSavedForm(shop.db, cart)).toMatchObject({ form: { billing_city: '' }, messages: null });
    const later = { form: { billing_city: 'Cork' }, receivedAt: shop.clock.now(), shownRefusal: 'first' };
    await saveForm(shop, cart, later);
    const solved = { form: { billing_city: 'Cork' }, messages: { problems: [] } };
    expect(await readSavedForm(shop.db, cart, 'first')).toMatchObject(solved);
  });

  it('is that of the review that was received last, also when the one before it is saved in between', async () => {
    const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
    const cart = await getCart(shop, guest);
    const first = shop.clock.now();
    clock.forward(5);
    const second = shop.clock.now();
    clock.forward(5);
    await saveForm(shop, cart, { form: { billing_city: 'Cork' }, receivedAt: first });
    await saveForm(shop, cart, { form: { billing_city: 'Galway' }, receivedAt: second });
    await saveForm(shop, cart, { form: { billing_city: 'Cork' }, receivedAt: first });
    expect(await readSavedForm(shop.db, cart)).toMatchObject({ form: { billing_city: 'Galway' } });
  });

  it('in each of two tabs, at the same moment, leads to its own reasons and its own form', async () => {
    const { shopper, form } = await openCheckout();
    const tabs = [
      { missing: 'billing_city', note: 'Ring twice' },
      { missing: 'billing_last_name', note: 'Leave it at the door' },
    ];
    const answers = await Promise.all(
      tabs.map(({ missing, note }) => shopper.submit('/checkout', { ...form, [missing]: '', order_comments: note })),
    );
    // A review in one tab takes nothing from the other.
    const [first] = answers;
    const opened = (await shopper.visit(first?.location ?? '')).body;
    const refused = readInputValue(opened, 'refused');
    await review(shopper, { ...form, order_comments: 'Ring three times', refused });
    expect((await shopper.visit(first?.location ?? '')).body).toContain('Ring three times');
    for (const [index, { missing, note }] of tabs.entries()) {
      const page = index === 0 ? opened : (await shopper.visit(answers[index]?.location ?? '')).body;
      expect(page.match(/href="#billing_\w+"/g)).toEqual([`href="#${missing}"`]);
      expect(page).toContain(note);
    }
  });

  it('says why until the next try, also when the form is reviewed and the page reloaded; a total while it holds', async () => {
    const { shopper, form } = await openCheckout();
    const { location } = await shopper.submit('/checkout', { ...form, expected_total: '1' });
    const page = await shopper.visit(location);
    const notice =
      /<div data-refusal="1500"><div[^>]*role="alert"[^>]*>(?:(?!<\/div>).)*The total has changed to €15\.00/s;
    expect(page.body).toMatch(notice);
    const refused = readInputValue(page.body, 'refused');
    const reviewed = await review(shopper, { ...form, billing_city: 'Galway', refused });
    // It stands outside of what a review replaces.
    expect(reviewed.html).not.toContain('The total has changed');
    expect(readInputValue(reviewed.html, 'refused')).toBe(refused);
    const reloaded = await shopper.visit(location);
    expect(reloaded.body).toMatch(notice);
    expect(readInputValue(reloaded.body, 'billing_city')).toBe('Galway');
    await review(shopper, { ...form, refused, coupon_code: 'ten', apply_coupon: '1' });
    expect((await shopper.visit(location)).body).not.toContain('The total has changed');
  });

  it('leaves what was typed, without its problems, for a later visit', async () => {
    const { shopper, form } = await openCheckout();
    await shopper.submit('/checkout', { ...form, billing_city: '' });
    const page = await readCheckout(shopper);
    expect(readInputValue(page, 'billing_address_1')).toBe(form.billing_address_1);
    expect(page).not.toContain('href="#billing_city"');
    expect(page).toContain('<title>Checkout');
  });

  it('can be placed after its problems are solved, with a new request key', async () => {
    const { shopper, form } = await openCheckout();
    const refused = await shopper.placeOrder({ ...form, billing_city: '' });
    expect(readInputValue(refused.body, 'request_key')).not.toBe(form.request_key);
    const sent = { ...form, request_key: readInputValue(refused.body, 'request_key') };
    expect((await shopper.placeOrder(sent)).location).toMatch(/^\/order\//);
    await shopper.addToCart(bowl);
    expect(readInputValue(await readCheckout(shopper), 'billing_address_1')).toBe('');
  });

  it('is answered at once, and keeps nothing, above the limit of orders', async () => {
    const { shopper } = await openCheckout();
    for (let count = 0; count < 3; count += 1) {
      await shopper.addToCart(bowl);
      const form = (await shopper.fillInCheckout()) ?? {};
      expect((await shopper.placeOrder(form)).location).toMatch(/^\/order\//);
    }
    await shopper.addToCart(bowl);
    const form = (await shopper.fillInCheckout()) ?? {};
    expect((await shopper.submit('/checkout', form)).status).toBe(429);
    expect(readInputValue(await readCheckout(shopper), 'billing_address_1')).toBe('');
  });
});

describe('what was typed', () => {
  it('is shown again after a reload or a closed tab, to its shopper only', async () => {
    const { shopper, form } = await openCheckout();
    await review(shopper, { ...form, billing_first_name: 'Zoë\0', billing_company: 'x\ud800', '<b>': '1' });
    const page = await readCheckout(shopper);
    expect(readInputValue(page, 'billing_email')).toBe(form.billing_email);
    expect(readInputValue(page, 'billing_first_name')).toBe('Zoë');
    const { shopper: other } = await openCheckout();
    expect(await readCheckout(other)).not.toContain(form.billing_email);
  });

  it('gives way to a destination that was chosen on the cart page since', async () => {
    const { shopper, form } = await openCheckout();
    await review(shopper, { ...form, billing_country: 'IE', billing_postcode: 'F91 X5NF' });
    await shopper.submit('/cart/destination', { shipping_country: 'DE', shipping_postcode: '10115' });
    const page = await readCheckout(shopper);
    expect(page).toMatch(/<option[^>]*value="DE"[^>]*selected/);
    expect(readInputValue(page, 'billing_postcode')).toBe('10115');
    expect(readInputValue(page, 'billing_address_1')).toBe(form.billing_address_1);
  });

  it('is deleted some days later, and a day after the order was placed', async () => {
    const { shopper, form } = await openCheckout();
    await review(shopper, form);
    const { shopper: buyer, form: bought } = await openCheckout();
    await review(buyer, bought);
    await buyer.placeOrder(bought);
    const count = async () => (await db.execute(sql`select 1 from checkout_forms`)).rows.length;
    const before = await count();
    await purgeFormsJob.run(shop, {} as never, { number: 1, isLast: false });
    expect(await count()).toBe(before);
    await db.execute(sql`update checkout_forms set updated_at = now() - interval '2 days'`);
    await purgeFormsJob.run(shop, {} as never, { number: 1, isLast: false });
    expect(await count()).toBeLessThan(before);
    expect(readInputValue(await readCheckout(shopper), 'billing_email')).toBe(form.billing_email);
    await db.execute(sql`update checkout_forms set updated_at = now() - interval '8 days'`);
    await purgeFormsJob.run(shop, {} as never, { number: 1, isLast: false });
    expect(await count()).toBe(0);
  });
});

describe('a review', () => {
  it('has the labels and required fields of the chosen country', async () => {
    const { shopper, form } = await openCheckout();
    const { html: irish } = await review(shopper, { ...form, billing_country: 'IE' });
    expect(irish).toContain('Eircode');
    const { html: american } = await review(shopper, { ...form, billing_country: 'US', shipping_country: 'US' });
    expect(american).not.toContain('Eircode');
    expect(american).toContain('ZIP code');
    expect(american).toContain('California');
    const label = (html: string, field: string) =>
      new RegExp(`<label[^>]*for="${field}">(.*?)</label>`).exec(html)?.[1];
    expect(label(american, 'billing_state')).toBe(
      'State<span class="field__mark when-script" aria-hidden="true"> *</span>',
    );
    expect(label(irish, 'billing_postcode')).toContain('(optional)');
    expect(american).toMatch(/<select[^>]*id="billing_state"[^>]*aria-required="true"/);
    expect(american).not.toMatch(/<select[^>]*id="billing_state"[^>]* required/);
  });

  it('applies and removes a coupon, and keeps the rest', async () => {
    const { shopper, form } = await openCheckout();
    const applied = await review(shopper, { ...form, coupon_code: 'ten', apply_coupon: '1' });
    expect(applied.html).toContain('Coupon TEN');
    expect(readInputValue(applied.html, 'expected_total')).toBe('1400');
    const typed = await review(shopper, { ...form, coupon_code: 'more' });
    expect(typed.html).not.toContain('not valid');
    const refused = await review(shopper, { ...form, coupon_code: 'more', apply_coupon: '1' });
    expect(refused.html).toContain('This coupon code is not valid');
    const removed = await review(shopper, { ...form, remove_coupon: 'TEN' });
    expect(removed.html).not.toContain('Coupon TEN');
    expect(readInputValue(removed.html, 'billing_address_1')).toBe(form.billing_address_1);
  });

  it('leads to the cart when there is nothing to order', async () => {
    expect(await review(newShopper({ http }), { billing_country: 'IE' })).toMatchObject({
      ...{ redirectTo: '/cart', fragments: {} },
    });
  });
});
