import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { applyCoupon } from '#features/cart/index.ts';
import { cancelOrder } from '#features/orders/status/change-order.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  createVisitorWithCart,
  homeAddress,
  payTestOrder,
  placeTestCart,
  placeTestOrder,
  refundTestOrder,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { getRevenue, type SalesSum } from './contract.ts';
import { checkReports, compareDays } from './count/compare-days.ts';
import { countChangedDays } from './count/count-days.ts';
import { loadReport, loadTaxes } from './read/load-report.ts';

const { database, db, pool } = useDatabase();
const ownTimeZone = process.env.TZ;
const hour = 60 * 60 * 1000;
// Summer time of Dublin ends on 25 October.
const clock = testClock(new Date('2026-10-22T20:00:00Z'));

let app: App;
let shop: Shop;

beforeAll(async () => {
  process.env.TZ = 'Europe/Dublin';
  app = await salesShop(database, { clock });
  ({ shop } = app);
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
    ('IE', 23, 'VAT', 'standard'), ('IE', 13.5, 'VAT', 'reduced-rate'), ('DE', 19, 'MwSt', 'standard'), ('IE', 0, 'Zero', 'zero-rate')`);
});

afterAll(() => {
  if (ownTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownTimeZone;
});

const german = { ...homeAddress, country: 'DE', postcode: '10115', city: 'Berlin' } as const;
const american = { ...homeAddress, country: 'US', state: 'NY', postcode: '10001', city: 'New York' } as const;

interface Part {
  readonly at: Date;
  readonly order_id: string;
  readonly currency: string;
  readonly country: string;
  readonly payment_method: string;
  readonly coupons: readonly number[];
  readonly product_id: number | null;
  readonly quantity: number;
  readonly gross: number;
  readonly tax: number;
  readonly is_sale: boolean;
}

/** Counts as somebody would by hand, part by part, with the calendar of another library. */
async function recount(timeZone = 'Europe/Dublin'): Promise<Map<string, SalesSum>> {
  const facts = `o.id as order_id, o.currency, coalesce(o.country, '') as country, o.payment_method,
    array(select coupon_id from coupon_uses u where u.order_id = o.id and (state <> 'released' or o.replaced_paid_at is not null)) as coupons`;
  const parts = [
    ['order_lines', 'p.product_id, p.quantity'],
    ['order_shipping_lines', 'null::integer, 0'],
    ['order_fees', 'null, 0'],
  ].flatMap(([table, columns]) => [
    `select coalesce(o.paid_at, o.replaced_paid_at), ${facts}, ${columns}, p.gross, p.tax, true from orders o join ${table} p on p.order_id = o.id
      where coalesce(o.paid_at, o.replaced_paid_at) is not null`,
    `select o.cancelled_at, ${facts}, ${columns}, p.gross, p.tax, false from orders o join ${table} p on p.order_id = o.id where o.replaced_paid_at is not null`,
  ]);
  const { rows } = await pool.query<Part>(`
    select null::timestamptz as at, ${facts}, null::integer as product_id, 0 as quantity, 0::bigint as gross, 0::bigint as tax, true as is_sale
      from orders o where false
    union all ${parts.join(' union all ')}
    union all select r.finished_at, ${facts}, g.product_id, 0, l.gross, l.tax, false from refunds r join orders o on o.id = r.order_id
      join refund_lines l on l.refund_id = r.id left join order_lines g on g.id = l.order_line_id
      where r.status = 'succeeded' and o.paid_at is not null and l.kind <> 'unallocated'`);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const sums = new Map<string, SalesSum>();
  const orders = new Map<string, Set<string>>();
  for (const part of rows) {
    const keys = [
      'total ',
      `country ${part.country}`,
      `payment ${part.payment_method}`,
      ...part.coupons.map((id) => `coupon ${id}`),
      ...(part.product_id === null ? [] : [`product ${part.product_id}`]),
    ].map((key) => `${day.format(part.at)} ${part.currency} ${key}`);
    for (const key of keys) {
      const sum = sums.get(key) ?? { orders: 0, units: 0, sold: 0, soldTax: 0, returned: 0, returnedTax: 0 };
      const known = orders.get(key) ?? new Set();
      if (part.is_sale) orders.set(key, known.add(part.order_id));
      sums.set(key, {
        orders: known.size,
        units: sum.units + (part.is_sale ? part.quantity : 0),
        sold: sum.sold + (part.is_sale ? Number(part.gross) : 0),
        soldTax: sum.soldTax + (part.is_sale ? Number(part.tax) : 0),
        returned: sum.returned + (part.is_sale ? 0 : Number(part.gross)),
        returnedTax: sum.returnedTax + (part.is_sale ? 0 : Number(part.tax)),
      });
    }
  }
  return sums;
}

async function readKept(): Promise<Map<string, SalesSum>> {
  const { rows } = await pool.query<SalesSum & { key: string }>(
    `select day || ' ' || currency || ' ' || dimension || ' ' || value as key, orders, units, sold, sold_tax as "soldTax", returned,
      returned_tax as "returnedTax" from daily_sales where dimension not in ('part', 'source')`,
  );
  return new Map(rows.map(({ key, ...sum }) => [key, sum]));
}

const sortKeys = (sums: Map<string, SalesSum>) => Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));

async function addTaxed(taxClass: string, price: number): Promise<number> {
  const id = await addProduct(shop, { price });
  await db.execute(sql`update products set tax_class = ${taxClass} where id = ${id}`);
  return id;
}

/** What happened in a shop over some days, around midnight and the end of summer time. */
async function trade(seed: number): Promise<void> {
  const chance = createChance(seed);
  const products = await Promise.all(
    (['standard', 'reduced-rate', 'zero-rate', 'standard'] as const).map((taxClass, index) =>
      addTaxed(taxClass, 700 + index * 333),
    ),
  );
  const code = `SALE${seed}`;
  await addTestCoupon(shop, { code, amount: '10' });
  const placed: { readonly id: number }[] = [];
  for (let step = 0; step < 24; step += 1) {
    clock.forward(chance.whole(1, 5 * hour));
    const action = chance.whole(1, 10);
    if (action <= 5 || placed.length === 0) {
      const visitor = await createVisitorWithCart(shop, [
        [chance.pick(products), chance.whole(1, 3)],
        [chance.pick(products), 1],
      ]);
      if (chance.happens(0.4)) await applyCoupon(shop, { owner: visitor, code, ipAddress: null });
      const order = await placeTestCart(shop, visitor, { billing: chance.pick([homeAddress, german, american]) });
      if (chance.happens(0.3)) await db.execute(sql`update orders set currency = 'USD' where id = ${order.id}`);
      else placed.push(order);
      if (chance.happens(0.8)) await payTestOrder(shop, order);
    } else if (action <= 8) {
      await refundTestOrder(shop, chance.pick(placed), { amount: chance.happens(0.2) ? null : chance.whole(1, 900) });
    } else if (action === 9) {
      const order = chance.pick(placed);
      const changed = await amendTestOrder(shop, order, { quantities: [4, 1] });
      if (changed.ok) placed.push(changed.after);
    } else {
      const order = chance.pick(placed);
      const by = createSystemActor('shop');
      await inTransaction(db, (tx) => cancelOrder(shop, tx, { orderId: order.id, reason: 'by-shop', by }));
    }
    if (chance.happens(0.2)) await countChangedDays(shop);
  }
}

/** Days within a month, whole months, and months with days before and after them. */
const periods = [
  { from: '2026-10-24', to: '2026-10-29' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-10-25', to: '2026-11-30' },
  { from: '2026-10-01', to: '2026-11-03' },
  { from: '2026-09-15', to: '2026-12-15' },
  { from: '2026-11-02', to: '2027-03-31' },
];

const readPeriods = () =>
  Promise.all(
    periods.flatMap((period) =>
      (['products', 'categories', 'countries', 'totals'] as const).map((source) =>
        loadReport(shop, db, source, { ...period, before: { from: '2026-10-01', to: '2026-11-30' } }, 1000),
      ),
    ),
  );

describe('the sums of each day', () => {
  it.each([1, 2, 3])('are those of a recount from the stored lines (seed %i)', async (seed) => {
    await trade(seed);
    clock.forward(48 * hour);
    await countChangedDays(shop);
    const kept = await readKept();
    expect(kept.size).toBeGreaterThan(20);
    expect(sortKeys(kept)).toEqual(sortKeys(await recount()));
    expect(await compareDays(shop)).toEqual([]);
    // Each line has one rate, or a reason to have none.
    const { rows } = await pool.query<{ sold: number; taxed: number; returned: number; untaxed: number }>(
      `select (select sum(sold) from daily_sales where dimension = 'total') as sold, (select sum(returned) from daily_sales where dimension = 'total') as returned,
        sum(sold_net + sold_tax) as taxed, sum(returned_net + returned_tax) as untaxed from daily_taxes`,
    );
    expect(rows[0]?.taxed).toBe(rows[0]?.sold);
    expect(rows[0]?.untaxed).toBe(rows[0]?.returned);
  });

  it('are those of another time zone, all of them, once the shop has moved', async () => {
    process.env.TZ = 'Asia/Kathmandu';
    await countChangedDays(shop);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount('Asia/Kathmandu')));
    process.env.TZ = 'Europe/Dublin';
    expect(await compareDays(shop)).toEqual([]);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
  });

  it('equal the ledger of payments', async () => {
    const { rows } = await pool.query<{ currency: string; kept: number; ledger: number }>(
      `select currency, sum(sold - returned) as kept, (select coalesce(sum(captured_total - refunded_total), 0) from orders o
        where o.currency = d.currency and o.paid_at is not null) as ledger from daily_sales d where dimension = 'total' group by currency`,
    );
    expect(rows.length).toBe(2);
    for (const { kept, ledger } of rows) expect(kept).toBe(ledger);
  });

  it('have an order whose payment commits while its day is counted', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 4200 }), 1]]);
    const paidAt = new Date(clock.now().getTime() - 40 * hour);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update orders set paid_at = $2 where id = $1', [order.id, paidAt]);
    // Another change of the same day makes the job count it now.
    await pool.query('insert into sales_changes (at) values ($1)', [paidAt]);
    await countChangedDays(shop);
    await client.query('commit');
    client.release();
    expect(sortKeys(await readKept())).not.toEqual(sortKeys(await recount()));
    await countChangedDays(shop);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
    await pool.query('update orders set paid_at = null where id = $1', [order.id]);
    await countChangedDays(shop);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
  });

  it('are the same after counts at the same time, and after one that was rolled back', async () => {
    await pool.query('insert into sales_changes (at) select paid_at from orders where paid_at is not null');
    await Promise.all([countChangedDays(shop), countChangedDays(shop), countChangedDays(shop)]);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
    const client = await pool.connect();
    await pool.query('insert into sales_changes (at) select min(paid_at) from orders');
    await client.query('begin; delete from sales_changes; delete from daily_sales; rollback');
    client.release();
    await countChangedDays(shop);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
  });

  it('that are wrong are found, counted again, and told to the owner', async () => {
    await pool.query(
      `update daily_sales set sold = sold + 1 where dimension = 'total' and day = (select min(day) from daily_sales)`,
    );
    const [day] = await compareDays(shop);
    expect(day).toMatch(/^2026-10-/);
    expect(await checkReports(shop, { isForOperator: true })).toMatchObject([{ what: 'Reports', state: 'warning' }]);
    const { rows } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'reports:tell-owner'`);
    expect(rows).toHaveLength(1);
    await countChangedDays(shop);
    expect(sortKeys(await readKept())).toEqual(sortKeys(await recount()));
    expect(await compareDays(shop)).toEqual([]);
  });

  it('[46] are added up for whole months, which reports read instead of their days', async () => {
    const readMonths = async () =>
      (
        await pool.query(
          `select month::text, dimension, currency, value, orders, units, sold, sold_tax, returned, returned_tax from monthly_sales order by 1, 2, 3, 4`,
        )
      ).rows;
    const addDays = `select date_trunc('month', day)::date::text as month, dimension, currency, value, sum(orders)::integer as orders, sum(units)::integer as units,
      sum(sold)::bigint as sold, sum(sold_tax)::bigint as sold_tax, sum(returned)::bigint as returned, sum(returned_tax)::bigint as returned_tax
      from daily_sales group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
    const kept = await readMonths();
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual((await pool.query(addDays)).rows);
    expect((await pool.query('select from changed_sales_months')).rows).toEqual([]);
    // Also those that a report reads from the days of a month that is being added up, and those that are wrong.
    const before = await readPeriods();
    await pool.query(`insert into changed_sales_months select distinct month from monthly_sales`);
    await pool.query('update monthly_sales set sold = sold + 1');
    expect(await readPeriods()).toEqual(before);
    await pool.query('delete from changed_sales_months');
    expect(await readPeriods()).not.toEqual(before);
    expect(await compareDays(shop)).toContain(kept[0].month);
    await countChangedDays(shop);
    expect(await readMonths()).toEqual(kept);
    expect(await compareDays(shop)).toEqual([]);
  });

  it('[46] of any period are those of a recount of its days', async () => {
    const recounted = await recount();
    for (const period of periods) {
      const sums = new Map<string, number>();
      for (const [key, sum] of recounted) {
        const [day = '', currency, dimension, value] = key.split(' ');
        if (dimension !== 'product' || day < period.from || day > period.to) continue;
        sums.set(`${currency} ${value}`, (sums.get(`${currency} ${value}`) ?? 0) + getRevenue(sum));
      }
      const rows = await loadReport(shop, db, 'products', { ...period, before: period }, 1000);
      const found = rows.map((row) => [`${row.currency} ${row.value}`, getRevenue(row)] as const);
      expect(Object.fromEntries(found), period.from).toEqual(Object.fromEntries(sums));
      expect(rows.map(({ revenueBefore }) => revenueBefore)).toEqual(rows.map(getRevenue));
    }
  });
});

describe('a report', () => {
  const all = { from: '2026-10-01', to: '2026-12-31', before: { from: '2025-01-01', to: '2025-12-31' } };

  it('counts today at once, and never adds two currencies', async () => {
    const before = await loadReport(shop, db, 'totals', all, 10);
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 5000 }), 1]]);
    await payTestOrder(shop, order);
    const after = await loadReport(shop, db, 'totals', all, 10);
    expect(after.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    const revenueOf = (rows: typeof before, currency: string) => {
      const row = rows.find((each) => each.currency === currency);
      return row ? getRevenue(row) : 0;
    };
    expect(revenueOf(after, 'EUR') - revenueOf(before, 'EUR')).toBe(order.total);
    expect(revenueOf(after, 'USD')).toBe(revenueOf(before, 'USD'));
  });

  it('of each kind has the sums of the total', async () => {
    const totals = await loadReport(shop, db, 'totals', all, 10);
    for (const source of ['days', 'months', 'countries', 'payments', 'sources', 'parts'] as const) {
      const rows = await loadReport(shop, db, source, all, 1000);
      for (const total of totals) {
        const own = rows.filter(({ currency }) => currency === total.currency);
        const revenue = own.reduce((sum, row) => sum + getRevenue(row), 0);
        expect(revenue, `${source} ${total.currency}`).toBe(getRevenue(total));
      }
    }
    const taxes = await loadTaxes(shop, db, all);
    for (const { currency, soldTax, returnedTax } of totals) {
      const own = taxes.filter((row) => row.currency === currency);
      expect(own.reduce((sum, row) => sum + row.soldTax - row.returnedTax, 0)).toBe(soldTax - returnedTax);
    }
  });

  it('of a part of the period, and of what it is compared with, has these days alone', async () => {
    const days = await loadReport(shop, db, 'days', all, 1000);
    const [first] = days.filter(({ currency }) => currency === 'EUR').toSorted((a, b) => (a.value < b.value ? -1 : 1));
    const day = { from: first?.value ?? '', to: first?.value ?? '' };
    const [one] = await loadReport(shop, db, 'totals', { ...day, before: day }, 10);
    expect(one).toMatchObject({ sold: first?.sold, returned: first?.returned });
    expect(one?.revenueBefore).toBe(one && getRevenue(one));
  });
});
