import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { confirmOrder, getOrder, type Order } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { startPayment } from '#features/payments/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { sendUnprovenMail } from '#platform/mail/unproven-recipients.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitor,
  payTestOrder,
  putInCart,
  readTotal,
  salesPayments,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { describeOrderFailure } from '../failure-notices.ts';
import type { CheckoutInput } from '../read-form.ts';
import { placeOrder } from './place-order.ts';

const { database } = useDatabase({ connections: 16 });
const clock = testClock();
let shop: Shop;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  ({ shop } = await salesShop(database, { clock, settings: { payments, orders: {}, mail: {} } }));
});

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
let networks = 0;

/** An address that no test has used. */
function nextNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

interface Placing extends Partial<CheckoutInput> {
  readonly ipAddress?: string;
}

/** Adds products to a new visitor's cart and orders it, from another network and with another email address each time. */
async function place(wanted: readonly (readonly [product: number, quantity: number])[], changes: Placing = {}) {
  const visitor = await createVisitor(shop.db);
  for (const [product, quantity] of wanted) await putInCart(shop, visitor, product, quantity);
  return placeCart(visitor, changes);
}

async function placeCart(visitor: Actor & { readonly visitorId: string }, changes: Placing) {
  const { ipAddress = nextNetwork(), email = `${randomUUID()}@example.com`, ...input } = changes;
  const expectedTotal = await readTotal(shop, visitor);
  const result = await placeOrder(shop, visitor, checkoutInput({ email, expectedTotal, ...input }), { ipAddress });
  const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  return { visitor, order, code: result.ok ? null : result.code, result };
}

const isHeld = ({ order }: { readonly order: Order | null }) => order !== null && order.suspicion !== null;
const isPlaced = ({ order }: { readonly order: Order | null }) => order !== null && order.suspicion === null;

async function findMails({ number }: Order): Promise<{ name: string; plain: string }[]> {
  expect((await runJobsNow(shop, [orderMailJob])).failed).toEqual([]);
  const { rows } = await shop.db.execute<{ id: string; plain: string }>(
    sql`select id, plain from platform.mail where id like ${`order:${number}:%`} order by id`,
  );
  return rows.map(({ id, plain }) => ({ name: id.split(':').slice(2).join(':'), plain }));
}

describe('an order of a guest by bank transfer (D1)', () => {
  it('is placed at once: with its whole time, one mail to the shopper and one to the shop', async () => {
    const { order } = await place([[await addProduct(shop, { stock: 20 }), 2]], { note: 'Ring twice' });
    expect(order).toMatchObject({ status: 'on-hold', suspicion: null, confirmedAt: null });
    expect(order?.dueAt?.getTime()).toBe(clock.now().getTime() + 14 * dayMs);
    expect(order?.paymentInstructions.length).toBeGreaterThan(2);
    const mails = await findMails(order as Order);
    expect(mails.map(({ name }) => name)).toEqual(['confirmation', 'owner']);
    for (const words of ['IE64 IRCE', 'Hello Ada', 'Ring twice', '1 Quay Lane'])
      expect(mails[0]?.plain).toContain(words);
  });

  it('does not prove the address: only its own confirmation does', async () => {
    const product = await addProduct(shop);
    const { order } = await place([[product, 1]]);
    await payTestOrder(shop, order as Order);
    expect(await getOrder(shop.db, { id: order?.id ?? 0 })).toMatchObject({ confirmedAt: clock.now() });
    const { rows } = await shop.db.execute(sql`select confirmed_by as by from orders where id = ${order?.id}`);
    expect(rows).toEqual([{ by: 'payment' }]);
  });

  it('is not bothered among a few honest shoppers of one network', async () => {
    const ipAddress = nextNetwork();
    for (let count = 0; count < 4; count += 1)
      expect(isPlaced(await place([[await addProduct(shop, { stock: 12 }), 2]], { ipAddress }))).toBe(true);
  });
});

