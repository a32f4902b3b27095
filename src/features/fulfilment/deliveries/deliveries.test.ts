import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { cancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { eraseOrders } from '#features/orders/personal-data.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder, refundTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { runMails } from '#tests/support/whole-order.ts';
import { deliveryData } from '../personal-data.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  const permissions = ['orders.read', 'orders.write', 'documents.read'];
  office = openOffice(app, createStaffCookie('Cleo', openBackOffice.name, ...permissions));
});

interface Sent {
  readonly order: Order;
  readonly product: number;
}

/** A paid order of a product of which `stock` were there, shipped in as many parcels as there are numbers. */
async function send(quantity: number, tracking: readonly string[] = ['RR1'], email?: string): Promise<Sent> {
  const product = await addProduct(app.shop, { stock: 10 });
  const order = await placeTestOrder(app.shop, [[product, quantity]], email === undefined ? {} : { email });
  await payTestOrder(app.shop, order);
  const parcels = tracking.map((trackingNumber) => ({ carrier: 'Post', trackingNumber, trackingUrl: '' }));
  const shipped = await office.put(`orders/${order.id}/ship-order`, { units: { 1: quantity }, parcels, notify: false });
  expect(shipped.statusCode).toBe(200);
  return { order, product };
}

/** Records a fact about the parcel that the form offers first, or the next one. */
async function record({ order }: Pick<Sent, 'order'>, changes: object) {
  const path = `orders/${order.id}/record-delivery`;
  return office.put(path, { ...(await office.values(path)), ...changes });
}

const readShipment = async ({ id }: Pick<Order, 'id'>) =>
  (await pool.query('select shipment_state as state from orders where id = $1', [id])).rows[0].state;

const readUnits = async ({ id }: Pick<Order, 'id'>) =>
  (await pool.query('select quantity, shipped, returned, state from stock_reservations where order_id = $1', [id]))
    .rows;

const listReplacements = async ({ id }: Pick<Order, 'id'>) => {
  const { rows } = await pool.query<{ id: number }>(
    'select order_id::integer as id from replacements where replaced_order_id = $1 order by order_id',
    [id],
  );
  return Promise.all(rows.map(async (row) => (await getOrder(app.shop.db, row)) as Order));
};

const sendAgain = async ({ order }: Pick<Sent, 'order'>) => {
  const path = `orders/${order.id}/send-again`;
  return office.put(path, await office.values(path));
};

