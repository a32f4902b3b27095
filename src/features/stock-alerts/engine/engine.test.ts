import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { reserveStock } from '#features/inventory/index.ts';
import { receiveStock, releaseStock } from '#features/inventory/release-stock.ts';
import { updateStockLevel } from '#features/inventory/write-stock-levels.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { findDemand } from '../admin/find-demand.ts';
import { endAlert } from '../end-alert.ts';
import { createAlertPath } from '../links/alert-links.ts';
import { startWaiting } from '../start-waiting.ts';
import { expireAlerts } from './expire-alerts.ts';
import { runDueRises } from './run-rises.ts';
import { runWave } from './run-wave.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
const answerMinutes = 60;
const minute = 60_000;
beforeAll(async () => {
  app = await salesShop(database, { clock, settings: { 'stock-alerts': { answerMinutes } } });
});

const query = async <Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  (await app.shop.db.execute<Row>(text)).rows;
const tx = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(app.shop.db, work);
const setStock = (id: number, onHand: number) =>
  tx((tx) => updateStockLevel(tx, id, { onHand }, { text: 'test', by: 'shop' }));
const receive = (id: number, units: number) =>
  tx((tx) => receiveStock(tx, id, units, { text: 'delivery', by: 'shop' }));
const take = (id: number, units: number) =>
  tx((tx) => reserveStock(tx, [{ variationId: id, quantity: units }], 'order:1'));
const give = (id: number, units: number) => tx((tx) => releaseStock(tx, [{ stockId: id, quantity: units }], 'order:1'));

interface Alert {
  readonly product: number;
  readonly variation?: number | null;
  readonly email?: string;
}
let people = 0;
/** Addresses that wait, in their order. @returns the ids of the alerts */
async function wait(count: number, { product, variation = null, email }: Alert): Promise<number[]> {
  people += 1;
  const rows = await query<{ id: number }>(sql`
    insert into stock_alerts (product_id, variation_id, email, locale, state, consent_text, created_at, confirmed_at, expires_at)
    select ${product}, ${variation}::integer, coalesce(${email ?? null}::text, 'p' || ${people}::text || '-' || n || '@example.com'), 'en-GB', 'waiting', 'Yes.', now(), now(), now() + interval '1000 days'
    from generate_series(1, ${count}::integer) n order by n returning id`);
  return rows.map(({ id }) => Number(id));
}
interface Rise {
  id: number;
  gained: number | null;
  waves: number;
  due: number;
  isOpen: boolean;
  isBlocked: boolean;
  [column: string]: unknown;
}
const readRises = (stock: number) =>
  query<Rise>(sql`select id, gained, waves, extract(epoch from due_at - now())::float as due, ended_at is null as "isOpen", blocked_at is not null as "isBlocked"
    from stock_alert_rises where stock_id = ${stock} order by id`);
const readMailed = async (stock: number) =>
  await query<{ alertId: number; wave: number; isSent: boolean }>(sql`
    select alert_id::integer as "alertId", wave, sent_at is not null as "isSent" from stock_alert_mails where stock_id = ${stock} order by id`);
const mailedIds = async (stock: number) => (await readMailed(stock)).map(({ alertId }) => alertId);
const readStates = async (ids: readonly number[]) => {
  const rows = await query<{ id: number; state: string; reason: string | null }>(sql`
    select id::integer as id, state, end_reason as reason from stock_alerts where id = any(${sql.param(ids)}::bigint[]) order by id`);
  return rows.map(({ state, reason }) => reason ?? state);
};
const run = async () => {
  await runDueRises(app.shop);
  return runJobsNow(app.shop, listJobs(app.assembly));
};
/** The 60 seconds of a rise, or the answer time of a wave. */
const later = async (milliseconds = answerMinutes * minute + 2 * minute) => {
  clock.forward(milliseconds);
  return run();
};

