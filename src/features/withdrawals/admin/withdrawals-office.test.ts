import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { createOrderLink, type Order } from '#features/orders/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { Declaration } from '../declaration.ts';
import { declareWithdrawal } from '../declare.ts';
import { orderWithdrawalPath } from '../paths.ts';

const { database, pool } = useDatabase();
let app: App;
let office: ReturnType<typeof openOffice>;
const writer = createStaffCookie(
  'Bea',
  ...[openBackOffice.name, 'withdrawals.read', 'withdrawals.write', 'orders.read', 'orders.refund', 'payments.read'],
);
const reader = createStaffCookie('Ada', openBackOffice.name, 'withdrawals.read');

/** A paid order of three bowls and two cups. */
async function placePaid(): Promise<Order> {
  const [bowl, cup] = [
    await addProduct(app.shop, { name: 'Tide bowl', price: 1000 }),
    await addProduct(app.shop, { name: 'Cup', price: 500 }),
  ];
  const order = await placeTestOrder(app.shop, [
    [bowl, 3],
    [cup, 2],
  ]);
  await payTestOrder(app.shop, order);
  return order;
}

async function declare({ number, email }: Order, changes: Partial<Declaration> = {}): Promise<number> {
  const requestKey = crypto.randomUUID();
  const declaration = {
    requestKey,
    orderNumber: String(number),
    email,
    name: 'Ada',
    scope: 'whole',
    items: '',
    reason: '',
  } as const;
  await inTransaction(app.shop.db, (tx) => declareWithdrawal(app.shop, tx, { ...declaration, ...changes, requestKey }));
  const { rows } = await pool.query<{ id: number }>('select id from withdrawals where request_key = $1', [requestKey]);
  return Number(rows[0]?.id);
}

const listLines = async (id: number) =>
  (
    await pool.query<{ name: string; quantity: number; received: number }>(
      `select l.name, w.quantity, w.received from withdrawal_lines w join order_lines l on l.id = w.order_line_id where w.withdrawal_id = $1 order by l.position`,
      [id],
    )
  ).rows.map(({ name, quantity, received }) => `${quantity} ${name}, ${received} back`);

const findLineIds = async ({ id }: Order) =>
  (await pool.query<{ id: number }>('select id from order_lines where order_id = $1 order by position', [id])).rows.map(
    (row) => row.id,
  );

const listIds = async (query: string) =>
  [...(await office.get(`withdrawals?${query}`)).body.matchAll(/data-row="(\d+)"/g)].map(([, id]) => Number(id));

beforeAll(async () => {
  app = await testShop(database, {
    choices: { ...withTestSession, settings: { ...shopConfig.settings, ...salesSettings } },
  });
  office = openOffice(app, writer);
});