describe('how a parcel arrived', () => {
  it('is part of the data of a customer, and its reason is erased with the order', async () => {
    const { customer } = await createCustomer(app.shop);
    const sent = await send(1);
    await record(sent, { state: 'failed', reason: 'Ada was not at home' });
    await pool.query('update orders set customer_id = $2, visitor_id = null where id = $1', [
      sent.order.id,
      customer.id,
    ]);
    const read = () => deliveryData.read(app.shop, app.shop.db, customer);
    const told = { order: sent.order.number, state: 'failed' };
    expect(await read()).toEqual([expect.objectContaining({ ...told, reason: 'Ada was not at home' })]);
    await pool.query(
      `update customers set erased_at = now(), name = '', email_verified_at = null, email = 'deleted-' || id || '@customer.invalid' where id = $1`,
      [customer.id],
    );
    await pool.query(`update orders set status = 'completed' where id = $1`, [sent.order.id]);
    await eraseOrders(app.shop, new Date(Date.now() + 60_000));
    expect(await read()).toEqual([expect.objectContaining({ ...told, reason: '' })]);
  });

  it('is shown, filtered and counted until somebody has dealt with it', async () => {
    const sent = await send(2, ['A1', 'A2']);
    const path = `orders/${sent.order.id}`;
    expect(await record(sent, { state: 'delivered' })).toMatchObject({ statusCode: 200, outcome: 'done' });
    expect(await readShipment(sent.order)).toBe('shipped');
    const failed = await record(sent, { state: 'failed', reason: 'Nobody there' });
    expect(failed).toMatchObject({ statusCode: 200, outcome: 'open' });
    expect(await readShipment(sent.order)).toBe('undelivered');
    const { body } = await office.get(path);
    expect(body).toMatch(/A1.*Delivered.*A2.*Delivery failed.*Nobody there/s);
    expect(body).toContain('/send-again" class="button">Send again</a>');
    expect((await office.get('orders?view=undelivered')).body).toContain(`/admin/${path}?`);
    expect((await office.get('orders?delivery=returned')).body).not.toContain(`/admin/${path}?`);
    expect((await office.get('../admin')).body).toContain('failed or come back');
    const { parcel } = await office.values(`${path}/record-delivery`);
    const second = parcel.replace(/\d+$/, (id: string) => String(Number(id) + 1));
    await record(sent, { parcel: second, state: 'settled', reason: 'Given away' });
    expect(await readShipment(sent.order)).toBe('delivered');
    expect((await office.get('orders?view=undelivered')).body).not.toContain(`/admin/${path}?`);
    const audit = await pool.query(
      `select before, after from platform.audit_entries where action = 'fulfilment.record-delivery' and subject_id = $1::text order by id`,
      [sent.order.id],
    );
    expect(audit.rows.map(({ before, after }) => [before?.state, after.state])).toEqual([
      [undefined, 'delivered'],
      [undefined, 'failed'],
      ['failed', 'settled'],
    ]);
  });

  it('is known of a shipment without a parcel too, and stays when its tracking becomes known', async () => {
    const sent = await send(1, []);
    expect((await record(sent, { state: 'returned' })).statusCode).toBe(200);
    expect(await readShipment(sent.order)).toBe('undelivered');
    const path = `orders/${sent.order.id}/correct-tracking`;
    const { parcels } = await office.values(path);
    const [key = ''] = Object.keys(parcels);
    const known = { [key]: { carrier: 'Post', trackingNumber: 'L1', trackingUrl: '' } };
    expect((await office.put(path, { parcels: known, notify: false })).statusCode).toBe(200);
    expect((await record(sent, { state: 'delivered' })).statusCode).toBe(200);
    expect(await readShipment(sent.order)).toBe('delivered');
  });

  it('is refused without a state, for a day to come, and for a parcel of another order', async () => {
    const [sent, other] = [await send(1), await send(1)];
    const { parcel } = await office.values(`orders/${other.order.id}/record-delivery`);
    for (const changes of [{ state: '' }, { state: 'failed', on: '2999-01-01' }, { state: 'failed', parcel }])
      expect((await record(sent, changes)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await record(sent, { state: 'settled' })).statusCode).toBeGreaterThanOrEqual(400);
    expect(await readShipment(sent.order)).toBe('shipped');
  });

  it('warns on other orders of the same person, and only there', async () => {
    const sent = await send(1, ['W1'], 'eve@example.com');
    const later = await placeTestOrder(app.shop, [[sent.product, 1]], { email: 'EVE+gift@example.com' });
    const warning = 'An earlier parcel to this customer could not be delivered or came back.';
    expect((await office.get(`orders/${later.id}`)).body).not.toContain(warning);
    await record(sent, { state: 'returned' });
    expect((await office.get(`orders/${later.id}`)).body).toContain(warning);
    expect((await office.get(`orders/${sent.order.id}`)).body).not.toContain(warning);
  });
});

describe('what came back', () => {
  it('goes to stock as far as it is told, once', async () => {
    const sent = await send(3);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(7);
    const refused = await record(sent, { state: 'failed', restock: { 1: 1 } });
    expect(refused).toMatchObject({ statusCode: 409, data: { params: { restock: expect.any(String) } } });
    await record(sent, { state: 'returned' });
    expect(await readOnHand(app.shop.db, sent.product)).toBe(7);
    expect((await record(sent, { state: 'returned', restock: { 1: 2 } })).statusCode).toBe(200);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
    expect(await readUnits(sent.order)).toEqual([{ quantity: 3, shipped: 1, returned: 2, state: 'committed' }]);
    for (const changes of [{ state: 'returned', restock: { 1: 2 } }, { state: 'delivered' }])
      expect((await record(sent, changes)).statusCode).toBe(409);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
  });

  it('leaves what is still to be shipped of the order reserved', async () => {
    const product = await addProduct(app.shop, { stock: 10 });
    const order = await placeTestOrder(app.shop, [[product, 3]]);
    await payTestOrder(app.shop, order);
    const ship = (quantity: number) =>
      office.put(`orders/${order.id}/ship-order`, { units: { 1: quantity }, parcels: [], notify: false });
    await ship(2);
    expect((await record({ order }, { state: 'returned', restock: { 1: 2 } })).statusCode).toBe(200);
    expect(await readUnits(order)).toEqual([{ quantity: 3, shipped: 0, returned: 2, state: 'committed' }]);
    expect(await readShipment(order)).toBe('partly');
    await ship(1);
    expect(await readUnits(order)).toEqual([{ quantity: 3, shipped: 1, returned: 2, state: 'committed' }]);
    expect(await readOnHand(app.shop.db, product)).toBe(9);
  });
});