describe('a rise', () => {
  it('is opened by whatever changes the stock, with its units, also when something was there', async () => {
    const jar = await addProduct(app.shop, { stock: 2 });
    await receive(jar, 3);
    expect(await readRises(jar), 'nobody waits').toEqual([]);
    await wait(1, { product: jar });
    await receive(jar, 3);
    expect(await readRises(jar)).toMatchObject([{ gained: 3, waves: 0, isOpen: true }]);
    await setStock(jar, 12);
    await take(jar, 5);
    await give(jar, 2);
    expect(await readRises(jar)).toMatchObject([{ gained: 3 + 4 + 2, isOpen: true }]);
  });

  it('is part of the transaction of the change', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    await wait(1, { product: jar });
    const failed = tx(async (tx) => {
      await receiveStock(tx, jar, 3, { text: 'delivery', by: 'shop' });
      throw new Error('the import failed');
    });
    await expect(failed).rejects.toThrow('the import failed');
    expect(await readRises(jar)).toEqual([]);
  });

  it('is a net gain over all locations and steps of a transaction: a transfer is none', async () => {
    const jar = await addProduct(app.shop, { stock: 4 });
    await wait(1, { product: jar });
    await query(sql`insert into stock_locations (id, name) values (2, 'Cellar')`);
    const move = (tx: Tx, delta: number, location: number) =>
      tx.execute(
        sql`insert into stock_movements (variation_id, location_id, delta, reason) values (${jar}, ${location}, ${delta}, 'set')`,
      );
    await tx(async (tx) => {
      await move(tx, 2, 2);
      await move(tx, -2, 1);
    });
    await tx(async (tx) => {
      await move(tx, -3, 1);
      await move(tx, 2, 2);
      await move(tx, 1, 2);
    });
    expect(await readRises(jar)).toEqual([]);
    await tx(async (tx) => {
      await move(tx, -1, 1);
      await move(tx, 2, 2);
      await move(tx, 1, 2);
    });
    expect(await readRises(jar)).toMatchObject([{ gained: 2 }]);
  });

  it('waits 60 seconds from its last gain and is counted again: what is gone by then mails nobody', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [first = 0] = await wait(1, { product: jar });
    await receive(jar, 1);
    const [rise] = await readRises(jar);
    expect(rise?.due).toBeGreaterThan(50);
    expect(rise?.due).toBeLessThanOrEqual(60);
    await run();
    expect(await readRises(jar), 'not due yet').toMatchObject([{ waves: 0, isOpen: true }]);
    await take(jar, 1);
    await later();
    expect(await readRises(jar)).toMatchObject([{ waves: 0, isOpen: false }]);
    expect(await mailedIds(jar)).toEqual([]);
    expect(await readStates([first])).toEqual(['waiting']);
  });

  it('opens when stock that is not counted can be bought again, and when backorders are allowed', async () => {
    const [print, jar] = [await addProduct(app.shop), await addProduct(app.shop, { stock: 0 })];
    await tx((tx) => updateStockLevel(tx, print, { status: 'out' }, { text: 'test', by: 'shop' }));
    const [ids, others] = [await wait(3, { product: print }), await wait(1, { product: jar })];
    await tx((tx) => updateStockLevel(tx, print, { status: 'in' }, { text: 'test', by: 'shop' }));
    await tx((tx) => updateStockLevel(tx, jar, { backorders: 'notify' }, { text: 'test', by: 'shop' }));
    expect(await readRises(print)).toMatchObject([{ gained: null, isOpen: true }]);
    await later();
    expect(await mailedIds(print)).toEqual(ids);
    expect(await mailedIds(jar)).toEqual(others);
  });
});

