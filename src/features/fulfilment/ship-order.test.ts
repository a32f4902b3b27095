import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import {
  cancelOrder,
  createOrderLink,
  getOrder,
  lockOrder,
  markOrderPaid,
  type Order,
} from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { placeTestOrder, returnTestUnits, salesPayments, salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { cancelUnits } from './cancel-units.ts';
import { completeOrder } from './complete-order.ts';
import { shippedMailJob } from './emails/shipped-mail-job.ts';
import { type RequestedUnits, type ShipmentInput, shipOrder } from './ship-order.ts';

const { database } = useDatabase();
let app: App;
let shop: Shop;

beforeAll(async () => {
  app = await salesShop(database, { settings: { payments: { ...salesPayments, cashOnDelivery: { enabled: true } } } });
  shop = app.shop;
});

const pay = (orderId: number) => inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId, by: 'shop' }));

function ship(orderId: number, units: readonly RequestedUnits[] | null, changes: Partial<ShipmentInput> = {}) {
  const shipment = { orderId, units, parcels: [], notify: true, by: 'shop' as const, ...changes };
  return inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
}

async function placePaidOrder(...quantities: readonly number[]): Promise<Order> {
  const wanted: [number, number][] = [];
  for (const quantity of quantities) wanted.push([await addProduct(shop, { stock: 20 }), quantity]);
  const order = await placeTestOrder(shop, wanted);
  await pay(order.id);
  return order;
}

const readStatus = async (id: number) => (await getOrder(shop.db, { id }))?.status;

async function readUnits(orderId: number): Promise<unknown[]> {
  const { rows } = await shop.db.execute(
    sql`select quantity, shipped, returned from stock_reservations where order_id = ${orderId} order by id`,
  );
  return rows;
}