describe('what came back and is refunded', () => {
  const units = (quantity: number) => ({ lines: [{ position: 1, quantity }], shipping: false, fees: false });
  const refund = ({ order }: Pick<Sent, 'order'>, quantity: number, restock = true) =>
    refundTestOrder(app.shop, order, { parts: units(quantity), restock, reason: 'Returned' });
  const parcelAfter = async ({ order }: Pick<Sent, 'order'>, count: number) => {
    const { parcel } = await office.values(`orders/${order.id}/record-delivery`);
    return parcel.replace(/\d+$/, (id: string) => String(Number(id) + count));
  };

  it('goes to stock once, whichever is told first', async () => {
    const sent = await send(3);
    await record(sent, { state: 'returned', restock: { 1: 2 } });
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
    expect(await refund(sent, 2)).toMatchObject({ ok: true });
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
    expect(await refund(sent, 1)).toMatchObject({ ok: true });
    expect(await readOnHand(app.shop.db, sent.product)).toBe(10);
    const other = await send(3);
    await refund(other, 2);
    expect((await record(other, { state: 'returned', restock: { 1: 2 } })).statusCode).toBe(409);
    expect((await record(other, { state: 'returned', restock: { 1: 1 } })).statusCode).toBe(200);
    expect(await readOnHand(app.shop.db, other.product)).toBe(10);
  });

  it('goes to stock for units that were refunded without them before', async () => {
    const sent = await send(3);
    await refund(sent, 2, false);
    await refund(sent, 1);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(8);
  });

  it('is not told apart from a unit that was lost and refunded before: nothing is counted twice', async () => {
    const sent = await send(3);
    await refund(sent, 1, false);
    expect((await record(sent, { state: 'returned', restock: { 1: 2 } })).statusCode).toBe(200);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
    expect(await refund(sent, 2)).toMatchObject({ ok: true });
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
  });

  it('is at most what its shipment had, in all of its parcels', async () => {
    const product = await addProduct(app.shop, { stock: 10 });
    const order = await placeTestOrder(app.shop, [[product, 4]]);
    await payTestOrder(app.shop, order);
    const parcels = ['P1', 'P2'].map((trackingNumber) => ({ carrier: 'Post', trackingNumber, trackingUrl: '' }));
    for (const sent of [parcels, []])
      await office.put(`orders/${order.id}/ship-order`, { units: { 1: 2 }, parcels: sent, notify: false });
    const second = await parcelAfter({ order }, 1);
    await record({ order }, { state: 'returned', restock: { 1: 2 } });
    expect((await record({ order }, { parcel: second, state: 'returned', restock: { 1: 1 } })).statusCode).toBe(409);
    expect(await readOnHand(app.shop.db, product)).toBe(8);
    const written = await pool
      .query(
        `insert into returned_units (order_id, line_id, quantity, delivery_id, returned_at)
        select order_id, line_id, 1, delivery_id, now() from returned_units where order_id = $1`,
        [order.id],
      )
      .then(() => null, postgresError);
    expect(written?.constraint).toBe('returned_at_most_the_shipped');
  });

  it('is never more than was ordered, whoever writes it', async () => {
    const sent = await send(1);
    await refund(sent, 1);
    const written = await pool
      .query(
        `insert into returned_units (order_id, line_id, quantity, refund_id, returned_at)
        select order_id, line_id, 1, refund_id, now() from returned_units where order_id = $1`,
        [sent.order.id],
      )
      .then(() => null, postgresError);
    expect(written?.constraint).toBe('returned_at_most_ordered');
  });

  it('leaves a delivery open until all of its units are refunded', async () => {
    const sent = await send(2, ['B1', 'B2']);
    await record(sent, { state: 'returned' });
    await refund(sent, 1);
    expect(await readShipment(sent.order)).toBe('undelivered');
    await refund(sent, 1);
    expect(await readShipment(sent.order)).toBe('shipped');
  });

  it('is told apart from what was not shipped, which is refunded first', async () => {
    const product = await addProduct(app.shop, { stock: 10 });
    const order = await placeTestOrder(app.shop, [[product, 3]]);
    await payTestOrder(app.shop, order);
    await office.put(`orders/${order.id}/ship-order`, { units: { 1: 1 }, parcels: [], notify: false });
    await record({ order }, { state: 'returned' });
    await refund({ order }, 2, false);
    const readAnswer = async () =>
      (await pool.query('select answer from deliveries where order_id = $1', [order.id])).rows[0].answer;
    expect(await readAnswer()).toBeNull();
    await refund({ order }, 1, false);
    expect(await readAnswer()).toBe('refunded');
  });
});

