import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexProducts } from '#features/search/indexing.ts';
import { withdrawalPath } from '#features/withdrawals/paths.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { App } from './app.ts';

const { database, db } = useDatabase();
const wide = 100_000;
let app: App;
let cup = 0;
let order: { number: number; email: string };

beforeAll(async () => {
  app = await salesShop(database, {
    settings: {
      'vat-numbers': { field: 'optional' },
      checkout: { ordersPerHour: { email: null, domain: null, all: null } },
      withdrawals: { perHour: { network: wide, email: wide, all: wide } },
      accounts: { mailsPerHour: { email: wide, network: wide, all: wide } },
    },
  });
  cup = await addProduct(app.shop, { name: 'Harbour Cup', stock: 9999 });
  await db.execute(sql`update variations set sku = 'CUP-1' where id = ${cup}`);
  await runJobsNow(app.shop, [indexProducts]);
  await addTestCoupon(app.shop, { code: 'SPRING-10', amount: '10' });
  order = await placeTestOrder(app.shop, [[cup, 1]]);
  await createCustomer(app.shop, 'owner@example.com');
});

function run(name: string, args: readonly string[], options: Readonly<Record<string, string | boolean>> = {}) {
  const commands = app.assembly.features.flatMap((feature) => feature.commands ?? []);
  return runCommand(app.shop, commands, name, args, options);
}

const readRow = async (query: ReturnType<typeof sql>): Promise<unknown> => (await db.execute(query)).rows[0];

async function fillCart(): Promise<Shopper> {
  const shopper = newShopper(app, { email: `${randomUUID()}@example.com` });
  await shopper.addToCart(cup);
  return shopper;
}

/** Places an order with one field typed in a certain way, and reads what was stored. */
async function checkOut(field: string, typed: string): Promise<unknown> {
  const shopper = await fillCart();
  const form = { ...(await shopper.fillInCheckout()), [field]: typed };
  const answer = await shopper.placeOrder(form);
  expect(answer.status).toBe(303);
  return readRow(sql`select ${field === 'billing_email' ? sql`o.email` : sql`''`} as email, o.phone, o.note, o.meta - 'attribution' as meta,
      a.first_name, a.last_name, a.city, a.state, a.postcode
    from orders o join order_addresses a on a.order_id = o.id and a.kind = 'billing' order by o.id desc limit 1`);
}

const callStore = async (path: string, payload: object, read: (body: Readonly<Record<string, unknown>>) => unknown) => {
  const cart = await app.http.inject({ method: 'GET', url: '/api/st/store/v1/cart' });
  const headers = { 'cart-token': String(cart.headers['cart-token']) };
  const base = { method: 'POST', headers } as const;
  await app.http.inject({ ...base, url: '/api/st/store/v1/cart/add-item', payload: { id: cup, quantity: 1 } });
  const reply = await app.http.inject({ ...base, url: `/api/st/store/v1${path}`, payload });
  expect(reply.statusCode).toBe(200);
  return read(reply.json());
};

interface Typed {
  readonly text: string;
  /** Digits, dashes and letters of other widths mean the same, too. */
  readonly isCode: boolean;
  /** What the shop made of it. Throws when it was refused. */
  readonly submit: (typed: string) => Promise<unknown>;
}

const address = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' };