describe('shipping an order', () => {
  it('in two parcels completes it with the second', async () => {
    const { id } = await placePaidOrder(3, 2);
    expect(await ship(id, [{ position: 1, quantity: 2 }])).toMatchObject({ ok: true, isComplete: false });
    expect(await readStatus(id)).toBe('processing');
    expect(await readUnits(id)).toEqual([
      { quantity: 3, shipped: 2, returned: 0 },
      { quantity: 2, shipped: 0, returned: 0 },
    ]);
    expect(await ship(id, null)).toMatchObject({ ok: true, isComplete: true });
    expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'completed', completedAt: expect.any(Date) });
    expect(await ship(id, null)).toEqual({ ok: false, code: 'STATUS_NOT_ALLOWED', status: 'completed' });
  });

  it('refuses more units than are left, unknown lines and nothing', async () => {
    const { id } = await placePaidOrder(3);
    const refused = { ok: false, code: 'SHIPMENT_TOO_LARGE' };
    await ship(id, [{ position: 1, quantity: 1 }]);
    expect(await ship(id, [{ position: 1, quantity: 3 }])).toEqual(refused);
    expect(
      await ship(id, [
        { position: 1, quantity: 1 },
        { position: 1, quantity: 2 },
      ]),
    ).toEqual(refused);
    expect(await ship(id, [{ position: 2, quantity: 1 }])).toEqual(refused);
    expect(await ship(id, [])).toEqual(refused);
    const failure = await shop.db
      .execute(sql`with parcel as (insert into shipments (order_id, by) values (${id}, 'shop') returning id)
        insert into shipment_lines (shipment_id, order_id, line_id, quantity)
        select parcel.id, ${id}, l.id, 3 from parcel, order_lines l where l.order_id = ${id}`)
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('shipped_at_most_the_quantity');
  });

  it('at once by two people ships each unit once', async () => {
    const { id } = await placePaidOrder(4);
    const results = await Promise.all(Array.from({ length: 4 }, () => ship(id, [{ position: 1, quantity: 3 }])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readUnits(id)).toEqual([{ quantity: 4, shipped: 3, returned: 0 }]);
  });

  it('before it is paid leaves it in preparation until the payment', async () => {
    const { id } = await placeTestOrder(shop, [[await addProduct(shop), 1]], { paymentMethod: 'cash_on_delivery' });
    await ship(id, null);
    expect(await readStatus(id)).toBe('processing');
    const cancelled = await inTransaction(shop.db, (tx) =>
      cancelOrder(shop, tx, { orderId: id, by: 'shop', reason: 'by-shop' }),
    );
    expect(cancelled).toMatchObject({ ok: false, code: 'STATUS_NOT_ALLOWED' });
    await pay(id);
    expect(await readStatus(id)).toBe('completed');
  });

  it('waits for the payment of a bank transfer', async () => {
    const { id } = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    expect(await ship(id, null)).toEqual({ ok: false, code: 'STATUS_NOT_ALLOWED', status: 'on-hold' });
  });

  it('needs no shipment of downloads: a paid order of downloads is completed', async () => {
    const download = await addProduct(shop, { virtual: true });
    await shop.db.execute(sql`update variations set downloadable = true where id = ${download}`);
    const { id } = await placeTestOrder(shop, [[download, 1]]);
    await pay(id);
    expect(await readStatus(id)).toBe('completed');
    const service = await placeTestOrder(shop, [[await addProduct(shop, { virtual: true }), 1]]);
    await pay(service.id);
    expect(await readStatus(service.id)).toBe('processing');
    await inTransaction(shop.db, (tx) => completeOrder(shop, tx, { orderId: service.id, notify: false, by: 'shop' }));
    expect(await readStatus(service.id)).toBe('completed');
  });

  it('is told by one mail: about the last shipment, or that the order is complete', async () => {
    const [shipped, completed, quiet] = [await placePaidOrder(1), await placePaidOrder(1), await placePaidOrder(1)];
    await ship(shipped.id, null);
    const complete = (orderId: number, notify: boolean) =>
      inTransaction(shop.db, (tx) => completeOrder(shop, tx, { orderId, notify, by: 'shop' }));
    await complete(completed.id, true);
    await complete(quiet.id, false);
    await runJobsNow(shop, [orderMailJob, shippedMailJob]);
    const readMails = async ({ number }: Order) =>
      (
        await shop.db.execute<{ name: string }>(sql`select split_part(id, ':', 3) as name from platform.mail
          where id like ${`order:${number}:%`} and (id like '%:shipped:%' or id like '%:completed') order by id`)
      ).rows.map(({ name }) => name);
    expect(await Promise.all([shipped, completed, quiet].map(readMails))).toEqual([['shipped'], ['completed'], []]);
  });

  it('leaves out cancelled units: with the rest the order is completed', async () => {
    const { id } = await placePaidOrder(3, 1);
    await ship(id, [{ position: 1, quantity: 1 }]);
    const { rows } = await shop.db.execute<{ id: number }>(
      sql`select id from order_lines where order_id = ${id} order by position`,
    );
    const cancel = (line: number, quantity: number) =>
      inTransaction(shop.db, async (tx) => {
        const order = await lockOrder(tx, id);
        const units = [{ lineId: Number(rows[line]?.id), quantity }];
        if (order) await cancelUnits(shop, tx, order, { units, by: 'shop' });
      });
    await cancel(0, 1);
    expect(await ship(id, [{ position: 1, quantity: 2 }])).toEqual({ ok: false, code: 'SHIPMENT_TOO_LARGE' });
    expect(await ship(id, [{ position: 1, quantity: 1 }])).toMatchObject({ ok: true, isComplete: false });
    await cancel(1, 5);
    expect(await readStatus(id)).toBe('completed');
  });

  it('and taking a unit back returns it to stock', async () => {
    const mug = await addProduct(shop, { stock: 9 });
    const { id } = await placeTestOrder(shop, [[mug, 3]]);
    await pay(id);
    await ship(id, [{ position: 1, quantity: 2 }]);
    const takeBack = (quantity: number) => returnTestUnits(shop, id, [{ position: 0, quantity }]);
    await takeBack(1);
    expect(await readUnits(id)).toEqual([{ quantity: 3, shipped: 2, returned: 1 }]);
    await takeBack(1);
    expect(await readUnits(id)).toEqual([{ quantity: 3, shipped: 1, returned: 2 }]);
    expect(await readOnHand(shop.db, mug)).toBe(8);
  });
});

