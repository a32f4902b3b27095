import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addToCart } from '#features/cart/index.ts';
import { placeOrder } from '#features/checkout/index.ts';
import { createOrderLink, getOrder, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import {
  checkoutInput,
  confirmTestOrder,
  createCustomer,
  createVisitor,
  payTestOrder,
  placeHeldOrder,
  placeTestOrder,
  refundTestOrder,
  salesPayments,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createProposal, proposeRefund } from './create-proposal.ts';
import { withdrawalMailJob } from './emails.ts';
import { closeWithdrawal, listWithdrawals, type Withdrawal } from './find-withdrawals.ts';
import { orderWithdrawalPath, withdrawalPath } from './paths.ts';
import { formatItems } from './recognize-items.ts';
import { listWithdrawableLines } from './withdrawal-lines.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  app = await salesShop(database, { clock, settings: { payments, withdrawals: { perHour: { email: 40 } }, mail: {} } });
});

const dayMs = 24 * 60 * 60 * 1000;

async function placePaid(): Promise<Order> {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { name: 'Tide bowl', price: 1000 }), 3]]);
  await payTestOrder(app.shop, order);
  return order;
}

/** Prepared at once: neither paid nor confirmed. */
async function placeCashOnDelivery(): Promise<Order> {
  const product = await addProduct(app.shop, { name: 'Tide bowl', price: 1000 });
  return placeTestOrder(app.shop, [[product, 3]], { paymentMethod: 'cash_on_delivery' });
}

/** A paid order of 3 small bowls and a large one, all of the same name. */
async function placeOptions(): Promise<Order> {
  const { product: productId, small, large } = await addBowl(app.shop);
  const visitor = await createVisitor(app.shop.db);
  const items = [
    { productId, variationId: small, chosen: {}, quantity: 3 },
    { productId, variationId: large, chosen: { size: 'large', glaze: 'ash' }, quantity: 1 },
  ];
  for (const item of items)
    expect(await addToCart(app.shop, visitor, { items: [item], form: {} })).toMatchObject({ ok: true });
  const placed = await placeOrder(app.shop, visitor, checkoutInput({ expectedTotal: 6500 }));
  const order = placed.ok ? await getOrder(app.shop.db, { token: placed.token }) : null;
  if (!order) throw new Error(JSON.stringify(placed));
  await payTestOrder(app.shop, order);
  return order;
}

async function ship({ id }: Order): Promise<void> {
  await app.shop.db.execute(
    sql`with shipment as (insert into shipments (order_id, by, shipped_at) values (${id}, 'shop', ${clock.now()}) returning id)
      insert into shipment_lines (shipment_id, order_id, line_id, quantity)
      select shipment.id, order_id, l.id, quantity from order_lines l, shipment where order_id = ${id}`,
  );
}

/** The page that asks to confirm what was chosen: all units of each line, as some items. */
async function chooseAll(reader: ReturnType<typeof newShopper>, order: Order): Promise<string> {
  const units = order.lines.map(({ quantity }, index) => [`items.l${index + 1}`, String(quantity)]);
  const form = { scope: 'part', name: 'Ada', reason: '', ...Object.fromEntries(units) };
  return (await reader.submit(orderWithdrawalPath(order.token), form)).body;
}

/** The items that the chosen lines are declared with. */
async function readPrefilledItems(order: Order): Promise<string[]> {
  const reader = newShopper(app);
  await reader.visit(createOrderLink(app.shop, order));
  const body = await chooseAll(reader, order);
  return (/name="withdrawal_items" value="([^"]*)"/.exec(body)?.[1] ?? '').trim().split('\n');
}

const fill = (order: { readonly number: number | string }, changes: Record<string, string> = {}) => ({
  ...{ withdrawal_order: String(order.number), withdrawal_email: 'Ada@example.com', withdrawal_name: 'Ada <b>Byrne' },
  ...{ withdrawal_scope: 'whole', withdrawal_items: '', withdrawal_reason: '' },
  ...changes,
});

const readKey = (body: string) => /name="withdrawal_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';