describe('a wave', () => {
  it('has as many mails as units, the oldest first, and the next comes after the answer time', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(5, { product: jar });
    await receive(jar, 2);
    await later();
    expect(await mailedIds(jar)).toEqual(ids.slice(0, 2));
    await later(30 * minute);
    expect(await mailedIds(jar)).toHaveLength(2);
    await later();
    expect(await mailedIds(jar)).toEqual(ids.slice(0, 4));
    await take(jar, 2);
    await later();
    expect(await mailedIds(jar), 'nothing is left: who waits keeps the place').toEqual(ids.slice(0, 4));
    expect(await readRises(jar)).toMatchObject([{ waves: 2, isOpen: false }]);
    expect(await readStates(ids)).toEqual(['mailed', 'mailed', 'mailed', 'mailed', 'waiting']);
    await receive(jar, 5);
    await later();
    expect(await mailedIds(jar)).toEqual(ids);
  });

  it('counts what unexpired mails keep, also those of an earlier rise', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(4, { product: jar });
    await receive(jar, 2);
    await later(2 * minute);
    await take(jar, 2);
    await give(jar, 2);
    await receive(jar, 1);
    await later(2 * minute);
    expect(await mailedIds(jar), 'two of three units are kept').toEqual(ids.slice(0, 3));
  });

  it('writes once to an address that waits for a variation and for any, and to each size by itself', async () => {
    const bowl = await addBowl(app.shop, 0);
    const email = 'both@example.com';
    const [one = 0] = await wait(1, { product: bowl.product, variation: bowl.small, email });
    const [any = 0] = await wait(1, { product: bowl.product, email });
    const [large = 0] = await wait(1, { product: bowl.product, variation: bowl.large });
    await receive(bowl.small, 9);
    await later();
    expect(await mailedIds(bowl.small)).toEqual([one]);
    expect(await readStates([one, any, large])).toEqual(['mailed', 'mailed', 'waiting']);
    expect(await readRises(bowl.large)).toEqual([]);
    const mail = await readOutboxMail(app.shop.db, `stock-alert:${one}:rise:${(await readRises(bowl.small))[0]?.id}`);
    expect(mail?.text).toContain(`?variation=${bowl.small}`);
  });

  it('skips a hidden product, keeps who waits, and goes on when it is published', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(2, { product: jar });
    await query(sql`update products set status = 'draft' where id = ${jar}`);
    await receive(jar, 2);
    await later();
    expect(await readRises(jar)).toMatchObject([{ waves: 0, isOpen: true, isBlocked: true }]);
    expect(await readStates(ids)).toEqual(['waiting', 'waiting']);
    await query(sql`update products set status = 'published' where id = ${jar}`);
    await later();
    expect(await mailedIds(jar)).toEqual(ids);
  });

  it('is counted by one process of two', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(20, { product: jar });
    await receive(jar, 3);
    clock.forward(2 * minute);
    await Promise.all([1, 2, 3, 4].map(() => runDueRises(app.shop)));
    expect(await mailedIds(jar)).toEqual(ids.slice(0, 3));
  });

  it('mails an alert for any variation once, when two variations are counted at the same time', async () => {
    const bowl = await addBowl(app.shop, 0);
    const [any = 0] = await wait(1, { product: bowl.product });
    const [small = 0] = await wait(1, { product: bowl.product, variation: bowl.small });
    const [large = 0] = await wait(1, { product: bowl.product, variation: bowl.large });
    await receive(bowl.small, 2);
    await receive(bowl.large, 2);
    clock.forward(2 * minute);
    const { promise: isCommitted, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isCounted, resolve: counted } = Promise.withResolvers<void>();
    const count = (stockId: number, end: () => Promise<void>) =>
      tx(async (tx) => {
        const [rise] = await readRises(stockId);
        await runWave(app.shop, tx, { id: Number(rise?.id), stockId });
        await end();
      });
    const first = count(bowl.small, () => {
      counted();
      return isCommitted;
    });
    await isCounted;
    const second = count(bowl.large, async () => {});
    await expect
      .poll(() =>
        query(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%stock_alerts%'`,
        ),
      )
      .toHaveLength(1);
    commit();
    await Promise.all([first, second]);
    expect(await mailedIds(bowl.small)).toEqual([any, small]);
    expect(await mailedIds(bowl.large)).toEqual([large]);
  });

  it('leaves out whoever unsubscribes while it is counted, and mails the others', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [leaving = 0, staying = 0] = await wait(2, { product: jar });
    await receive(jar, 2);
    clock.forward(2 * minute);
    const { promise: isCommitted, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>();
    const end = tx(async (tx) => {
      await endAlert(app.shop, tx, leaving, 'unsubscribed');
      ended();
      await isCommitted;
    });
    await isEnded;
    const counting = runDueRises(app.shop);
    await expect
      .poll(() =>
        query(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%stock_alerts%'`,
        ),
      )
      .toHaveLength(1);
    commit();
    await Promise.all([end, counting]);
    expect(await mailedIds(jar)).toEqual([staying]);
    expect(await readStates([leaving, staying])).toEqual(['unsubscribed', 'mailed']);
  });

  it('goes on at once where it is larger than one transaction', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(230, { product: jar });
    await receive(jar, 220);
    clock.forward(2 * minute);
    await runDueRises(app.shop);
    expect(await mailedIds(jar)).toEqual(ids.slice(0, 220));
  });
});

