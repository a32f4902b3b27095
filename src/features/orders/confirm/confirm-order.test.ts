import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '#features/checkout/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  placeTestOrder,
  putInCart,
  readConfirmLink,
  salesShop,
  testClock,
  testGuest,
  trustingOrders,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createOrderLink } from '../access/order-link.ts';
import { orderPath } from '../contract.ts';
import { orderMailJob } from '../emails/order-mail-job.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder, type Order } from '../order.ts';
import { markOrderPaid } from '../status/change-order.ts';
import { expireOrders } from '../status/expire-orders.ts';
import { confirmOrder } from './confirm-order.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  const orders = { ...trustingOrders, confirmation: 'required', confirmMinutes: 120 };
  ({ shop, http } = await salesShop(database, { clock, settings: { orders } }));
});

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const iban = 'IE64 IRCE 9205 0112 3456 78';

async function runJobs(): Promise<void> {
  await expireOrders(shop);
  expect((await runJobsNow(shop, [orderMailJob])).failed).toEqual([]);
}

async function findMails({ number }: Order): Promise<string[]> {
  await runJobs();
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`select id from platform.mail where id like ${`order:${number}:%`} and id not like '%:owner-unconfirmed' order by id`,
  );
  return rows.map(({ id }) => id.split(':').slice(2).join(':'));
}

/** Places an order and sends its email with the confirmation link. */
async function placeUnconfirmedOrder(stock = 9) {
  const bowl = await addProduct(shop, { name: 'Moon jar', stock });
  const order = await placeTestOrder(shop, [[bowl, 2]]);
  expect(await findMails(order)).toEqual(['confirm-request']);
  return { bowl, order, link: await readConfirmLink(shop, order.number) };
}

const readCode = (link: string) => new URL(link, 'http://shop').searchParams.get('code') ?? '';
const getPath = (link: string) => link.split('?')[0] ?? '';
const confirm = (link: string, code = readCode(link)) => newShopper({ http }).submit(getPath(link), { code });
const reloadOrder = async ({ id }: Order) => (await getOrder(shop.db, { id })) as Order;