/** Both steps, as a shopper does them. */
async function declare(form: Record<string, string>): Promise<string> {
  const shopper = newShopper(app);
  const first = await shopper.submit(withdrawalPath, form);
  expect(first.body).toContain('Confirm withdrawal');
  const confirmed = { ...form, withdrawal_key: readKey(first.body), withdrawal_confirmed: 'yes' };
  const second = await shopper.submit(withdrawalPath, confirmed);
  expect([second.status, (await shopper.submit(withdrawalPath, confirmed)).status]).toEqual([200, 200]);
  return second.body;
}

const list = () => listWithdrawals(app.shop.db, { withClosed: false, page: 1, perPage: 100 });

async function findMails({ id }: Withdrawal): Promise<{ id: string; recipient: string; plain: string }[]> {
  expect((await runJobsNow(app.shop, [withdrawalMailJob])).failed).toEqual([]);
  const { rows } = await app.shop.db.execute<{ id: string; recipient: string; plain: string }>(
    sql`select id, recipient, plain from platform.mail where id like ${`withdrawal:${id}:%`} order by id`,
  );
  return rows;
}

const propose = ({ id }: Order, items?: string) =>
  inTransaction(app.shop.db, (tx) =>
    createProposal(app.shop, tx, { orderId: id, scope: items === undefined ? 'whole' : 'part', items: items ?? '' }),
  );

function run(name: string, args: readonly string[], options: Record<string, string> = {}) {
  const commands = app.assembly.features.flatMap((feature) => feature.commands ?? []);
  return runCommand(app.shop, commands, name, args, options);
}

async function showNewest() {
  return run('withdrawals show', [String((await list())[0]?.id)]);
}

