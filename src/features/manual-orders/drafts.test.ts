import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveAddress } from '#features/customers/index.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { getOrderHistory } from '#features/orders/history.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { createCustomer, homeAddress, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { deleteDraft, withdrawQuote } from './admin/draft-actions.ts';
import { emptyDraft, readDraftValues } from './admin/draft-values.ts';
import { inOrderTransaction } from './create-manual-order.ts';
import { findDraft, placeDraft, saveDraft } from './drafts.ts';
import { manualOrderSchema } from './order-file.ts';
import type { ManualPayment } from './price-manual-order.ts';
import { acceptQuote, sendQuote } from './quotes/quotes.ts';

const { database } = useDatabase();
let app: App;
const clerk = createStaffCookie('Cleo', openBackOffice.name, 'orders.read', 'orders.write');
const senior = `${clerk}|${encodeURIComponent('orders.set-prices')}`;

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
    const saved = await send('new', [...newCustomer, ...lineFields(0, mug, { quantity: '2' }), ...costs], senior);
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
    expect([changed.status, changed.body.includes('The order has been placed.')]).toEqual([422, true]);
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
    await saveDraft(app.shop, app.shop.db, { ...input, note: 'Ring twice' }, { id: changed, by: 'shop' });
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

  it('allows agreed prices of items and of shipping by the permission, with a reason', async () => {
    const mug = await addMug();
    const fields = (price: string, reason: string) => [...newCustomer, ...lineFields(0, mug, { price, reason })];
    expect((await send('new', fields('8.00', 'Chipped'))).body).toContain('Your role may not agree prices.');
    expect((await send('new', fields('8.00', ''), senior)).body).toContain('Mug: enter why this price was agreed.');
    expect((await send('new', fields('8.00', 'Chipped'), senior)).status).toBe(303);
    const shipped = [...newCustomer, ...lineFields(0, mug), ['shippingPrice', '1.00'] as const];
    const refused = await send('new', shipped);
    expect([refused.status, refused.body.includes('Your role may not agree prices.')]).toEqual([422, true]);
    expect((await send('new', shipped, senior)).status).toBe(303);
  });

  it('takes off at most what the role may, items and shipping together', async () => {
    const mug = await addMug();
    const permissions = new Map([['orders.set-prices', 500]]);
    const actor: Actor = { ...createSystemActor('Cleo'), kind: 'staff', permissions };
    const read = (price: number, shippingPrice: number) => {
      const details = { variation: mug, quantity: 1, reason: 'Chipped', details: null };
      const lines = [{ ...details, price }];
      const values = {
        ...emptyDraft,
        email: 'ada@example.com',
        billing: { ...homeAddress, state: '' },
        lines,
        shippingPrice,
      };
      return readDraftValues(app.shop, app.shop.db, values, { before: null, actor });
    };
    // A mug costs 10.00, and shipping 5.00.
    expect(await read(800, 300)).toMatchObject({ ok: true });
    expect(await read(800, 100)).toMatchObject({
      problems: [{ field: 'lines', message: 'Your role may take €5.00 off the prices; this takes off €6.00.' }],
    });
  });

  it('is tax-exempt only as long as it belongs to an account that is', async () => {
    const { customer } = await createCustomer(app.shop);
    await app.shop.db.execute(sql`update customers set tax_exemption = 'Certificate 7' where id = ${customer.id}`);
    const lines = lineFields(0, await addMug());
    const saved = await send('new', [...newCustomer, ...lines, ['customer', String(customer.id)]]);
    const id = Number(saved.location.split('/').at(-1));
    expect((await findDraft(app.shop.db, id))?.input.isTaxExempt).toBe(true);
    const version = /name="_version" value="([^"]*)"/.exec((await get(`order-drafts/${id}`)).body)?.[1] ?? '';
    const cleared = await send(String(id), [...newCustomer, ...lines, ['customer', ''], ['_version', version]]);
    expect(cleared.status).toBe(303);
    expect((await findDraft(app.shop.db, id))?.input).toMatchObject({ isTaxExempt: false });
  });

  it('is sent by the method that was chosen among those of its address', async () => {
    const lines = lineFields(0, await addMug());
    const saved = await send('new', [...newCustomer, ...lines]);
    const id = saved.location.split('/').at(-1) ?? '';
    const page = (await get(`order-drafts/${id}`)).body;
    expect(page).toContain('<option value="flat_rate:1">Parcel, €5.00</option>');
    expect(page).toContain('Agreed shipping price');
    const version = /name="_version" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const choose = (method: string) =>
      send(id, [...newCustomer, ...lines, ['shippingMethod', method], ['_version', version]]);
    const refused = await choose('pigeon:1');
    expect([refused.status, refused.body.includes('is not available for this address')]).toEqual([422, true]);
    expect((await choose('flat_rate:1')).status).toBe(303);
    expect((await findDraft(app.shop.db, Number(id)))?.input.shippingMethod).toBe('flat_rate:1');
  });

  it('asks for what a product needs to know, keeps it, and drops it with the product', async () => {
    const [ring, mug] = [await addProduct(app.shop, { name: 'Ring', price: 1000 }), await addMug()];
    await app.shop.db.execute(sql`insert into product_addons (product_id, field_key, kind, label, required, price, position, max_length)
      values (${ring}, 'engraving', 'text', 'Engraving', true, 150, 0, 10)`);
    await app.shop.db.execute(sql`insert into product_addons (product_id, field_key, kind, label, position, options)
      values (${ring}, 'box', 'select', 'Box', 1, '[{"value": "oak", "label": "Oak", "price": 200}]')`);
    const asked = await send('new', [...newCustomer, ...lineFields(0, ring)]);
    expect([asked.status, asked.body.includes('name="lines.0.details.addon-engraving"')]).toEqual([422, true]);
    for (const words of ['Engraving (+€1.50)', 'Oak (+€2.00)', 'An add-on of Ring is missing'])
      expect(asked.body).toContain(words);
    const typed = { 'details.of': String(ring), 'details.addon-engraving': 'Ada', 'details.addon-box': 'oak' };
    const long = { ...typed, 'details.addon-engraving': 'Ada and Byron' };
    expect((await send('new', [...newCustomer, ...lineFields(0, ring, long)])).status).toBe(422);
    const saved = await send('new', [...newCustomer, ...lineFields(0, ring, typed)]);
    const id = saved.location.split('/').at(-1) ?? '';
    const page = (await get(`order-drafts/${id}`)).body;
    expect(page).toMatch(
      /name="lines.0.details.addon-engraving"[^>]*value="Ada"|value="Ada"[^>]*name="lines.0.details.addon-engraving"/,
    );
    expect(page).toContain('<option value="oak" selected="">');
    const placed = await place(Number(id));
    const order = placed.ok ? await getOrder(app.shop.db, { number: placed.number }) : null;
    expect(order).toMatchObject({ total: 1850, lines: [{ addons: [{ value: 'Ada' }, { value: 'Oak' }] }] });
    const other = await send('new', [...newCustomer, ...lineFields(0, mug, typed)]);
    expect((await findDraft(app.shop.db, Number(other.location.split('/').at(-1))))?.input.lines).toMatchObject([
      { addons: {} },
    ]);
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
    expect(four.queries, four.texts.join('\n')).toBe(one.queries);
    expect(one.queries, one.texts.join('\n')).toBeLessThanOrEqual(28);
    expect((await get('order-drafts')).queries).toBe((await get('orders')).queries);
  });
});

