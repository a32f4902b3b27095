import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { addTextPage } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';
import { checkoutReviewCallPath } from './contract.ts';
import { type CheckoutField, checkoutFields } from './slots.ts';

const { database } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

/** A field as another feature adds it. */
const giftNote: CheckoutField = {
  name: 'gift-note',
  render: (form, problems) => (
    <label>
      {problems.find(({ field }) => field === 'gift_note')?.message}
      <input name="gift_note" defaultValue={String(form.gift_note ?? '')} />
    </label>
  ),
  read: (form) => {
    const value = String(form.gift_note ?? '').trim();
    if (value.length > 20) return { ok: false, problems: [{ field: 'gift_note', message: 'A gift note is short.' }] };
    return { ok: true, value: value === '' ? undefined : value };
  },
};

beforeAll(async () => {
  ({ shop, http } = await salesShop(database, { fills: fillSlot(checkoutFields, [() => giftNote]) }));
});

const address = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' };
const withPrefix = (prefix: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}_${name}`, value]));
const validForm = {
  billing_email: 'ada@example.com',
  ...withPrefix('billing', address),
  shipping_method: 'flat_rate:1',
  payment_method: 'bank_transfer',
  terms: '1',
};

async function openCheckout(
  price = 1000,
): Promise<{ visitor: Shopper; product: number; sent: Record<string, string>; html: string }> {
  const visitor = newShopper({ http });
  const product = await addProduct(shop, { price, stock: 10 });
  await visitor.addToCart(product);
  const html = (await visitor.visit('/checkout')).body;
  const [request_key, expected_total] = [readInputValue(html, 'request_key'), readInputValue(html, 'expected_total')];
  return { visitor, product, html, sent: { ...validForm, request_key, expected_total } };
}

const readToken = (location: unknown) => /^\/order\/([\w-]{22,})$/.exec(String(location))?.[1] ?? '';

describe('checkout without script', () => {
  it('creates an order from a valid form and redirects to its page', async () => {
    const { visitor, product, sent } = await openCheckout();
    const placed = await visitor.placeOrder(sent);
    expect(placed.status).toBe(303);
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect(order).toMatchObject({ status: 'on-hold', total: 1500, email: 'ada@example.com' });
    expect(await readOnHand(shop.db, product)).toBe(9);
    expect(visitor.cookies.get(hintCookie)).toBeUndefined();
    const page = await visitor.visit(placed.location);
    for (const words of ['Thank you for your order', 'How to pay', 'IE64 IRCE 9205 0112 3456 78'])
      expect(page.body).toContain(words);
    expect((await visitor.visit('/checkout')).location).toBe('/cart');
  });

  it('redirects to the same order when the page is submitted again', async () => {
    const { visitor, sent } = await openCheckout();
    const [first, second] = await Promise.all([visitor.placeOrder(sent), visitor.submit('/checkout', sent)]);
    const third = await visitor.placeOrder(sent);
    expect(readToken(first.location)).not.toBe('');
    expect([second.location, third.location]).toEqual([first.location, first.location]);
  });

  it('redirects to the form’s order when it is resubmitted with changes and an empty cart', async () => {
    const { visitor, sent } = await openCheckout();
    const first = await visitor.placeOrder(sent);
    const second = await visitor.placeOrder({ ...sent, order_comments: 'Ring twice' });
    expect(second.location).toBe(first.location);
  });

  it('redirects to the cart when there is nothing to order', async () => {
    expect((await newShopper({ http }).visit('/checkout')).location).toBe('/cart');
    expect((await newShopper({ http }).placeOrder(validForm)).location).toBe('/cart');
  });

  it('ships to a different address on request', async () => {
    const { visitor, sent } = await openCheckout();
    const other = { ...address, first_name: 'Bea', city: 'Galway' };
    const filled = { ...sent, ...withPrefix('shipping', other) };
    const refused = await visitor.placeOrder({ ...filled, shipping_city: '', ship_to_different_address: '1' });
    expect(refused.body).toContain('href="#shipping_city"');
    const placed = await visitor.placeOrder({ ...filled, ship_to_different_address: '1' });
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect([order?.billing?.city, order?.delivery?.city]).toEqual(['Cork', 'Galway']);
  });

  it('shows the new total after a price change, and accepts it when resubmitted', async () => {
    const { visitor, product, sent } = await openCheckout();
    await shop.db.execute(sql`update main_prices set regular_price = 1300 where variation_id = ${product}`);
    const changed = await visitor.placeOrder(sent);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatch(/<div[^>]*autofocus[^>]*>(?:(?!<\/div>).)*The total has changed to €18\.00\./s);
    expect(readInputValue(changed.body, 'expected_total')).toBe('1800');
    const placed = await visitor.placeOrder({ ...sent, expected_total: '1800' });
    expect(placed.status).toBe(303);
  });

  it('reports what has sold out meanwhile, and keeps the form', async () => {
    const { visitor, product, sent } = await openCheckout();
    await shop.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${product}`);
    const soldOut = await visitor.placeOrder(sent);
    expect(soldOut.status).toBe(200);
    expect(soldOut.body).toContain('“Tide bowl” sold out while you were checking out.');
    expect(soldOut.body).toContain('value="1 Quay Lane"');
  });

  it('recalculates the totals without ordering', async () => {
    const { visitor, sent } = await openCheckout();
    const page = await visitor.placeOrder({ ...sent, billing_city: '', update_totals: '1' });
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('Please fix these errors');
  });
});