describe('sending again', () => {
  it('is a free order of the same units, whose history and that of the first name each other', async () => {
    const sent = await send(2);
    await record(sent, { state: 'failed', reason: 'Lost' });
    expect(await sendAgain(sent)).toMatchObject({ statusCode: 200 });
    const [again, ...others] = await listReplacements(sent.order);
    expect([again, others]).toMatchObject([
      {
        ...{ status: 'processing', total: 0, shippingTotal: 0, source: 'admin', email: sent.order.email },
        ...{ lines: [{ name: 'Tide bowl', quantity: 2, total: 0 }], delivery: sent.order.delivery },
        paymentTitle: `Free replacement for order ${sent.order.number}`,
      },
      [],
    ]);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(6);
    expect(await readShipment(sent.order)).toBe('shipped');
    expect((await getOrder(app.shop.db, sent.order))?.status).toBe('completed');
    const first = (await office.get(`orders/${sent.order.id}`)).body;
    expect(first).toMatch(/Sent again free of charge:.*sent again/s);
    expect(first).toContain(`/admin/orders/${again?.id}"`);
    expect(first).not.toContain('/send-again"');
    const second = (await office.get(`orders/${again?.id}`)).body;
    expect(second).toContain(`/admin/orders/${sent.order.id}"`);
    const { rows } = await pool.query(
      `select subject_id as id, after from platform.audit_entries where action = 'fulfilment.send-again' order by subject_id::integer desc`,
    );
    expect(rows).toEqual([
      { id: String(again?.id), after: { replaces: String(sent.order.number), items: '2 × Tide bowl', reason: 'Lost' } },
      { id: String(sent.order.id), after: { sentAs: String(again?.number), items: '2 × Tide bowl', reason: 'Lost' } },
    ]);
  });

  it('is packed and shipped like any order, without an invoice, and told to the customer', async () => {
    const sent = await send(1);
    await record(sent, { state: 'returned', restock: { 1: 1 } });
    await sendAgain(sent);
    const [again] = await listReplacements(sent.order);
    if (!again) throw new Error('not sent again');
    expect(await readOnHand(app.shop.db, sent.product)).toBe(9);
    expect((await office.get('orders?view=toShip')).body).toContain(`/admin/orders/${again.id}?`);
    expect((await office.get(`orders/-/packing-slips.pdf?id=${again.id}`)).statusCode).toBe(200);
    const shipped = await office.put(`orders/${again.id}/ship-order`, {
      ...{ units: { 1: 1 }, parcels: [], notify: true },
    });
    expect(shipped).toMatchObject({ statusCode: 200, outcome: 'done' });
    expect((await getOrder(app.shop.db, again))?.status).toBe('completed');
    await runMails(app);
    const { rows } = await pool.query<{ id: string; plain: string }>(
      `select id, plain from platform.mail where id like $1 order by id`,
      [`order:${again.number}:%`],
    );
    expect(rows.map(({ id }) => id.split(':')[2])).toEqual(['confirmation', 'owner', 'shipped']);
    expect(rows[0]?.plain).toContain(`Free replacement for order ${sent.order.number}`);
    const documents = await pool.query('select from documents where order_id = $1', [again.id]);
    const payments = await pool.query('select from payments where order_id = $1', [again.id]);
    expect([documents.rows, payments.rows]).toEqual([[], []]);
  });

  it('by several clerks at once happens once', async () => {
    const sent = await send(2);
    await record(sent, { state: 'failed' });
    const path = `orders/${sent.order.id}/send-again`;
    const values = await office.values(path);
    const replies = await Promise.all([1, 2, 3, 4].map(() => office.put(path, values)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await listReplacements(sent.order)).toHaveLength(1);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(6);
    expect((await record(sent, { state: 'delivered' })).statusCode).toBe(409);
  });

  it('changes nothing when the stock is not there', async () => {
    const sent = await send(2);
    await record(sent, { state: 'failed' });
    await pool.query('update stock_levels set on_hand = 1 where variation_id = $1', [sent.product]);
    const refused = await sendAgain(sent);
    expect(refused).toMatchObject({ statusCode: 409, message: 'Not enough in stock: Tide bowl' });
    expect(await listReplacements(sent.order)).toEqual([]);
    expect(await readShipment(sent.order)).toBe('undelivered');
  });

  it('can be cancelled until it is shipped: the stock is back, and the delivery waits again', async () => {
    const sent = await send(2);
    await record(sent, { state: 'failed' });
    await sendAgain(sent);
    const [again] = await listReplacements(sent.order);
    if (!again) throw new Error('not sent again');
    expect((await office.get(`orders/${again.id}`)).body).toContain('/cancel-order"');
    const cancelled = await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: again.id, by: 'shop', reason: 'by-shop' }),
    );
    expect(cancelled).toEqual({ ok: true, changed: true });
    expect([await readOnHand(app.shop.db, sent.product), await readShipment(sent.order)]).toEqual([8, 'undelivered']);
    expect(await sendAgain(sent)).toMatchObject({ statusCode: 200 });
    expect(await readShipment(sent.order)).toBe('shipped');
  });
});

