import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { createCustomer, payTestOrder, placeTestOrder, refundTestOrder, salesPayments } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createOrderLink } from '../access/order-link.ts';
import { cancelOrderPath, orderPath } from '../contract.ts';
import { orderMailJob } from '../emails/order-mail-job.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder, type Order } from '../order.ts';
import { markOrderPaid } from '../status/change-order.ts';
import { cancelByShopper } from './cancel-by-shopper.ts';
import { declineCancellation } from './decline-cancellation.ts';

const { database } = useDatabase({ connections: 8 });
let remote: RemotePaymentShop;
let shop: Shop;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  remote = await remotePaymentShop(database, { payments });
  shop = remote.app.shop;
});
afterAll(() => remote.stop());

async function place(paymentMethod = 'bank_transfer'): Promise<{ order: Order; product: number }> {
  const product = await addProduct(shop, { name: 'Tide bowl', price: 1000, stock: 5 });
  return { product, order: await placeTestOrder(shop, [[product, 2]], { paymentMethod }) };
}

async function placePaid() {
  const placed = await place();
  await payTestOrder(shop, placed.order);
  return placed;
}

async function read({ id }: Pick<Order, 'id'>): Promise<Order> {
  const order = await getOrder(shop.db, { id });
  if (!order) throw new Error('the order is gone');
  return order;
}

/** What can be bought of it now. */
const readStock = (product: number) => readOnHand(shop.db, product);

async function listMails({ number }: Pick<Order, 'number'>): Promise<{ id: string; plain: string }[]> {
  expect((await runJobsNow(shop, [orderMailJob])).failed).toEqual([]);
  const { rows } = await shop.db.execute<{ id: string; plain: string }>(
    sql`select id, plain from platform.mail where id like ${`order:${number}:%cancel%`} order by id`,
  );
  return rows;
}
const nameMails = async (order: Order) => (await listMails(order)).map(({ id }) => id.split(':')[2]);

const ship = ({ id: orderId }: Order) =>
  inTransaction(shop.db, (tx) => shipOrder(shop, tx, { orderId, units: null, parcels: [], notify: false, by: 'shop' }));

async function openLink(order: Order) {
  const reader = newShopper(remote.app);
  const { body } = await reader.visit(createOrderLink(shop, order));
  return { reader, body };
}

