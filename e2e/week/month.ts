import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { LiveShop } from '../support/live-shop.ts';
import type { Office } from '../support/office.ts';
import { expect, test } from '../support/test.ts';

type Rows = readonly Readonly<Record<string, string>>[];

const reports = [
  ...['Days', 'Products', 'Categories', 'Countries', 'Payment methods', 'Sources', 'Coupons', 'Goods and shipping'],
] as const;

/** What an accountant asks for, and what is to be bought again. */
export async function endMonth(office: Office, { live }: { readonly live: LiveShop }): Promise<void> {
  await moveFirstOrder(live);
  await test.step('sums of this month', () => compareSums(office, live));
  await test.step('files for the accountant', () => downloadFiles(office, live));
  await test.step('an earlier month', () => lookBack(office));
  await test.step('products', () => listProducts(office, live));
}

/** To the month before: no test waits for one. */
const moveFirstOrder = ({ query }: LiveShop) =>
  query(`update orders set paid_at = date_trunc('month', now()) - interval '10 days' where number = 1001`);

/** Amounts in minor units of what the tables say of this month. */
async function readLedger({ query }: LiveShop) {
  const [sums] = await query(`select
    (select coalesce(sum(total), 0)::integer from orders where paid_at >= date_trunc('month', now())) as sold,
    (select coalesce(sum(l.gross), 0)::integer from order_lines l join orders o on o.id = l.order_id
      where o.paid_at >= date_trunc('month', now())) as goods,
    (select coalesce(sum(amount), 0)::integer from refunds where status = 'succeeded') as refunded,
    (select coalesce(sum(tax_total), 0)::integer from orders where paid_at >= date_trunc('month', now())) as tax`);
  const read = (name: string) => Number(sums?.[name]);
  return { sold: read('sold'), goods: read('goods'), refunded: read('refunded'), tax: read('tax') };
}

const toMinor = (text = ''): number => Math.round(Number(text.replace(/[^\d.−-]/g, '').replace('−', '-')) * 100);

async function readFileOf(download: Download): Promise<Rows> {
  const text = await readFile(await download.path(), 'utf8');
  return parse(text, { columns: true, bom: true }) as Rows;
}

const sum = (rows: Rows, column: string): number => rows.reduce((total, row) => total + toMinor(row[column]), 0);

async function download({ page, press }: Office, name: string): Promise<Rows> {
  const begun = page.waitForEvent('download');
  await press(name);
  return readFileOf(await begun);
}

async function choosePeriod({ page, hands, fill }: Office, label: string, days?: { from: string; to: string }) {
  await hands.press(page.locator('summary').filter({ hasText: 'Period:' }));
  await hands.choose(page.locator('[name="period"]'), label);
  if (days) await fill(days);
  await hands.press(page.getByRole('button', { name: 'Show', exact: true }).first());
  await page.waitForURL(/period=/);
}

/** Cells of the row of sums, by the title of their column. */
async function readTotal({ page }: Office): Promise<Readonly<Record<string, string>>> {
  return page
    .locator('main table')
    .first()
    .evaluate((table) => {
      const titles = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent?.trim() ?? '');
      const cells = [...(table.querySelector('tbody tr')?.children ?? [])];
      return Object.fromEntries(cells.map((cell, index) => [titles[index] ?? '', cell.textContent?.trim() ?? '']));
    });
}

async function compareSums(office: Office, live: LiveShop): Promise<void> {
  const { page, go, press, see } = office;
  const { sold, goods, refunded } = await readLedger(live);
  expect(sold).toBeGreaterThan(0);
  await go('Reports');
  await choosePeriod(office, 'This month');
  for (const name of reports) {
    await press(name);
    await page.waitForURL(/report=/);
    await expect(page.locator('main .views__tab').filter({ hasText: name }).first()).toHaveAttribute(
      'aria-current',
      'page',
    );
    await see(`report-${name}`);
    const total = await readTotal(office);
    expect(toMinor(total.Sold), name).toBe(sold);
    expect(toMinor(total.Refunded), name).toBe(refunded);
    const rows = await download(office, 'Download CSV');
    // A coupon has only the orders that used it.
    const isOfGoods = name === 'Products' || name === 'Categories';
    const listed = [sum(rows, 'sold'), sum(rows, 'refunded')];
    if (name !== 'Coupons') expect(listed, name).toEqual([isOfGoods ? goods : sold, refunded]);
    else expect(rows.map((row) => row.name)).toEqual(['DRIFT10']);
  }
}

async function downloadFiles(office: Office, live: LiveShop): Promise<void> {
  const { press, see, hear } = office;
  const ledger = await readLedger(live);
  await press('Taxes');
  await hear('VAT 23%');
  await see('report-taxes');
  const orders = await download(office, 'Paid orders');
  expect([sum(orders, 'gross'), sum(orders, 'tax')]).toEqual([ledger.sold, ledger.tax]);
  const refunds = await download(office, 'Refunds');
  expect(sum(refunds, 'gross')).toBe(ledger.refunded);
  const taxes = await download(office, 'Taxes by rate and country');
  expect(sum(taxes, 'sold_tax')).toBe(ledger.tax);
  expect(sum(taxes, 'refunded_tax')).toBe(sum(refunds, 'tax'));
  // Nothing was sent to another country.
  expect(await download(office, 'EU one-stop shop, by month')).toEqual([]);
}

async function lookBack(office: Office): Promise<void> {
  const { page, go, see } = office;
  const now = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10);
  await go('Reports');
  await choosePeriod(office, 'Custom dates', { from: day(-1, 1), to: day(0, 0) });
  await expect(async () => {
    await page.reload();
    expect((await readTotal(office)).Sold).toBe('€123.00');
  }).toPass();
  // The chart is a picture of the table below it.
  await expect(page.locator('figure.sales')).toBeVisible();
  await expect(page.locator('main table')).toBeVisible();
  await see('report-of-last-month');
}

async function listProducts(office: Office, { query }: LiveShop): Promise<void> {
  const { page, go, press, hands, see, fill, hear } = office;
  await go('Products', 'Stock');
  await hands.press(page.getByRole('link', { name: 'Change the stock of Driftwood lamp' }));
  await fill({ difference: '-33' });
  await press('Change stock');
  await hear('-33');
  await go('Products', 'Stock');
  await press('Low');
  await page.waitForURL(/view=low/);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await see('stock-low');
  await go('Products', 'Import and export');
  await see('export');
  const products = await download(office, 'Download: Products');
  const [counted] = await query('select count(*)::integer as count from products');
  expect(products.length).toBe(counted?.count);
  await go('Reports', 'Searches without results');
  await see('searches');
}