describe('a withdrawal', () => {
  it('has the lines that were declared, as far as they are left', async () => {
    const order = await placePaid();
    const first = await declare(order, { scope: 'part', items: '2 × Tide bowl' });
    expect(await listLines(first)).toEqual(['2 Tide bowl, 0 back']);
    const second = await declare(order);
    expect(await listLines(second), 'what the first one has is not left').toEqual([
      '1 Tide bowl, 0 back',
      '2 Cup, 0 back',
    ]);
    const third = await declare(order, { scope: 'part', items: '1 × Cup' });
    expect(await listLines(third)).toEqual([]);
    const unclear = await declare(order, { scope: 'part', items: 'the blue one' });
    expect(await listLines(unclear)).toEqual([]);
    await office.post(`withdrawals/${first}/close-withdrawal`, { note: 'The shopper keeps them' });
    const fourth = await declare(order, { scope: 'part', items: '3 × Tide bowl' });
    expect(await listLines(fourth), 'closed ones keep nothing').toEqual(['2 Tide bowl, 0 back']);
  });

  it('is never about more than was bought and not given back, also by two at once', async () => {
    const order = await placePaid();
    const [bowl = 0] = await findLineIds(order);
    await refundTestOrder(app.shop, order, {
      parts: { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false },
    });
    const made = await Promise.all([1, 2, 3].map(() => declare(order, { scope: 'part', items: '1 × Tide bowl' })));
    const counted = await Promise.all(made.map(listLines));
    expect(counted.flat()).toHaveLength(2);
    const insert =
      'insert into withdrawal_lines (withdrawal_id, order_id, order_line_id, quantity) values ($1, $2, $3, 1)';
    const without = made[counted.findIndex((lines) => lines.length === 0)];
    await expect(pool.query(insert, [without, order.id, bowl])).rejects.toThrow('more units');
    const other = await placePaid();
    await expect(pool.query(insert, [await declare(other), order.id, bowl])).rejects.toThrow();
  });

  it('that matched no order is assigned to one by staff, once, and has its lines then', async () => {
    const order = await placePaid();
    const id = await declare(order, { email: 'mistyped@example.com', scope: 'part', items: '2 × Tide bowl' });
    expect(await listLines(id)).toEqual([]);
    expect((await office.get(`withdrawals/${id}`)).body).toContain(`/admin/withdrawals/${id}/assign-order`);
    const path = `withdrawals/${id}/assign-order`;
    const { fields } = await office.get(path);
    expect(fields.order).toBe(String(order.number));
    expect((await office.post(path, { ...fields, order: '999999' })).body).toContain(
      'There is no order with this number.',
    );
    expect((await office.post(path, fields, reader)).statusCode).toBe(403);
    const asked = await office.post(path, { ...fields, order: `# ${order.number}` });
    expect(asked.body).toContain('The order has a different email address');
    expect(await listLines(id)).toEqual([]);
    const other = await placePaid();
    const replies = await Promise.all([
      office.post(path, asked.fields),
      office.put(path, { order: String(other.number) }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toContain(409);
    const { rows } = await pool.query<{ orderId: number; email: string }>(
      'select order_id as "orderId", email from withdrawals where id = $1',
      [id],
    );
    expect([Number(order.id), Number(other.id)]).toContain(Number(rows[0]?.orderId));
    expect(rows[0]?.email).toBe('mistyped@example.com');
    expect(await listLines(id)).toEqual(['2 Tide bowl, 0 back']);
    const page = (await office.get(`withdrawals/${id}`)).body;
    expect(page).toContain('choose-lines');
    expect(page).not.toContain('assign-order');
    for (const change of ['order_id = null', `email = 'x@example.com'`, 'order_id = order_id'])
      await expect(pool.query(`update withdrawals set ${change} where id = $1`, [id])).rejects.toThrow(
        'as it was made',
      );
    await expect(pool.query('delete from withdrawals where id = $1', [id])).rejects.toThrow();
  });

  it('is assigned to no order that is not binding, nor once it is closed', async () => {
    const [bowl] = [await addProduct(app.shop, { name: 'Plain bowl', price: 1000 })];
    const open = await placeTestOrder(app.shop, [[bowl, 1]]);
    await pool.query(`update orders set status = 'pending', confirmed_at = null, confirmed_by = null where id = $1`, [
      open.id,
    ]);
    const paid = await placePaid();
    const id = await declare(paid, { orderNumber: '77' });
    const path = `withdrawals/${id}/assign-order`;
    expect((await office.put(path, { order: String(open.number) })).statusCode).toBe(409);
    await office.post(`withdrawals/${id}/close-withdrawal`, { note: 'Written to' });
    expect((await office.put(path, { order: String(paid.number) })).statusCode).toBe(409);
    expect(await listLines(id)).toEqual([]);
  });

  it('gets its lines from staff, which the refund begins with', async () => {
    const order = await placePaid();
    const [bowl = 0, cup = 0] = await findLineIds(order);
    const id = await declare(order, { scope: 'part', items: 'the blue one' });
    expect((await office.get(`withdrawals/${id}`)).body).toContain('Choose the items first');
    const path = `withdrawals/${id}/choose-lines`;
    expect((await office.post(path, { [`items.l${bowl}`]: '4' })).statusCode).toBe(422);
    expect((await office.post(path, { [`items.l${bowl}`]: '1' }, reader)).statusCode).toBe(403);
    await office.post(path, { [`items.l${bowl}`]: '2', [`items.l${cup}`]: '1' });
    expect(await listLines(id)).toEqual(['2 Tide bowl, 0 back', '1 Cup, 0 back']);
    const { body } = await office.get(`withdrawals/${id}`);
    expect(body).toContain('Refund €25.00');
    expect(body).toContain(`/admin/orders/${order.id}/refund-order`);
    expect((await office.get(`orders/${order.id}/refund-order`)).body).toContain('has withdrawn from');
    await office.post(path, { [`items.l${bowl}`]: '1', [`items.l${cup}`]: '' });
    expect(await listLines(id)).toEqual(['1 Tide bowl, 0 back']);
  });

  it('counts what came back, never more than was withdrawn from', async () => {
    const order = await placePaid();
    const [bowl = 0] = await findLineIds(order);
    const id = await declare(order, { scope: 'part', items: '2 × Tide bowl' });
    const path = `withdrawals/${id}/record-received`;
    expect((await office.post(path, { [`items.l${bowl}`]: '3' })).statusCode).toBe(422);
    await office.post(path, { [`items.l${bowl}`]: '1' });
    expect(await listLines(id)).toEqual(['2 Tide bowl, 1 back']);
    expect((await office.get(`withdrawals?view=open`)).body).toContain('Items returned');
    expect((await office.get(`orders/${order.id}`)).body).toContain('2 withdrawn, 1 returned');
    await office.post(`withdrawals/${id}/choose-lines`, { [`items.l${bowl}`]: '1' });
    expect(await listLines(id)).toEqual(['1 Tide bowl, 1 back']);
  });

  it('is closed once, and then not changed', async () => {
    const order = await placePaid();
    const [bowl = 0] = await findLineIds(order);
    const id = await declare(order);
    const unmatched = await declare({ ...order, number: 99_999 });
    expect(await listIds('view=open')).toEqual(expect.arrayContaining([id, unmatched]));
    expect(await listIds('view=unmatched')).toEqual([unmatched]);
    expect(await listIds(`q=${order.number}`)).toEqual([id]);
    const { fields } = await office.get(`withdrawals/${id}/close-withdrawal`);
    for (const _ of [1, 2])
      expect(
        (await office.post(`withdrawals/${id}/close-withdrawal`, { ...fields, note: 'Refunded' })).statusCode,
      ).toBe(303);
    expect((await office.post(`withdrawals/${id}/close-withdrawal`, { note: 'Again' })).statusCode).toBe(409);
    for (const verb of ['choose-lines', 'record-received'])
      expect((await office.post(`withdrawals/${id}/${verb}`, { [`items.l${bowl}`]: '1' })).statusCode).toBe(409);
    expect(await listIds('view=open')).not.toContain(id);
    expect(await listIds('view=closed')).toContain(id);
    const { body } = await office.get(`withdrawals/${id}`);
    expect(body).toContain('Refunded');
    expect(body).not.toMatch(/choose-lines|record-received|close-withdrawal/);
    expect((await office.get(`withdrawals/${unmatched}`)).body).toContain('don’t match any order');
    expect((await office.post(`withdrawals/${unmatched}/choose-lines`, {})).statusCode).toBe(409);
  });

  it('[D7] is chosen by lines on the page of an order, which then says of what, and what became of it', async () => {
    const order = await placePaid();
    const shopper = newShopper(app);
    await shopper.visit(createOrderLink(app.shop, order));
    const path = orderWithdrawalPath(order.token);
    const part = { scope: 'part', name: 'Ada Byrne', reason: '' };
    expect((await shopper.submit(path, part)).status).toBe(422);
    expect((await shopper.submit(path, { ...part, 'items.l1': '4' })).status).toBe(422);
    const asked = await shopper.submit(path, { ...part, 'items.l1': '2' });
    expect(asked.body).toContain('Confirm withdrawal');
    const hidden = Object.fromEntries(
      [...asked.body.matchAll(/<input type="hidden" name="(withdrawal_[a-z]+)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    delete hidden.withdrawal_change;
    await shopper.submit('/withdrawal', hidden as Record<string, string>);
    const { rows } = await pool.query<{ id: number }>('select id from withdrawals where order_id = $1', [order.id]);
    const id = Number(rows[0]?.id);
    expect(await listLines(id)).toEqual(['2 Tide bowl, 0 back']);
    const readPage = async () => (await shopper.visit(createOrderLink(app.shop, order))).body;
    expect(await readPage()).toMatch(/Returns.*We have received it\..*2 × Tide bowl/s);
    expect((await office.get(`orders/${order.id}`)).body).toContain('2 withdrawn, 0 returned');
    expect((await shopper.visit(path)).body).toContain('Of 1.');
    const [bowl = 0] = await findLineIds(order);
    await office.post(`withdrawals/${id}/record-received`, { [`items.l${bowl}`]: '2' });
    expect(await readPage()).toContain('The items have come back to us.');
    await office.post(`withdrawals/${id}/close-withdrawal`, { note: 'a note for staff' });
    expect(await readPage()).toContain('We have processed it.');
    expect(await readPage()).not.toContain('a note for staff');
  });
});