describe('a refund', () => {
  it('of units of the delivery settles it', async () => {
    const sent = await send(2);
    await record(sent, { state: 'returned' });
    await refundTestOrder(app.shop, sent.order, { amount: 100, reason: 'Sorry' });
    expect(await readShipment(sent.order)).toBe('undelivered');
    const parts = { lines: [{ position: 1, quantity: 2 }], shipping: false, fees: false };
    await refundTestOrder(app.shop, sent.order, { parts, reason: 'Returned' });
    expect(await readShipment(sent.order)).toBe('shipped');
    expect((await office.get(`orders/${sent.order.id}`)).body).toContain('refunded');
    expect((await record(sent, { state: 'delivered' })).statusCode).toBe(409);
  });
});

describe('replacing items', () => {
  it('replaces chosen units of what was shipped, each at most once', async () => {
    const sent = await send(3);
    const path = `orders/${sent.order.id}/replace-items`;
    const replace = (quantity: number) => office.put(path, { units: { 1: quantity }, charge: null, reason: 'Chipped' });
    expect((await replace(0)).statusCode).toBe(409);
    const replies = await Promise.all([replace(2), replace(2)]);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await replace(2)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await replace(1)).statusCode).toBe(200);
    expect((await listReplacements(sent.order)).map(({ lines }) => lines[0]?.quantity)).toEqual([2, 1]);
    expect(await readOnHand(app.shop.db, sent.product)).toBe(4);
    const failure = await pool
      .query(
        `insert into replaced_units select r.order_id, l.order_id, l.id, 1 from order_lines l, replacements r
        where l.order_id = $1 and not exists (select from replaced_units u where u.replacement_id = r.order_id and u.line_id = l.id) limit 1`,
        [sent.order.id],
      )
      .then(() => null, postgresError);
    expect(failure?.constraint).toBe('replaced_at_most_the_shipped');
  });

  it('leaves the money of the first order alone', async () => {
    const sent = await send(1);
    const replaced = await office.put(`orders/${sent.order.id}/replace-items`, {
      units: { 1: 1 },
      charge: null,
      reason: '',
    });
    expect(replaced.statusCode).toBe(200);
    const after = await getOrder(app.shop.db, sent.order);
    expect([after?.capturedTotal, after?.refundedTotal, after?.status]).toEqual([1500, 0, 'completed']);
  });
});
