import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { createCallCommand } from '#app/cli/call-command.ts';
import { type Calls, registerCalls } from '#app/cli/register-calls.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { runMails } from '#tests/support/whole-order.ts';

const { database, pool } = useDatabase();
let app: App;
let calls: Calls;
let office: ReturnType<typeof openOffice>;
const reader = createStaffCookie('Bea', openBackOffice.name, 'orders.read');

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  const prepare = (built: App) => {
    calls = registerCalls(built);
  };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' }, prepare });
  office = openOffice(app, createStaffCookie('Cleo', openBackOffice.name, 'orders.read', 'orders.write'));
});

async function placePaid(...quantities: readonly number[]): Promise<Order> {
  const wanted: [number, number][] = [];
  for (const quantity of quantities) wanted.push([await addProduct(app.shop, { stock: 20 }), quantity]);
  const order = await placeTestOrder(app.shop, wanted);
  await payTestOrder(app.shop, order);
  return order;
}

async function readParcels({ id }: Order) {
  const { rows } = await pool.query<{ shipment: number; what: string; units: number }>(
    `select s.id as shipment, concat_ws(' ', p.carrier, p.tracking_number, p.tracking_url) as what,
      (select sum(quantity)::integer from shipment_lines l where l.shipment_id = s.id) as units
    from shipments s left join parcels p on p.shipment_id = s.id where s.order_id = $1 order by s.id, p.id`,
    [id],
  );
  return rows;
}

const readAudit = async (action: string, { id }: Order) =>
  (
    await pool.query(
      'select before, after from platform.audit_entries where action = $1 and subject_id = $2::text order by id',
      [action, id],
    )
  ).rows;

const readMails = async ({ number }: Order) => {
  await runMails(app);
  const { rows } = await pool.query<{ subject: string; plain: string }>(
    `select subject, plain from platform.mail where id like $1 order by created_at, id`,
    [`order:${number}:shipped:%`],
  );
  return rows;
};

describe('shipping on the page of an order', () => {
  it('is the next step of a paid order, and begins with all that is left', async () => {
    const order = await placePaid(2, 1);
    const { body } = await office.get(`orders/${order.id}`);
    expect(body.includes('/ship-order" class="button">Ship</a>')).toBe(true);
    const form = await office.get(`orders/${order.id}/ship-order`);
    expect([form.body.includes('2 are left'), form.fields['units.1'], form.fields['units.2']]).toEqual([
      true,
      '2',
      '1',
    ]);
    const unpaid = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
    expect((await office.get(`orders/${unpaid.id}`)).body).not.toContain('ship-order');
    expect((await office.get(`orders/${order.id}`, reader)).body).not.toContain('ship-order');
    expect((await office.get(`orders/${order.id}/ship-order`, reader)).statusCode).toBe(403);
  });

  it('sends some units in several parcels, then the rest, and tells the customer of both', async () => {
    const order = await placePaid(3);
    const path = `orders/${order.id}/ship-order`;
    const form = await office.get(path);
    const added = await office.post(path, { ...form.fields, _add: 'parcels' });
    expect(added.fields['parcels.row']).toEqual(['0', '1']);
    const done = await office.post(path, {
      ...added.fields,
      ...{
        'units.1': '2',
        'parcels.0.carrier': 'An Post',
        'parcels.0.trackingNumber': 'CE1',
        'parcels.1.carrier': 'DHL',
      },
      'parcels.1.trackingUrl': 'https://dhl.example/1',
    });
    expect([done.statusCode, done.location]).toEqual([303, `/admin/orders/${order.id}`]);
    expect((await office.post(path, (await office.get(path)).fields)).statusCode).toBe(303);
    expect(await readParcels(order)).toMatchObject([
      { what: 'An Post CE1 ', units: 2 },
      { what: 'DHL  https://dhl.example/1', units: 2 },
      { what: '', units: 1 },
    ]);
    expect((await getOrder(app.shop.db, { id: order.id }))?.status).toBe('completed');
    expect((await readMails(order)).map(({ subject }) => subject)).toEqual([
      `Part of your order ${order.number} is on its way`,
      `Your order ${order.number} is on its way`,
    ]);
    expect(await readAudit('fulfilment.ship-order', order)).toMatchObject([
      { after: { items: '2 × Tide bowl', parcels: 'An Post CE1; DHL https://dhl.example/1', notify: true } },
      { after: { items: '1 × Tide bowl', parcels: '', notify: true } },
    ]);
  });

  it('refuses what is not left, nothing at all, and addresses that are none', async () => {
    const order = await placePaid(2);
    const path = `orders/${order.id}/ship-order`;
    const { fields } = await office.get(path);
    for (const [changes, message] of [
      [{ 'units.1': '3' }, 'at most 2'],
      [{ 'units.1': '' }, 'Choose at least one item.'],
      [{ 'parcels.0.trackingUrl': 'javascript:alert(1)' }, 'Enter an address that starts with https://'],
    ] as const) {
      const refused = await office.post(path, { ...fields, ...changes });
      expect([refused.statusCode >= 400, refused.body.includes(message)], message).toEqual([true, true]);
    }
    expect(await readParcels(order)).toEqual([]);
  });

  it('by two clerks at once ships each unit once', async () => {
    const order = await placePaid(4);
    const path = `orders/${order.id}/ship-order`;
    const values = { units: { 1: 3 }, parcels: [], notify: false };
    const replies = await Promise.all([1, 2, 3].map(() => office.put(path, values)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await readParcels(order)).toMatchObject([{ units: 3 }]);
    const { rows } = await pool.query('select shipped from stock_reservations where order_id = $1', [order.id]);
    expect(rows).toEqual([{ shipped: 3 }]);
  });

  it('sent twice with one form ships once', async () => {
    const order = await placePaid(4);
    const { fields } = await office.get(`orders/${order.id}/ship-order`);
    const form = { ...fields, 'units.1': '1' };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await office.post(`orders/${order.id}/ship-order`, form)).statusCode).toBe(303);
    expect(await readParcels(order)).toMatchObject([{ units: 1 }]);
  });
});

