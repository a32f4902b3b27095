import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import type { RunInput } from '#platform/admin/runs/run-input.ts';
import { startRun } from '#platform/admin/runs/start-run.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeHeldOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { getOrder } from '../order.ts';

const { database, pool } = useDatabase();
const permissions = [openBackOffice.name, 'orders.read', 'orders.write', 'payments.write'];
const clerk = createStaffCookie('Ada', ...permissions);

let app: App;
let actor: Actor;
let bowl = 0;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  bowl = await addProduct(app.shop, { stock: 1000 });
  // The row of the person, which runs and the audit refer to.
  await app.http.inject({ url: '/admin/orders', headers: { cookie: clerk, accept: 'text/html' } });
  const { rows } = await pool.query<{ id: number }>('select id from staff_members');
  const staffId = rows[0]?.id ?? 0;
  actor = {
    ...{ kind: 'staff', name: 'Ada', staffId, visitorId: null, customer: null, network: null },
    permissions: new Map(permissions.map((each) => [each, null])),
  } as unknown as Actor;
});

const place = () => placeTestOrder(app.shop, [[bowl, 1]]);
const readStatus = async (id: number) => (await getOrder(app.shop.db, { id }))?.status;

async function act(action: string, ids: readonly number[], input?: RunInput) {
  const started = await startRun(app.shop, actor, { action, subjects: { ids }, ...(input && { input }) });
  if (!started.ok) throw new Error(started.code);
  const { done, skipped, failed } = started.run;
  return { done, skipped, failed };
}

async function listMails(number: number): Promise<string[]> {
  await runJobsNow(app.shop, listJobs(app.assembly));
  const { rows } = await pool.query<{ id: string }>('select id from platform.mail where id like $1 order by id', [
    `order:${number}:%`,
  ]);
  return rows.map(({ id }) => id.split(':')[2] ?? '');
}

describe('actions on marked orders', () => {
  it('record the money of transfers once, with their mails, and tell what they skip', async () => {
    const [first, second, paid] = [await place(), await place(), await place()];
    await payTestOrder(app.shop, paid);
    const ids = [first.id, second.id, paid.id];
    expect(await act('payments.mark-orders-paid', ids)).toEqual({ done: 2, skipped: 1, failed: 0 });
    expect(await act('payments.mark-orders-paid', ids)).toEqual({ done: 0, skipped: 3, failed: 0 });
    expect(await getOrder(app.shop.db, { id: first.id })).toMatchObject({ status: 'processing', capturedTotal: 1500 });
    expect((await listMails(first.number)).filter((kind) => kind === 'paid')).toHaveLength(1);
    const { rows } = await pool.query(
      `select action, label, by, before, after from platform.audit_entries where subject_kind = 'order' and subject_id = $1`,
      [String(first.id)],
    );
    expect(rows).toEqual([
      {
        ...{ action: 'payments.mark-orders-paid', label: String(first.number), by: 'ada@staff.example' },
        ...{ before: { status: 'on-hold', paid: false, confirmed: false } },
        after: { status: 'processing', paid: true, confirmed: true },
      },
    ]);
  });

  it('confirm, cancel and complete by the rules of their features', async () => {
    const [held, paid, waiting] = [await placeHeldOrder(app.shop, [[bowl, 1]]), await place(), await place()];
    await payTestOrder(app.shop, paid);
    const ids = [held.id, paid.id, waiting.id];
    expect(await act('fulfilment.complete-orders', ids)).toEqual({ done: 1, skipped: 0, failed: 2 });
    expect(await act('orders.confirm-orders', ids)).toEqual({ done: 2, skipped: 1, failed: 0 });
    expect(await act('orders.cancel-orders', ids, { all: { why: 'The kiln broke.' } })).toEqual({
      done: 2,
      skipped: 0,
      failed: 1,
    });
    expect(await act('orders.cancel-orders', [held.id], { all: { why: '' } })).toEqual({
      done: 0,
      skipped: 1,
      failed: 0,
    });
    expect(await Promise.all(ids.map(readStatus))).toEqual(['cancelled', 'completed', 'cancelled']);
  });

  it('ship with a tracking number for each, once, whoever of two clerks is faster', async () => {
    const orders = [await place(), await place()];
    for (const order of orders) await payTestOrder(app.shop, order);
    const ids = orders.map(({ id }) => id);
    const input = (begin: string): RunInput => ({
      all: { carrier: 'Post', notify: true },
      rows: Object.fromEntries(ids.map((id) => [id, { tracking: `${begin}${id}` }])),
    });
    const results = await Promise.all(['RR', 'GB'].map((begin) => act('fulfilment.ship-orders', ids, input(begin))));
    expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(2);
    const { rows } = await pool.query<{ carrier: string; count: number }>(
      `select p.carrier, count(*)::integer as count from parcels p join shipments s on s.id = p.shipment_id
      where s.order_id = any($1::bigint[]) and p.tracking_number ~ '^(RR|GB)\\d+$' group by 1`,
      [ids],
    );
    expect(rows).toEqual([{ carrier: 'Post', count: 2 }]);
    const mails = await Promise.all(orders.map(({ number }) => listMails(number)));
    expect(mails.map((kinds) => kinds.filter((kind) => kind === 'shipped').length)).toEqual([1, 1]);
  });

  it('change an order once when two people begin them at the same moment', async () => {
    const orders = [await place(), await place(), await place()];
    const ids = orders.map(({ id }) => id);
    const results = await Promise.all([1, 2, 3].map(() => act('payments.mark-orders-paid', ids)));
    expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(3);
    expect(results.every(({ failed }) => failed === 0)).toBe(true);
    const { rows } = await pool.query(
      'select captured_total::integer as captured from orders where id = any($1::bigint[])',
      [ids],
    );
    expect(rows).toEqual(orders.map(() => ({ captured: 1500 })));
  });

  it('say beforehand which orders stay as they are', async () => {
    const [waiting, paid] = [await place(), await place()];
    await payTestOrder(app.shop, paid);
    const { body } = await app.http.inject({
      url: `/admin/orders/-/actions/payments.mark-orders-paid?id=${waiting.id}&id=${paid.id}`,
      headers: { cookie: clerk, accept: 'text/html' },
    });
    expect(body.replaceAll('<!-- -->', '')).toContain('This will change 1 order of the 2 orders you selected.');
    expect(body).toContain(`${paid.number}`);
  });
});
