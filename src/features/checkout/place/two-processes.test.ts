import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutPath, refusedCheckoutPath } from '#features/checkout/contract.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type ShopProcess, spawnShop, waitUntilOpen } from '#tests/support/shop-process.ts';
import {
  type Answer,
  closeConnections,
  type FormFields,
  newShopper,
  readOrderToken,
  type Shopper,
} from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, db, pool, connectionString } = useDatabase();
const catalogue = catalogShop(database);
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-two-'));
const secret = randomUUID();
let bowl = 0;
let shops: readonly [ShopProcess, ShopProcess];

const running: ShopProcess[] = [];

async function openShop(index: number): Promise<ShopProcess> {
  const env = {
    MODE: 'demo',
    DATABASE_URL: connectionString,
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: join(dataDir, String(index)),
    SECRET: secret,
    LOG_LEVEL: 'error',
  };
  const shop = await spawnShop({ env });
  running.push(shop);
  return waitUntilOpen(shop);
}

beforeAll(async () => {
  // A shop that has products does not load the demo catalogue.
  bowl = await addProduct(catalogue, { name: 'Tide bowl', stock: 5 });
  // All of five bowls are sold at once, to shoppers whom nobody knows.
  const { shop } = await testShop(database);
  const keys = ['suspicion.visitorPercent', 'suspicion.atOncePercent', 'maxReserved.unconfirmedPercent'];
  const changes = keys.map((key) => ({ key: `orders.${key}`, value: null, version: null }));
  expect(await changeSettings(shop, changes, 'shop')).toMatchObject({ ok: true });
  shops = await Promise.all([openShop(0), openShop(1)]);
});
afterAll(async () => {
  await Promise.all(running.map((shop) => shop.stop('SIGKILL')));
  await closeConnections();
  rmSync(dataDir, { recursive: true, force: true });
});

interface PreparedCheckout {
  readonly shopper: Shopper;
  readonly form: FormFields;
}

/** Creates shoppers with one item in the cart, and fills in their checkout forms. */
async function prepareCheckouts(count: number, product: number, shop: ShopProcess): Promise<PreparedCheckout[]> {
  const prepareCheckout = async (): Promise<PreparedCheckout> => {
    // 32 at once may be more than a shop on a busy machine takes.
    const shopper = newShopper(shop, { isPatient: true });
    expect((await shopper.addToCart(product)).status).toBe(303);
    const form = await shopper.fillInCheckout();
    if (!form) throw new Error('the cart could not be ordered');
    return { shopper, form: { ...form, payment_method: 'bank_transfer' } };
  };
  return Promise.all(Array.from({ length: count }, prepareCheckout));
}

const submitOrder = ({ shopper, form }: PreparedCheckout, { url }: ShopProcess) =>
  shopper.submit(url + checkoutPath, form);

async function findOrders(product: number) {
  const { rows } = await pool.query<{ token: string; status: string; quantity: number; reserved: number }>(
    `select o.token, o.status, sum(l.quantity)::integer as quantity,
      (select sum(r.quantity)::integer from stock_reservations r where r.order_id = o.id and r.state = 'reserved') as reserved
    from orders o join order_lines l on l.order_id = o.id where l.product_id = $1 group by o.id order by o.id`,
    [product],
  );
  return rows;
}

describe('two shop processes on one database', () => {
  it('sell five items to five of 64 shoppers, and refuse the other 59', async () => {
    const ready = (await Promise.all(shops.map((shop) => prepareCheckouts(32, bowl, shop)))).flat();
    const answers = await Promise.all(
      ready.map((checkout, index) => submitOrder(checkout, index % 2 === 0 ? shops[0] : shops[1])),
    );
    const tokens = answers.map(readOrderToken).filter((token) => token !== null);
    expect(new Set(tokens).size).toBe(5);
    const refused = answers.filter((answer) => readOrderToken(answer) === null);
    expect(refused.map(({ location }) => location.startsWith(refusedCheckoutPath('')))).toEqual(Array(59).fill(true));
    for (const { location } of refused.slice(0, 8)) {
      const [shopper] = ready.flatMap((checkout, index) =>
        answers[index]?.location === location ? [checkout.shopper] : [],
      );
      const { body = '' } = (await shopper?.visit(shops[1].url + location)) ?? {};
      expect(body).toContain('sold out while you were checking out');
    }
    const created = await findOrders(bowl);
    expect(created.map(({ token }) => token).sort()).toEqual(tokens.sort());
    for (const row of created) expect(row).toMatchObject({ status: 'on-hold', quantity: 1, reserved: 1 });
    expect(await readOnHand(db, bowl)).toBe(0);
    const { rows } = await pool.query(
      "select sum(delta)::integer as delta from stock_movements where variation_id = $1 and reason = 'taken'",
      [bowl],
    );
    expect(rows).toEqual([{ delta: -5 }]);
  });

  it('create one order from one form when one is killed between commit and reply, and the other gets the form again', async () => {
    const jug = await addProduct(catalogue, { name: 'Creek jug', stock: 9 });
    const ready = await prepareCheckouts(4, jug, shops[0]);
    const answers = await orderAndKillShop(jug, ready);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    const created = await findOrders(jug);
    expect(created).toHaveLength(4);
    const again = await Promise.all(
      ready.flatMap((checkout) => [submitOrder(checkout, shops[0]), submitOrder(checkout, shops[0])]),
    );
    const tokens = again.map(readOrderToken);
    expect([...new Set(tokens)].sort()).toEqual(created.map(({ token }) => token).sort());
    for (const index of ready.keys()) expect(tokens[2 * index]).toBe(tokens[2 * index + 1]);
    expect(await findOrders(jug)).toEqual(created);
    expect(await readOnHand(db, jug)).toBe(5);
  });
});

/**
 * Orders at the second shop, and kills it when all orders are committed and none is answered. A
 * lock on the stock makes the orders wait. A lock on the table of carts is granted when the last
 * order has committed; the replies wait for it, since they read the cart.
 */
async function orderAndKillShop(
  product: number,
  ready: readonly PreparedCheckout[],
): Promise<PromiseSettledResult<Answer>[]> {
  const [beforeOrders, beforeReplies] = await Promise.all([connectClient(), connectClient()]);
  await beforeOrders.query('begin');
  await beforeOrders.query('select from stock_levels where variation_id = $1 for update', [product]);
  const sent = Promise.allSettled(ready.map((checkout) => submitOrder(checkout, shops[1])));
  await waitForLocks(ready.length);
  await beforeReplies.query('begin');
  const committed = beforeReplies.query('lock table carts in access exclusive mode');
  await waitForLocks(ready.length + 1);
  await beforeOrders.query('rollback');
  await committed;
  process.kill(shops[1].serverPid(), 'SIGKILL');
  await beforeReplies.query('rollback');
  await Promise.all([beforeOrders.end(), beforeReplies.end()]);
  return sent;
}

async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function waitForLocks(sessions: number): Promise<void> {
  const count = async () => {
    const { rows } = await pool.query(
      `select count(*)::integer as sessions from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].sessions;
  };
  await expect.poll(count, { interval: 20 }).toBe(sessions);
}
