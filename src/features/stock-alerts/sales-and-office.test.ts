import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { hashPassword } from '#features/accounts/index.ts';
import { updateStockLevel } from '#features/inventory/write-stock-levels.ts';
import { cancelOrder } from '#features/orders/status/change-order.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { addTestMember } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, placeTestCart, placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { checkAlerts } from './admin/check-alerts.ts';
import { findDemand } from './admin/find-demand.ts';
import type { AlertKind } from './contract.ts';
import { runPriceDrops } from './engine/run-price-drops.ts';
import { runDueRises } from './engine/run-rises.ts';
import { startWaiting } from './start-waiting.ts';
import { subscribe } from './subscribe/subscribe.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
const minute = 60_000;
beforeAll(async () => {
  app = await salesShop(database, { clock, settings: { 'stock-alerts': { priceDrops: true, quantity: 'optional' } } });
});

let people = 0;
/** Subscribes a new address, which confirms. */
async function wait(
  productId: number,
  {
    variationId = null,
    kind = 'stock',
    quantity = null,
    email,
  }: {
    readonly variationId?: number | null;
    readonly kind?: AlertKind;
    readonly quantity?: number | null;
    readonly email?: string;
  } = {},
) {
  people += 1;
  const address = email ?? `waiting-${people}@example.com`;
  const typed = { name: 'Ada', phone: '', phoneMeta: null, consentText: 'Yes.' };
  const done = await subscribe(app.shop, { productId, variationId, kind, quantity, email: address, ...typed }, null);
  expect(done).toMatchObject({ ok: true });
  const { rows } = await app.shop.db.execute<{ id: number }>(
    sql`select max(id) as id from stock_alerts where email_key = ${address}`,
  );
  const id = Number(rows[0]?.id);
  await inTransaction(app.shop.db, (tx) => startWaiting(app.shop, tx, id, null));
  return { id, email: address };
}
const setStock = (id: number, onHand: number) =>
  inTransaction(app.shop.db, (tx) => updateStockLevel(tx, id, { onHand }, { text: 'test', by: 'shop' }));
const setPrice = (id: number, price: number) =>
  app.shop.db.execute(sql`update main_prices set regular_price = ${price} where variation_id = ${id}`);
async function run() {
  clock.forward(2 * minute);
  await runDueRises(app.shop);
  await runJobsNow(app.shop, listJobs(app.assembly));
}
const demandOf = (product: number) => findDemand(app.shop.db, product, 50);

describe('demand', () => {
  it('is told for each variation, with pieces, the oldest, and what the mails sold', async () => {
    const bowl = await addBowl(app.shop, 0);
    await wait(bowl.product, { variationId: bowl.small, quantity: 3 });
    await wait(bowl.product, { variationId: bowl.large });
    await wait(bowl.product, { variationId: bowl.small });
    await wait(bowl.product);
    expect(await demandOf(bowl.product)).toMatchObject([
      {
        variationId: bowl.small,
        choice: expect.stringContaining('small'),
        waiting: 2,
        wanted: 4,
        available: 0,
        mailed: 0,
        hasUnsellableStock: false,
      },
      { variationId: bowl.large, waiting: 1, wanted: 1 },
      { variationId: null, waiting: 1, choice: '' },
    ]);
  });

  it('tells what a mail sold; an order that is cancelled sold nothing', async () => {
    const jar = await addProduct(app.shop, { price: 3000, stock: 0 });
    const { email } = await wait(jar);
    await setStock(jar, 3);
    await run();
    const order = await placeTestOrder(app.shop, [[jar, 2]], { email });
    expect(await demandOf(jar)).toMatchObject([{ mailed: 1, waiting: 0, sold: 2, revenue: 6000 }]);
    await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }),
    );
    expect(await demandOf(jar)).toMatchObject([{ mailed: 1, sold: 0, revenue: 0 }]);
  });

  it('tells it of the order that supersedes another, too', async () => {
    const jar = await addProduct(app.shop, { price: 3000, stock: 0 });
    const { email } = await wait(jar);
    await setStock(jar, 3);
    await run();
    const visitor = await createVisitorWithCart(app.shop, [[jar, 2]]);
    const unpaid = { email, paymentMethod: 'pay_later' };
    const first = await placeTestCart(app.shop, visitor, unpaid);
    const second = await placeTestCart(app.shop, visitor, { ...unpaid, note: 'At the back door.' });
    expect(second.id).not.toBe(first.id);
    expect(await demandOf(jar)).toMatchObject([{ mailed: 1, sold: 2, revenue: 6000 }]);
    await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: second.id, by: 'shop', reason: 'by-shop' }),
    );
    expect(await demandOf(jar)).toMatchObject([{ mailed: 1, sold: 0, revenue: 0 }]);
  });

  it('is on a page for staff with the permission alone, and leads to the list of who waits', async () => {
    const jar = await addProduct(app.shop, { name: 'Wanted jar', stock: 0 });
    const { email } = await wait(jar);
    const { device } = await addTestMember(app, 'owner', await hashPassword('three grey herons'));
    const page = await device.visit('/admin/demand');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Wanted jar');
    const list = await device.visit(`/admin/stock-alerts?product=${jar}&state=waiting`);
    expect(list.body).toContain(email);
    for (const path of ['/admin/demand', '/admin/stock-alerts'])
      expect((await newShopper(app).visit(path)).status).not.toBe(200);
  });

  it('says what nobody is written to because it is not for sale, and warns of mails that wait for more than ten minutes', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    await wait(jar);
    const check = async () => (await checkAlerts(app.shop, { isForOperator: false }))[0]?.state;
    await run();
    expect(await check()).toBe('ok');
    await app.shop.db.execute(sql`update products set status = 'draft' where id = ${jar}`);
    await setStock(jar, 1);
    clock.forward(15 * minute);
    expect(await check(), 'nobody has counted the rise').toBe('warning');
    await run();
    expect(await demandOf(jar)).toMatchObject([{ hasUnsellableStock: true, waiting: 1 }]);
    expect(await check()).toBe('ok');
  });
});

