import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveAddress } from '#features/customers/index.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { getOrderHistory } from '#features/orders/order.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { createCustomer, homeAddress, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { inOrderTransaction, type ManualPayment } from './create-manual-order.ts';
import { placeDraft, saveDraft } from './drafts.ts';
import { manualOrderSchema } from './order-file.ts';
import { sendQuote } from './quotes/quotes.ts';

const { database } = useDatabase();
let app: App;
const clerk = createStaffCookie('Cleo', openBackOffice.name, 'orders.read', 'orders.write');

beforeAll(async () => {
  app = await testShop(database, {
    choices: { ...withTestSession, settings: salesSettings },
    env: { LOG_LEVEL: 'silent' },
  });
});

const addMug = (stock: number | null = null) => addProduct(app.shop, { name: 'Mug', price: 1000, stock });

type Content = Readonly<Record<string, unknown>>;

const addDraft = (content: Content): Promise<number> => {
  const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, ...content });
  return saveDraft(app.shop, app.shop.db, input, { id: null, by: 'shop' });
};

const place = (draft: number, payment: ManualPayment = { kind: 'link' }) =>
  inOrderTransaction(app.shop, (tx) => placeDraft(app.shop, tx, draft, { by: 'shop', payment }));

async function placeOrder(content: Content, payment?: ManualPayment): Promise<Order> {
  const placed = await place(await addDraft(content), payment);
  const order = placed.ok ? await getOrder(app.shop.db, { number: placed.number }) : null;
  if (!order) throw new Error(JSON.stringify(placed));
  return order;
}