describe('the page of a draft', () => {
  const quoteFor = async (content: Content = {}) => {
    const draftId = await addDraft({ lines: [{ variationId: await addMug(), quantity: 1 }], ...content });
    const validUntil = new Date(Date.now() + 60_000);
    const sent = await inTransaction(app.shop.db, (tx) =>
      sendQuote(app.shop, tx, { draftId, validUntil, message: '' }),
    );
    return { id: draftId, token: sent.ok ? sent.token : '' };
  };
  const confirmed = [['_confirmed', '1']] as const;

  it('shows the link of a quote only to who may write orders: who has it can accept the quote', async () => {
    const { id, token } = await quoteFor();
    const reader = createStaffCookie('Rita', openBackOffice.name, 'orders.read');
    expect((await get(`order-drafts/${id}`)).body).toContain(token);
    const page = await get(`order-drafts/${id}`, reader);
    expect([page.status, page.body.includes(token)]).toEqual([200, false]);
  });

  it('says when a draft is no longer what was sent', async () => {
    const { id } = await quoteFor();
    expect((await get(`order-drafts/${id}`)).body).not.toContain(
      'The draft was changed since the quote was sent. The customer can still accept the quote: send it again, or withdraw it.',
    );
    const lines = [{ variationId: await addMug(), quantity: 2 }];
    const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, lines });
    await saveDraft(app.shop, app.shop.db, input, { id, by: 'shop' });
    expect((await get(`order-drafts/${id}`)).body).toContain(
      'The draft was changed since the quote was sent. The customer can still accept the quote: send it again, or withdraw it.',
    );
  });

  it('withdraws a quote, after asking, and its link says so', async () => {
    const { id, token } = await quoteFor();
    expect((await get(`order-drafts/${id}/withdraw-quote`)).body).toContain('Withdraw the quote');
    expect((await send(`${id}/withdraw-quote`, confirmed)).status).toBe(303);
    expect((await get(`order-drafts/${id}`)).body).toContain('Quote withdrawn');
    const page = await app.http.inject({ url: `/quote/${token}`, headers: { accept: 'text/html' } });
    for (const words of ['This quote has been withdrawn', 'Write to us', 'mailto:']) expect(page.body).toContain(words);
    expect(page.body).not.toContain('€15.00');
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'QUOTE_WITHDRAWN' });
    expect((await send(`${id}/withdraw-quote`, confirmed)).status).not.toBe(303);
  });

  it('deletes a draft, after asking, and restores it', async () => {
    const { id, token } = await quoteFor();
    expect((await send(`${id}/delete-draft`, confirmed)).status).toBe(303);
    expect((await get('order-drafts')).body).not.toContain(`/admin/order-drafts/${id}"`);
    const page = await app.http.inject({ url: `/quote/${token}`, headers: { accept: 'text/html' } });
    expect(page.body).toContain('This quote has been withdrawn');
    expect([await place(id), await acceptQuote(app.shop, token)]).toMatchObject([
      { code: 'DRAFT_NOT_FOUND' },
      { code: 'QUOTE_WITHDRAWN' },
    ]);
    expect((await get(`order-drafts/${id}`)).body).toContain('Restore');
    expect((await send(`${id}/restore-draft`, [])).status).toBe(303);
    expect((await get('order-drafts')).body).toContain(`/admin/order-drafts/${id}"`);
    expect((await acceptQuote(app.shop, token)).ok).toBe(true);
    expect((await send(`${id}/delete-draft`, confirmed)).body).toContain('The order was already placed.');
  });

  it('takes both back by the undo of their run, unless another quote was sent since', async () => {
    const { id, token } = await quoteFor();
    const actor = createSystemActor('Cleo');
    const act = (work: NonNullable<typeof deleteDraft.undo>) =>
      inTransaction(app.shop.db, (tx) => work(app.shop, tx, id, { before: null, after: null }, actor));
    const run = (action: typeof deleteDraft) => act((shop, tx, each) => action.run(shop, tx, each, null, actor, null));
    const undo = ({ undo: work }: typeof deleteDraft) => act(work ?? (() => Promise.reject(new Error('no undo'))));
    expect([await run(deleteDraft), await undo(deleteDraft)]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await undo(deleteDraft)).toMatchObject({ ok: false, isSkipped: true });
    expect([await run(withdrawQuote), await undo(withdrawQuote)]).toMatchObject([{ ok: true }, { ok: true }]);
    await run(withdrawQuote);
    const validUntil = new Date(Date.now() + 60_000);
    await inTransaction(app.shop.db, (tx) => sendQuote(app.shop, tx, { draftId: id, validUntil, message: '' }));
    expect(await undo(withdrawQuote)).toMatchObject({ ok: false, code: 'DRAFT_CHANGED' });
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'QUOTE_REPLACED' });
  });
});