describe('a price alert', () => {
  it('is mailed once when the price falls below what it was, at once to all, without keeping a unit', async () => {
    const jar = await addProduct(app.shop, { name: 'Dear jar', price: 2000, stock: 1 });
    const alerts = [await wait(jar, { kind: 'price' }), await wait(jar, { kind: 'price' })];
    const send = async () => {
      await runPriceDrops(app.shop);
      await run();
      const { rows } = await app.shop.db.execute<{ id: number; until: boolean }>(
        sql`select alert_id as id, hold_until > ${clock.now()} as until from stock_alert_mails where stock_id = ${jar} order by id`,
      );
      return rows.map(({ id, until }) => ({ id: Number(id), until }));
    };
    expect(await send()).toEqual([]);
    await setPrice(jar, 2500);
    expect(await send()).toEqual([]);
    await setPrice(jar, 1500);
    const mailed = alerts.map(({ id }) => ({ id, until: false }));
    expect(await send()).toEqual(mailed);
    await setPrice(jar, 1000);
    expect(await send()).toEqual(mailed);
    const { rows } = await app.shop.db.execute<{ id: string }>(
      sql`select id from platform.mail where id like ${`stock-alert:${alerts[0]?.id}:rise:%`}`,
    );
    const mail = await readOutboxMail(app.shop.db, rows[0]?.id ?? '');
    expect(mail).toMatchObject({ subject: 'Price drop: Dear jar' });
    expect(mail?.text).toContain('Dear jar now costs €15.00 instead of €20.00.');
  });

  it('is for a variation or any, by the price of the day of each, in whatever order they came', async () => {
    const bowl = await addBowl(app.shop);
    const priceOf = async (id: number) =>
      Number(
        (
          await app.shop.db.execute<{ price: string }>(
            sql`select regular_price as price from main_prices where variation_id = ${id}`,
          )
        ).rows[0]?.price,
      );
    const [small, large] = [await priceOf(bowl.small), await priceOf(bowl.large)];
    const dear = await wait(bowl.product, { kind: 'price', variationId: bowl.large });
    await setPrice(bowl.large, large + 500);
    const dearer = await wait(bowl.product, { kind: 'price', variationId: bowl.large });
    const any = await wait(bowl.product, { kind: 'price' });
    const other = await wait(bowl.product, { kind: 'price', variationId: bowl.small });
    const mailed = async () => {
      await runPriceDrops(app.shop);
      const ids = [dear, dearer, any, other].map(({ id }) => id);
      const { rows } = await app.shop.db.execute<{ id: string }>(
        sql`select alert_id as id from stock_alert_mails where alert_id = any(${sql.param(ids)}::bigint[]) order by alert_id`,
      );
      return rows.map(({ id }) => Number(id));
    };
    await setPrice(bowl.large, large);
    expect(await mailed(), 'less than on the day of one, not of the other').toEqual([dearer.id]);
    await setPrice(bowl.large, Math.min(small, large) - 100);
    expect(await mailed()).toEqual([dear.id, dearer.id, any.id]);
  });

  it('stands beside an alert for stock of the same address', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const { email } = await wait(jar);
    await wait(jar, { kind: 'price', email });
    const { rows } = await app.shop.db.execute<{ kind: string }>(
      sql`select kind from stock_alerts where email_key = ${email} order by id`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['stock', 'price']);
  });
});