describe('an order that has to be confirmed', () => {
  it('is kept for its time, and its payment period starts with the confirmation', async () => {
    const { order, link, bowl } = await placeUnconfirmedOrder();
    expect(order).toMatchObject({ status: 'on-hold', confirmedAt: null });
    expect(order.dueAt?.getTime()).toBe(order.createdAt.getTime() + 120 * minute);
    clock.forward(90 * minute);
    const answer = await confirm(link);
    expect([answer.status, answer.location]).toEqual([303, orderPath(order.token)]);
    const now = await reloadOrder(order);
    expect(now.confirmedAt).toEqual(clock.now());
    expect(now.dueAt?.getTime()).toBe(clock.now().getTime() + 14 * day);
    expect((await getOrderHistory(shop.db, order.id)).at(-1)).toMatchObject({ kind: 'note', by: 'shopper' });
    clock.forward(13 * day);
    await runJobs();
    expect((await reloadOrder(order)).status).toBe('on-hold');
    clock.forward(2 * day);
    await runJobs();
    expect((await reloadOrder(order)).status).toBe('cancelled');
    expect(await readOnHand(shop.db, bowl)).toBe(9);
  });

  it('releases its stock when it is not confirmed in time', async () => {
    const { order, bowl } = await placeUnconfirmedOrder();
    clock.forward(120 * minute);
    await runJobs();
    expect(await reloadOrder(order)).toMatchObject({ status: 'cancelled', cancelReason: 'expired', confirmedAt: null });
    expect(await readOnHand(shop.db, bowl)).toBe(9);
    expect((await newShopper({ http }).visit(createOrderLink(shop, order))).body).toContain(
      'was not confirmed in time',
    );
  });

  it('sends the full email and notifies the shop once when it is confirmed', async () => {
    const { order, link } = await placeUnconfirmedOrder();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(link)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await findMails(order)).toEqual(['confirm-request', 'confirmation', 'owner']);
    await confirm(link);
    expect(await findMails(order)).toEqual(['confirm-request', 'confirmation', 'owner']);
    const notes = (await getOrderHistory(shop.db, order.id)).filter(({ kind }) => kind === 'note');
    expect(notes).toHaveLength(1);
  });

  it('is confirmed by the shop or by its payment, with the emails of that step', async () => {
    const [byShop, paid] = [await placeUnconfirmedOrder(), await placeUnconfirmedOrder()];
    const by = { orderId: byShop.order.id, by: 'shop' } as const;
    const results = [
      await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, by)),
      await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, by)),
    ];
    expect(results).toEqual([
      { ok: true, changed: true },
      { ok: true, changed: false },
    ]);
    expect(await findMails(byShop.order)).toEqual(['confirm-request', 'confirmation', 'owner']);
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: paid.order.id, by: 'shop' }));
    expect((await reloadOrder(paid.order)).confirmedAt).not.toBeNull();
    // One whole mail, which says that it is paid (E6).
    expect(await findMails(paid.order)).toEqual(['confirm-request', 'confirmation', 'owner']);
  });

  it('needs no confirmation when its shopper has confirmed this address before', async () => {
    const { order, link, bowl } = await placeUnconfirmedOrder();
    const visitor = testGuest(order.visitorId);
    const again = async (email: string) => {
      await putInCart(shop, visitor, bowl, 1);
      const result = await placeOrder(shop, visitor, checkoutInput({ email }));
      return result.ok ? getOrder(shop.db, { token: result.token }) : null;
    };
    expect((await again('ada@example.com'))?.confirmedAt).toBeNull();
    await confirm(link);
    const known = (await again('ADA@example.com')) as Order;
    expect(known.confirmedAt).not.toBeNull();
    expect(known.dueAt?.getTime()).toBe(clock.now().getTime() + 14 * day);
    expect(await findMails(known)).toEqual(['confirmation', 'owner']);
    expect((await again('bea@example.com'))?.confirmedAt).toBeNull();
    const other = await placeTestOrder(shop, [[bowl, 1]]);
    expect(other.confirmedAt).toBeNull();
  });

  it('does not trust the address after a confirmation by shop or payment', async () => {
    const { order, bowl } = await placeUnconfirmedOrder();
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    await putInCart(shop, testGuest(order.visitorId), bowl, 1);
    const result = await placeOrder(shop, testGuest(order.visitorId), checkoutInput());
    const next = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
    expect(next).toMatchObject({ confirmedAt: null, suspicion: 'required' });
  });

  it('is confirmed from the start when the shop requires no confirmation', async () => {
    const { shop: trusting } = await salesShop(database, { clock, settings: { orders: { confirmation: 'off' } } });
    const order = await placeTestOrder(trusting, [[await addProduct(shop), 1]]);
    expect(order.confirmedAt).not.toBeNull();
    expect(order.dueAt?.getTime()).toBe(clock.now().getTime() + 14 * day);
    expect(await findMails(order)).toEqual(['confirmation', 'owner']);
  });

  it('sends no confirmation request when it is cancelled or confirmed before', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: order.id, by: 'shop' }));
    expect(await findMails(order)).toEqual(['confirmation', 'owner']);
  });

  it('confirmation and expiry at the same time: one wins, and the stock is consistent', async () => {
    const bowl = await addProduct(shop, { stock: 40 });
    const orders: Order[] = [];
    for (let count = 0; count < 8; count += 1) orders.push(await placeTestOrder(shop, [[bowl, 1]]));
    clock.forward(121 * minute);
    const confirming = orders.map(({ id }) =>
      inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: id, by: 'shopper' })),
    );
    const [, ...results] = await Promise.all([runJobs(), ...confirming]);
    await runJobs();
    const kept = results.filter((result) => result.ok && result.changed).length;
    const states = await Promise.all(orders.map(async (order) => (await reloadOrder(order)).status));
    expect(states.filter((status) => status === 'on-hold')).toHaveLength(kept);
    expect(await readOnHand(shop.db, bowl)).toBe(40 - kept);
  });
});