const fields: Readonly<Record<string, Typed>> = {
  'email of the checkout': {
    text: 'ada@example.com',
    isCode: true,
    submit: (typed) => checkOut('billing_email', typed),
  },
  'phone of the checkout': {
    text: '+353 (21) 555-0142',
    isCode: true,
    submit: (typed) => checkOut('billing_phone', typed),
  },
  'postcode of the checkout': {
    text: 'T12 X4Y5',
    isCode: true,
    submit: (typed) => checkOut('billing_postcode', typed),
  },
  'name of the checkout': {
    text: 'Zoë O Brien',
    isCode: false,
    submit: (typed) => checkOut('billing_first_name', typed),
  },
  'city of the checkout': { text: 'Dún Laoghaire', isCode: false, submit: (typed) => checkOut('billing_city', typed) },
  'note of the checkout': { text: 'Ring twice', isCode: false, submit: (typed) => checkOut('order_comments', typed) },
  'VAT number of the checkout': { text: 'IE6388047V', isCode: true, submit: (typed) => checkOut('vat_number', typed) },
  'coupon of the cart': {
    ...{ text: 'spring-10', isCode: true },
    submit: async (typed) => {
      const shopper = await fillCart();
      await shopper.submit('/cart/coupon', { coupon_code: typed });
      return (await shopper.visit('/cart')).body.includes('SPRING-10') || Promise.reject(new Error('not applied'));
    },
  },
  'postcode of the cart': {
    ...{ text: 'T12 X4Y5', isCode: true },
    submit: async (typed) => {
      const shopper = await fillCart();
      const answer = await shopper.submit('/cart/destination', { shipping_country: 'IE', shipping_postcode: typed });
      expect(answer.status).toBe(303);
      return readRow(sql`select destination_postcode from carts order by version desc limit 1`);
    },
  },
  'coupon of the store API': {
    ...{ text: 'spring-10', isCode: true },
    submit: (code) =>
      callStore('/cart/apply-coupon', { code }, ({ coupons }) => (coupons as { code: string }[])[0]?.code),
  },
  'address of the store API': {
    ...{ text: 'T12 X4Y5', isCode: true },
    submit: (postcode) =>
      callStore(
        '/cart/update-customer',
        { billing_address: { ...address, postcode, phone: '021', email: 'ada@example.com' } },
        ({ billing_address }) => billing_address,
      ),
  },
  'phone of the store API': {
    ...{ text: '+353 21 555-0142', isCode: true },
    submit: (phone) =>
      callStore('/cart/update-customer', { billing_address: { ...address, phone } }, (body) => body.billing_address),
  },
  'email of the store API': {
    ...{ text: 'ada@example.com', isCode: true },
    submit: (email) =>
      callStore('/cart/update-customer', { billing_address: { ...address, email } }, (body) => body.billing_address),
  },
  'email of a registration': {
    ...{ text: 'ada@example.com', isCode: true },
    submit: async (reg_email) => {
      const answer = await newShopper(app).submit('/account/register', {
        ...{ reg_name: 'Ada', reg_email, reg_password: 'four grey herons' },
      });
      expect(answer.status).toBeLessThan(400);
      return readRow(sql`select email, kind from account_links order by created_at desc limit 1`);
    },
  },
  'email of a forgotten password': {
    ...{ text: 'ada@example.com', isCode: true },
    submit: async (email) => {
      const answer = await newShopper(app).submit('/account/forgot-password', { email });
      expect(answer.status).toBeLessThan(400);
      return answer.status;
    },
  },
  'order number of a withdrawal': {
    ...{ text: 'NUMBER', isCode: true },
    submit: async (typed) => declare({ withdrawal_order: typed }),
  },
  'email of a withdrawal': {
    ...{ text: 'ada@example.com', isCode: true },
    submit: async (typed) => declare({ withdrawal_email: typed }),
  },
  'words of a search': {
    ...{ text: 'harbour cup', isCode: true },
    submit: async (words) => {
      const { body } = await newShopper(app).visit(`/search?q=${encodeURIComponent(words)}`);
      return body.includes(`href="/product/`) || Promise.reject(new Error('nothing was found'));
    },
  },
  'SKU of a command': {
    ...{ text: 'cup-1', isCode: false },
    submit: async (sku) => (await run('products show', [sku])).data ?? Promise.reject(new Error('not found')),
  },
  'quantity of a command': {
    ...{ text: '9999', isCode: true },
    submit: async (quantity) => {
      const { code, data } = await run('stock count', ['CUP-1', quantity]);
      expect(code).toBe(0);
      return data;
    },
  },
  'email of a command': {
    ...{ text: 'owner@example.com', isCode: true },
    submit: async (email) => {
      const { code, data } = await run('customers show', [email]);
      return code === 0 ? data : Promise.reject(new Error('not found'));
    },
  },
};

async function declare(changes: Readonly<Record<string, string>>): Promise<unknown> {
  const { body, status } = await newShopper(app).submit(withdrawalPath, {
    ...{ withdrawal_order: String(order.number), withdrawal_email: order.email, withdrawal_name: 'Ada Byrne' },
    ...{ withdrawal_scope: 'whole', withdrawal_items: '', withdrawal_reason: '', ...changes },
  });
  expect(status).toBe(200);
  return /name="withdrawal_(?:order|email)" value="[^"]*"/g.exec(body)?.[0] ?? body.includes('Confirm withdrawal');
}

const invisible = ['\u200b', '\u200d', '\u200e', '\u202a', '\u202c', '\u2060', '\ufeff', '\u00ad', '\u2066'];

/** Invisible characters at some places, or everywhere. */
const anyInvisible = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.constantFrom(...invisible)), { minLength: 1, maxLength: 20 })
    .map((inserted) => inserted.reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text));

const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000');
const withOtherDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 48 + 0x660)).replaceAll('-', '\u2011');

describe('what is typed or copied (A2)', () => {
  it.each(Object.entries(fields))(
    'means the same with invisible characters: %s',
    async (_, { text: shown, isCode, submit }) => {
      const text = shown === 'NUMBER' ? String(order.number) : shown;
      const plain = await submit(text);
      const copied = [`\u202a${text}\u202c`, ` ${text.replaceAll(' ', '\u00a0')}\u00a0`, [...text].join('\u200b')];
      const coded = isCode ? [toFullWidth(text), withOtherDigits(text)] : [text.normalize('NFD')];
      for (const typed of [...copied, ...coded]) expect(await submit(typed), JSON.stringify(typed)).toEqual(plain);
      await fc.assert(
        fc.asyncProperty(anyInvisible(text), async (typed) => {
          expect(await submit(typed)).toEqual(plain);
        }),
        { numRuns: 3 },
      );
    },
  );

  it.each(['+44 20 7946 0018 ext 5', '020 7946 0018 x5', '020 7946 0018 ext. 12', '(+44) 20 7946 0018', '0207946 #5'])(
    'is a phone number with an extension: %s',
    async (phone) => expect(await checkOut('billing_phone', phone)).toMatchObject({ phone }),
  );

  it.each(['ext 5', '12 ext', 'x', '+44 call me', '020 7946 0018 ext 123456789'])(
    'is no phone number: %s',
    async (phone) => {
      await expect(checkOut('billing_phone', phone)).rejects.toThrow();
    },
  );

  it('is the address that is stored and sent to', async () => {
    const local = `user${randomUUID().slice(0, 8)}`;
    expect(await checkOut('billing_email', `${local}＠MÜNCHEN.example.`)).toMatchObject({
      email: `${local}@xn--mnchen-3ya.example`,
    });
    expect(
      await readRow(sql`select count(*)::int as mails from platform.mail where recipient like ${`${local}@%`}
      and recipient <> ${`${local}@xn--mnchen-3ya.example`}`),
    ).toEqual({ mails: 0 });
  });
});
