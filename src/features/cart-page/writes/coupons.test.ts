import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';

const { database, db } = useDatabase();
let shop: Shop;
let http: FastifyInstance;
let bowl: number;

beforeAll(async () => {
  const settings = { cart: { couponAttemptsPerHour: 5, couponAttemptsPerNetwork: 12 } };
  ({ shop, http } = await salesShop(database, { settings }));
  bowl = await addProduct(shop, { price: 1000 });
  await db.execute(sql`insert into coupons (code, code_key, percent, currency, min_spend, starts_at) values
    ('TEN', 'ten', 10, 'EUR', null, null), ('<b>"Half"</b>', '<b>"half"</b>', 50, 'EUR', null, null), ('LARGE', 'large', 10, 'EUR', 5000, null),
    ('FUTURE', 'future', 10, 'EUR', null, now() + interval '1 year'), ('EVE', 'eve', 10, 'EUR', null, null)`);
  await db.execute(sql`update coupons set allowed_emails = '{eve@example.com}' where code = 'EVE'`);
});

async function openCart(quantity = 1): Promise<Shopper> {
  const shopper = newShopper({ http });
  await shopper.addToCart(bowl, quantity);
  return shopper;
}

const apply = (shopper: Shopper, coupon_code: string) => shopper.submit('/cart/coupon', { coupon_code });
const readCart = async (shopper: Shopper) => (await shopper.visit('/cart')).body;
const isOpen = (html: string) => /class="coupons"(?:(?!<details).)*<details class="accordion" open/s.test(html);

describe('the coupon field of the cart page', () => {
  it('is closed at first, applies a code without script, and removes it again', async () => {
    const shopper = await openCart();
    expect(isOpen(await readCart(shopper))).toBe(false);
    const version = shopper.cookies.get(hintCookie);
    expect(await apply(shopper, ' ten ')).toMatchObject({ status: 303, location: '/cart' });
    expect(shopper.cookies.get(hintCookie)).not.toBe(version);
    const page = await readCart(shopper);
    expect(page).toContain('The coupon was applied.');
    expect(page).toMatch(/Coupon TEN<\/dt><dd>−€1\.00/);
    expect(page).toContain('Remove coupon TEN');
    await shopper.submit('/cart/coupon/remove', { coupon_code: 'TEN' });
    expect(await readCart(shopper)).not.toContain('Coupon TEN');
  });

  it('shows codes as text', async () => {
    const shopper = await openCart();
    await apply(shopper, '<B>"Half"</b>');
    const page = await readCart(shopper);
    expect(page).toContain('Coupon &lt;b&gt;&quot;Half&quot;&lt;/b&gt;');
    expect(page).not.toContain('<b>"Half"');
  });

  it('says beside the field how much is missing, once', async () => {
    const shopper = await openCart();
    await apply(shopper, 'large');
    const page = await readCart(shopper);
    expect(isOpen(page)).toBe(true);
    expect(page).toMatch(
      /id="coupon_code-error"[^>]*>(<[^>]*>)*[^<]*(<[^>]*>)*Spend €40\.00 more to use this coupon\./,
    );
    expect(page).toMatch(/name="coupon_code"[^>]*aria-invalid|aria-invalid="true"[^>]*name="coupon_code"/);
    expect(await readCart(shopper)).not.toContain('more to use this coupon');
  });

  it('keeps a refused code, as it was typed, unless it is too long to be one', async () => {
    const shopper = await openCart();
    const value = async (typed: string) => {
      expect((await apply(shopper, typed)).location).toBe('/cart');
      return /<input[^>]*name="coupon_code"[^>]*value="([^"]*)"/.exec(await readCart(shopper))?.[1];
    };
    expect(await value(' Ten  "%"\n\0 ')).toBe('Ten &quot;%&quot;');
    expect(await value('x'.repeat(201))).toBeUndefined();
    const forged = Buffer.from(JSON.stringify([{ code: 'COUPON_INVALID', typed: 'x'.repeat(500) }]));
    shopper.cookies.set('vt_notice', forged.toString('base64url'));
    expect(await readCart(shopper)).not.toContain('xxx');
  });

  it('says beside an applied code why it no longer applies', async () => {
    const shopper = await openCart(5);
    await apply(shopper, 'large');
    const page = await readCart(shopper);
    const key = /name="quantity\[([0-9a-f-]{36})\]"/.exec(page)?.[1] ?? '';
    await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: '1' });
    const after = await readCart(shopper);
    expect(after).toContain('Spend €40.00 more to use this coupon.');
    expect(after).not.toContain('Coupon LARGE');
    expect(after).toContain('Remove coupon LARGE');
  });

  it('answers unknown codes and those that are secret alike', async () => {
    const shopper = await openCart();
    const answers: string[] = [];
    for (const code of ['nothing', 'future', 'x'.repeat(900)]) {
      await apply(shopper, code);
      answers.push(/id="coupon_code-error".*?<\/p>/s.exec(await readCart(shopper))?.[0] ?? code);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('This coupon code is not valid');
  });
});