describe('the confirmation page', () => {
  it('shows the order and one button, no submitted text, and changes nothing when opened', async () => {
    const { order, link } = await placeUnconfirmedOrder();
    const before = await reloadOrder(order);
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }]) {
      const page = await http.inject({ url: link, headers: { accept: 'text/html', ...headers } });
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(page.headers['referrer-policy']).toBe('same-origin');
      for (const words of ['Moon jar', '€25.00', 'Confirm this order', String(order.number)])
        expect(page.body).toContain(words);
      // Tokens in the page may have such letters within.
      for (const typed of ['Ada', 'Byrne', '1 Quay Lane', iban])
        expect(page.body).not.toMatch(new RegExp(`(?<![\\w-])${typed}(?![\\w-])`));
    }
    expect(await http.inject({ method: 'HEAD', url: link })).toMatchObject({ statusCode: 200 });
    expect(await reloadOrder(order)).toEqual(before);
    expect(await findMails(order)).toEqual(['confirm-request']);
  });

  it('redirects to the order page with payment details', async () => {
    const { order, link } = await placeUnconfirmedOrder();
    const waiting = (await newShopper({ http }).visit(createOrderLink(shop, order))).body;
    for (const words of ['Please confirm your order', 'a…@example.com', 'Awaiting confirmation'])
      expect(waiting).toContain(words);
    // The whole address and the ways to change it are for who has placed it.
    for (const words of ['ada@example.com', 'Send again', 'Change email']) expect(waiting).not.toContain(words);
    expect(waiting).not.toContain(iban);
    expect(waiting).not.toContain(readCode(link));
    await confirm(link);
    const done = (await newShopper({ http }).visit(createOrderLink(shop, order))).body;
    for (const words of ['Thank you for your order', iban, 'Awaiting bank transfer']) expect(done).toContain(words);
    const again = await newShopper({ http }).visit(link);
    expect([again.status, again.location]).toEqual([303, orderPath(order.token)]);
  });

  it('refuses a wrong code, another order’s and none, and changes nothing', async () => {
    const [{ order, link }, other] = [await placeUnconfirmedOrder(), await placeUnconfirmedOrder()];
    const codes = [
      readCode(other.link),
      readCode(link).slice(1),
      `${readCode(link)}x`,
      'x'.repeat(43),
      'x'.repeat(5000),
      '',
    ];
    for (const code of codes) {
      const asked = await newShopper({ http }).visit(`${getPath(link)}?code=${code}`);
      const sent = await confirm(link, code);
      for (const refused of [asked, sent]) {
        expect(refused.status).toBe(403);
        expect(refused.body).toContain('This link does not work');
        expect(refused.body).not.toContain('Moon jar');
      }
    }
    expect((await newShopper({ http }).submit(getPath(link), {})).status).toBe(403);
    expect(
      (await newShopper({ http }).submit(`${orderPath('x'.repeat(32))}/confirm`, { code: readCode(link) })).status,
    ).toBe(404);
    expect(await reloadOrder(order)).toMatchObject({ confirmedAt: null, status: 'on-hold' });
  });

  it('refuses the code once the email address has changed', async () => {
    const { order, link } = await placeUnconfirmedOrder();
    await shop.db.execute(sql`update orders set email = 'bea@example.com' where id = ${order.id}`);
    expect((await confirm(link)).status).toBe(403);
  });

  it('reports that the reservation has ended, and links to the shop', async () => {
    const { order, link } = await placeUnconfirmedOrder();
    clock.forward(120 * minute);
    await runJobs();
    for (const page of [await newShopper({ http }).visit(link), await confirm(link)]) {
      expect(page.status).toBe(410);
      expect(page.body).toContain('This order has ended');
      expect(page.body).toMatch(/href="\/shop"/);
      expect(page.body).toMatch(/href="\/cart"/);
      expect(page.body).toContain(`action="${orderPath(order.token)}/reorder"`);
    }
    expect((await reloadOrder(order)).confirmedAt).toBeNull();
    expect(await findMails(order)).toEqual(['cancelled', 'confirm-request']);
  });
});