describe('shipping on the command line', () => {
  it('is a call of the operation: what it does not name is as the page begins', async () => {
    const order = await placePaid(2, 1);
    const parcels = [{ carrier: 'An Post', trackingNumber: 'CE7', trackingUrl: '' }];
    const run = (input: object) => {
      const args = ['fulfilment.ship-order', JSON.stringify(input)];
      return runCommand(app.shop, [createCallCommand(() => calls)], 'call', args, { param: `id=${order.id}` });
    };
    expect(await run({ units: { 1: 1, 2: 0 }, notify: false })).toMatchObject({ code: 0, data: { outcome: 'part' } });
    expect(await run({ parcels })).toMatchObject({ code: 0, data: { outcome: 'done' } });
    expect(await readParcels(order)).toMatchObject([{ units: 1 }, { what: 'An Post CE7 ', units: 2 }]);
    expect((await run({})).code).toBe(1);
  });
});

describe('correcting the tracking', () => {
  const ship = async (parcels: readonly object[]) => {
    const order = await placePaid(1);
    const shipped = await office.put(`orders/${order.id}/ship-order`, { units: { 1: 1 }, parcels, notify: false });
    expect(shipped.statusCode).toBe(200);
    return order;
  };
  const parcel = (trackingNumber: string) => ({ carrier: 'An Post', trackingNumber, trackingUrl: '' });

  it('shows what will change, keeps the old one in the audit, and finds the order by the new one', async () => {
    const order = await ship([parcel('CE1'), parcel('CE2')]);
    const path = `orders/${order.id}/correct-tracking`;
    const { fields } = await office.get(path);
    const [name = ''] = Object.keys(fields).filter((each) => fields[each] === 'CE2');
    const asked = await office.post(path, { ...fields, [name]: 'CE3' });
    expect(asked.body).toContain('“An Post CE2” becomes “An Post CE3”.');
    expect((await office.post(path, asked.fields)).location).toBe(`/admin/orders/${order.id}`);
    expect((await readParcels(order)).map(({ what }) => what)).toEqual(['An Post CE1 ', 'An Post CE3 ']);
    expect(await readAudit('fulfilment.correct-tracking', order)).toEqual([
      { before: { parcels: 'An Post CE2' }, after: { parcels: 'An Post CE3' } },
    ]);
    expect(await readMails(order)).toEqual([]);
    expect((await office.get('orders?q=CE3')).body).toContain(`/admin/orders/${order.id}?`);
    expect((await office.get('orders?q=CE2')).body).not.toContain(`/admin/orders/${order.id}?`);
  });

  it('tells the customer once if that is ticked, also of a first tracking number', async () => {
    const order = await ship([]);
    const path = `orders/${order.id}/correct-tracking`;
    const values = await office.values(path);
    const [key = ''] = Object.keys(values.parcels);
    const changed = { parcels: { [key]: parcel('CE9') }, notify: true };
    expect(await office.put(path, changed)).toMatchObject({ statusCode: 200, outcome: 'told' });
    const [mail, ...others] = await readMails(order);
    expect([mail?.subject, others]).toEqual([`New tracking details for your order ${order.number}`, []]);
    expect(mail?.plain).toContain('CE9');
    const [stored = ''] = Object.keys((await office.values(path)).parcels);
    const emptied = await office.put(path, { parcels: { [stored]: { ...parcel(''), carrier: '' } }, notify: true });
    expect(emptied).toMatchObject({
      statusCode: 409,
      data: { params: { [`parcels.${stored}.trackingNumber`]: expect.any(String) } },
    });
    expect((await readParcels(order)).map(({ what }) => what)).toEqual(['An Post CE9 ']);
  });

  it('changes no parcel of another order', async () => {
    const [order, other] = [await ship([parcel('A1')]), await ship([parcel('B1')])];
    const values = await office.values(`orders/${other.id}/correct-tracking`);
    const [key = ''] = Object.keys(values.parcels);
    const reply = await office.put(`orders/${order.id}/correct-tracking`, {
      parcels: { [key]: parcel('X') },
      notify: false,
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect((await readParcels(other)).map(({ what }) => what)).toEqual(['An Post B1 ']);
  });
});