describe('[D7] cancelling an order that was not sent, on its page', () => {
  it.each(['bank_transfer', 'cash_on_delivery', 'pay_later'])(
    'is done at once while nothing was paid: %s, and its stock is free',
    async (method) => {
      const { order, product } = await place(method);
      expect(await readStock(product)).toBe(3);
      const { reader, body } = await openLink(order);
      expect(body).toContain(`href="${cancelOrderPath(order.token)}"`);
      const asked = await reader.visit(cancelOrderPath(order.token));
      expect([asked.status, asked.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(asked.body).toContain('We cancel the order at once');
      expect((await read(order)).status).toBe(order.status);
      for (const _ of [1, 2])
        expect(await reader.submit(cancelOrderPath(order.token), {})).toMatchObject({
          ...{ status: 303, location: orderPath(order.token) },
        });
      expect(await read(order)).toMatchObject({ status: 'cancelled', cancelReason: 'by-shopper' });
      expect(await readStock(product)).toBe(5);
      const shown = (await reader.visit(orderPath(order.token))).body;
      expect(shown).toContain('You cancelled this order.');
      expect(shown).not.toContain(cancelOrderPath(order.token));
      // A pending order has sent no mail, so it needs none about its end.
      expect(await nameMails(order)).toEqual(method === 'pay_later' ? [] : ['cancelled', 'owner-cancelled']);
      const history = await getOrderHistory(shop.db, order.id);
      expect(history.filter(({ toStatus }) => toStatus === 'cancelled')).toMatchObject([{ by: 'shopper' }]);
    },
  );

  it('is a request once it was paid: nothing is sent before staff have answered, and all is said by mail', async () => {
    const { order, product } = await placePaid();
    const { reader } = await openLink(order);
    expect((await reader.visit(cancelOrderPath(order.token))).body).toContain(
      'You have paid for this order. We will stop it and refund €25.00, unless it is too late for that. We will let you know by email.',
    );
    for (const _ of [1, 2]) await reader.submit(cancelOrderPath(order.token), {});
    expect(await read(order)).toMatchObject({ status: 'processing', cancelReason: null, refundedTotal: 0 });
    expect(await readStock(product)).toBe(3);
    const shown = (await reader.visit(orderPath(order.token))).body;
    for (const words of ['You asked us to cancel this order on', 'Cancellation requested'])
      expect(shown).toContain(words);
    for (const words of ['What happens next', 'Thank you', cancelOrderPath(order.token)])
      expect(shown).not.toContain(words);
    expect(await nameMails(order)).toEqual(['cancel-requested', 'owner-cancel-requested']);
    expect(await getOrderHistory(shop.db, order.id)).toContainEqual(
      expect.objectContaining({ by: 'shopper', text: 'asked to cancel the order' }),
    );
    expect(await ship(order)).toEqual({ ok: false, code: 'CANCELLATION_REQUESTED' });
    await refundTestOrder(shop, order, { restock: true });
    expect((await read(order)).status).toBe('refunded');
    expect(await readStock(product)).toBe(5);
    expect((await reader.visit(orderPath(order.token))).body).toContain('refunded in full');
  });

  it('is told to be too late when staff decline, which is done once, and then the order is sent', async () => {
    const { order } = await placePaid();
    await cancelByShopper(shop, order.id);
    const decline = () =>
      inTransaction(shop.db, (tx) =>
        declineCancellation(shop, tx, { orderId: order.id, text: 'It left this morning.', by: 'shop' }),
      );
    const answers = await Promise.all([decline(), decline()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const declined = (await listMails(order)).find(({ id }) => id.endsWith(':cancel-declined'));
    expect(declined?.plain).toContain('It left this morning.');
    const { reader, body } = await openLink(order);
    expect(body).toContain('It was too late for that');
    expect(body).not.toContain(cancelOrderPath(order.token));
    expect(await reader.submit(cancelOrderPath(order.token), {})).toMatchObject({ status: 303 });
    expect((await reader.visit(orderPath(order.token))).body).toContain('can’t be cancelled any more');
    expect(await ship(order)).toMatchObject({ ok: true, isComplete: true });
  });

  it('is not declined while its refund is on its way, but when that has failed', async () => {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    const { orderId } = payment;
    expect(await cancelByShopper(shop, orderId)).toEqual({ ok: true, outcome: 'requested' });
    // The provider has not answered yet.
    expect(await refundTestOrder(shop, { id: orderId })).toMatchObject({ ok: true, changed: true });
    const decline = () =>
      inTransaction(shop.db, (tx) => declineCancellation(shop, tx, { orderId, text: 'Too late.', by: 'shop' }));
    expect(await decline()).toEqual({ ok: false, code: 'CANCELLATION_ANSWERED' });
    expect(await ship(await read({ id: orderId }))).toMatchObject({ code: 'CANCELLATION_REQUESTED' });
    remote.server.fail('refund', 'decline');
    await remote.trigger('job', payment);
    expect(await read({ id: orderId })).toMatchObject({ status: 'processing', refundedTotal: 0 });
    expect(await decline()).toMatchObject({ ok: true });
  });

  it('is not offered once a part was sent, of what has ended, or where the shop does not want it', async () => {
    const { order } = await placePaid();
    const setCancel = (value: boolean | undefined) =>
      changeSettings(shop, [{ key: 'orders.canShopperCancel', value, version: null }], 'shop');
    await setCancel(false);
    expect((await openLink(order)).body).not.toContain('Cancel order');
    expect(await cancelByShopper(shop, order.id)).toMatchObject({ code: 'CANCEL_TOO_LATE' });
    await setCancel(undefined);
    expect((await openLink(order)).body).toContain('Cancel order');
    const units = [{ position: 1, quantity: 1 }];
    const shipment = { orderId: order.id, units, parcels: [], notify: false, by: 'shop' } as const;
    await inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
    const { reader, body } = await openLink(order);
    expect(body).not.toContain('Cancel order');
    expect(await reader.visit(cancelOrderPath(order.token))).toMatchObject({
      ...{ status: 303, location: orderPath(order.token) },
    });
    expect(await cancelByShopper(shop, order.id)).toMatchObject({ code: 'CANCEL_TOO_LATE' });
    expect((await read(order)).cancelRequestedAt).toBeNull();
  });

  it('is for whoever may see the order alone', async () => {
    const { order } = await place();
    const stranger = newShopper(remote.app);
    expect((await stranger.visit(cancelOrderPath(order.token))).status).toBe(404);
    await stranger.submit(cancelOrderPath(order.token), {});
    expect((await read(order)).status).toBe('on-hold');
  });

  it('is a link beside the orders of an account', async () => {
    const { customer } = await createCustomer(shop);
    const [open, sent, asked] = [await placePaid(), await placePaid(), await placePaid()];
    for (const { order } of [open, sent, asked])
      await shop.db.execute(
        sql`update orders set customer_id = ${customer.id}, visitor_id = null where id = ${order.id}`,
      );
    await ship(sent.order);
    await cancelByShopper(shop, asked.order.id);
    const device = newShopper(remote.app);
    await startTestSession(remote.app, device, customer);
    const { body } = await device.visit('/account/orders');
    const links = [...body.matchAll(/href="([^"]*\/cancel)" aria-label="Cancel order \d+"/g)].map(([, href]) => href);
    expect(links).toEqual([cancelOrderPath(open.order.token)]);
    expect(body).toContain('Cancellation requested');
    await device.submit(cancelOrderPath(open.order.token), {});
    expect((await read(open.order)).cancelRequestedAt).not.toBeNull();
  });
});

describe('[D7] cancelling at the same moment', () => {
  it('as the order is shipped either stops it or comes too late', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { order } = time % 2 === 0 ? await placePaid() : await place('cash_on_delivery');
      const [cancelled, shipped] = await Promise.all([cancelByShopper(shop, order.id), ship(order)]);
      expect(cancelled.ok, JSON.stringify([cancelled, shipped])).toBe(!shipped.ok);
      const { status, cancelRequestedAt } = await read(order);
      if (shipped.ok) expect([status === 'cancelled', cancelRequestedAt]).toEqual([false, null]);
      else expect(status === 'cancelled' || cancelRequestedAt !== null).toBe(true);
    }
  });

  it('as its money is recorded leaves it cancelled and unpaid, or paid with a request', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { order } = await place();
      const pay = inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
      const [cancelled, paid] = await Promise.all([cancelByShopper(shop, order.id), pay]);
      expect(cancelled).toEqual({ ok: true, outcome: paid.ok ? 'requested' : 'cancelled' });
      expect((await read(order)).status).toBe(paid.ok ? 'processing' : 'cancelled');
    }
  });

  it('twice cancels, or asks, once', async () => {
    const [unpaid, paid] = [await place(), await placePaid()];
    await Promise.all([unpaid, unpaid, paid, paid].map(({ order }) => cancelByShopper(shop, order.id)));
    expect(await readStock(unpaid.product)).toBe(5);
    expect(await nameMails(unpaid.order)).toEqual(['cancelled', 'owner-cancelled']);
    expect(await nameMails(paid.order)).toEqual(['cancel-requested', 'owner-cancel-requested']);
    const history = await getOrderHistory(shop.db, paid.order.id);
    expect(history.filter(({ text }) => text === 'asked to cancel the order')).toHaveLength(1);
  });

  it('as a card is charged asks the provider first: the order is paid, and the shopper has asked to cancel it', async () => {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    expect(await cancelByShopper(shop, payment.orderId)).toEqual({ ok: true, outcome: 'requested' });
    expect(await remote.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'processing', captured_total: 1500 }, stock: 4 },
    });
  });

  it('gives money back that comes after the order was cancelled', async () => {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    expect(await cancelByShopper(shop, payment.orderId)).toEqual({ ok: true, outcome: 'cancelled' });
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const { order, stock, book } = await remote.readOutcome(payment);
    expect([order?.status, stock]).toEqual(['cancelled', 5]);
    expect(Number(order?.captured_total) - Number(order?.refunded_total), book.join()).toBe(0);
  });

  it('waits while a provider was asked for money and has not answered', async () => {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'refuse-connection');
    await remote.trigger('return', payment);
    remote.server.fail('state', 'refuse-connection');
    remote.server.fail('capture', 'refuse-connection');
    const result = await cancelByShopper(shop, payment.orderId);
    expect(result).toEqual({ ok: false, code: 'CANCEL_WHILE_PAYING' });
    const order = await read({ id: payment.orderId });
    expect([order.status, order.cancelRequestedAt]).toEqual(['pending', null]);
    const { reader } = await openLink(order);
    remote.server.fail('state', 'refuse-connection');
    remote.server.fail('capture', 'refuse-connection');
    await reader.submit(cancelOrderPath(order.token), {});
    expect((await reader.visit(orderPath(order.token))).body).toContain('Your payment is being processed');
  });
});