describe('[2.5/2] fields with the prefixes billing_ and shipping_', () => {
  it('are complete, with autofill tokens', async () => {
    const { html } = await openCheckout();
    for (const kind of ['billing', 'shipping']) {
      for (const field of [
        'first_name',
        'last_name',
        'company',
        'address_1',
        'address_2',
        'city',
        'state',
        'postcode',
        'country',
      ]) {
        expect(html).toMatch(new RegExp(`name="${kind}_${field}"`));
      }
      expect(html).toMatch(new RegExp(`autoComplete="${kind} street-address|autoComplete="${kind} address-line1`, 'i'));
    }
    expect(html).toContain('name="billing_email"');
    expect(html).toContain('name="billing_phone"');
    expect(html).toMatch(/type="email"[^>]*inputMode="email"/i);
  });

  const invalidValues: Record<string, readonly string[]> = {
    billing_email: [
      '',
      'ada',
      'ada@',
      'a b@example.com',
      'ada@example',
      `${'a'.repeat(250)}@example.com`,
      'ada@example.com\nBcc: x@y.zz,',
    ],
    billing_phone: ['call me', '12', '1'.repeat(51)],
    billing_first_name: ['', '   ', 'x'.repeat(101), '\u0000'],
    billing_last_name: ['', 'x'.repeat(101)],
    billing_company: ['x'.repeat(201)],
    billing_address_1: ['', 'x'.repeat(201)],
    billing_address_2: ['x'.repeat(201)],
    billing_city: ['', 'x'.repeat(101)],
    billing_state: ['x'.repeat(101)],
    billing_postcode: ['x'.repeat(21), '!!', 'O02 X285'],
    billing_country: ['', 'XX', 'ie', '__proto__', 'constructor'],
    order_comments: ['x'.repeat(2001)],
    terms: [''],
    shipping_method: ['', 'flat_rate:2'],
    payment_method: ['', 'none', 'constructor'],
    gift_note: ['x'.repeat(21)],
  };

  it.each(Object.entries(invalidValues))(
    '%s is refused when invalid, with a link to it, and nothing is ordered',
    async (field, values) => {
      const { visitor, product, sent } = await openCheckout();
      for (const value of values) {
        const refused = await visitor.placeOrder({ ...sent, [field]: value });
        expect(refused.status, `${field}=${value}`).toBe(200);
        expect(refused.body).toContain(`href="#${field}"`);
      }
      expect(await readOnHand(shop.db, product)).toBe(10);
    },
  );

  it.each([
    ['DE', '1011', '10115'],
    ['US', '1', '10001-1234'],
    ['GB', 'nowhere', 'sw1a 1aa'],
    ['NL', '1012', '1012 AB'],
  ])('asks %s for a postcode of its kind', async (country, invalid, valid) => {
    const { visitor, sent } = await openCheckout();
    const form = { ...sent, billing_country: country, billing_state: country === 'US' ? 'NY' : '' };
    expect((await visitor.placeOrder({ ...form, billing_postcode: invalid })).status).toBe(200);
    expect((await visitor.placeOrder({ ...form, billing_postcode: valid })).status).toBe(303);
  });

  it('store the code of a state that was typed by its name', async () => {
    const { visitor, sent } = await openCheckout();
    const form = { ...sent, billing_country: 'US', billing_postcode: '90001' };
    const refused = await visitor.placeOrder({ ...form, billing_state: 'California', terms: '' });
    expect(refused.body, 'the list has it selected').toContain('<option value="CA" selected="">California</option>');
    const unknown = await visitor.placeOrder({ ...form, billing_state: 'XX' });
    expect(unknown.body, 'no state of the country (B2)').toContain('“XX” isn’t on the list for State.');
    const placed = await visitor.placeOrder({ ...form, billing_state: 'California' });
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect(order?.billing?.state).toBe('CA');
  });

  it('keep any writing system, and escape markup in pages and emails', async () => {
    const { visitor, sent } = await openCheckout();
    const names = {
      billing_first_name: '<script>alert(1)</script>',
      billing_last_name: '李 Ó Briain 😀',
      billing_city: '"><img src=x>',
    };
    const placed = await visitor.placeOrder({ ...sent, ...names });
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect(order?.billing).toMatchObject({ first_name: '<script>alert(1)</script>', last_name: '李 Ó Briain 😀' });
    const page = await visitor.visit(placed.location);
    expect(page.body).not.toMatch(/<script>alert|<img src=x/);
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 李 Ó Briain 😀');
  });

  it('survives malformed input', async () => {
    const { visitor, sent } = await openCheckout();
    const odd = { ...sent, billing_city: ['Cork', 'Galway'], billing_first_name: 'A\u0000d\u202ea', 'x[]': ['1', '2'] };
    expect((await visitor.placeOrder(odd)).status).toBe(303);
    const tooMany = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, 'x']));
    expect((await visitor.placeOrder(tooMany)).status).toBe(400);
  });
});

