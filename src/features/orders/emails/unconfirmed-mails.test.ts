import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addToCart } from '#features/cart/index.ts';
import { type CheckoutInput, placeOrder } from '#features/checkout/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import {
  checkoutInput,
  createVisitorWithCart,
  salesPayments,
  salesShop,
  testClock,
  trustingOrders,
} from '#tests/support/sales.ts';
import { confirmOrder } from '../confirm/confirm-order.ts';
import { getOrder, type Order } from '../order.ts';
import { cancelOrder, markOrderPaid } from '../status/change-order.ts';
import { expireOrders } from '../status/expire-orders.ts';
import { orderMailJob } from './order-mail-job.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, {
    clock,
    settings: {
      payments: { ...salesPayments, cashOnDelivery: { enabled: true } },
      orders: { ...trustingOrders, confirmation: 'required', confirmMinutes: 120 },
    },
  }));
});

/** One word for each text field of the form. */
const typed = {
  ...{ first_name: 'QFIRST', last_name: 'QLAST', company: 'QCOMPANY', address_1: 'QSTREET', address_2: 'QFLAT' },
  ...{ city: 'QCITY', state: 'QSTATE', postcode: 'QPOST' },
};
const input = {
  billing: { ...typed, country: 'IE' },
  shipping: { ...typed, first_name: 'QSHIPPED', country: 'IE' },
  phone: '+353 555 0142',
  note: 'QNOTE https://spam.example',
  meta: { 'gift-note': 'QMETA' },
};
const sentinels = [...Object.values(typed), 'QSHIPPED', '0142', 'QNOTE', 'spam.example', 'QMETA', 'QADDON'];

/**
 * Orders two products, one with initials as an add-on. With `isFree` both cost nothing and are
 * virtual.
 */
async function placeTypedOrder({
  isFree = false,
  ...changes
}: Partial<CheckoutInput> & { isFree?: boolean }): Promise<Order> {
  const price = isFree ? 0 : 1000;
  const addon = { help: '', required: false, maxLength: 50, options: [] };
  const { id } = await saveTestProduct(shop, {
    ...{ name: 'Moon jar', status: 'published', master: { regularPrice: price, virtual: isFree } },
    addons: [{ ...addon, key: 'initials', kind: 'text', label: 'Initials', price: isFree ? 0 : 900 }],
  });
  const visitor = await createVisitorWithCart(shop, [[await addProduct(shop, { price, virtual: isFree }), 1]]);
  const items = [{ productId: id, variationId: null, chosen: {}, quantity: 1 }];
  await addToCart(shop, visitor, { items, form: { 'addon-initials': 'QADDON' } });
  const expectedTotal = isFree ? 0 : 3400;
  const result = await placeOrder(shop, visitor, checkoutInput({ ...input, expectedTotal, ...changes }));
  const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  if (!order) throw new Error(`not placed: ${JSON.stringify(result)}`);
  return order;
}

async function findMails({ number }: Order, recipient = 'ada@example.com') {
  await expireOrders(shop);
  expect((await runJobsNow(shop, [orderMailJob])).failed).toEqual([]);
  const { rows } = await shop.db.execute<{ id: string; subject: string; html: string; plain: string }>(
    sql`select id, subject, html, plain from platform.mail
      where id like ${`order:${number}:%`} and recipient = ${recipient} order by id`,
  );
  return rows;
}

const findTypedText = (text: string) => sentinels.filter((word) => text.includes(word));

describe('emails to an unconfirmed address', () => {
  it('ask to confirm the order, with items, prices and due date, and no submitted text', async () => {
    const order = await placeTypedOrder({});
    const [mail, ...others] = await findMails(order);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Please confirm your order ${order.number}`);
    for (const text of [mail?.html ?? '', mail?.plain ?? '']) {
      expect(findTypedText(text)).toEqual([]);
      expect(text).not.toContain('IE64 IRCE');
      for (const words of ['Moon jar', 'Tide bowl', 'Initials', '€34.00', '/confirm?code='])
        expect(text).toContain(words);
    }
    const [held, ...more] = await findMails(order, shop.choices.email);
    expect(more).toEqual([]);
    expect(held?.subject).toBe(`Order ${order.number} is awaiting confirmation`);
    for (const words of ['because the shop asks this of all orders', 'QLAST', 'QNOTE'])
      expect(held?.plain).toContain(words);
  });

  it('report only that the reservation has ended when it is not confirmed', async () => {
    const order = await placeTypedOrder({});
    await findMails(order);
    clock.forward(121 * 60 * 1000);
    const mail = (await findMails(order)).find(({ id }) => id.endsWith(':cancelled'));
    expect(mail?.subject).toBe(`Your order ${order.number} has expired`);
    expect(findTypedText(`${mail?.html}${mail?.plain}`)).toEqual([]);
    expect(mail?.html).not.toContain(order.token);
    expect(mail?.html).not.toContain('Moon jar');
  });

  it('report only that the shop has cancelled the order', async () => {
    const order = await placeTypedOrder({});
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }));
    const mails = await findMails(order);
    expect(mails.map(({ id }) => id.split(':')[2])).toEqual(['cancelled']);
    expect(findTypedText(mails.map(({ html, plain }) => html + plain).join())).toEqual([]);
  });

  it('contain no submitted text when the order costs nothing, which is processed at once', async () => {
    const order = await placeTypedOrder({ isFree: true, paymentMethod: 'free', shippingMethod: '' });
    expect(order).toMatchObject({ status: 'processing', confirmedAt: null });
    const [mail, ...others] = await findMails(order);
    expect(others).toEqual([]);
    expect(mail?.html).toContain('Moon jar');
    expect(findTypedText(`${mail?.html}${mail?.plain}`)).toEqual([]);
    const [owner] = await findMails(order, shop.choices.email);
    for (const word of ['QLAST', '0142', 'QNOTE', 'QADDON']) expect(owner?.html).toContain(word);
  });

  it('ask to confirm an order that is paid on delivery, which is processed afterwards', async () => {
    const order = await placeTypedOrder({ paymentMethod: 'cash_on_delivery' });
    expect(order).toMatchObject({ status: 'on-hold', confirmedAt: null });
    const [request, ...others] = await findMails(order);
    expect(others).toEqual([]);
    expect(findTypedText(`${request?.html}${request?.plain}`)).toEqual([]);
    await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: order.id, by: 'shopper' }));
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({
      status: 'processing',
      dueAt: null,
      paidAt: null,
    });
    const placed = (await findMails(order)).find(({ id }) => id.endsWith(':confirmation'));
    expect(placed?.plain).toMatch(/You pay €\d+\.00 when your items are delivered \(Cash on delivery\)/);
    expect(placed?.plain).toContain('QLAST');
  });

  it('contain all texts once the order is confirmed, like those to the shop', async () => {
    const order = await placeTypedOrder({});
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    const confirmation = (await findMails(order)).find(({ id }) => id.endsWith(':confirmation'));
    for (const word of ['QFIRST', 'QSTREET', 'QNOTE', 'QADDON']) expect(confirmation?.html).toContain(word);
    const owner = (await findMails(order, shop.choices.email)).find(({ id }) => id.endsWith(':owner'));
    for (const word of ['QLAST', '0142', 'QNOTE', 'QADDON']) expect(owner?.html).toContain(word);
  });
});
