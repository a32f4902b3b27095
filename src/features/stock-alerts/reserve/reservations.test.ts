import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { addToCart } from '#features/cart/index.ts';
import { placeOrder } from '#features/checkout/index.ts';
import { receiveStock } from '#features/inventory/release-stock.ts';
import { inHouseSql } from '#features/inventory/sql-fragments.ts';
import { countStock, reportStock } from '#features/inventory/stocktake.ts';
import { cancelOrder } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { listMails } from '#platform/mail/records.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitor,
  salesShop,
  signInGuest,
  testClock,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { runDueRises } from '../engine/run-rises.ts';
import { createAlertPath } from '../links/alert-links.ts';
import { stockAlertData } from '../personal-data.ts';
import { releaseEndedReservations, reserveUnit } from './reservations.ts';

const { database } = useDatabase();
const clock = testClock();
const answerMinutes = 60;
const minute = 60_000;
let app: App;
beforeAll(async () => {
  app = await salesShop(database, { clock, settings: { 'stock-alerts': { answerMinutes, reserves: true } } });
});

const query = async <Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  (await app.shop.db.execute<Row>(text)).rows;
const receive = (id: number, units: number) =>
  inTransaction(app.shop.db, (tx) => receiveStock(tx, id, units, { text: 'delivery', by: 'shop' }));
const run = async (minutes = 2) => {
  clock.forward(minutes * minute);
  await releaseEndedReservations(app.shop);
  await runDueRises(app.shop);
  await runJobsNow(app.shop, listJobs(app.assembly));
};

let people = 0;
/** A product that is sold out, with people who wait, in their order; then units come back and the first are mailed. */
async function mailed(waiting: number, units: number) {
  const product = await addProduct(app.shop, { stock: 0 });
  people += 1;
  const rows = await query<{ id: number }>(sql`
    insert into stock_alerts (product_id, email, locale, state, consent_text, created_at, confirmed_at, expires_at)
    select ${product}, 'p' || ${people}::text || '-' || n || '@example.com', 'en-GB', 'waiting', 'Yes.', now(), now(), now() + interval '1000 days'
    from generate_series(1, ${waiting}::integer) n order by n returning id`);
  await receive(product, units);
  await run();
  return { product, alerts: rows.map(({ id }) => Number(id)), email: `p${people}-1@example.com` };
}
const readStates = async (alerts: readonly number[]) =>
  (
    await query<{ state: string }>(
      sql`select state from stock_alerts where id = any(${sql.param(alerts)}::bigint[]) order by id`,
    )
  ).map(({ state }) => state);
const countReservations = async (product: number) =>
  (await query(sql`select from stock_alert_reservations where stock_id = ${product}`)).length;
const reserve = (alert: number, visitor: Visitor) =>
  inTransaction(app.shop.db, (tx) => reserveUnit(app.shop, tx, alert, visitor));
type Visitor = Awaited<ReturnType<typeof createVisitor>>;
const add = (visitor: Visitor, productId: number, quantity = 1) =>
  addToCart(app.shop, visitor, { items: [{ productId, variationId: null, chosen: {}, quantity }], form: {} });
const place = (visitor: Visitor, quantity = 1) =>
  placeOrder(app.shop, visitor, checkoutInput({ expectedTotal: quantity * 1000 + 500 }));
const visitor = () => createVisitor(app.shop.db);