describe('a withdrawal', () => {
  it('is offered beside the orders of an account until their periods have ended', async () => {
    const { customer } = await createCustomer(app.shop);
    const orders = [await placePaid(), await placePaid(), await placePaid()];
    const [open, ended, late] = orders.map(({ token }) => orderWithdrawalPath(token));
    const unconfirmed = await placeHeldOrder(app.shop, [[await addProduct(app.shop), 1]]);
    for (const { id } of [...orders, unconfirmed])
      await app.shop.db.execute(
        sql`update orders set customer_id = ${customer.id}, visitor_id = null where id = ${id}`,
      );
    for (const [index, days] of [[1, 21.1] as const, [2, 20.9] as const])
      await app.shop.db.execute(sql`update orders set status = 'completed', completed_at = ${new Date(clock.now().getTime() - days * dayMs)}
        where id = ${orders[index]?.id}`);
    const device = newShopper(app);
    await startTestSession(app, device, customer);
    const { body } = await device.visit('/account/orders');
    expect(
      [...body.matchAll(/href="([^"]*\/withdrawal)" aria-label="Withdraw from contract/g)].map(([, href]) => href),
    ).toEqual([...[late, open]]);
    expect(body).not.toContain(ended);
  });

  it('[D7] is declared in two steps, once, and acknowledged by mail with its content and time', async () => {
    const order = await placePaid();
    const before = (await list()).length;
    await newShopper(app).submit(withdrawalPath, fill(order));
    expect(await list()).toHaveLength(before);
    const part = { withdrawal_scope: 'part', withdrawal_items: '1 × Tide bowl\n2 × <Cup>' };
    const asked = await newShopper(app).submit(withdrawalPath, fill(order, part));
    expect(asked.body).toMatch(/1 × Tide bowl<br\/?>2 × &lt;Cup&gt;/);
    await declare(fill(order, { withdrawal_reason: 'Too small' }));
    const [withdrawal, ...rest] = await list();
    expect(rest).toHaveLength(before);
    expect(withdrawal).toMatchObject({ orderId: order.id, scope: 'whole', reason: 'Too small', isLate: false });
    const mails = withdrawal ? await findMails(withdrawal) : [];
    expect(mails.map(({ recipient }) => recipient)).toEqual([app.shop.choices.email, 'Ada@example.com']);
    for (const words of ['I withdraw from my contract', String(order.number), 'Too small', 'Ada <b>Byrne', 'Received'])
      expect(mails[1]?.plain).toContain(words);
    expect(mails[1]?.plain).toMatch(/\n\nWe confirm that .*\nName: Ada <b>Byrne\nWithdrawal from: The whole order\n/s);
    const { refundedTotal } = (await getOrder(app.shop.db, { id: order.id })) ?? order;
    expect(refundedTotal).toBe(0);
  });

  it('has the same answer for unknown orders and other addresses, of which only the shop is told', async () => {
    const order = await placePaid();
    const answers = [];
    for (const form of [fill(order), fill(order, { withdrawal_email: 'eve@example.com' }), fill({ number: 99_999 })])
      answers.push(await declare(form));
    const [first, ...others] = answers.map((body) => body.replace(/<title>.*?<\/title>/, ''));
    for (const other of others) expect(other).toBe(first);
    const [unknown] = await list();
    expect(unknown).toMatchObject({ orderId: null });
    expect((unknown ? await findMails(unknown) : []).map(({ recipient }) => recipient)).toEqual([
      app.shop.choices.email,
    ]);
  });

  it('is filled in from the page of the order, and after the period it is accepted and marked', async () => {
    const order = await placePaid();
    await ship(order);
    const reader = newShopper(app);
    expect((await reader.visit(orderWithdrawalPath(order.token))).status).toBe(404);
    expect((await reader.visit(createOrderLink(app.shop, order))).body).toContain(orderWithdrawalPath(order.token));
    const { body } = await reader.visit(orderWithdrawalPath(order.token));
    expect(body).toContain('Tide bowl');
    expect(
      (await newShopper(app).submit(orderWithdrawalPath(order.token), { scope: 'whole', name: 'Ada' })).status,
    ).toBe(404);
    const asked = await chooseAll(reader, order);
    for (const words of [`value="${order.number}"`, 'ada@example.com', '3 × Tide bowl']) expect(asked).toContain(words);
    clock.forward(22 * dayMs);
    await declare(fill(order));
    expect((await list())[0]).toMatchObject({ orderId: order.id, isLate: true });
  });

  it('from an order that is paid on delivery is filed under it, with a receipt that repeats nothing typed', async () => {
    const order = await placeCashOnDelivery();
    expect(order).toMatchObject({ status: 'processing', confirmedAt: null });
    const reader = newShopper(app);
    expect((await reader.visit(createOrderLink(app.shop, order))).body).toContain(orderWithdrawalPath(order.token));
    const typed = { withdrawal_reason: 'Buy at evil.example' };
    const items = { withdrawal_scope: 'part', withdrawal_items: '2 × TIDE bowl' };
    await declare(fill(order, { ...typed, ...items }));
    const [withdrawal] = await list();
    expect(withdrawal).toMatchObject({ orderId: order.id, scope: 'part' });
    const [owner, receipt] = withdrawal ? await findMails(withdrawal) : [];
    expect([owner?.recipient, receipt?.recipient]).toEqual([app.shop.choices.email, 'ada@example.com']);
    for (const words of ['Ada <b>Byrne', 'evil.example', 'TIDE']) {
      expect(owner?.plain).toContain(words);
      expect(receipt?.plain).not.toContain(words);
    }
    for (const words of [
      'I withdraw from my contract',
      String(order.number),
      'Received',
      '2 × Tide bowl',
      'was not confirmed',
    ])
      expect(receipt?.plain).toContain(words);
  });

  it('from an order that waits for its confirmation matches no order, and no page leads to it', async () => {
    const order = await placeHeldOrder(app.shop, [[await addProduct(app.shop, { name: 'Tide bowl' }), 1]]);
    expect(order).toMatchObject({ status: 'on-hold', confirmedAt: null });
    const { body } = await newShopper(app).visit(createOrderLink(app.shop, order));
    expect(body).not.toContain(orderWithdrawalPath(order.token));
    await declare(fill(order));
    expect((await list())[0]).toMatchObject({ orderId: null });
  });

  it('from an order that was placed at once matches it before it is paid, and a page leads to it (D1)', async () => {
    const product = await addProduct(app.shop, { name: 'Tide bowl' });
    const order = await placeTestOrder(app.shop, [[product, 1]]);
    expect(order).toMatchObject({ status: 'on-hold', confirmedAt: null, suspicion: null });
    const { body } = await newShopper(app).visit(createOrderLink(app.shop, order));
    expect(body).toContain(orderWithdrawalPath(order.token));
    await declare(fill(order, { withdrawal_name: 'See www.spam.example' }));
    const [withdrawal] = await list();
    expect(withdrawal).toMatchObject({ orderId: order.id });
    const [, receipt] = withdrawal ? await findMails(withdrawal) : [];
    expect(receipt?.recipient).toBe(order.email);
    expect(receipt?.plain).toContain(String(order.number));
    expect(receipt?.plain).not.toContain('spam');
  });

  it('of some items proposes a refund of their lines', async () => {
    const order = await placePaid();
    expect(await propose(order, '2 × tide bowl\n')).toEqual({
      action: 'refund',
      units: [{ position: 1, quantity: 2 }],
      amount: 2000,
    });
    expect(await propose(order)).toEqual({ action: 'refund', units: null, amount: 3500 });
    for (const unclear of ['the blue one', '4 × Tide bowl', '1 x Tide bowl\n1 x Tide bowl', '0 × Tide bowl'])
      expect(await propose(order, unclear)).toBeNull();
  });

  it('of items that were refunded in part proposes the units that are left, which the refund accepts', async () => {
    const order = await placePaid();
    const refunded = { parts: { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false } };
    expect(await refundTestOrder(app.shop, order, refunded)).toMatchObject({ ok: true, amount: 1000 });
    await declare(fill(order, { withdrawal_scope: 'part', withdrawal_items: '3 × Tide bowl' }));
    const { text, data } = await showNewest();
    expect(data).toMatchObject({ proposal: { units: [{ position: 1, quantity: 2 }], amount: 2000 } });
    expect(text).toContain('€20.00');
    expect(text).toContain(`/admin/orders/${order.id}/refund-order`);
    const rest = { parts: { ...refunded.parts, lines: [{ position: 1, quantity: 2 }] } };
    expect(await refundTestOrder(app.shop, order, rest)).toMatchObject({ ok: true, amount: 2000 });
    const after = await showNewest();
    expect(after.text).toContain('nothing is left to refund');
    expect(after.text).not.toContain('refund-order');
  });

  it('that was refunded is not proposed once more, and holds no units that are left', async () => {
    const order = await placePaid();
    const part = { withdrawal_scope: 'part' };
    await declare(fill(order, { ...part, withdrawal_items: '1 × Tide bowl' }));
    const id = (await list())[0]?.id ?? 0;
    clock.forward(1000);
    const parts = { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false };
    expect(await refundTestOrder(app.shop, order, { parts })).toMatchObject({ ok: true, amount: 1000 });
    const { text, data } = await showNewest();
    expect(data).toMatchObject({ proposal: { action: 'none' } });
    expect(text).not.toContain('refund-order');
    expect(await inTransaction(app.shop.db, (tx) => proposeRefund(app.shop, tx, order.id))).toBeNull();
    expect(await listWithdrawableLines(app.shop.db, order.id, null)).toMatchObject([{ left: 2 }]);
    expect(await listWithdrawableLines(app.shop.db, order.id, id)).toMatchObject([
      { left: 3, quantity: 1, refunded: 1 },
    ]);
    clock.forward(1000);
    await declare(fill(order, { ...part, withdrawal_items: '2 × Tide bowl' }));
    expect((await showNewest()).data).toMatchObject({
      proposal: { units: [{ position: 1, quantity: 2 }], amount: 2000 },
    });
  });

  it('of items whose money was given back as an amount proposes what is left of it', async () => {
    const order = await placePaid();
    await refundTestOrder(app.shop, order, { amount: 3000 });
    expect(await propose(order, '3 × Tide bowl')).toEqual({
      action: 'refund',
      units: [{ position: 1, quantity: 3 }],
      amount: 500,
    });
    expect(await refundTestOrder(app.shop, order)).toMatchObject({ ok: true, amount: 500 });
    expect(await propose(order)).toEqual({ action: 'none', units: [], amount: 0 });
  });

  it('from a whole order that was not paid proposes to cancel it, which the command accepts', async () => {
    const order = await placeCashOnDelivery();
    await declare(fill(order));
    const { text, data } = await showNewest();
    expect(data).toMatchObject({ proposal: { action: 'cancel', amount: 0 } });
    expect(text).toContain(
      `Suggestion: cancel the order, which has not been paid:\n    shop orders cancel ${order.number}`,
    );
    expect(text).not.toContain('refund');
    expect(await propose(order, '3 × Tide bowl')).toMatchObject({ action: 'cancel' });
    expect(await run('orders cancel', [String(order.number)])).toMatchObject({ code: 0 });
    expect((await showNewest()).text).toContain('nothing is left to refund');
  });

  it('from an order that waits for a transfer proposes to cancel it', async () => {
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
    await confirmTestOrder(app.shop, order);
    expect(await propose(order)).toMatchObject({ action: 'cancel' });
  });

  it('from an unpaid order that can not be cancelled as a whole waits for its payment', async () => {
    const order = await placeCashOnDelivery();
    for (const items of ['2 × Tide bowl', 'the blue one'])
      expect(await propose(order, items)).toMatchObject({ action: 'await-payment', amount: 0 });
    await ship(order);
    await declare(fill(order));
    const { text, data } = await showNewest();
    expect(data).toMatchObject({ proposal: { action: 'await-payment' } });
    expect(text).toContain(`shop orders paid ${order.number}`);
    expect(await run('orders paid', [String(order.number)])).toMatchObject({ code: 0 });
    expect(await propose(order)).toMatchObject({ action: 'refund', amount: order.total });
  });

  it('is filled in with the chosen options, by which each line is recognized', async () => {
    const order = await placeOptions();
    const items = await readPrefilledItems(order);
    const [small = '', large = ''] = items;
    expect(items).toHaveLength(2);
    for (const words of ['3 × Tide bowl', 'small', 'celadon']) expect(small).toContain(words);
    for (const words of ['1 × Tide bowl', 'large', 'ash']) expect(large).toContain(words);
    const [smalls, larges] = [
      { position: 1, quantity: 3 },
      { position: 2, quantity: 1 },
    ];
    expect(await propose(order, large)).toMatchObject({ units: [larges], amount: 3000 });
    expect(await propose(order, items.join('\r\n'))).toMatchObject({ units: [smalls, larges], amount: 6000 });
    expect(await propose(order, small.replace('3', '2'))).toMatchObject({ amount: 2000 });
  });

  it('that names an item without its options is not guessed while lines differ in them', async () => {
    const order = await placeOptions();
    for (const unclear of ['1 × Tide bowl', '3 × Tide bowl', '3 × Tide bowl\n1 × Tide bowl', '1 × Tide bowl, blue'])
      expect(await propose(order, unclear)).toBeNull();
    expect(await propose(order, '4 × Tide bowl')).toMatchObject({ amount: 6000 });
  });

  it('is filled in with lines that look the same as one, and with names alone when the field is too short', async () => {
    const names = Array.from({ length: 2 }, () => addProduct(app.shop, { name: 'Tide bowl', price: 1000 }));
    const same = await placeTestOrder(app.shop, [
      [(await names[0]) ?? 0, 1],
      [(await names[1]) ?? 0, 2],
    ]);
    await payTestOrder(app.shop, same);
    expect(await readPrefilledItems(same)).toEqual(['3 × Tide bowl']);
    expect(await propose(same, '3 × Tide bowl')).toMatchObject({ amount: 3000 });
    const [line] = same.lines;
    const addons = [{ label: 'Engraving', value: 'x'.repeat(2000), price: 0 }];
    const long = { ...same, lines: line ? [{ ...line, addons }] : [] };
    expect(formatItems(app.shop, long, [{ position: 1, quantity: 1 }])).toBe('1 × Tide bowl');
  });

  it('is refused with problems at the fields, and when texts are too long', async () => {
    const order = await placePaid();
    const shopper = newShopper(app);
    const bad: Record<string, string>[] = [
      { withdrawal_order: '' },
      { withdrawal_email: 'nobody' },
      { withdrawal_name: 'x'.repeat(5000) },
      { withdrawal_scope: 'all of it' },
      { withdrawal_scope: 'part' },
    ];
    for (const changes of bad) expect((await shopper.submit(withdrawalPath, fill(order, changes))).status).toBe(422);
    const megabyte = await shopper.submit(withdrawalPath, fill(order, { withdrawal_name: 'x'.repeat(1_000_000) }));
    expect(megabyte.status).toBe(413);
  });

  it('that is sent without any field is answered with the form and its problems', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await app.http.inject({ method: 'POST', url: withdrawalPath, headers });
    expect([answer.statusCode, answer.body.includes('name="withdrawal_order"')]).toEqual([422, true]);
  });

  it('is closed once, and neither changed nor deleted', async () => {
    const [open] = await list();
    const closing = { id: open?.id ?? 0, note: 'Refunded', by: 'shop', now: clock.now() } as const;
    expect(await closeWithdrawal(app.shop.db, closing)).toBe(true);
    expect(await closeWithdrawal(app.shop.db, closing)).toBe(false);
    expect((await list()).some(({ id }) => id === open?.id)).toBe(false);
    for (const statement of [sql`update withdrawals set name = 'x'`, sql`delete from withdrawals`])
      await expect(app.shop.db.execute(statement)).rejects.toThrow();
  });

  it('can be declared a limited number of times an hour with one address', async () => {
    clock.forward(2 * 60 * 60 * 1000);
    const form = fill({ number: 5 }, { withdrawal_email: 'often@example.com', withdrawal_confirmed: 'yes' });
    const shopper = newShopper(app);
    const answers = [];
    for (let times = 0; times < 41; times += 1) answers.push((await shopper.submit(withdrawalPath, form)).status);
    expect(answers).toEqual([...Array(40).fill(200), 429]);
  });

  it('that strangers repeat mails who has ordered a few receipts, without links; each order has its first one (F1)', async () => {
    clock.forward(2 * dayMs);
    const email = 'victim@example.com';
    const place = async () => {
      const order = await placePaid();
      await app.shop.db.execute(sql`update orders set email = ${email} where id = ${order.id}`);
      return order;
    };
    const orders = [await place(), await place(), await place(), await place(), await place()];
    const [first] = orders;
    if (!first) throw new Error('no order');
    const typed = {
      withdrawal_email: email,
      withdrawal_name: 'www.evil.example',
      withdrawal_reason: 'See evil\u200b.example',
    };
    for (let times = 0; times < 8; times += 1) await declare(fill(first, typed));
    for (const order of orders.slice(1)) await declare(fill(order, typed));
    expect((await runJobsNow(app.shop, [withdrawalMailJob])).failed).toEqual([]);
    const { rows } = await app.shop.db.execute<{ text: string }>(
      sql`select html || plain as text from platform.mail where recipient = ${email} and id like 'withdrawal:%'`,
    );
    // The first of each order, and three more.
    expect(rows).toHaveLength(orders.length + 3);
    for (const { text } of rows) expect(text).not.toMatch(/evil/);
  });

  it('is linked in the footer unless the shop does not offer it', async () => {
    expect((await newShopper(app).visit('/')).body).toContain(`href="${withdrawalPath}"`);
    await changeSettings(app.shop, [{ key: 'withdrawals.isOffered', value: false, version: null }], 'shop');
    expect((await newShopper(app).visit('/')).body).not.toContain(`href="${withdrawalPath}"`);
  });
});
