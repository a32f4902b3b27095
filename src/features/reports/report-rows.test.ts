import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
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
import { loadTaxes } from './read/load-report.ts';

const { database, db } = useDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const clock = testClock(new Date('2026-09-29T12:00:00Z'));
const reader = createStaffCookie('Ada', 'admin.open', 'reports.read', 'orders.read', 'attribution.read');
const settings = { ...shopConfig.settings, ...salesSettings };
const longClass = 'x'.repeat(200);
const german = { ...homeAddress, country: 'DE', postcode: '10115', city: 'Berlin' } as const;

let app: App;
let shop: Shop;

const open = (url: string) => app.http.inject({ url, headers: { accept: 'text/html', cookie: reader } });

const readCsv = async (path: string) => {
  const [head = '', ...rows] = (await open(`/admin/reports${path}`)).body.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
};

const pay = async (products: readonly number[], billing: typeof homeAddress | typeof german = homeAddress) => {
  const order = await placeTestOrder(
    shop,
    products.map((product) => [product, 1] as const),
    { billing },
  );
  await payTestOrder(shop, order);
  return order;
};

/** The link of a report to a list, by a part of it, and what the list says. */
async function follow(report: string, part: string, period: string): Promise<string> {
  const { body } = await open(`/admin/reports?report=${report}&${period}`);
  const links = [...body.matchAll(/href="(\/admin\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const link = links.find((href) => href.includes(part) && href.includes('paid.from'));
  expect(link, `${report} ${part}`).toBeDefined();
  return (await open(link ?? '')).body;
}

async function addTaxed(taxClass: string): Promise<number> {
  const id = await addProduct(shop, { price: 1000 });
  await db.execute(sql`update products set tax_class = ${taxClass} where id = ${id}`);
  return id;
}

let bowl: number;

beforeAll(async () => {
  app = await testShop(database, { choices: { ...withTestSession, settings }, clock, env: { LOG_LEVEL: 'silent' } });
  ({ shop } = app);
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority) values
    ('IE', 23, 'VAT', 'standard', 1), ('DE', 19, 'MwSt', 'standard', 1), ('IE', 8, 'State', 'two-rates', 1), ('IE', 2, 'City', 'two-rates', 2),
    ('IE', 5, 'VAT', ${longClass}, 1)`);
  bowl = await addProduct(shop, { price: 2380 });
});

describe('the file of the one-stop shop', () => {
  it('has refunds of what was sold in an earlier quarter as corrections of that quarter', async () => {
    const earlier = await pay([bowl], german);
    clock.forward(dayMs);
    await refundTestOrder(shop, earlier, { amount: 119 });
    clock.forward(5 * dayMs);
    await refundTestOrder(shop, earlier, { amount: 595 });
    const later = await pay([bowl], german);
    await refundTestOrder(shop, later, { amount: 238 });
    clock.forward(dayMs);
    await countChangedDays(shop);
    const toSums = (rows: Awaited<ReturnType<typeof readCsv>>) =>
      rows.map((row) => [row.period, row.sold_net === '0.00', row.refunded_net, row.refunded_tax, row.corrects]);
    expect(toSums(await readCsv('/oss-quarters.csv?period=own&from=2026-07-01&to=2026-12-31'))).toEqual([
      ['2026-Q3', false, '1.00', '0.19', ''],
      ['2026-Q4', false, '2.00', '0.38', ''],
      ['2026-Q4', true, '5.00', '0.95', '2026-Q3'],
    ]);
    expect(toSums(await readCsv('/oss-months.csv?period=own&from=2026-10-01&to=2026-10-31'))).toEqual([
      ['2026-10', false, '2.00', '0.38', ''],
      ['2026-10', true, '5.00', '0.95', '2026-Q3'],
    ]);
  });
});

describe('the file of days', () => {
  it('has the days of its period in their order, and no others', async () => {
    const rows = await readCsv('/days.csv?period=own&from=2026-09-30&to=2026-10-05');
    expect(rows.map(({ value }) => value)).toEqual(['2026-09-30', '2026-10-05']);
  });
});

describe('taxes', () => {
  it('have what of a delivery has no rate, also when the rest of it has two', async () => {
    const day = { from: '2026-10-06', to: '2026-10-06' };
    const [taxed, untaxed] = [await addTaxed('two-rates'), await addTaxed('no-rate')];
    const order = await pay([taxed, untaxed]);
    const without = (await loadTaxes(shop, db, day)).filter((row) => row.untaxed !== '');
    // One product and a part of the delivery.
    expect(without).toMatchObject([{ soldNet: 1250, returnedNet: 0 }]);
    await refundTestOrder(shop, order);
    const after = (await loadTaxes(shop, db, day)).filter((row) => row.untaxed !== '');
    expect(after).toMatchObject([{ soldNet: 1250, returnedNet: 1250 }]);
  });

  it('are counted with a tax class as long as a rate may have', async () => {
    await pay([await addTaxed(longClass)]);
    clock.forward(dayMs);
    expect(await countChangedDays(shop)).toBeGreaterThan(0);
  });
});

describe('a report', () => {
  it('of categories leaves the number of orders to the list: an order with two of their products is one', async () => {
    clock.forward(10 * dayMs);
    const products = [await addProduct(shop), await addProduct(shop)];
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into categories (locale, slug, name) values ('en', 'cups', 'Cups') returning id`,
    );
    for (const product of products)
      await db.execute(
        sql`insert into product_categories (product_id, category_id) values (${product}, ${rows[0]?.id})`,
      );
    await pay(products);
    const [row] = (await readCsv('/categories.csv?period=today')).filter(({ name }) => name === 'Cups');
    expect(row).toMatchObject({ orders: '', units: '2' });
    expect(await follow('categories', 'category=', 'period=today')).toContain('1 order');
  });

  it('opens the orders of a country and a method that the shop no longer has', async () => {
    clock.forward(dayMs);
    await pay([bowl]);
    const other = await pay([bowl]);
    await db.execute(sql`update orders set country = 'NO', payment_method = 'former_method' where id = ${other.id}`);
    for (const [report, part, label] of [
      ['countries', 'country=NO', 'Norway'],
      ['payments', 'payment=former_method', 'former_method'],
    ] as const) {
      const list = await follow(report, part, 'period=today');
      expect(list).toContain(label);
      expect(list).toContain('1 order');
      expect(list).not.toContain('2 orders');
    }
  });

  it('of sources opens the orders of one currency', async () => {
    clock.forward(dayMs);
    const orders = [await pay([bowl]), await pay([bowl])];
    for (const { id } of orders)
      await db.execute(sql`insert into order_attributions (order_id, placed_at, source_type, utm_source)
        select id, created_at, 'utm', 'newsletter' from orders where id = ${id}`);
    await db.execute(sql`update orders set currency = 'USD' where id = ${orders[1]?.id}`);
    const list = await follow('sources', 'currency=USD&type=', 'period=today');
    expect(list).toContain('1 order');
    expect(list).not.toContain('2 orders');
  });

  it('tells of more rows only when there are more', async () => {
    clock.forward(dayMs);
    await countChangedDays(shop);
    await pay([await addProduct(shop)]);
    const { body } = await open('/admin/reports?report=products&period=today');
    expect(body).not.toContain('Only the');
  });
});