async function send(path: string, fields: readonly (readonly [string, string])[], cookie = clerk) {
  const payload = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/order-drafts/${path}`, payload },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  return {
    status: reply.statusCode,
    location: String(reply.headers.location),
    body: reply.body.replaceAll('<!-- -->', ''),
  };
}

const get = async (path: string, cookie = clerk) => {
  const counted = await countQueries(() =>
    app.http.inject({ url: `/admin/${path}`, headers: { cookie, accept: 'text/html' } }),
  );
  return { ...counted, status: counted.value.statusCode, body: counted.value.body.replaceAll('<!-- -->', '') };
};

const lineFields = (row: number, variation: number, more: Readonly<Record<string, string>> = {}) => [
  ['lines.row', String(row)] as const,
  [`lines.${row}.variation`, String(variation)] as const,
  ...Object.entries(more).map(([name, value]) => [`lines.${row}.${name}`, value] as const),
];
const newCustomer = [
  ['email', 'phone@example.com'],
  ...Object.entries(homeAddress).map(([name, value]) => [`billing_${name}`, value] as const),
] as const;

const readMail = async (order: Order, kind: string) => {
  await runJobsNow(app.shop, [orderMailJob]);
  const id = `order:${order.number}:${kind}`;
  const { rows } = await app.shop.db.execute<{ plain: string }>(sql`select plain from platform.mail where id = ${id}`);
  return rows[0]?.plain;
};

describe('a draft', () => {
  it('has no number and reserves nothing until it is placed, at the prices of then, once', async () => {
    const mug = await addMug(5);
    const draft = await addDraft({ lines: [{ variationId: mug, quantity: 2 }] });
    expect(await readOnHand(app.shop.db, mug)).toBe(5);
    await app.shop.db.execute(sql`update main_prices set regular_price = 1200 where variation_id = ${mug}`);
    const all = await Promise.all([place(draft), place(draft), place(draft)]);
    expect(all.map((each) => each.ok && each.changed).sort()).toEqual([false, false, true]);
    expect(new Set(all.map((each) => each.ok && each.number)).size).toBe(1);
    expect(await readOnHand(app.shop.db, mug)).toBe(3);
    const order = await getOrder(app.shop.db, { number: all[0]?.ok ? all[0].number : 0 });
    expect(order?.total).toBe(2900);
  });

  it('is refused when it is unknown, or can no longer be sold', async () => {
    const mug = await addMug();
    const draft = await addDraft({ lines: [{ variationId: mug, quantity: 1 }] });
    await app.shop.db.execute(sql`update products set status = 'draft' where id = ${mug}`);
    expect(await place(draft)).toMatchObject({ ok: false, code: 'LINE_UNAVAILABLE', sku: 'Mug' });
    expect(await place(999_999)).toMatchObject({ ok: false, code: 'DRAFT_NOT_FOUND' });
    const unknown = await addDraft({ lines: [{ variationId: 999_999, quantity: 1 }] });
    expect(await place(unknown)).toMatchObject({ ok: false, code: 'SKU_NOT_FOUND' });
  });

  it('takes an agreed shipping price where no method ships, which no coupon makes free', async () => {
    const mug = await addMug();
    await addTestCoupon(app.shop, { code: 'FREESHIP', amount: '10', freeShipping: 'yes' });
    const order = await placeOrder({
      lines: [{ variationId: mug, quantity: 1 }],
      coupons: ['FREESHIP'],
      shipping: { title: 'Courier', amount: '7.50' },
    });
    expect(order).toMatchObject({ itemsTotal: 1000, discountTotal: 100, shippingTotal: 750, total: 1650 });
    expect(order.shipping).toMatchObject([{ title: 'Courier', total: 750 }]);
  });

  it('leaves reasons of agreed prices and its internal note to staff alone', async () => {
    const mug = await addMug();
    const order = await placeOrder({
      lines: [{ variationId: mug, quantity: 1, price: '8.00', priceReason: 'A chip at its foot' }],
      internalNote: 'Rings back on Monday',
    });
    const notes = (await getOrderHistory(app.shop.db, order.id)).filter(({ kind }) => kind === 'note');
    expect(notes.map(({ text }) => text)).toEqual([
      'Rings back on Monday\nMug: 8.00 each was agreed. A chip at its foot',
    ]);
    expect(await readMail(order, 'confirmation')).not.toContain('chip');
  });
});

describe('the payment of a manual order', () => {
  it('by hand is recorded with how it came and its reference', async () => {
    const mug = await addMug(5);
    const payment = { kind: 'by-hand', title: 'Card terminal', reference: 'R-77' } as const;
    const order = await placeOrder({ lines: [{ variationId: mug, quantity: 1 }] }, payment);
    expect(order).toMatchObject({ status: 'processing', paymentTitle: 'Card terminal', capturedTotal: 1500 });
    expect(order.paidAt).not.toBeNull();
    const { rows } = await app.shop.db.execute(sql`select t.kind, t.amount, t.provider_reference as reference, t.by
      from payment_transactions t join payments p on p.id = t.payment_id where p.order_id = ${order.id}`);
    expect(rows).toEqual([{ kind: 'capture', amount: 1500, reference: 'R-77', by: 'shop' }]);
  });

  it('on account is due after the shipment, by a date that the customer is told', async () => {
    const order = await placeOrder({ lines: [{ variationId: await addMug(), quantity: 1 }] }, { kind: 'account' });
    expect(order).toMatchObject({ status: 'processing', paidAt: null, paymentTitle: 'On account', capturedTotal: 0 });
    const mail = await readMail(order, 'confirmation');
    expect(mail).toContain('Pay by');
    expect(mail).not.toContain('delivered');
  });

  it('of nothing needs none', async () => {
    const lines = [{ variationId: await addMug(), quantity: 1, price: '0' }];
    const order = await placeOrder({ lines, shipping: { title: 'Gift', amount: '0' } }, { kind: 'account' });
    expect(order).toMatchObject({ total: 0, paymentMethod: 'free', status: 'processing' });
  });
});

describe('a new order in the back office', () => {
  it('is written down without script, shows its sums, and is placed once', async () => {
    const mug = await addMug(5);
    const add = await send('new', [...newCustomer, ['_add', 'lines']]);
    expect([add.status, add.body.includes('name="lines.row"'), add.body.includes('phone@example.com')]).toEqual([
      200,
      true,
      true,
    ]);
    const costs = [
      ['shippingTitle', 'Courier'],
      ['shippingPrice', '9.90'],
    ] as const;
    const saved = await send('new', [...newCustomer, ...lineFields(0, mug, { quantity: '2' }), ...costs]);
    expect(saved.status).toBe(303);
    const id = saved.location.split('/').at(-1) ?? '';
    const page = await get(`order-drafts/${id}`);
    for (const words of ['Courier', '€29.90', 'Place the order', 'Send as quote']) expect(page.body).toContain(words);
    const asked = await send(`${id}/place-order`, [
      ['_request', 'a-key-of-a-form'],
      ['payment', 'account'],
    ]);
    const confirmation = /name="_confirmed" value="([^"]*)"/.exec(asked.body)?.[1] ?? '';
    const sure = [
      ['_request', 'a-key-of-a-form'],
      ['payment', 'account'],
      ['_confirmed', confirmation],
    ] as const;
    const [first, second] = await Promise.all([send(`${id}/place-order`, sure), send(`${id}/place-order`, sure)]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(await readOnHand(app.shop.db, mug)).toBe(3);
    const after = await get(`order-drafts/${id}`);
    expect(after.body).toContain('Ordered');
    const version = /name="_version" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const changed = await send(id, [...newCustomer, ...lineFields(0, mug), ['_version', version]]);
    expect([changed.status, changed.body.includes('The order was placed.')]).toEqual([422, true]);
  });

  it('is placed as it was offered while its quote stands, and at the prices of now when it was changed since', async () => {
    const mug = await addMug();
    const validUntil = new Date(Date.now() + 60_000);
    const input = manualOrderSchema.parse({
      ...{ email: 'ada@example.com', billing: homeAddress, lines: [{ variationId: mug, quantity: 1 }] },
    });
    const [kept, changed] = [await addDraft(input), await addDraft(input)];
    for (const draftId of [kept, changed])
      await inTransaction(app.shop.db, (tx) => sendQuote(app.shop, tx, { draftId, validUntil, message: '' }));
    await app.shop.db.execute(sql`update main_prices set regular_price = 5000 where variation_id = ${mug}`);
    await saveDraft(app.shop, app.shop.db, input, { id: changed, by: 'shop' });
    const ask = (draft: number) =>
      send(`${draft}/place-order`, [
        ['_request', `key-of-${draft}`],
        ['payment', 'account'],
      ]);
    expect([(await ask(kept)).body.includes('€15.00'), (await ask(changed)).body.includes('€55.00')]).toEqual([
      true,
      true,
    ]);
  });

  it('takes email and addresses of an account that was found', async () => {
    const { customer } = await createCustomer(app.shop);
    const book = {
      customerId: customer.id,
      id: null,
      now: new Date(),
      isDefaultBilling: true,
      isDefaultShipping: true,
    };
    await inTransaction(app.shop.db, (tx) => saveAddress(tx, { ...book, address: homeAddress }));
    const found = await send('new', [
      ['customer.search', customer.email.slice(0, 8)],
      ['_search', 'customer'],
    ]);
    expect(found.body).toContain(customer.email);
    const saved = await send('new', [['customer', String(customer.id)], ...lineFields(0, await addMug())]);
    const placed = await place(Number(saved.location.split('/').at(-1)));
    const order = placed.ok ? await getOrder(app.shop.db, { number: placed.number }) : null;
    expect(order).toMatchObject({ email: customer.email, customerId: customer.id, billing: { city: 'Cork' } });
  });

  it('allows prices of their own by the permission, as far as its amount reaches, with a reason', async () => {
    const mug = await addMug();
    const fields = (price: string, reason: string) => [...newCustomer, ...lineFields(0, mug, { price, reason })];
    const limited = `${clerk}|${encodeURIComponent('orders.set-prices')}`;
    expect((await send('new', fields('8.00', 'Chipped'))).body).toContain('Your role allows no prices of its own.');
    expect((await send('new', fields('8.00', ''), limited)).body).toContain('Mug: say why');
    expect((await send('new', fields('8.00', 'Chipped'), limited)).status).toBe(303);
  });

  it('says at its field what can’t be ordered', async () => {
    const lines = lineFields(0, await addMug());
    expect((await send('new', [...newCustomer, ...lines, ['coupons', 'nothing']])).body).toContain(
      'The coupon nothing does not apply',
    );
    expect((await send('new', lines)).body).toContain('Enter the email address');
    expect((await send('new', newCustomer)).status).toBe(422);
  });

  it('is begun from the list of orders and by its short address, and its page asks for few rows', async () => {
    expect((await get('orders')).body).toContain('href="/admin/order-drafts/new"');
    expect((await get('orders/new')).value.headers.location).toBe('/admin/order-drafts/new');
    const draft = await addDraft({ lines: [{ variationId: await addMug(), quantity: 1 }] });
    const many = await addDraft({
      lines: await Promise.all([1, 2, 3, 4].map(async () => ({ variationId: await addMug(), quantity: 1 }))),
    });
    await get(`order-drafts/${draft}`);
    const one = await get(`order-drafts/${draft}`);
    const four = await get(`order-drafts/${many}`);
    // Each row of the form names its own record.
    expect([one.queries, four.queries - one.queries], one.texts.join('\n')).toEqual([expect.any(Number), 3]);
    expect(one.queries, one.texts.join('\n')).toBeLessThanOrEqual(18);
    expect((await get('order-drafts')).queries).toBe((await get('orders')).queries);
  });
});