describe('a unit that is reserved behind the link of a mail', () => {
  it('is in the cart of whoever presses the button, and nobody else can buy it', async () => {
    const { product, alerts } = await mailed(2, 1);
    const [first = 0] = alerts;
    const link = createAlertPath(app.shop, first);
    const [record] = await listMails(app.shop.db, { start: `stock-alert:${first}:rise:`, page: 1, perPage: 5 });
    const mail = await readOutboxMail(app.shop.db, record?.id ?? '');
    expect(mail?.text).toMatch(new RegExp(`Reserve one for me[^]*${link}`));
    const holder = newShopper(app);
    const page = await holder.visit(link);
    expect(page.body).toContain('You can reserve one until');
    expect(await readOnHand(app.shop.db, product), 'a program that opens links reserves nothing').toBe(1);
    const answer = await holder.submit(`${link}/reserve`, {});
    expect(answer.body).toContain('One is reserved for you until');
    expect(answer.body).toContain('Go to cart');
    expect(await readOnHand(app.shop.db, product)).toBe(0);
    expect((await holder.visit('/cart')).body).not.toContain('is sold out');
    await holder.submit(`${link}/reserve`, {});
    expect([await readOnHand(app.shop.db, product), await countReservations(product)], 'once').toEqual([0, 1]);
    expect(await add(await visitor(), product)).toMatchObject({ ok: false, code: 'OUT_OF_STOCK' });
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await newShopper(app).submit(`${forged}/reserve`, {})).status).toBe(404);
  });

  it('is bought by its holder: the order takes it over, and gives it back when it is cancelled', async () => {
    const { product, alerts } = await mailed(1, 1);
    const holder = await visitor();
    expect(await reserve(alerts[0] ?? 0, holder)).toBe(product);
    expect(await add(holder, product)).toMatchObject({ ok: true });
    expect(await add(holder, product), 'one, not two').toMatchObject({ ok: false });
    const placed = await place(holder);
    expect(placed).toMatchObject({ ok: true });
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([0, 0]);
    expect(await reserve(alerts[0] ?? 0, await visitor()), 'the mail keeps nothing more').toBe(null);
    const [order] = await query<{ id: string }>(
      sql`select order_id as id from order_lines where product_id = ${product}`,
    );
    await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: Number(order?.id), by: 'shop', reason: 'by-shop' }),
    );
    expect(await readOnHand(app.shop.db, product)).toBe(1);
  });

  it('is free for the next once its time is over', async () => {
    const { product, alerts } = await mailed(2, 1);
    await reserve(alerts[0] ?? 0, await visitor());
    await run(answerMinutes / 2);
    expect([await readOnHand(app.shop.db, product), await readStates(alerts)]).toEqual([0, ['mailed', 'waiting']]);
    await run(answerMinutes);
    expect(await readOnHand(app.shop.db, product)).toBe(1);
    await run();
    expect(await readStates(alerts)).toEqual(['mailed', 'mailed']);
  });

  it('counts once: the hold of its mail is over, and the other units go to the others', async () => {
    const { product, alerts } = await mailed(4, 2);
    await reserve(alerts[0] ?? 0, await visitor());
    await receive(product, 1);
    await run();
    expect(await readStates(alerts)).toEqual(['mailed', 'mailed', 'mailed', 'waiting']);
    expect(await readOnHand(app.shop.db, product)).toBe(2);
  });

  it('goes to the last browser that opened the link, and with its cart into the account', async () => {
    const { product, alerts } = await mailed(1, 1);
    const [one, other] = [await visitor(), await visitor()];
    await reserve(alerts[0] ?? 0, one);
    await reserve(alerts[0] ?? 0, other);
    expect(await add(one, product)).toMatchObject({ ok: false });
    const buyer = await createCustomer(app.shop);
    await add(other, product);
    await signInGuest(app.shop, other, buyer);
    expect(await placeOrder(app.shop, buyer.actor, checkoutInput({ expectedTotal: 1500 }))).toMatchObject({ ok: true });
    expect(await countReservations(product)).toBe(0);
  });

  it('goes back to stock when its alert is erased, or its owner has bought one elsewhere', async () => {
    const { product, alerts, email } = await mailed(1, 2);
    await reserve(alerts[0] ?? 0, await visitor());
    const elsewhere = await visitor();
    await add(elsewhere, product);
    expect(await placeOrder(app.shop, elsewhere, { ...checkoutInput({ expectedTotal: 1500 }), email })).toMatchObject({
      ok: true,
    });
    await run();
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([1, 0]);
    const second = await mailed(1, 1);
    await reserve(second.alerts[0] ?? 0, await visitor());
    const { customer } = await createCustomer(app.shop);
    const owner = { ...customer, isEmailVerified: true, email: second.email };
    await inTransaction(app.shop.db, async (tx) => stockAlertData.erase?.(app.shop, tx, owner));
    await run();
    expect([await readOnHand(app.shop.db, second.product), await countReservations(second.product)]).toEqual([1, 0]);
  });

  it('counts as in the house: a stocktake does not put it on sale again', async () => {
    const { product, alerts } = await mailed(1, 1);
    const sku = `HELD-${product}`;
    await query(sql`update variations set sku = ${sku} where id = ${product}`);
    await reserve(alerts[0] ?? 0, await visitor());
    expect(await reportStock(app.shop.db, sku)).toMatchObject({ available: 0, reserved: 1, physical: 1 });
    await inTransaction(app.shop.db, (tx) => countStock(app.shop, tx, sku, 1));
    expect(await readOnHand(app.shop.db, product)).toBe(0);
    await run(2 * answerMinutes);
    expect(await readOnHand(app.shop.db, product)).toBe(1);
    const [stock] = await query(
      sql.raw(`select ${inHouseSql} as units from stock_levels s where s.variation_id = ${product}`),
    );
    expect(stock).toEqual({ units: 1 });
  });

  it('stays reserved when an earlier order of its holder is placed again, and needs no more', async () => {
    const { product, alerts } = await mailed(1, 2);
    const holder = await visitor();
    await add(holder, product);
    const placeUnpaid = () =>
      placeOrder(app.shop, holder, checkoutInput({ expectedTotal: 1500, paymentMethod: 'pay_later' }));
    expect(await placeUnpaid()).toMatchObject({ ok: true });
    await reserve(alerts[0] ?? 0, holder);
    expect(await readOnHand(app.shop.db, product)).toBe(0);
    expect(await placeUnpaid()).toMatchObject({ ok: true });
    expect(await query(sql`select from order_lines where product_id = ${product}`), 'superseded').toHaveLength(2);
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([0, 1]);
  });

  it('keeps its alert from waiting for another: a place in the queue reserves one unit', async () => {
    const { product, alerts } = await mailed(2, 1);
    const [first = 0] = alerts;
    await reserve(first, await visitor());
    await newShopper(app).submit(`${createAlertPath(app.shop, first)}/again`, {});
    expect(await readStates(alerts)).toEqual(['mailed', 'waiting']);
    await receive(product, 1);
    await run();
    expect(await readStates(alerts)).toEqual(['mailed', 'mailed']);
  });

  it('is not taken from another stock, where its variation is sold from that now', async () => {
    const { product, alerts } = await mailed(1, 1);
    const other = await addProduct(app.shop, { stock: 5 });
    await query(sql`update stock_alert_mails set stock_id = ${other} where stock_id = ${product}`);
    expect(await reserve(alerts[0] ?? 0, await visitor())).toBe(null);
    expect([await readOnHand(app.shop.db, product), await readOnHand(app.shop.db, other)]).toEqual([1, 5]);
  });

  it('is offered only where the shop has switched it on, and goes back to stock when it is switched off', async () => {
    const { product, alerts } = await mailed(1, 1);
    const set = (value: unknown) =>
      changeSettings(app.shop, [{ key: 'stock-alerts.reserves', value, version: null }], 'shop');
    await set(false);
    const link = createAlertPath(app.shop, alerts[0] ?? 0);
    expect((await newShopper(app).visit(link)).body).not.toContain('Reserve one for me');
    await newShopper(app).submit(`${link}/reserve`, {});
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([1, 0]);
    await set(undefined);
    await reserve(alerts[0] ?? 0, await visitor());
    expect(await readOnHand(app.shop.db, product)).toBe(0);
    await set(false);
    await run();
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([1, 0]);
    await set(undefined);
  });
});

