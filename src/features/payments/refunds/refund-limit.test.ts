import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, findStaffActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder, refundTestOrder, salesShop } from '#tests/support/sales.ts';
import { requestRefund } from './request-refund.ts';

const { database, pool } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
  await pool.query(
    `insert into staff_role_permissions (role, permission, max_amount) values ('support', 'orders.refund', 2000)`,
  );
});

async function createStaff(email: string, role: string): Promise<Actor> {
  const { customer } = await createCustomer(shop, email);
  await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [customer.id, role]);
  const actor = await findStaffActor(shop, email);
  if (!actor) throw new Error(`${email} is no staff`);
  return actor;
}

/** A paid order of 4 × 10.00 and 5.00 shipping. */
async function placePaidOrder() {
  const order = await placeTestOrder(shop, [[await addProduct(shop), 4]]);
  await payTestOrder(shop, order);
  return order;
}

const refund = (by: Actor, orderId: number, amount: number | null, requestKey: string = randomUUID()) =>
  inTransaction(shop.db, (tx) =>
    requestRefund(shop, tx, { orderId, amount, parts: null, reason: '', restock: false, requestKey, by }),
  );

describe('a refund by staff', () => {
  it('has the limit of the role, in all refunds of an order by one person', async () => {
    const support = await createStaff('support@example.com', 'support');
    const { id } = await placePaidOrder();
    const overLimit = (left: number) => ({ ok: false, code: 'REFUND_OVER_LIMIT', left });
    expect(await refund(support, id, null)).toEqual(overLimit(2000));
    const key = randomUUID();
    expect(await refund(support, id, 1500, key)).toMatchObject({ ok: true, amount: 1500 });
    expect(await refund(support, id, 1500, key)).toMatchObject({ ok: true, changed: false });
    expect(await refund(support, id, 501)).toEqual(overLimit(500));
    expect(await refund(support, id, 500)).toMatchObject({ ok: true });
    expect(await refund(support, id, 1)).toEqual(overLimit(0));
    expect(await refund(support, (await placePaidOrder()).id, 2000)).toMatchObject({ ok: true });
    expect(await refundTestOrder(shop, { id })).toMatchObject({ ok: true, amount: 2500 });
  });

  it('keeps the limit when the same person refunds at the same time', async () => {
    const support = await createStaff('support-2@example.com', 'support');
    const { id } = await placePaidOrder();
    const results = await Promise.all([1, 2, 3, 4].map(() => refund(support, id, 800)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  });

  it('has no limit without one, and nothing without the permission', async () => {
    const { id } = await placePaidOrder();
    expect(await refund(await createStaff('accountant@example.com', 'accountant'), id, 1)).toMatchObject({
      ...{ ok: false, code: 'REFUND_OVER_LIMIT', left: 0 },
    });
    expect(await refund(await createStaff('manager@example.com', 'manager'), id, null)).toMatchObject({ ok: true });
  });

  it('has the limit in all refunds of an order, also when a program asks', async () => {
    const permissions = new Map([['orders.refund', 2000]]);
    const program: Actor = { kind: 'api', name: 'till', staffId: null, visitorId: null, customer: null, permissions };
    const { id } = await placePaidOrder();
    expect(await refund(program, id, 1500)).toMatchObject({ ok: true });
    expect(await refund(program, id, 1500)).toEqual({ ok: false, code: 'REFUND_OVER_LIMIT', left: 500 });
  });
});