describe('a mail', () => {
  const mailId = async (jar: number, alert: number) => `stock-alert:${alert}:rise:${(await readRises(jar))[0]?.id}`;

  it('that fails is tried again, and never ends the alert', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [id = 0] = await wait(1, { product: jar });
    await receive(jar, 1);
    clock.forward(2 * minute);
    const { mail } = app.shop;
    const send = mail.send;
    Object.assign(mail, { send: () => Promise.reject(new Error('the mail server is away')) });
    const failed = await run();
    Object.assign(mail, { send });
    expect(failed.failed.map(({ name }) => name)).toContain('stock-alerts:send-alert');
    expect(await readStates([id])).toEqual(['mailed']);
    await later();
    await later();
    expect(await readMailed(jar)).toMatchObject([{ alertId: id, isSent: true }]);
  });

  it('that is refused for good ends its alert, and its unit goes to the next', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [first = 0, second = 0] = await wait(2, { product: jar });
    await receive(jar, 1);
    clock.forward(2 * minute);
    await runDueRises(app.shop);
    await query(
      sql`insert into platform.mail (id, recipient, subject, state, locale) values (${await mailId(jar, first)}, 'a@example.com', 'x', 'refused', 'en-GB')`,
    );
    await runJobsNow(app.shop, listJobs(app.assembly));
    expect(await readStates([first])).toEqual(['bounced']);
    await later(2 * minute);
    expect(await mailedIds(jar)).toEqual([second]);
  });

  it('is not sent when all is gone meanwhile: the alert is back at its place', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(2, { product: jar });
    await receive(jar, 1);
    clock.forward(2 * minute);
    await runDueRises(app.shop);
    await take(jar, 1);
    await runJobsNow(app.shop, listJobs(app.assembly));
    expect(await readStates(ids)).toEqual(['waiting', 'waiting']);
    await receive(jar, 1);
    await later();
    expect(await mailedIds(jar)).toEqual(ids.slice(0, 1));
  });

  it('that was sent when its process died is not sent again', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [id = 0] = await wait(1, { product: jar });
    await receive(jar, 1);
    await later(2 * minute);
    const before = await readOutboxMail(app.shop.db, await mailId(jar, id));
    expect(before?.state).toBe('sent');
    await query(sql`update stock_alert_mails set sent_at = null where alert_id = ${id}`);
    await query(
      sql`select graphile_worker.add_job('stock-alerts:send-alert', json_build_object('mail', (select id from stock_alert_mails where alert_id = ${id})))`,
    );
    await run();
    expect(await readMailed(jar)).toMatchObject([{ isSent: true }]);
    expect((await readOutboxMail(app.shop.db, await mailId(jar, id)))?.sentAt).toEqual(before?.sentAt);
  });

  it('has the link of RFC 8058, and whoever comes when all is sold out again keeps the place by a button', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [first = 0, second = 0] = await wait(2, { product: jar });
    await receive(jar, 1);
    await later(2 * minute);
    await take(jar, 1);
    const link = createAlertPath(app.shop, first);
    const mail = await readOutboxMail(app.shop.db, await mailId(jar, first));
    expect(mail?.text).toContain(link);
    const page = await newShopper(app).visit(link);
    expect(page.body).toContain('You keep your position on the list');
    expect(await readStates([first])).toEqual(['mailed']);
    expect((await newShopper(app).submit(`${link}/again`, {})).body).toContain('Your position on the list: 1.');
    await receive(jar, 1);
    await later(2 * minute);
    expect(await mailedIds(jar), 'before who came later').toEqual([first, first]);
    expect(await readStates([first, second])).toEqual(['mailed', 'waiting']);
  });
});