describe('a script without access to a mailbox (D1)', () => {
  it.each([
    ['one IPv4 address', () => '203.0.113.7'],
    ['one IPv6 network', (index: number) => `2a02:8109:7:7::${(index + 1).toString(16)}`],
  ])('places four orders at once from %s, whatever it orders and whoever it claims to be', async (_what, addressOf) => {
    const products = await Promise.all(Array.from({ length: 16 }, () => addProduct(shop, { stock: 20 })));
    const results = await Promise.all(
      products.map((product, index) => place([[product, 1]], { ipAddress: addressOf(index) })),
    );
    expect(results.filter(isPlaced)).toHaveLength(4);
    const held = results.filter(isHeld);
    expect(held.map(({ order }) => order?.suspicion)).toEqual(Array(12).fill('network-orders'));
    expect(held[0]?.order?.dueAt?.getTime()).toBe(clock.now().getTime() + 30 * minuteMs);
    clock.forward(31 * minuteMs);
    await expireOrders(shop);
    expect((await place([[products[0] ?? 0, 1]], { ipAddress: addressOf(99) })).order?.suspicion).toBe(
      'network-orders',
    );
    clock.forward(dayMs);
    expect(isPlaced(await place([[products[0] ?? 0, 1]], { ipAddress: addressOf(99) }))).toBe(true);
  });

  it('gets three mails with typed text to one address in a day, in any spelling and from many networks', async () => {
    const name = randomUUID();
    const spellings = [`${name}@example.com`, `${name.toUpperCase()}@example.com`, `${name}+shop@example.com`];
    const note = 'Buy pills at https://spam.example';
    const products = await Promise.all(Array.from({ length: 12 }, () => addProduct(shop, { stock: 20 })));
    const results = await Promise.all(
      products.map((product, index) => place([[product, 1]], { email: spellings[index % 3] ?? '', note })),
    );
    expect(results.filter(isPlaced)).toHaveLength(3);
    expect(results.filter(isHeld).map(({ order }) => order?.suspicion)).toEqual(Array(9).fill('address-orders'));
    const mails: { name: string; plain: string }[] = [];
    for (const { order } of results) mails.push(...(await findMails(order as Order)));
    const toShopper = mails.filter(({ name: kind }) => !kind.startsWith('owner'));
    expect(toShopper).toHaveLength(12);
    expect(toShopper.filter(({ plain }) => plain.includes('spam. example'))).toHaveLength(3);
    expect(toShopper.filter(({ plain }) => plain.includes('spam.example'))).toEqual([]);
  });

  it('gets no more of them with those of contact forms: then a mail has what is ordered and how to pay (F1)', async () => {
    const email = `${randomUUID()}@example.com`;
    const copy = { to: email.toUpperCase(), subject: 'A copy', locale: 'en-GB', html: '<p>Typed</p>', text: 'Typed' };
    for (let count = 0; count < 2; count += 1)
      expect(await sendUnprovenMail(shop, { id: `contact-message:${randomUUID()}`, ...copy })).toBe(true);
    const product = await addProduct(shop, { name: 'Moon jar', stock: 20 });
    const read = async () => {
      const { order } = await place([[product, 1]], { email, note: 'Buy pills' });
      expect(order).toMatchObject({ suspicion: null });
      const mails = await findMails(order as Order);
      return mails.find(({ name }) => name === 'confirmation')?.plain ?? '';
    };
    const whole = await read();
    for (const words of ['Buy pills', 'Hello Ada', '1 Quay Lane', 'IE64 IRCE']) expect(whole).toContain(words);
    const bare = await read();
    for (const words of ['Buy pills', 'Ada', '1 Quay Lane']) expect(bare).not.toContain(words);
    for (const words of ['IE64 IRCE', 'Moon jar', 'We ship them as soon as your payment arrives', 'Ireland'])
      expect(bare).toContain(words);
    expect(await sendUnprovenMail(shop, { id: `contact-message:${randomUUID()}`, ...copy })).toBe(false);
  });

  it.each([
    [20, 10],
    [12, 6],
    [4, 2],
    [3, 1],
  ])('from many networks and with many addresses leaves of %i pieces %i to who is known', async (stock, left) => {
    const jar = await addProduct(shop, { stock });
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          place([[jar, (index % left) + 1]], index % 2 === 0 ? {} : { paymentMethod: 'cash_on_delivery' }),
        ),
      );
      for (const { code } of results.filter(({ order }) => order === null))
        expect(['RESERVATION_LIMIT', 'OUT_OF_STOCK']).toContain(code);
      expect(await readOnHand(shop.db, jar)).toBeGreaterThanOrEqual(left);
      clock.forward(31 * minuteMs);
      await expireOrders(shop);
    }
    const { actor, owner, customer } = await createCustomer(shop);
    await putInCart(shop, owner, jar, left);
    const known = { ...actor, customer: { ...customer, isEmailVerified: true } };
    const expectedTotal = await readTotal(shop, owner);
    const bought = await placeOrder(shop, known, checkoutInput({ email: customer.email, expectedTotal }));
    expect(bought).toMatchObject({ ok: true });
    const order = bought.ok ? await getOrder(shop.db, { token: bought.token }) : null;
    expect(order).toMatchObject({ suspicion: null, status: 'on-hold' });
  });

  it('holds no more by a payment that it never makes and exchanges for a transfer', async () => {
    const jar = await addProduct(shop, { stock: 12 });
    const all = await place([[jar, 12]], { paymentMethod: 'pay_later' });
    expect(all.order).toMatchObject({ status: 'pending', suspicion: 'visitor-share' });
    expect(all.order?.dueAt?.getTime()).toBe(clock.now().getTime() + 30 * minuteMs);
    const exchange = { orderId: all.order?.id ?? 0, method: 'bank_transfer', by: 'shopper' } as const;
    expect(await startPayment(shop, exchange)).toEqual({ ok: false, code: 'METHOD_UNAVAILABLE' });
    // Nor by ordering the same cart again.
    expect(await placeCart(all.visitor, {})).toMatchObject({ code: 'RESERVATION_LIMIT' });
    clock.forward(31 * minuteMs);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, jar)).toBe(12);
    const half = await place([[jar, 6]], { paymentMethod: 'pay_later' });
    expect(await startPayment(shop, { ...exchange, orderId: half.order?.id ?? 0 })).toMatchObject({ ok: true });
    const changed = await getOrder(shop.db, { id: half.order?.id ?? 0 });
    expect(changed).toMatchObject({ status: 'on-hold', suspicion: 'visitor-share' });
    expect((await findMails(changed as Order)).map(({ name }) => name)).toEqual([
      'confirm-request',
      'owner-unconfirmed',
    ]);
  });
});