describe('telling the shopper about a shipment', () => {
  const tracked = (trackingNumber: string, carrier = 'An Post') => ({
    ...{ carrier, trackingNumber, trackingUrl: `https://track.example.com/${trackingNumber}` },
  });
  const parcel = tracked('CE123456789IE');
  const parcels = [parcel];
  const readMails = async (number: number) => {
    expect((await runJobsNow(shop, [shippedMailJob])).failed).toEqual([]);
    const { rows } = await shop.db.execute<{ subject: string; plain: string; html: string }>(
      sql`select subject, plain, html from platform.mail where id like ${`order:${number}:shipped:%`} order by id`,
    );
    return rows;
  };

  it('by email, once for each parcel, unless told not to', async () => {
    const { id, number } = await placePaidOrder(2);
    await ship(id, [{ position: 1, quantity: 1 }], { parcels });
    await ship(id, null, { notify: false });
    const mails = await readMails(number);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe(`Part of your order ${number} is on its way`);
    for (const words of ['An Post', 'CE123456789IE', parcel.trackingUrl, 'Tide bowl × 1', 'Track your parcel'])
      expect(mails[0]?.plain).toContain(words);
  });

  it('by email that says whether the rest of the order follows', async () => {
    const { id, number } = await placePaidOrder(2);
    await ship(id, [{ position: 1, quantity: 1 }], { parcels });
    await ship(id, null, { parcels });
    const mails = await readMails(number);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Part of your order ${number} is on its way`,
      `Your order ${number} is on its way`,
    ]);
    expect(mails.map(({ plain }) => plain.includes('The rest of your order follows.'))).toEqual([true, false]);
  });

  it('on the page of the order', async () => {
    const { id, token } = await placePaidOrder(2);
    const visit = newShopper(app);
    expect((await visit.visit(createOrderLink(shop, { token }))).body).not.toContain('Shipments');
    await ship(id, null, { parcels });
    const { body } = await visit.visit(createOrderLink(shop, { token }));
    for (const words of ['Shipments', 'An Post, CE123456789IE', `href="${parcel.trackingUrl}"`, 'Tide bowl × 2'])
      expect(body).toContain(words);
  });

  it('of several parcels names each with its link, in the mail and on the page', async () => {
    const { id, number, token } = await placePaidOrder(2);
    await ship(id, null, { parcels: [tracked('A1'), tracked('A2'), tracked('D1', 'DHL')] });
    const { body } = await newShopper(app).visit(createOrderLink(shop, { token }));
    expect(body).toContain(', An Post, A1, A2, DHL, D1</p>');
    const [mail] = await readMails(number);
    expect(mail?.plain).toContain('PARCELS');
    expect(mail?.plain).toContain(
      'Carrier: An Post\nTracking number: A1\nTracking number: A2\nCarrier: DHL\nTracking number: D1',
    );
    for (const name of ['A1', 'A2', 'D1']) {
      const href = tracked(name).trackingUrl;
      expect(body).toContain(`<a href="${href}" rel="noopener noreferrer">Track parcel ${name}</a>`);
      expect(mail?.plain).toContain(`Track parcel ${name}\n${href}`);
      expect(mail?.html).toContain(`href="${href}"`);
    }
  });

  it('without any tracking stores no parcel', async () => {
    const { id, number } = await placePaidOrder(1);
    await ship(id, null);
    const { rows } = await shop.db.execute(
      sql`select p.* from parcels p join shipments s on s.id = p.shipment_id where s.order_id = ${id}`,
    );
    expect(rows).toEqual([]);
    const failure = await shop.db
      .execute(sql`insert into parcels (shipment_id, carrier, tracking_number, tracking_url)
        select id, '', '', '' from shipments where order_id = ${id}`)
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('parcel_tells_something');
    expect((await readMails(number))[0]?.plain).not.toMatch(/Carrier|Tracking number|Track /);
  });
});
