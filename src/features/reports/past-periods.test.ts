import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { replaceItemsOperation } from '#features/fulfilment/admin/replacement-operations.ts';
import { shipOrder } from '#features/fulfilment/index.ts';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { shopConfig } from '#shop.config';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { homeAddress, payTestOrder, placeTestOrder, salesSettings, testClock } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { checkReports, compareDays } from './count/compare-days.ts';
import { countChangedDays } from './count/count-days.ts';
import { loadOverview } from './read/overview.ts';

const { database, db, pool } = useDatabase();
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const clock = testClock(new Date('2026-09-28T12:00:00Z'));
const reader = createStaffCookie('Ada', 'admin.open', 'reports.read', 'orders.read');
const settings = { ...shopConfig.settings, ...salesSettings };
const german = { ...homeAddress, country: 'DE', postcode: '10115', city: 'Berlin' } as const;
const greek = { ...homeAddress, country: 'GR', state: 'I', postcode: '10431', city: 'Athens' } as const;

let app: App;
let shop: Shop;
let bowl: number;

const open = async (url: string) =>
  (await app.http.inject({ url, headers: { accept: 'text/html', cookie: reader } })).body;

const readCsv = async (path: string) => {
  const [head = '', ...rows] = (await open(`/admin/reports${path}`)).replace('\ufeff', '').trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index] ?? '', cell])));
};

async function pay(quantity: number, billing: typeof homeAddress | typeof german | typeof greek = homeAddress) {
  const order = await placeTestOrder(shop, [[bowl, quantity]], { billing });
  await payTestOrder(shop, order);
  return order;
}