describe('an honest shopper whose order has to be confirmed (D1)', () => {
  it('is asked for a set of six of twelve, and has it placed by the confirmation', async () => {
    const bowl = await addProduct(shop, { stock: 12 });
    const { order, visitor } = await place([[bowl, 6]], { email: 'maeve@example.com' });
    expect(order).toMatchObject({ status: 'on-hold', suspicion: 'visitor-share' });
    expect((await findMails(order as Order)).map(({ name }) => name)).toEqual(['confirm-request', 'owner-unconfirmed']);
    await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: order?.id ?? 0, by: 'shopper' }));
    const confirmed = await getOrder(shop.db, { id: order?.id ?? 0 });
    expect(confirmed?.dueAt?.getTime()).toBe(clock.now().getTime() + 14 * dayMs);
    const kinds = (await findMails(order as Order)).map(({ name }) => name);
    expect(kinds).toEqual(['confirm-request', 'confirmation', 'owner', 'owner-unconfirmed']);
    // The address is known from now on, and its orders take nothing from others.
    await putInCart(shop, visitor, bowl, 6);
    expect(isPlaced(await placeCart(visitor, { email: 'Maeve@example.com' }))).toBe(true);
  });

  it('who wants both of two pieces is told how many can be ordered and each other way, and each of them works', async () => {
    const say = (failed: Awaited<ReturnType<typeof place>>) =>
      failed.result.ok ? [] : describeOrderFailure(shop, failed.result, {}).notices?.map(({ text }) => text);
    const vase = await addProduct(shop, { name: 'Moon vase', stock: 2 });
    const refused = await place([[vase, 2]]);
    expect(say(refused)).toEqual([
      'You can order only 1 of “Moon vase” at the moment: the rest is kept for others. Please order fewer, choose a payment method with which you pay at once, sign in to your account, or contact us.',
    ]);
    expect(isPlaced(await place([[vase, 1]]))).toBe(true);
    const mug = await addProduct(shop, { name: 'Mug', stock: 2 });
    expect((await place([[mug, 2]], { paymentMethod: 'pay_later' })).order?.status).toBe('pending');
    const cup = await addProduct(shop, { name: 'Cup', stock: 2 });
    const { actor, owner, customer } = await createCustomer(shop);
    await putInCart(shop, owner, cup, 2);
    const known = { ...actor, customer: { ...customer, isEmailVerified: true } };
    const input = { expectedTotal: await readTotal(shop, owner) };
    const other = await placeOrder(shop, known, checkoutInput({ ...input, email: `${randomUUID()}@example.com` }));
    expect(other.ok ? null : describeOrderFailure(shop, other, {}).notices?.[0]?.text).toContain(
      'use the confirmed email address of your account',
    );
    expect(await placeOrder(shop, known, checkoutInput({ ...input, email: customer.email }))).toMatchObject({
      ok: true,
    });
  });

  it('takes no stock from others once the time is over', async () => {
    const bowl = await addProduct(shop, { stock: 4 });
    const { order } = await place([[bowl, 2]]);
    expect(order?.suspicion).toBe('visitor-share');
    expect(await readOnHand(shop.db, bowl)).toBe(2);
    clock.forward(31 * minuteMs);
    await expireOrders(shop);
    expect(await readOnHand(shop.db, bowl)).toBe(4);
  });
});