describe('what a form asks for', () => {
  it('is for a download neither street nor shipping, and of the place what decides about taxes', async () => {
    const visitor = newShopper({ http });
    await visitor.addToCart(await addProduct(shop, { price: 1000, virtual: true }));
    const html = (await visitor.visit('/checkout')).body;
    for (const field of ['address_1', 'address_2', 'city', 'postcode', 'state', 'company'])
      expect([field, html.includes(`name="billing_${field}"`)]).toEqual([field, field === 'company']);
    expect(html).not.toContain('name="ship_to_different_address"');
    const [request_key, expected_total] = [readInputValue(html, 'request_key'), readInputValue(html, 'expected_total')];
    const { shipping_method: _, ...typed } = validForm;
    const sent = { ...typed, billing_city: '', billing_address_1: '' };
    // A field that was not asked for is not kept.
    const form = { ...sent, billing_city: 'Elsewhere', request_key, expected_total };
    const abroad = await visitor.placeOrder({ ...form, billing_country: 'US' });
    expect(abroad.body).toContain('href="#billing_state"');
    const placed = await visitor.placeOrder(form);
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect(order).toMatchObject({ delivery: null, billing: { country: 'IE', address_1: '', city: '' } });
  });

  it('is a street for goods, whatever the form says', async () => {
    const { visitor, product, sent } = await openCheckout();
    expect((await visitor.placeOrder({ ...sent, billing_address_1: '' })).body).toContain('href="#billing_address_1"');
    expect(await readOnHand(shop.db, product)).toBe(10);
  });

  it('folds what is optional, unless it is filled in or wrong', async () => {
    const { visitor, html, sent } = await openCheckout();
    const isOpen = (page: string, field: string) =>
      new RegExp(`<details class="fold"( open="")?><summary(?:(?!</details>).)*name="${field}"`, 's').exec(page)?.[1];
    for (const field of ['billing_company', 'billing_address_2', 'billing_phone', 'order_comments'])
      expect([field, isOpen(html, field)]).toEqual([field, undefined]);
    expect(html).toMatch(/<details class="fold"><summary/);
    const refused = await visitor.placeOrder({ ...sent, billing_company: 'Byrne Ltd', billing_phone: 'call me' });
    expect(isOpen(refused.body, 'billing_company')).toBe(' open=""');
    expect(isOpen(refused.body, 'billing_phone')).toBe(' open=""');
  });

  it('has a keyboard for each field, and its first button places the order', async () => {
    const { visitor, sent, html } = await openCheckout();
    expect(html).toMatch(/name="billing_email"[^>]*inputMode="email"|inputMode="email"[^>]*name="billing_email"/i);
    const german = (await visitor.placeOrder({ ...sent, billing_country: 'DE', update_totals: '1' })).body;
    expect(german.match(/<input[^>]*name="billing_postcode"[^>]*>/)?.[0]).toMatch(/inputMode="numeric"/i);
    const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
    expect(form.match(/<button[^>]*>/)?.[0]).not.toContain('name=');
  });
});