describe('at the same time', () => {
  it('one of two gets the last unit: the holder of a mail or a shopper who orders it', async () => {
    const winners = { holder: 0, shopper: 0 };
    for (let round = 0; round < 4; round += 1) {
      const { product, alerts } = await mailed(1, 1);
      const [holder, shopper] = [await visitor(), await visitor()];
      await add(shopper, product);
      const [reserved, placed] = await Promise.all([reserve(alerts[0] ?? 0, holder), place(shopper)]);
      winners[placed.ok ? 'shopper' : 'holder'] += 1;
      expect([reserved !== null, placed.ok]).toEqual(placed.ok ? [false, true] : [true, false]);
      expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([
        0,
        placed.ok ? 0 : 1,
      ]);
    }
    expect(winners.holder + winners.shopper).toBe(4);
  });

  it('no unit is lost when the holder orders while its time ends', async () => {
    const { product, alerts } = await mailed(1, 1);
    const holder = await visitor();
    await reserve(alerts[0] ?? 0, holder);
    await add(holder, product);
    clock.forward((answerMinutes + 1) * minute);
    const [placed] = await Promise.all([
      place(holder),
      releaseEndedReservations(app.shop),
      releaseEndedReservations(app.shop),
      reserve(alerts[0] ?? 0, await visitor()),
    ]);
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([placed.ok ? 0 : 1, 0]);
  });

  it('a link that is pressed many times reserves one unit', async () => {
    const { product, alerts } = await mailed(1, 3);
    const visitors = await Promise.all([1, 2, 3, 4].map(visitor));
    await Promise.all(visitors.map((each) => reserve(alerts[0] ?? 0, each)));
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([2, 1]);
  });
});

describe('who unsubscribes after a mail', () => {
  it('frees the unit for the next at once, reserved or not', async () => {
    const { product, alerts } = await mailed(4, 2);
    const [first = 0, second = 0] = alerts;
    await reserve(first, await visitor());
    await newShopper(app).submit(`${createAlertPath(app.shop, second)}/stop`, {});
    await runDueRises(app.shop);
    expect(await readStates(alerts), 'without waiting').toEqual(['mailed', 'ended', 'mailed', 'waiting']);
    await newShopper(app).submit(`${createAlertPath(app.shop, first)}/stop`, {});
    expect([await readOnHand(app.shop.db, product), await countReservations(product)]).toEqual([2, 0]);
    await runDueRises(app.shop);
    expect(await readStates(alerts)).toEqual(['ended', 'ended', 'mailed', 'mailed']);
  });
});