const sumCents = (rows: readonly Record<string, string | undefined>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

beforeAll(async () => {
  const choices = { ...withTestSession, settings, countries: ['IE', 'DE', 'GR'] };
  app = await testShop(database, { choices, clock, env: { LOG_LEVEL: 'silent' } });
  ({ shop } = app);
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
    ('IE', 23, 'VAT', 'standard'), ('DE', 19, 'MwSt', 'standard'), ('GR', 24, 'VAT', 'standard')`);
  bowl = await addProduct(shop, { price: 2380, name: 'Tide bowl' });
});

const thirdQuarter = 'period=own&from=2026-07-01&to=2026-09-30';
const fourthQuarter = 'period=own&from=2026-10-01&to=2026-12-31';
const files = ['oss-quarters', 'oss-months', 'taxes', 'orders', 'refunds', 'days', 'products', 'countries'];
const readQuarter = (quarter: string) =>
  Promise.all(files.map((file) => open(`/admin/reports/${file}.csv?${quarter}`)));

describe('an order that was paid in one quarter and amended in the next one', () => {
  it('[46] leaves each file of the first quarter as it was, and the difference is in the next one', async () => {
    const order = await pay(3, german);
    clock.forward(10 * dayMs);
    await countChangedDays(shop);
    const before = await readQuarter(thirdQuarter);
    const changed = await amendTestOrder(shop, order, { quantities: [1] });
    expect(changed).toMatchObject({ ok: true, after: { total: 2380 + 500 } });
    expect(await readQuarter(thirdQuarter)).toEqual(before);
    clock.forward(dayMs);
    await countChangedDays(shop);
    expect(await readQuarter(thirdQuarter)).toEqual(before);
    const [sold, correction, ...others] = await readCsv(`/oss-quarters.csv?${fourthQuarter}`);
    expect(others).toEqual([]);
    expect(sold).toMatchObject({ sold_net: '24.20', refunded_net: '0.00', corrects: '' });
    expect(correction).toMatchObject({ sold_net: '0.00', refunded_net: '64.20', corrects: '2026-Q3' });
    expect(await readCsv(`/refunds.csv?${fourthQuarter}`)).toMatchObject([
      { cause: 'replaced', order: String(order.number), gross: '76.40' },
    ]);
    expect(await compareDays(shop)).toEqual([]);
  });

  it('[46] is in the list that the number of paid orders of its day opens', async () => {
    const body = await open(`/admin/reports?report=days&${thirdQuarter}`);
    expect(body).toMatch(/href="[^"]*paid\.from=2026-09-28/);
    expect(await open('/admin/orders?paid.from=2026-09-28&paid.to=2026-09-28')).toContain('1 order');
  });

  it('[46] has the sums of the ledger over both of them', async () => {
    const all = 'period=own&from=2026-07-01&to=2026-12-31';
    const revenue = sumCents(await readCsv(`/days.csv?${all}`), 'revenue');
    const { rows } = await pool.query<{ total: number }>(
      'select sum(total) as total from orders where paid_at is not null',
    );
    expect(revenue).toBe(Number(rows[0]?.total));
    expect(
      sumCents(await readCsv(`/orders.csv?${all}`), 'gross') - sumCents(await readCsv(`/refunds.csv?${all}`), 'gross'),
    ).toBe(revenue);
    const taxes = await readCsv(`/taxes.csv?${all}`);
    expect(sumCents(taxes, 'net') + sumCents(taxes, 'tax')).toBe(revenue);
  });
});

describe('a day that is not over', () => {
  it('has an order that was amended on it once, as it is now', async () => {
    const order = await pay(3);
    await amendTestOrder(shop, order, { quantities: [2] });
    clock.forward(dayMs);
    await countChangedDays(shop);
    expect(await readCsv('/days.csv?period=own&from=2026-10-09&to=2026-10-09')).toMatchObject([
      { orders: '1', units: '2', sold: '52.60', refunded: '0.00' },
    ]);
  });

  it('[46] follows yesterday on the start page just after midnight, before the job has counted it', async () => {
    await pay(1);
    clock.forward(12.5 * hourMs);
    const findYesterday = async () => (await loadOverview(shop, db))[0]?.days.at(-2);
    const early = await findYesterday();
    expect(early).toMatchObject({ day: '2026-10-10', orders: 1, sold: 2880 });
    await countChangedDays(shop);
    expect(await findYesterday()).toEqual(early);
    clock.forward(11.5 * hourMs);
  });
});

describe('what is sent again for nothing', () => {
  it('[46] is neither a paid order nor sold once more', async () => {
    const order = await pay(2);
    const units = [{ position: 1, quantity: 2 }];
    await inTransaction(db, (tx) =>
      shipOrder(shop, tx, { orderId: order.id, units, parcels: [], notify: false, by: 'shop' }),
    );
    const actor = createSystemActor('Ada');
    const values = { units: { 1: 1 }, charge: null, reason: 'Chipped' } as never;
    const call = { id: order.id, values, actor, requestKey: randomUUID(), input: '' };
    expect(await runOperation(shop, replaceItemsOperation, call)).toMatchObject({ ok: true });
    const day = '2026-10-11';
    const period = `period=own&from=${day}&to=${day}`;
    expect(await readCsv(`/days.csv?${period}`)).toMatchObject([{ orders: '1', units: '2' }]);
    expect(await readCsv(`/orders.csv?${period}`)).toHaveLength(1);
    expect(await open(`/admin/orders?paid.from=${day}&paid.to=${day}`)).toContain('1 order');
  });
});

describe('a day that can’t be counted', () => {
  it('[46] holds up no other day, is told on the page and by the check, and is tried again', async () => {
    clock.forward(dayMs);
    await pay(1);
    clock.forward(dayMs);
    await pay(2);
    clock.forward(dayMs);
    await pool.query(`alter table daily_taxes add constraint no_such_day check (day <> '2026-10-12')`);
    await countChangedDays(shop);
    const period = 'period=own&from=2026-10-12&to=2026-10-13';
    expect(await readCsv(`/days.csv?${period}`)).toMatchObject([{ value: '2026-10-13', units: '2' }]);
    expect(await open(`/admin/reports?${period}`)).toContain(
      '12 Oct 2026 can’t be added up at the moment. Reports still show its earlier figures. The shop tries again every minute; its log says why.',
    );
    const [finding] = await checkReports(shop, { isForOperator: true });
    expect(finding).toMatchObject({ state: 'error', text: expect.stringContaining('no_such_day') });
    await pool.query('alter table daily_taxes drop constraint no_such_day');
    expect(await countChangedDays(shop)).toBe(1);
    expect(await readCsv(`/days.csv?${period}`)).toMatchObject([{ units: '1' }, { units: '2' }]);
    expect(await checkReports(shop, { isForOperator: true })).toEqual([]);
  });
});

describe('a month that can’t be added up', () => {
  it('[46] holds up no later one, and is tried again', async () => {
    const addMonths = async () =>
      (await pool.query('select distinct month::text from monthly_sales order by month')).rows.map(
        ({ month }) => month,
      );
    const all = await addMonths();
    const [first = '', ...later] = all;
    await pool.query('insert into changed_sales_months (month) select month from monthly_sales on conflict do nothing');
    await pool.query('delete from monthly_sales');
    await pool.query(`alter table monthly_sales add constraint no_such_month check (month <> '${first}')`);
    await countChangedDays(shop);
    expect(later.length).toBeGreaterThan(0);
    expect(await addMonths()).toEqual(later);
    const [finding] = await checkReports(shop, { isForOperator: true });
    expect(finding).toMatchObject({ state: 'error', text: expect.stringContaining('no_such_month') });
    await pool.query('alter table monthly_sales drop constraint no_such_month');
    await countChangedDays(shop);
    expect(await addMonths()).toEqual(all);
    expect(await checkReports(shop, { isForOperator: true })).toEqual([]);
  });
});

describe('a change of the shop’s time zone', () => {
  it('[46] takes away what was found of days of the former zone', async () => {
    await pool.query(`insert into sales_failures (day, failed_at, reason) values ('2026-10-12', now(), 'former')`);
    await pool.query(`insert into sales_differences (day, found_at) values ('2026-10-12', now())`);
    await pool.query(`update sales_counts set time_zone = 'Pacific/Apia'`);
    await countChangedDays(shop);
    for (const table of ['sales_failures', 'sales_differences'])
      expect((await pool.query(`select 1 from ${table}`)).rowCount, table).toBe(0);
  });
});

describe('the file of the one-stop shop', () => {
  it('[46] names Greece as returns do', async () => {
    await pay(1, greek);
    const rows = await readCsv('/oss-months.csv?period=today');
    expect(rows).toMatchObject([{ dispatch_country: 'IE', country: 'EL', rate: '24' }]);
    expect((await readCsv('/taxes.csv?period=today')).map(({ country }) => country)).toEqual(['GR']);
  });
});

describe('a report', () => {
  it('[46] shows what only the period before has sold, after all others', async () => {
    const former = await addProduct(shop, { price: 9900, name: 'Former jug' });
    const order = await placeTestOrder(shop, [[former, 1]]);
    await payTestOrder(shop, order);
    clock.forward(dayMs);
    await countChangedDays(shop);
    await pay(1);
    const body = await open('/admin/reports?report=products&period=today');
    expect(body).toContain('Former jug');
    expect(body.indexOf('Tide bowl')).toBeLessThan(body.indexOf('Former jug'));
  });
});
