import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder, getOrder } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { createCustomer, payTestOrder, placeTestOrder, refundTestOrder } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
let remote: RemotePaymentShop;
let owner: string;
let clerk: string;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
  owner = await signIn('owner');
  clerk = await signIn('clerk');
});
afterAll(() => remote.stop());

async function signIn(role: string): Promise<string> {
  const { customer } = await createCustomer(remote.app.shop, `${role}@staff.example`);
  await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [customer.id, role]);
  const device = newShopper(remote.app);
  await startTestSession(remote.app, device, customer, { hasSecondFactor: true });
  return `session=${device.cookies.get('session')}`;
}

async function get(path: string, cookie = owner): Promise<string> {
  const { body, statusCode } = await remote.app.http.inject({
    ...{ url: `/admin/orders/${path}`, headers: { cookie, accept: 'text/html' } },
  });
  expect(statusCode, path).toBe(200);
  return body.replaceAll('<!-- -->', '');
}

type Fields = Readonly<Record<string, string>>;

async function post(path: string, fields: Fields, cookie = owner) {
  const { statusCode, headers, body } = await remote.app.http.inject({
    ...{ method: 'POST', url: `/admin/orders/${path}`, payload: new URLSearchParams(fields).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  return { statusCode, location: headers.location, body: body.replaceAll('<!-- -->', '') };
}

const readHidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const readPreview = (html: string) =>
  [...(/<div[^>]*id="preview".*?<\/dl>/s.exec(html)?.[0].matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs) ?? [])].map(
    ([, label, value]) => `${label}: ${value?.replace(/<[^>]*>/g, '').trim()}`,
  );
const readPanel = (html: string, id: string) =>
  new RegExp(`<section[^>]* id="${id}".*?(?=<section class="panel|$)`, 's').exec(html)?.[0] ?? '';

/** Sends the form twice as a person does: the second time what was shown is confirmed. */
async function submit(path: string, fields: Fields, cookie = owner) {
  const _request = readHidden(await get(path, cookie), '_request');
  const asked = await post(path, { ...fields, _request }, cookie);
  const _confirmed = readHidden(asked.body, '_confirmed');
  const confirmed = { ...fields, _request, _confirmed };
  return { asked, preview: readPreview(asked.body), confirmed, done: await post(path, confirmed, cookie) };
}

/** Calls an operation as a program does: with the values that it begins with, of which some are changed. */
async function call(path: string, changed: object, { cookie = owner, key = randomUUID() as string } = {}) {
  const begin = await remote.app.http.inject({
    ...{ url: `/admin/orders/${path}`, headers: { cookie, accept: 'application/json' } },
  });
  const payload = { ...begin.json().values, ...changed };
  const reply = await remote.app.http.inject({
    ...{ method: 'PUT', url: `/admin/orders/${path}`, payload },
    headers: { cookie, accept: 'application/json', 'idempotency-key': key, 'sec-fetch-site': 'same-origin' },
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** An order of 3 bowls, 10.00 each, and 5.00 shipping, paid by bank transfer. */
async function placePaid(quantity = 3) {
  const bowl = await addProduct(remote.app.shop, { name: 'Bowl', stock: 20 });
  const order = await placeTestOrder(remote.app.shop, [[bowl, quantity]]);
  await payTestOrder(remote.app.shop, order);
  return { ...order, bowl };
}

/** An order of 15.00, paid at the provider. */
async function placePaidRemotely(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.approve(payment.publicId);
  await remote.trigger('return', payment);
  return payment;
}

describe('a refund on the page of an order', () => {
  it('says what it gives back before, and gives it back once, without script', async () => {
    const { id, bowl } = await placePaid();
    expect(readPanel(await get(`${id}`), 'refunds')).toMatch(/refund-order.*No refunds yet\./s);
    const page = await get(`${id}/refund-order`);
    expect(page).toContain('Up to €35.00 can be refunded. The customer paid by Bank transfer');
    expect(page).toContain('of 3 units');
    expect(page).not.toContain('name="refundMethod"');
    const fields = { 'items.1': '2', restock: '1', reason: 'Chipped' };
    const { preview, confirmed, done } = await submit(`${id}/refund-order`, fields);
    expect(preview).toEqual([
      ...['2 × Bowl: €20.00', 'Total: €20.00', 'Payment: €20.00, refunded manually: Bank transfer'],
      ...[
        'Stock: These items go back in stock, unless they already are.',
        'Document: A credit note, once the order has an invoice.',
      ],
    ]);
    expect(done.location).toBe(`/admin/orders/${id}`);
    expect((await post(`${id}/refund-order`, confirmed)).statusCode).toBe(303);
    expect(await getOrder(remote.app.shop.db, { id })).toMatchObject({ refundedTotal: 2000 });
    expect(await readOnHand(remote.app.shop.db, bowl)).toBe(19);
    const { rows: moved } = await pool.query(
      `select reference from stock_movements where reference = (select 'refund:' || id from refunds where order_id = $1)`,
      [id],
    );
    expect(moved).toHaveLength(1);
    const body = await get(`${id}`);
    expect(readPanel(body, 'refunds')).toMatch(/Chipped.*2 × Bowl.*Back in stock.*Manual.*€20\.00/s);
    expect(readPanel(body, 'payments')).toMatch(/<dt>Refunded manually<\/dt><dd>€20\.00/);
    expect(readPanel(body, 'payments')).not.toContain('<dt>Refunded</dt>');
    expect(await get(`${id}/refund-order`)).toContain('of 1 unit');
    const { rows } = await pool.query(
      `select after from platform.audit_entries where action = 'payments.refund-order' and subject_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([
      {
        after: {
          amount: { amount: 2000, currency: 'EUR' },
          reason: 'Chipped',
          restock: true,
          isByHand: true,
          items: '2 × Bowl',
        },
      },
    ]);
  });

  it('is of shipping, of an amount, or of all that is left', async () => {
    const { id } = await placePaid();
    const shipping = await submit(`${id}/refund-order`, { shipping: '1', reason: 'Late' });
    expect(shipping.preview.slice(0, 2)).toEqual(['Shipping: €5.00', 'Total: €5.00']);
    const page = await get(`${id}/refund-order`);
    expect(page).not.toContain('name="shipping"');
    const amount = await submit(`${id}/refund-order`, { amount: '3.33', reason: 'Goodwill' });
    expect(amount.preview.slice(0, 2)).toEqual(['Part of the order: €3.33', 'Total: €3.33']);
    expect(amount.preview).toContain('Stock: Nothing goes back in stock.');
    const rest = await submit(`${id}/refund-order`, { amount: '26.67', restock: '1', reason: 'All of it' });
    expect(rest.preview).toContain('Stock: All items that are not back in stock yet go back.');
    expect(await getOrder(remote.app.shop.db, { id })).toMatchObject({ status: 'refunded', refundedTotal: 3500 });
    expect(readPanel(await get(`${id}`), 'refunds')).not.toContain('refund-order');
  });

  it('is refused in words at the field', async () => {
    const { id } = await placePaid();
    const reason = 'Chipped';
    const attempts: readonly (readonly [Fields, string, string])[] = [
      [{ reason }, 'amount', 'Choose what to refund'],
      [
        { 'items.1': '1', amount: '5', reason },
        'amount',
        'Refund either items and costs, or an amount: leave one of them empty.',
      ],
      [
        { amount: '5', restock: '1', reason },
        'restock',
        'An amount does not tell which items came back: choose the items, or refund everything that is left.',
      ],
      [{ 'items.1': '4', reason }, 'items.1', 'at most 3'],
      [{ amount: '35.01', reason }, 'amount', '€35.00'],
      [{ 'items.1': '1', reason: '' }, 'reason', 'Reason'],
    ];
    for (const [fields, field, words] of attempts) {
      const { statusCode, body } = await post(`${id}/refund-order`, { ...fields, _request: randomUUID() });
      expect([body.includes(`href="#${field}"`), body.includes(words)], words).toEqual([true, true]);
      expect([200, 422]).toContain(statusCode);
    }
    expect(await getOrder(remote.app.shop.db, { id })).toMatchObject({ refundedTotal: 0 });
  });

  it('shows the new amount when another refund came between the two steps', async () => {
    const order = await placePaid();
    const path = `${order.id}/refund-order`;
    const fields = { 'items.1': '2', reason: 'Chipped', _request: randomUUID() };
    const asked = await post(path, fields);
    await refundTestOrder(remote.app.shop, order, { amount: 2000 });
    const again = await post(path, { ...fields, _confirmed: readHidden(asked.body, '_confirmed') });
    expect(readPreview(again.body)[0]).toBe('2 × Bowl: €15.00');
    const done = await post(path, { ...fields, _confirmed: readHidden(again.body, '_confirmed') });
    expect(done.statusCode).toBe(303);
  });

  it('has the limit of the role, and says who may give back more', async () => {
    const { id } = await placePaid(12);
    expect(await get(`${id}/refund-order`, clerk)).toContain('Your role may refund up to €100.00 of an order.');
    const { asked } = await submit(`${id}/refund-order`, { 'items.1': '11', reason: 'Chipped' }, clerk);
    expect(asked.body).toMatch(
      /Your role may refund only €100\.00 more of this order\. owner,? (and )?.*manager.* may refund this amount/,
    );
    const input = { items: { 1: 11 }, reason: 'Chipped' };
    expect(await call(`${id}/refund-order`, input, { cookie: clerk })).toMatchObject({ status: 409 });
    expect(await getOrder(remote.app.shop.db, { id })).toMatchObject({ refundedTotal: 0 });
    expect(await call(`${id}/refund-order`, { ...input, items: { 1: 10 } }, { cookie: clerk })).toMatchObject({
      status: 200,
    });
    expect((await call(`${id}/refund-order`, { ...input, items: { 1: 1 } }, { cookie: clerk })).status).toBe(409);
  });

  it('begins with what a customer has withdrawn from', async () => {
    const { id, number } = await placePaid();
    const withdraw = (scope: string, items: string) =>
      pool.query(
        `insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, declared_at)
        values (gen_random_uuid(), $1, $2, 'ada@example.com', 'Ada Byrne', $3, $4, now())`,
        [id, String(number), scope, items],
      );
    await withdraw('part', '2 × Bowl');
    const part = await get(`${id}/refund-order`);
    expect(part).toContain('The form starts with the items Ada Byrne has withdrawn from.');
    expect(/<input[^>]*name="items\.1"[^>]*>/.exec(part)?.[0]).toContain('value="2"');
    expect(/<input[^>]*name="shipping"[^>]*>/.exec(part)?.[0]).not.toContain('checked');
    await withdraw('whole', '');
    const whole = await get(`${id}/refund-order`);
    expect(/<input[^>]*name="items\.1"[^>]*>/.exec(whole)?.[0]).toContain('value="3"');
    expect(/<input[^>]*name="shipping"[^>]*>/.exec(whole)?.[0]).toContain('checked');
  });
});

describe('money that came late, on the page of an order', () => {
  it('is recorded once by two clerks who opened the form at the same time, unless one says that it is another', async () => {
    const order = await placeTestOrder(remote.app.shop, [[await addProduct(remote.app.shop), 1]]);
    await inTransaction(remote.app.shop.db, (tx) =>
      cancelOrder(remote.app.shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }),
    );
    const path = `${order.id}/record-late-money`;
    const forms = await Promise.all([1, 2].map(() => get(path)));
    expect(forms[1]).not.toContain('name="another"');
    const [first, second] = forms.map((form) => ({ amount: '15.00', _request: readHidden(form, '_request') }));
    expect((await post(path, { ...first })).statusCode).toBe(303);
    const refused = await post(path, { ...second });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(
      /A payment of this amount has already been recorded\. If this is a different one, tick the box and send it again\..*name="another"/s,
    );
    expect(await getOrder(remote.app.shop.db, { id: order.id })).toMatchObject({ capturedTotal: 1500 });
    expect((await post(path, { ...second, another: '1' })).statusCode).toBe(303);
    expect(await getOrder(remote.app.shop.db, { id: order.id })).toMatchObject({ capturedTotal: 3000 });
  });
});

describe('a refund at a payment provider', () => {
  const values = { items: { 1: 1 }, restock: true, reason: 'Chipped' };

  it('asks for it at once, or records that it was given back by hand', async () => {
    const payment = await placePaidRemotely();
    const path = `${payment.orderId}/refund-order`;
    expect(await get(path)).toMatch(/By .*: requested now.*Manually: already refunded outside/s);
    expect(await call(path, { ...values, items: { 1: null }, amount: 300, restock: false })).toMatchObject({
      body: { outcome: 'given' },
    });
    const byHand = { amount: '2.00', refundMethod: 'hand', reason: 'Paid back in the shop' };
    const { preview } = await submit(path, byHand);
    expect(preview.find((each) => each.startsWith('Payment'))).toMatch(
      /€2\.00, refunded manually\. .* is not contacted\./,
    );
    const { book, order } = await remote.readOutcome(payment);
    expect(book.filter((each) => each.startsWith('refund'))).toEqual(['refund 300']);
    expect(order).toMatchObject({ refunded_total: 500 });
    const body = await get(`${payment.orderId}`);
    expect(readPanel(body, 'refunds')).toMatch(/Paid back in the shop.*Manual.*Chipped.*Done/s);
    expect(readPanel(body, 'payments')).toMatch(/Refunded<\/dt><dd>€3\.00.*Refunded manually<\/dt><dd>€2\.00/s);
  });

  it('counts what was given back at the provider and recorded by hand once', async () => {
    const payment = await placePaidRemotely();
    await call(`${payment.orderId}/refund-order`, {
      ...values,
      items: { 1: null },
      amount: 300,
      restock: false,
      refundMethod: 'hand',
    });
    remote.server.refund(payment.publicId, 300);
    await remote.trigger('job', payment);
    await remote.trigger('return', payment);
    expect((await remote.readOutcome(payment)).order).toMatchObject({ refunded_total: 300 });
    remote.server.refund(payment.publicId, 300);
    await remote.trigger('return', payment);
    expect((await remote.readOutcome(payment)).order).toMatchObject({ refunded_total: 600 });
  });

  it('that was refused stays open and visible, and is tried again once, with its units in stock once', async () => {
    const payment = await placePaidRemotely();
    const { orderId: id, product } = payment;
    remote.server.fail('refund', 'decline');
    const key = randomUUID();
    expect(await call(`${id}/refund-order`, values, { key })).toMatchObject({ body: { outcome: 'failed' } });
    const body = await get(`${id}`);
    expect(readPanel(body, 'refunds')).toMatch(/Chipped.*retry-refund.*Failed/s);
    expect(await readOnHand(remote.app.shop.db, product)).toBe(5);
    const again = await submit(`${id}/retry-refund`, await readRetry(id, 'provider'));
    expect(again.preview).toContain('Stock: As recorded the first time.');
    expect(again.done.statusCode).toBe(303);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 1000 }, stock: 5 });
    const after = readPanel(await get(`${id}`), 'refunds');
    expect(after).toMatch(/Done.*Failed, repeated/s);
    expect(after).not.toContain('retry-refund');
    expect((await post(`${id}/retry-refund`, { ...again.confirmed, _request: randomUUID() })).statusCode).toBe(422);
  });

  it('that was refused is settled by hand, and only by who may give back so much', async () => {
    const payment = await placePaidRemotely();
    const { orderId: id } = payment;
    remote.server.fail('refund', 'decline');
    await call(`${id}/refund-order`, { ...values, items: { 1: null }, amount: 1500, restock: false });
    await pool.query(
      `update staff_role_permissions set max_amount = 1000 where role = 'clerk' and permission = 'orders.refund'`,
    );
    const retry = await readRetry(id, 'hand');
    expect((await call(`${id}/retry-refund`, retry, { cookie: clerk })).status).toBe(409);
    await pool.query(
      `update staff_role_permissions set max_amount = 10000 where role = 'clerk' and permission = 'orders.refund'`,
    );
    expect(await call(`${id}/retry-refund`, retry)).toMatchObject({ status: 200, body: { outcome: 'recorded' } });
    const { book, order } = await remote.readOutcome(payment);
    expect(book.filter((each) => each.startsWith('refund'))).toEqual([]);
    expect(order).toMatchObject({ status: 'refunded', refunded_total: 1500 });
    expect(readPanel(await get(`${id}`), 'refunds')).toMatch(/Manual.*Failed, repeated/s);
  });

  it('that was refused and is made anew puts its units in stock once', async () => {
    const payment = await placePaidRemotely();
    remote.server.fail('refund', 'decline');
    await call(`${payment.orderId}/refund-order`, values);
    expect(await call(`${payment.orderId}/refund-order`, values)).toMatchObject({ body: { outcome: 'given' } });
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 1000 }, stock: 5 });
    const { rows } = await pool.query(
      'select sum(quantity)::integer as units from returned_units where order_id = $1',
      [payment.orderId],
    );
    expect(rows).toEqual([{ units: 1 }]);
  });

  it('that was refused is ended with a reason, once, and its money can be refunded otherwise', async () => {
    const payment = await placePaidRemotely();
    const { orderId: id } = payment;
    remote.server.fail('refund', 'decline');
    await call(`${id}/refund-order`, values);
    expect(readPanel(await get(`${id}`), 'refunds')).toContain('end-refund');
    const { refund } = await readRetry(id, 'provider');
    expect((await call(`${id}/end-refund`, { refund, reason: '' })).status).toBe(422);
    const replies = await Promise.all(
      [1, 2, 3].map(() => call(`${id}/end-refund`, { refund, reason: 'Got a voucher' })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const panel = readPanel(await get(`${id}`), 'refunds');
    expect(panel).toMatch(/Closed by .*: Got a voucher.*Failed, closed/s);
    expect(panel).not.toMatch(/(retry|end)-refund/);
    expect((await call(`${id}/retry-refund`, { refund, refundMethod: 'hand' })).status).toBeGreaterThanOrEqual(400);
    const failure = await pool
      .query(
        `insert into refunds (order_id, request_key, status, cause, amount, requested_amount, by, follows_id)
        values ($1, $2, 'requested', 'staff', 1, 1, 'test', $3)`,
        [id, randomUUID(), refund],
      )
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('failed_refunds_end_once');
    expect(await call(`${id}/refund-order`, values)).toMatchObject({ body: { outcome: 'given' } });
    await expect(
      pool.query(`update ended_refunds set reason = 'Other' where refund_id = $1`, [refund]),
    ).rejects.toThrow('only ever added to');
    await pool.query(
      `update orders set email = 'deleted@customer.invalid', phone = '', note = '', meta = '{}', network_hash = null, erased_at = now()
      where id = $1`,
      [id],
    );
    const kept = await pool.query('select reason from ended_refunds where refund_id = $1', [refund]);
    expect(kept.rows).toEqual([{ reason: '' }]);
  });

  it('that was refused shows the words of the provider only to who may see payments', async () => {
    const payment = await placePaidRemotely();
    remote.server.fail('refund', 'decline');
    await call(`${payment.orderId}/refund-order`, values);
    expect(readPanel(await get(`${payment.orderId}`), 'refunds')).toContain('declined');
    await pool.query(`delete from staff_role_permissions where role = 'clerk' and permission like 'payments.%'`);
    const seen = readPanel(await get(`${payment.orderId}`, clerk), 'refunds');
    expect([seen.includes('Chipped'), seen.includes('declined')]).toEqual([true, false]);
  });

  it('that was lost and arrives after all is no refund that somebody recorded by hand', async () => {
    const payment = await placePaidRemotely();
    remote.server.fail('refund', 'refuse-connection');
    const amount = { ...values, items: { 1: null }, amount: 300, restock: false };
    await call(`${payment.orderId}/refund-order`, amount);
    // Longer than its key, and back: the sign-in of this test is not that long.
    const lifetime = 46 * 24 * 60 * 60 * 1000;
    remote.clock.forward(lifetime);
    await remote.trigger('job', payment);
    remote.clock.forward(-lifetime);
    await call(`${payment.orderId}/retry-refund`, await readRetry(payment.orderId, 'hand'));
    const { rows } = await pool.query<{ key: string }>(
      `select t.request_key as key from payment_transactions t join payments p on p.id = t.payment_id
      where p.public_id = $1 and t.kind = 'refund' and t.failure = 'not_received'`,
      [payment.publicId],
    );
    const book = remote.server.books.get(payment.publicId);
    book?.transactions.push({
      ...{ kind: 'refund', reference: `tx_${randomUUID()}`, requestKey: String(rows[0]?.key), amount: 300 },
      ...{ status: 'succeeded', at: new Date().toISOString() },
    });
    await remote.trigger('return', payment);
    expect((await remote.readOutcome(payment)).order).toMatchObject({ refunded_total: 600 });
  });

  it('that the provider has made for more than is left is recorded as far as it is, and settles', async () => {
    const payment = await placePaidRemotely();
    const byHand = { ...values, items: { 1: null }, amount: 1000, restock: false, refundMethod: 'hand' };
    await call(`${payment.orderId}/refund-order`, byHand);
    remote.server.refund(payment.publicId, 700);
    await remote.trigger('return', payment);
    await remote.trigger('job', payment);
    remote.server.refund(payment.publicId, 200);
    await remote.trigger('return', payment);
    expect((await remote.readOutcome(payment)).order).toMatchObject({ status: 'refunded', refunded_total: 1500 });
    const body = await get(`${payment.orderId}`);
    expect(readPanel(body, 'payments')).toMatch(
      /€2\.00 more was refunded than was left.*€2\.00 more was refunded than was left\./s,
    );
  });

  it('of late money that was refused gives tax back with what the order needs', async () => {
    await pool.query(
      `insert into tax_rates (country, percent, name, tax_class, priority, compound) values ('IE', 25, 'VAT', 'standard', 1, false)`,
    );
    try {
      remote.server.mode = 'sale';
      const payment = await remote.placeOrder();
      await payTestOrder(remote.app.shop, { id: payment.orderId });
      remote.server.fail('refund', 'decline');
      remote.server.approve(payment.publicId);
      await remote.trigger('return', payment);
      // Somebody gives the surplus back otherwise, and then tries the refused refund again.
      expect(await refundTestOrder(remote.app.shop, { id: payment.orderId }, { amount: 1500 })).toMatchObject({
        ok: true,
      });
      const { refund } = await readRetry(payment.orderId, 'hand');
      expect(await call(`${payment.orderId}/retry-refund`, { refund })).toMatchObject({ status: 200 });
      const order = await getOrder(remote.app.shop.db, { id: payment.orderId });
      const taxes = order?.refunds.flatMap((refund) => refund.taxes.map(({ amount }) => amount)) ?? [];
      expect(taxes.reduce((sum, amount) => sum + amount, 0)).toBe(order?.taxTotal);
    } finally {
      remote.server.mode = 'authorize';
      await pool.query('delete from tax_rates');
    }
  });

  it('that was not answered waits, and is not asked for twice', async () => {
    const payment = await placePaidRemotely();
    remote.server.fail('refund', 'lose-answer');
    const key = randomUUID();
    expect(await call(`${payment.orderId}/refund-order`, values, { key })).toMatchObject({
      body: { outcome: 'waits' },
    });
    expect(readPanel(await get(`${payment.orderId}`), 'refunds')).toContain('Pending');
    expect(await call(`${payment.orderId}/refund-order`, values, { key })).toMatchObject({ status: 200 });
    await remote.trigger('return', payment);
    const { book } = await remote.readOutcome(payment);
    expect(book.filter((each) => each.startsWith('refund'))).toEqual(['refund 1000']);
  });

  async function readRetry(id: number, refundMethod: string) {
    const { rows } = await pool.query<{ id: string }>(
      `select max(id) as id from refunds where order_id = $1 and status = 'failed'`,
      [id],
    );
    return { refund: String(rows[0]?.id), refundMethod };
  }
});