describe('a call for a coupon', () => {
  const call = (path: string, cookie: string, payload: object) =>
    http.inject({
      method: 'POST',
      url: `/api/store/v1/cart/${path}`,
      payload,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
  const toCookie = ({ cookies }: Shopper) => [...cookies].map((pair) => pair.join('=')).join('; ');

  it('applies and removes it, and answers with the cart', async () => {
    const cookie = toCookie(await openCart());
    const applied = await call('coupon', cookie, { coupon_code: 'ten' });
    expect([applied.statusCode, applied.json()]).toMatchObject([
      200,
      { cart: { total: 900 }, message: 'The coupon was applied.' },
    ]);
    const removed = await call('coupon/remove', cookie, { coupon_code: 'TEN' });
    expect(removed.json()).toMatchObject({ cart: { total: 1000 } });
    const again = await call('coupon/remove', cookie, { coupon_code: 'TEN' });
    expect(again.statusCode).toBe(200);
  });

  it.each([
    ['no code', { coupon_code: '' }, 400, 'COUPON_REQUIRED'],
    ['another field', { code: 'ten' }, 400, 'invalid_input'],
    ['a number', { coupon_code: 7 }, 400, 'invalid_input'],
    ['a list', { coupon_code: ['ten'] }, 400, 'invalid_input'],
    ['a long text', { coupon_code: 'x'.repeat(1_001) }, 400, 'invalid_input'],
    ['an unknown code', { coupon_code: 'nothing' }, 409, 'COUPON_INVALID'],
    ['a code for other addresses', { coupon_code: 'large' }, 409, 'COUPON_MIN_SPEND'],
  ])('refuses %s', async (_, payload, status, code) => {
    const answer = await call('coupon', toCookie(await openCart()), payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('is limited by shopper and by network, for codes that do not apply', async () => {
    const cookie = toCookie(await openCart());
    for (let count = 0; count < 5; count += 1) {
      expect((await call('coupon', cookie, { coupon_code: `guess${count}` })).statusCode).toBe(409);
      await call('coupon', cookie, { coupon_code: 'ten' });
      await call('coupon/remove', cookie, { coupon_code: 'ten' });
    }
    const refused = await call('coupon', cookie, { coupon_code: 'ten' });
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'COUPON_ATTEMPTS' }]);
    const remoteAddress = '203.0.113.7';
    const tryFrom = async (shopper: Shopper) =>
      http.inject({
        ...{ method: 'POST', url: '/cart/coupon', remoteAddress, payload: 'coupon_code=guess' },
        headers: {
          cookie: toCookie(shopper),
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
      });
    const shoppers = await Promise.all(Array.from({ length: 16 }, () => openCart()));
    const answers = await Promise.all(shoppers.map(tryFrom));
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(12);
    const limited = answers.find(({ statusCode }) => statusCode === 429);
    expect(limited?.body).toMatch(/<div[^>]*role="alert"[^>]*autofocus[^>]*>(?:(?!<\/div>).)*too many coupon codes/s);
    expect(limited?.headers['retry-after']).toBeDefined();
  });
});

describe('the coupon field of the checkout', () => {
  const post = async (shopper: Shopper, changes: Record<string, string>) => {
    const form = (await shopper.fillInCheckout()) ?? {};
    return shopper.placeOrder({ ...form, ...changes });
  };

  it('applies and removes a code and keeps what was typed', async () => {
    const shopper = await openCart();
    const applied = await post(shopper, { apply_coupon: '1', coupon_code: 'ten', billing_city: 'Galway' });
    expect(applied.status).toBe(200);
    expect(applied.body).toContain('Coupon TEN');
    expect(readInputValue(applied.body, 'billing_city')).toBe('Galway');
    expect(readInputValue(applied.body, 'expected_total')).toBe('1400');
    const removed = await post(shopper, { remove_coupon: 'TEN', billing_city: 'Galway' });
    expect(readInputValue(removed.body, 'expected_total')).toBe('1500');
    expect(readInputValue(removed.body, 'billing_city')).toBe('Galway');
  });

  it('applies a code that was typed and not applied before anything is ordered', async () => {
    const shopper = await openCart();
    const shown = await post(shopper, { coupon_code: 'ten' });
    expect([shown.status, readInputValue(shown.body, 'expected_total')]).toEqual([200, '1400']);
    const refused = await post(shopper, { coupon_code: 'nothing' });
    expect([refused.status, isOpen(refused.body)]).toEqual([200, true]);
    expect(refused.body).toContain('This coupon code is not valid');
    const placed = await post(shopper, { coupon_code: '' });
    expect(placed.status).toBe(303);
    const order = await getOrder(db, { token: placed.location.replace('/order/', '') });
    expect(order).toMatchObject({ total: 1400, discountTotal: 100, adjustments: [{ name: 'TEN', amount: -100 }] });
    expect((await shopper.visit(placed.location)).body).toContain('Coupon TEN');
  });

  it('shows the new total and the reason when the address of the order rules a code out', async () => {
    const shopper = await openCart();
    await apply(shopper, 'eve');
    const refused = await post(shopper, { coupon_code: '' });
    expect(refused.body).toContain('The total has changed to €15.00');
    expect(refused.body).toContain('This coupon can’t be used with your email address.');
    expect(readInputValue(refused.body, 'expected_total')).toBe('1500');
  });
});