describe('a suggested correction', () => {
  it('is offered without script, taken over by its button, and never forced', async () => {
    const { visitor, sent } = await openCheckout();
    const typed = { ...sent, billing_email: 'ada@gmial.com', billing_postcode: 'DO2 X285' };
    const offered = (await visitor.placeOrder({ ...typed, update_totals: '1' })).body;
    expect(offered).toContain('Did you mean ada@gmail.com?');
    expect(offered).toContain('Did you mean D02 X285?');
    const taken = (await visitor.placeOrder({ ...typed, use_suggestion: 'billing_postcode' })).body;
    expect([readInputValue(taken, 'billing_postcode'), readInputValue(taken, 'billing_email')]).toEqual([
      'D02 X285',
      'ada@gmial.com',
    ]);
    const placed = await visitor.placeOrder({ ...typed, billing_postcode: '' });
    const order = await getOrder(shop.db, { token: readToken(placed.location) });
    expect(order?.email).toBe('ada@gmial.com');
  });

  it('takes over nothing else', async () => {
    const { visitor, sent } = await openCheckout();
    for (const field of ['billing_city', 'request_key', '__proto__', 'none']) {
      const page = await visitor.placeOrder({ ...sent, use_suggestion: field });
      expect(readInputValue(page.body, 'billing_city')).toBe('Cork');
    }
  });
});

describe('a review', () => {
  const review = async (visitor: Shopper, fields: Record<string, string>) => {
    const { body } = await visitor.submit(checkoutReviewCallPath(shop.wire.rest), fields);
    return (JSON.parse(body) as { readonly fragments: { readonly checkout: string } }).fragments.checkout;
  };

  it('checks the fields that were left by the rules of the order, beside them only', async () => {
    const { visitor, sent } = await openCheckout();
    const typed = { ...sent, billing_postcode: '!!', billing_city: '', billing_last_name: '' };
    const html = await review(visitor, { ...typed, checked_fields: 'billing_postcode billing_city' });
    expect(html.match(/id="[a-z_]+-error"/g)).toEqual(['id="billing_city-error"', 'id="billing_postcode-error"']);
    expect(html).not.toContain('Please fix these errors');
    expect(html).toMatch(/data-announce="[^"]*Enter a valid Eircode/);
    const listed = await review(visitor, { ...typed, checked_fields: 'billing_city', lists_problems: '1' });
    expect(listed.match(/href="#billing_\w+"/g)).toEqual(['href="#billing_city"']);
    const page = await visitor.visit('/checkout');
    expect(page.body).not.toContain('-error"');
  });
});

describe('the frame of the checkout', () => {
  it('leads to the home page, the cart, a person and what the law wants, and nowhere else', async () => {
    for (const slug of ['terms', 'privacy', 'imprint'])
      await addTextPage(shop, { slug, title: slug, place: 'legal', html: '<p>Words.</p>' });
    const { html } = await openCheckout();
    const links = [...html.matchAll(/<a[^>]* href="([^"#][^"]*)"/g)].map(([, href]) => href);
    expect([...new Set(links)].sort()).toEqual(
      [
        ...['/', '/cart', '/cookie-settings', `mailto:${shop.choices.email}`, '/terms', '/withdrawal'],
        ...['/pages/terms', '/pages/privacy', '/pages/imprint'],
      ].sort(),
    );
    expect(html).toMatch(/<a href="\/terms" target="_blank" rel="noopener" data-lightbox="page">/);
  });
});

describe('fields of other features', () => {
  it('are shown, read and stored with the order', async () => {
    const { visitor, sent, html } = await openCheckout();
    expect(html).toContain('name="gift_note"');
    const placed = await visitor.placeOrder({ ...sent, gift_note: 'For Bea' });
    expect(await getOrder(shop.db, { token: readToken(placed.location) })).toMatchObject({
      meta: { 'gift-note': 'For Bea' },
    });
  });
});
