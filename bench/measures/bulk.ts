import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import type { ShopProcess } from '#tests/support/shop-process.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import type { Measure } from '../bench.ts';
import { loadOrders } from '../many-orders.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand, waitForJobs } from '../shop.ts';
import { findUnmanagedProducts } from '../targets.ts';

/** Of them, 5,160 are paid and not shipped. */
const orders = 5_400;
const customers = 1_000;
const kills = 4;
const shoppers = 4;
/** Milliseconds. */
const betweenOrders = 2_000;
const longestRun = 1_800_000;

/** All paid orders are completed by one action while shoppers buy and the process that works on it is killed. */
export const bulk: Measure = async ({ dataDir, share }) => {
  const folder = `${dataDir}-bulk`;
  rmSync(folder, { recursive: true, force: true });
  await runShopCommand(folder, 'migrate');
  await runShopCommand(folder, 'demo', '--generated', '--products', '1000');
  const shop = await openShop(folder, { TRUST_PROXY: 'loopback' });
  const database = openShopDatabase(folder);
  try {
    await fill(database, Math.round(orders * share));
    await waitForJobs(database, 600_000);
    const started = performance.now();
    const runId = await startRun(shop, await signInOwner(database));
    const done = new AbortController();
    const buying = buyUntil(done.signal, shop, await findUnmanagedProducts(database, 6));
    const killed = await killDuring(database, shop, runId);
    done.abort();
    const placed = await buying;
    const seconds = (performance.now() - started) / 1000;
    await waitForJobs(database, 600_000);
    const found = await readOutcome(database, runId, placed);
    const count = (what: string, value: number): Row => ({ what, value, unit: 'rows', goal: { atMost: 0 } });
    const least = (what: string, value: number, atLeast: number): Row => ({
      what,
      value,
      unit: 'rows',
      goal: { atLeast },
    });
    const note = `the process was killed ${killed} times, and ${placed.length} orders were placed meanwhile`;
    return [
      { ...least('orders completed by one action', found.completed, found.total), note },
      least('kills of the process that works on it', killed, kills),
      least('orders placed meanwhile', placed.length, 1),
      count('orders that it left or failed on', found.left),
      count('orders shipped twice', found.shippedTwice),
      count('orders completed twice in their history', found.completedTwice),
      count('orders recorded twice by the audit', found.recordedTwice),
      count('orders without exactly one mail that they are completed', found.notMailedOnce),
      count('orders placed meanwhile that are lost or were completed', found.lostOrTouched),
      { what: 'orders completed in a second', value: found.completed / seconds, unit: 'rows/s' },
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
};

async function fill({ pool }: Database, count: number): Promise<void> {
  const client = await pool.connect();
  await loadOrders(client, count, customers);
  // Its triggers are off.
  client.release(true);
}

/** Presses the button as an owner does who has marked all that match. @returns the id of the run */
async function startRun({ url }: ShopProcess, cookie: string): Promise<number> {
  const owner = newShopper({ url });
  owner.cookies.set('session', cookie.slice('session='.length));
  const path = '/admin/orders/-/actions/fulfilment.complete-orders';
  const page = await owner.visit(`${path}?all=1&from=${encodeURIComponent('view=toShip')}`);
  const count = /name="count" value="(\d+)"/.exec(page.body)?.[1];
  if (count === undefined) throw new Error(`the page of the action answered ${page.status}`);
  const { status, location } = await owner.submit(path, { all: '1', from: 'view=toShip', count });
  const id = /^\/admin\/runs\/(\d+)$/.exec(location)?.[1];
  if (id === undefined) throw new Error(`the action answered ${status}`);
  return Number(id);
}

/** @returns tokens of the orders that the shop has confirmed to shoppers */
async function buyUntil(signal: AbortSignal, { url }: ShopProcess, products: readonly number[]): Promise<string[]> {
  const placed: string[] = [];
  const buy = async (address: string, productId: number) => {
    const shopper = newShopper({ url }, { address, isPatient: true });
    await shopper.addToCart(productId);
    const form = await shopper.fillInCheckout();
    const { location } = form ? await shopper.placeOrder(form) : { location: '' };
    const token = /^\/order\/([\w-]+)/.exec(location)?.[1];
    if (token !== undefined) placed.push(token);
  };
  await Promise.all(
    Array.from({ length: shoppers }, async (_each, place) => {
      for (let times = 0; !signal.aborted; times += 1) {
        // A shopper whom the killed shop has not answered knows of no order.
        await buy(`10.${place}.${times >> 8}.${times & 255}`, products[times % products.length] ?? 0).catch(() => {});
        await sleep(betweenOrders);
      }
    }),
  );
  return placed;
}

/** Kills the shop's process at even parts of a run, until the run has ended. @returns how often */
async function killDuring({ pool }: Database, shop: ShopProcess, runId: number): Promise<number> {
  let killed = 0;
  for (let waited = 0; waited < longestRun; waited += 100) {
    const { rows } = await pool.query<{ state: string; share: number }>(
      'select state, (done + skipped + failed)::float8 / total as share from platform.runs where id = $1',
      [runId],
    );
    const [{ state, share } = { state: '', share: 0 }] = rows;
    if (state !== 'running') return killed;
    if (killed < kills && share > (killed + 1) / (kills + 1)) {
      const pid = shop.serverPid();
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid)) await sleep(10);
      killed += 1;
    }
    await sleep(100);
  }
  throw new Error(`the run has not ended within ${longestRun / 1000} s`);
}

interface Outcome {
  readonly total: number;
  readonly completed: number;
  readonly left: number;
  readonly shippedTwice: number;
  readonly completedTwice: number;
  readonly recordedTwice: number;
  readonly notMailedOnce: number;
  readonly lostOrTouched: number;
}

async function readOutcome({ pool }: Database, runId: number, placed: readonly string[]): Promise<Outcome> {
  const { rows } = await pool.query<Outcome>(
    `with marked as (select subject_id as id, state from platform.run_rows where run_id = $1),
      mailed as materialized (select split_part(id, ':', 2) as number, count(*) as times from platform.mail
        where id ~ '^order:[0-9]+:completed' and state = 'sent' group by 1)
    select (select count(*) from marked)::integer as total,
      (select count(*) from marked m join orders o on o.id = m.id where m.state = 'done' and o.status = 'completed' and o.shipment_state = 'shipped')::integer as completed,
      (select count(*) from marked where state <> 'done')::integer as left,
      (select count(*) from (select s.order_id from shipments s join marked m on m.id = s.order_id group by s.order_id having count(*) > 1) a)::integer as "shippedTwice",
      (select count(*) from (select h.order_id from order_history h join marked m on m.id = h.order_id
        where h.to_status = 'completed' group by h.order_id having count(*) > 1) a)::integer as "completedTwice",
      (select count(*) from (select e.subject_id from platform.audit_entries e join marked m on m.id::text = e.subject_id
        where e.subject_kind = 'order' group by e.subject_id having count(*) > 1) a)::integer as "recordedTwice",
      (select count(*) from marked m join orders o on o.id = m.id left join mailed on mailed.number = o.number::text
        where coalesce(mailed.times, 0) <> 1)::integer as "notMailedOnce",
      (select count(*) from unnest($2::text[]) told (token) left join orders o on o.token = told.token
        where o.id is null or o.status = 'completed')::integer as "lostOrTouched"`,
    [runId, placed],
  );
  const [outcome] = rows;
  if (!outcome) throw new Error('the run is gone');
  return outcome;
}
