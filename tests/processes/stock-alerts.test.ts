import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { receiveStock, releaseStock } from '#features/inventory/release-stock.ts';
import { reserveStock } from '#features/inventory/reserve-stock.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { findServerPid } from '#tests/support/shop-process.ts';
import { startSmtp } from '#tests/support/smtp-server.ts';
import { startBuilt, temporaryFolder } from './start-built.ts';

vi.setConfig({ testTimeout: 240_000 });

const { database, pool, connectionString } = useDatabase();
const within = { timeout: 60_000, interval: 100 };
const subscribers = 1_000;
const reference = { text: 'delivery', by: 'shop' } as const;

it('1,000 who wait for 5 pieces that come as 2, 2 and 1 get their mails in order while stock goes up and down and the shop is killed: never more than there are units, none twice, none lost', async () => {
  const { shop } = await salesShop(database);
  const jar = await addProduct(shop, { name: 'Salt jar', stock: 0 });
  await pool.query(
    `insert into stock_alerts (product_id, email, locale, state, consent_text, created_at, confirmed_at, expires_at)
    select $1, 'p' || n || '@example.com', 'en-GB', 'waiting', 'Yes.', now(), now(), now() + interval '1 year' from generate_series(1, $2::integer) n order by n`,
    [jar, subscribers],
  );
  const smtp = await startSmtp();
  onTestFinished(() => void smtp.server.close());
  const port = await findFreePort();
  const started = startBuilt('server', [], {
    ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: 'https://shop.example', MAIL_URL: smtp.url },
    ...{ SECRET: randomBytes(32).toString('hex'), DATABASE_URL: connectionString, DATA_DIR: temporaryFolder() },
  });
  const readPid = () => findServerPid(started.process.pid ?? 0);
  const kill = async () => {
    const before = readPid();
    // The id 0 would stand for the whole process group, this one included.
    if (before === undefined) throw new Error('the process of the shop is not running');
    process.kill(before, 'SIGKILL');
    await expect.poll(readPid, within).not.toBeOneOf([before, null, undefined]);
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, within).toBe(true);

  const change = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(shop.db, work);
  const receive = (units: number) => change((tx) => receiveStock(tx, jar, units, reference));
  const take = (units: number) => change((tx) => reserveStock(tx, [{ variationId: jar, quantity: units }], 'order:1'));
  const give = (units: number) => change((tx) => releaseStock(tx, [{ stockId: jar, quantity: units }], 'order:1'));
  /** The stock of an order that is cancelled, again and again. */
  const flap = async (units: number) => {
    for (let times = 0; times < 3; times += 1) {
      await take(units);
      await give(units);
    }
  };
  /** What is due, waits to be tried again, or was under way when the shop died, is due now. */
  const passMinute = async () => {
    await pool.query(
      `update stock_alert_rises set due_at = now() where ended_at is null and due_at <= now() + interval '60 seconds'`,
    );
    await pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
    );
    await pool.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at < now() - interval '5 seconds'`,
    );
    await pool.query(
      `update platform.mail set sending_at = now() - interval '1 day' where state = 'sending' and sending_at < now() - interval '5 seconds'`,
    );
    await pool.query(`select graphile_worker.add_job('stock-alerts:run-rises', '{}', job_key := 'test')`);
  };
  /** The answer time of all mails is over. */
  const passAnswerTime = async () => {
    await pool.query('update stock_alert_mails set hold_until = now() where sent_at is not null');
    await pool.query('update stock_alert_rises set due_at = now() where ended_at is null');
  };
  const readState = async () => {
    const { rows } = await pool.query<{ mailed: number; sent: number; waiting: number; over: number }>(
      `select (select count(*)::integer from stock_alert_mails) as mailed,
        (select count(*)::integer from stock_alert_mails where sent_at is not null) as sent,
        (select count(*)::integer from stock_alerts where state = 'waiting') as waiting,
        (select count(*)::integer from stock_alert_mails m where m.hold_until > now()) - (select on_hand from stock_levels where variation_id = $1) as over`,
      [jar],
    );
    return rows[0];
  };
  /** Waits until so many mails are sent in all, and checks at each look that no more units are promised than there are. */
  const expectSent = (sent: number) =>
    expect
      .poll(async () => {
        await passMinute();
        const state = await readState();
        expect(state?.over, 'mails that keep a unit, beyond the units').toBeLessThanOrEqual(0);
        return { sent: state?.sent, mailed: state?.mailed, waiting: state?.waiting };
      }, within)
      .toEqual({ sent, mailed: sent, waiting: subscribers - sent });

  smtp.answers.set('EHLO', 'hangUp');
  await receive(2);
  await flap(1);
  await passMinute();
  await expect.poll(async () => (await readState())?.mailed, within).toBe(2);
  await kill();
  smtp.answers.clear();
  await expectSent(2);
  await receive(2);
  await flap(3);
  await kill();
  await expectSent(4);
  await receive(1);
  await flap(5);
  await expectSent(5);
  // Nobody buys: after each answer time it is the turn of the next five.
  for (let wave = 2; wave <= 6; wave += 1) {
    await passAnswerTime();
    if (wave === 3) {
      smtp.answers.set('DATA', 'hangUp');
      await passMinute();
      await expect.poll(async () => (await readState())?.mailed, within).toBe(15);
      await kill();
      smtp.answers.clear();
    }
    await expectSent(wave * 5);
  }
  await take(5);
  await passAnswerTime();
  await expectSent(30);

  const receivers = smtp.accepted.map(({ to }) => to);
  expect(new Set(receivers).size, 'none twice').toBe(receivers.length);
  const waves = [2, 4, 5, 10, 15, 20, 25, 30];
  const sorted = (list: readonly string[]) =>
    list.toSorted((one, other) => Number(one.slice(1, -12)) - Number(other.slice(1, -12)));
  for (const [index, end] of waves.entries()) {
    const begin = waves[index - 1] ?? 0;
    const expected = Array.from({ length: end - begin }, (_, place) => `p${begin + place + 1}@example.com`);
    expect(sorted(receivers.slice(begin, end)), 'in order, wave by wave').toEqual(expected);
  }
  const countOpen = async () =>
    (await pool.query('select id from stock_alert_rises where ended_at is null')).rows.length;
  await expect.poll(countOpen, within).toBe(0);
  expect((await readState())?.waiting, 'who waits keeps the place').toBe(subscribers - 30);
});
