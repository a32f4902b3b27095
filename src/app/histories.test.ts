import { beforeAll, describe, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import { refundOrderOperation } from '#features/payments/admin/refund-operation.tsx';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { findStaffActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { type App, listCommands } from './app.ts';

const { database, pool } = useDatabase();
let app: App;
let actor: Actor;

beforeAll(async () => {
  app = await salesShop(database);
  const { customer } = await createCustomer(app.shop, 'cleo@example.com');
  await pool.query(`update customers set name = 'Cleo' where id = $1`, [customer.id]);
  await pool.query(`insert into staff_members (customer_id, role) values ($1, 'manager')`, [customer.id]);
  const found = await findStaffActor(app.shop, 'cleo@example.com');
  if (!found) throw new Error('Cleo is no staff');
  actor = found;
});

/**
 * Texts that say who did something. `confirmed_by` of orders is a kind: the shopper, the shop or a payment. Entries of
 * content have a copy for lists: the revision beside it has the person.
 */
const listHistories = async () => {
  const { rows } = await pool.query<{ table: string; by: string; isReference: boolean }>(
    `select c.oid::regclass::text as "table", a.attname as by, exists (
        select from pg_constraint f join pg_attribute s on s.attrelid = c.oid and f.conkey = array[s.attnum]
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'staff_members'::regclass and s.attname = 'by_staff_id') as "isReference"
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'platform') and a.atttypid = 'text'::regtype
      and (a.attname = 'by' or a.attname like '%_by') and a.attname <> 'confirmed_by' and c.relname <> 'content_entries' order by 1`,
  );
  return rows;
};

const run = async (name: string, args: readonly string[], options: Record<string, string | boolean> = {}) => {
  const result = await runCommand(app.shop, listCommands(app.assembly), name, args, options, actor);
  if (result.code !== 0) throw new Error(`${name}: ${result.warnings}`);
};

describe('every history', () => {
  it('has the person of the staff beside the name, as a reference', async () => {
    const histories = await listHistories();
    expect(histories.length).toBeGreaterThanOrEqual(11);
    expect(histories.filter(({ isReference }) => !isReference)).toEqual([]);
  });

  it('names who ran a command with --as, by name and by row', async () => {
    const master = { sku: 'BOWL-1', regularPrice: 1000, stock: { isOwn: true, managed: true, onHand: 9 } };
    const { id } = await saveTestProduct(app.shop, { name: 'Bowl', status: 'published', master });
    const order = await placeTestOrder(app.shop, [[id, 2]]);
    const number = String(order.number);
    await run('stock count', ['BOWL-1', '20']);
    await run('orders note', [number, 'Call first']);
    await run('orders paid', [number]);
    await run('documents issue', [number]);
    const units = [{ position: 1, quantity: 1 }];
    const shipment = { orderId: order.id, units, parcels: [], notify: false, by: actor };
    await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
    const values = { items: { 1: 1 }, amount: null, restock: false, reason: 'Chipped' } as never;
    const refund = { id: order.id, values, actor, requestKey: 'refund-of-a-line', input: '' };
    expect(await runOperation(app.shop, refundOrderOperation, refund)).toMatchObject({ ok: true });
    await run('settings set', ['cart.maxQuantity', '50']);
    const { rows: staff } = await pool.query<{ id: string }>('select id from staff_members');
    const written: string[] = [];
    for (const { table, by } of await listHistories()) {
      const { rows } = await pool.query<{ id: string | null }>(
        `select distinct by_staff_id as id from ${table} where ${by} = 'Cleo'`,
      );
      if (rows.length > 0) written.push(table);
      expect(rows, table).toEqual(rows.length > 0 ? staff.map(({ id }) => ({ id })) : []);
    }
    expect(written).toEqual([
      ...['cancelled_units', 'documents', 'order_history', 'payment_transactions'],
      ...['platform.audit_entries', 'platform.setting_changes', 'platform.settings', 'refunds', 'shipments'],
    ]);
    const { rows: counted } = await pool.query(
      `select by_staff_id as id from stock_movements where reference = 'stocktake'`,
    );
    expect(counted).toEqual(staff);
  });
});
