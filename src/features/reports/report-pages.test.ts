import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  homeAddress,
  payTestOrder,
  placeTestOrder,
  refundTestOrder,
  salesSettings,
  testClock,
} from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { countChangedDays } from './count/count-days.ts';
import { divideDays } from './files/accountant-files.ts';
import { readPeriod } from './period.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-10-20T12:00:00Z'));
const reader = createStaffCookie('Ada', 'admin.open', 'reports.read', 'orders.read', 'attribution.read');
const settings = { ...shopConfig.settings, ...salesSettings };

let app: App;
let shop: Shop;

const german = { ...homeAddress, country: 'DE', postcode: '10115', city: 'Berlin' } as const;

const open = (path: string, cookie = reader) =>
  app.http.inject({ url: `/admin/reports${path}`, headers: { accept: 'text/html', cookie } });

const readCsv = async (path: string) => {
  const { body, statusCode, headers } = await open(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return body.replace('\ufeff', '').trimEnd().split('\r\n');
};

const paid = async (product: number, changes: Parameters<typeof placeTestOrder>[2] = {}) => {
  const order = await placeTestOrder(shop, [[product, 1]], changes);
  await payTestOrder(shop, order);
  return order;
};

beforeAll(async () => {
  app = await testShop(database, { choices: { ...withTestSession, settings }, clock, env: { LOG_LEVEL: 'silent' } });
  ({ shop } = app);
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
    ('IE', 23, 'VAT', 'standard'), ('DE', 19, 'MwSt', 'standard'), ('DE', 7, 'MwSt', 'reduced-rate')`);
  const bowl = await addProduct(shop, { price: 2380, name: '=HYPERLINK("x")' });
  await paid(bowl);
  const sold = await paid(bowl, { billing: german });
  await paid(bowl, { billing: german });
  clock.forward(24 * 60 * 60 * 1000);
  await refundTestOrder(shop, sold, { amount: 595 });
  await countChangedDays(shop);
});

describe('the page of reports', () => {
  it('is shown to whom the permission has, and to nobody else', async () => {
    expect((await open('')).statusCode).toBe(200);
    const other = createStaffCookie('Bea', 'admin.open', 'orders.read');
    for (const path of ['', '/orders.csv', '/taxes.csv']) expect((await open(path, other)).statusCode).toBe(403);
    expect((await open('/nothing.csv')).statusCode).toBe(404);
    expect((await open('/constructor.csv')).statusCode).toBe(404);
  });

  it('has a chart and its table, and opens the orders that each number counts', async () => {
    const { body } = await open('?report=days&period=own&from=2026-10-01&to=2026-10-21');
    expect(body).toContain('<svg class="sales__line"');
    const link = /href="(\/admin\/orders\?paid\.from=2026-10-20[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
    const list = await app.http.inject({ url: link ?? '', headers: { accept: 'text/html', cookie: reader } });
    expect(list.body).toContain('3 orders');
    expect(body.match(/<rect class="sales__bar"/g)).toHaveLength(21);
    for (const report of ['products', 'categories', 'countries', 'payments', 'sources', 'coupons', 'parts', 'taxes']) {
      const page = await open(`?report=${report}&period=year&compare=year`);
      expect([report, page.statusCode]).toEqual([report, 200]);
    }
    const country = (await open('?report=countries')).body;
    const german = /href="(\/admin\/orders\?[^"]*country=DE)"/.exec(country)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const germans = await app.http.inject({ url: german, headers: { accept: 'text/html', cookie: reader } });
    expect(germans.body).toContain('2 orders');
  });

  it('writes days as people do, in files as programs do, and says what products and categories leave out', async () => {
    const { body } = await open('?report=days&period=own&from=2026-10-01&to=2026-10-20&compare=year');
    expect(body).toContain('1 Oct 2026 to 20 Oct 2026, compared with 1 Oct 2025 to 20 Oct 2025.');
    expect(body).toContain('CSV files for 1 Oct 2026 to 20 Oct 2026.');
    expect(body).not.toContain('without shipping, fees');
    const [, ...rows] = await readCsv('/days.csv?period=own&from=2026-10-20&to=2026-10-20');
    expect(rows[0]).toContain('EUR,2026-10-20,2026-10-20,');
    for (const report of ['products', 'categories'])
      expect((await open(`?report=${report}`)).body).toContain(
        'without shipping, fees and refunds that aren’t for an item. The total includes them.',
      );
  });

  it('refuses days that do not exist, and shows the last 30 days instead', async () => {
    for (const query of [
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=&to=',
      'from=2001-01-01&to=2026-01-01',
    ])
      expect((await open(`?period=own&${query}`)).body).toContain(
        'Please enter two dates, the earlier one first, at most ten years apart.',
      );
    expect((await open('/days.csv?period=own&from=x&to=y')).statusCode).toBe(422);
  });

  it('takes a fixed number of queries, however many days and rows it has', async () => {
    const count = async (query: string) => (await countQueries(() => open(query))).queries;
    const short = await count('?report=days&period=today');
    expect(short).toBeLessThanOrEqual(8);
    expect(await count('?report=products&period=year')).toBe(short);
  });
});

describe('files for the accountant', () => {
  it('have each paid order and each refund with its taxes, by the day on which it happened', async () => {
    const orders = await readCsv('/orders.csv?period=30-days');
    expect(orders).toHaveLength(4);
    expect(orders[0]).toBe('day,time,order,currency,country,payment_method,cause,net,tax,gross');
    expect(orders.filter((line) => line.startsWith('2026-10-20,'))).toHaveLength(3);
    const refunds = await readCsv('/refunds.csv?period=30-days');
    expect(refunds).toHaveLength(2);
    expect(refunds[1]).toMatch(/^2026-10-21,.*,EUR,DE,bank_transfer,staff,5\.00,0\.95,5\.95$/);
  });

  it('have the one-stop shop’s split by country of dispatch, of consumption and rate', async () => {
    const [head, ...rows] = await readCsv('/oss-quarters.csv?period=own&from=2026-10-01&to=2026-12-31');
    expect(head).toBe(
      'period,from,to,currency,dispatch_country,country,rate,sold_net,sold_tax,refunded_net,refunded_tax,net,tax,corrects',
    );
    expect(rows).toHaveLength(1);
    const [period, , , currency, dispatch, country, rate, net, tax, returnedNet, returnedTax] =
      rows[0]?.split(',') ?? [];
    expect([period, currency, dispatch, country, rate]).toEqual(['2026-Q4', 'EUR', 'IE', 'DE', '19']);
    expect([returnedNet, returnedTax]).toEqual(['5.00', '0.95']);
    // Two bowls and two parcels.
    expect(Number(net) + Number(tax)).toBeCloseTo(2 * (23.8 + 5), 2);
    const taxes = await readCsv('/taxes.csv?period=30-days');
    expect(taxes.some((line) => line.startsWith('EUR,IE,IE,standard,VAT,23,'))).toBe(true);
  });

  it('have no cell that a sheet would run', async () => {
    const [, row] = await readCsv('/products.csv?period=30-days');
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

describe('a period', () => {
  const now = new Date(2024, 1, 29, 15);
  const read = (query: string) => readPeriod(now, new URLSearchParams(query));

  it('is compared with as many days before it, or the same days of last year', () => {
    expect(read('period=7-days')).toMatchObject({
      from: '2024-02-23',
      to: '2024-02-29',
      before: { from: '2024-02-16', to: '2024-02-22' },
    });
    expect(read('period=month&compare=year')).toMatchObject({
      from: '2024-02-01',
      before: { from: '2023-02-01', to: '2023-02-28' },
    });
    expect(read('period=quarter')).toMatchObject({
      from: '2024-01-01',
      before: { from: '2023-11-02', to: '2023-12-31' },
    });
    expect(read('period=nonsense')).toMatchObject({ name: '30-days' });
  });

  it('is divided by months and quarters of the calendar', () => {
    expect(divideDays({ from: '2026-02-15', to: '2026-07-01' }, 3)).toEqual([
      { name: '2026-Q1', from: '2026-02-15', to: '2026-03-31' },
      { name: '2026-Q2', from: '2026-04-01', to: '2026-06-30' },
      { name: '2026-Q3', from: '2026-07-01', to: '2026-07-01' },
    ]);
    expect(divideDays({ from: '2026-12-31', to: '2027-01-01' }, 1).map(({ name }) => name)).toEqual([
      '2026-12',
      '2027-01',
    ]);
  });
});
