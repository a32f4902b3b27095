import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { cancelOrder } from '#features/orders/status/change-order.ts';
import { countChangedDays } from '#features/reports/count/count-days.ts';
import { getRevenue, loadOverview } from '#features/reports/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { visitHome } from '#tests/support/home-page.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesSettings, testClock } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, db, pool } = useDatabase();
// A Tuesday, half past nine in Dublin. Summer time ended two days before.
const clock = testClock(new Date('2026-10-27T09:30:00Z'));
const ownTimeZone = process.env.TZ;
const all = [
  'orders.read',
  'reports.read',
  'payments.read',
  'messages.read',
  'withdrawals.read',
  'staff.read',
  'runs.manage',
];
const owner = createStaffCookie('Ada', openBackOffice.name, ...all);
const settings = { ...shopConfig.settings, ...salesSettings };

let app: App;

beforeAll(async () => {
  process.env.TZ = 'Europe/Dublin';
  app = await testShop(database, { choices: { ...withTestSession, settings }, clock, env: { LOG_LEVEL: 'silent' } });
});

afterAll(() => {
  if (ownTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownTimeZone;
});

const visit = (cookie: string) => visitHome(app, cookie);

/** Places an order at a time. What it costs tells it from others. */
async function placeAt(time: string, price: number, isPaid = true): Promise<number> {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { price }), 1]]);
  if (isPaid) await payTestOrder(app.shop, order);
  await pool.query(
    'update orders set created_at = $2, paid_at = case when paid_at is not null then $2::timestamptz end where id = $1',
    [order.id, time],
  );
  return order.id;
}

describe('an empty shop', () => {
  it('is calm', async () => {
    const { text } = await visit(owner);
    expect(text).toContain('Hello, Ada Tuesday, 27 October 2026');
    expect(text).toContain('To do Nothing to do right now.');
    expect(text).toContain('No payments or refunds in the last 14 days.');
    expect(text).not.toContain('Before you can open');
  });
});

describe('the sales of today and the days before', () => {
  beforeAll(async () => {
    // Days of summer time begin at 23:00 UTC, those after it at 00:00.
    await placeAt('2026-10-27T00:00:00Z', 1000);
    await placeAt('2026-10-27T09:00:00Z', 2000, false);
    const partly = await placeAt('2026-10-27T09:10:00Z', 4000);
    expect(await refundTestOrder(app.shop, { id: partly }, { amount: 1500 })).toMatchObject({ ok: true });
    const gone = await placeAt('2026-10-27T09:20:00Z', 9000, false);
    const by = createSystemActor('shop');
    const cancelled = await inTransaction(db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: gone, reason: 'by-shop', by }),
    );
    expect(cancelled).toMatchObject({ ok: true });
    await placeAt('2026-10-26T23:59:59Z', 700);
    const returned = await placeAt('2026-10-25T12:00:00Z', 3000);
    expect(await refundTestOrder(app.shop, { id: returned })).toMatchObject({ ok: true });
    await placeAt('2026-10-24T23:30:00Z', 500);
    // Half past nine of last Tuesday is half past eight in UTC.
    await placeAt('2026-10-19T23:00:00Z', 600);
    await placeAt('2026-10-20T08:29:00Z', 800);
    await placeAt('2026-10-20T08:31:00Z', 6000);
    await placeAt('2026-10-13T23:00:00Z', 400);
    await placeAt('2026-10-13T22:59:00Z', 100);
  });

  it('are those of payments and refunds, by days of the shop’s time zone', async () => {
    await countChangedDays(app.shop);
    const [sales, ...others] = await loadOverview(app.shop, db);
    expect(others).toEqual([]);
    expect(sales?.days).toHaveLength(14);
    const sold = sales?.days.filter(({ orders }) => orders > 0).map((sum) => [sum.day, sum.orders, getRevenue(sum)]);
    // Each order pays 5.00 of shipping. What was refunded today takes from today.
    expect(sold).toEqual([
      ['2026-10-14', 1, 900],
      ['2026-10-20', 3, 1100 + 1300 + 6500],
      ['2026-10-25', 2, 1000 + 3500],
      ['2026-10-26', 1, 1200],
      ['2026-10-27', 2, 1500 + 4500 - 1500 - 3500],
    ]);
    expect(sales?.today).toMatchObject({ orders: 2, sold: 6000, returned: 5000 });
    expect(sales?.lastWeek).toMatchObject({ orders: 2, sold: 1100 + 1300, returned: 0 });
  });

  it('are shown with the same time of last week, and as a table', async () => {
    const { main, text } = await visit(owner);
    expect(text).toContain('Paid orders 2 2 by this time last Tuesday');
    expect(text).toContain('Revenue €10.00 €24.00 by this time last Tuesday');
    expect(text).toContain('Average order €30.00 €12.00 by this time last Tuesday');
    expect(text).toMatch(/Tue 27 Oct 2 €10\.00 Mon 26 Oct 1 €12\.00 Sun 25 Oct 2 €45\.00/);
    expect(main).toContain('/admin/orders?paid.from=2026-10-27&amp;paid.to=2026-10-27&amp;currency=EUR');
    expect(main).toMatch(/<path class="sales__stroke" d="M0 [\d. L]+"/);
    expect((await visit(createStaffCookie('Bea', openBackOffice.name, 'messages.read'))).main).not.toContain('Revenue');
  });
});