describe('an alert that was mailed', () => {
  const day = 24 * 60 * minute;

  it('is deleted the days of `retentionDays` after its mail, with others of its address that the mail answered', async () => {
    const bowl = await addBowl(app.shop, 0);
    const email = 'kept@example.com';
    const [one = 0] = await wait(1, { product: bowl.product, variation: bowl.small, email });
    const [any = 0] = await wait(1, { product: bowl.product, email });
    await receive(bowl.small, 1);
    await later();
    clock.forward(89 * day);
    await expireAlerts(app.shop);
    expect(await readStates([one, any])).toEqual(['mailed', 'mailed']);
    clock.forward(2 * day);
    await expireAlerts(app.shop);
    expect(await readStates([one, any])).toEqual([]);
  });

  it('is told until when its unit is kept as of the sending, also when the mail server was away for days', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [alert = 0] = await wait(1, { product: jar });
    await receive(jar, 1);
    clock.forward(2 * minute);
    await runDueRises(app.shop);
    clock.forward(3 * day);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const mail = await readOutboxMail(app.shop.db, `stock-alert:${alert}:rise:${(await readRises(jar))[0]?.id}`);
    const until = new Date(clock.now().getTime() + answerMinutes * minute);
    const lastDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(until);
    expect(mail?.text).toContain(`after ${lastDay}`);
  });
});

describe('an alert that is confirmed when something is there', () => {
  it('has its mail too: a rise is opened for it', async () => {
    const jar = await addProduct(app.shop, { stock: 1 });
    const [id = 0] = await wait(1, { product: jar });
    await query(sql`update stock_alerts set state = 'unconfirmed', confirmed_at = null where id = ${id}`);
    await tx((tx) => startWaiting(app.shop, tx, id, null));
    await later();
    expect(await mailedIds(jar)).toEqual([id]);
  });

  it('has nothing to do with the own stock of a product with options, which is not for sale', async () => {
    const bowl = await addBowl(app.shop, 0);
    const [any = 0] = await wait(1, { product: bowl.product });
    const restart = () => tx((tx) => startWaiting(app.shop, tx, any, null));
    await query(sql`update stock_alerts set state = 'unconfirmed', confirmed_at = null where id = ${any}`);
    expect(await restart()).toBe(true);
    expect(await readRises(bowl.product)).toEqual([]);
    expect(await findDemand(app.shop.db, bowl.product, 1)).toMatchObject([{ available: 0, hasUnsellableStock: false }]);
    await receive(bowl.small, 1);
    await later();
    await take(bowl.small, 1);
    expect(await readStates([any])).toEqual(['mailed']);
    expect(await restart(), 'all is sold out again').toBe(true);
    for (const status of ['out', 'in'] as const)
      await tx((tx) => updateStockLevel(tx, bowl.product, { status }, { text: 'test', by: 'shop' }));
    expect(await readRises(bowl.product), 'nobody waits for the stock of the product itself').toEqual([]);
  });

  it('opens no rise again and again after it has expired', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const [alert = 0] = await wait(1, { product: jar });
    await query(sql`update stock_alerts set expires_at = now() - interval '1 day' where id = ${alert}`);
    await receive(jar, 1);
    await later();
    expect(await readRises(jar)).toMatchObject([{ isOpen: false }]);
  });

  it('is not lost when it is confirmed while the stock rises', async () => {
    const jar = await addProduct(app.shop, { stock: 0 });
    const ids = await wait(10, { product: jar });
    await query(sql`update stock_alerts set state = 'unconfirmed', confirmed_at = null where product_id = ${jar}`);
    await Promise.all([receive(jar, 10), ...ids.map((id) => tx((tx) => startWaiting(app.shop, tx, id, null)))]);
    await later();
    expect((await mailedIds(jar)).toSorted((one, other) => one - other)).toEqual(ids);
  });
});

it('settings say how many mails go out at once where nobody counts', async () => {
  await changeSettings(app.shop, [{ key: 'stock-alerts.maxUncounted', value: 2, version: null }], 'shop');
  const print = await addProduct(app.shop);
  const ids = await wait(3, { product: print });
  await tx((tx) => updateStockLevel(tx, print, { status: 'out' }, { text: 'test', by: 'shop' }));
  await tx((tx) => updateStockLevel(tx, print, { status: 'in' }, { text: 'test', by: 'shop' }));
  await later();
  expect(await mailedIds(print)).toEqual(ids.slice(0, 2));
});
