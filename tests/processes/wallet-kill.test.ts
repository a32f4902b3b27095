import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { paymentPath } from '#features/payments/contract.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type ShopProcess, spawnShop, waitUntilOpen } from '#tests/support/shop-process.ts';
import { closeConnections, newShopper } from '#tests/support/shopper.ts';
import { startSmtp } from '#tests/support/smtp-server.ts';
import { startWalletSandbox, type WalletSandbox } from '#wallet-sandbox/index.ts';
import { temporaryFolder } from './start-built.ts';

const { database, db, pool, connectionString } = useDatabase();
const catalogue = catalogShop(database);
const within = { timeout: 60_000, interval: 20 };
/** Milliseconds for which the wallet keeps its reply: longer than the kill takes, shorter than the shop waits. */
const held = { from: 10_000, to: 10_000 };

interface WalletOrder {
  readonly number: number;
  readonly publicId: string;
  readonly reference: string;
}

/** A shopper orders an item with the wallet, and agrees there. No event will tell the shop. */
async function orderAndApprove(shop: ShopProcess, sandbox: WalletSandbox, product: number): Promise<WalletOrder> {
  sandbox.faults.planNext({ webhookNever: true });
  const shopper = newShopper(shop, { isPatient: true });
  expect((await shopper.addToCart(product)).status).toBe(303);
  const form = await shopper.fillInCheckout();
  const { location } = await shopper.placeOrder({ ...form, payment_method: 'wallet' });
  const token = /^\/order\/([\w-]+)\/pay\/step$/.exec(location)?.[1];
  const { rows } = await pool.query<WalletOrder>(
    `select o.number, p.public_id as "publicId", p.reference from orders o join payments p on p.order_id = o.id where o.token = $1`,
    [token],
  );
  const [order] = rows;
  if (!order) throw new Error('the order was not placed');
  await sandbox.control.approve(order.reference);
  return order;
}

const returnOf = (shop: ShopProcess, { publicId }: WalletOrder) => newShopper(shop).visit(paymentPath(publicId));

/** What the shop and the wallet know of an order. */
async function readBoth(sandbox: WalletSandbox, { number, reference }: WalletOrder) {
  const { rows } = await pool.query(
    `select o.status, o.captured_total = o.total as "isPaid", o.refunded_total as refunded, o.total,
      (select count(*)::integer from payments where order_id = o.id) as payments,
      (select array_agg(t.kind || ' ' || t.status || ' ' || t.amount) from payment_transactions t
        join payments p on p.id = t.payment_id where p.order_id = o.id) as moved
    from orders o where o.number = $1`,
    [number],
  );
  const { total, moved, ...order } = rows[0];
  const { captures } = sandbox.control.readBook(reference);
  const book = captures.map(({ status, amount, refunded }) => [
    status,
    Number(amount.value.replace('.', '')),
    refunded.length,
  ]);
  return { order, moved, total, book };
}

it('takes the money once, and pays each order once, when the shop is killed between capture and commit (pitfall 4)', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => void smtp.server.close());
  const sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  onTestFinished(() => sandbox.stop());
  const product = await addProduct(catalogue, { name: 'Moon jar', stock: 5 });
  const env = {
    ...{ MODE: 'demo', DATABASE_URL: connectionString, DATA_DIR: temporaryFolder(), SECRET: randomUUID() },
    ...{ MAIL_URL: smtp.url, LOG_LEVEL: 'fatal' },
    ...{ TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl },
  };
  const shop = await spawnShop({ env });
  onTestFinished(async () => {
    await shop.stop();
    await closeConnections();
  });
  await waitUntilOpen(shop);
  const returned = await orderAndApprove(shop, sandbox, product);
  const silent = await orderAndApprove(shop, sandbox, product);
  const both = [returned, silent];

  sandbox.faults.waits.slow = held;
  sandbox.faults.script('captureOrder', 'slow', 2);
  const answers = Promise.allSettled(both.map((order) => returnOf(shop, order)));
  const listCaptured = () => both.filter(({ reference }) => sandbox.control.readBook(reference).captures.length > 0);
  await expect.poll(() => listCaptured().length, within).toBe(2);
  const killed = shop.serverPid();
  process.kill(killed, 'SIGKILL');
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => isAlive(killed), within).toBe(false);
  for (const order of both)
    expect(await readBoth(sandbox, order)).toMatchObject({
      order: { status: 'pending', isPaid: false },
      moved: [expect.stringMatching(/^capture requested/)],
      book: [['COMPLETED', expect.anything(), 0]],
    });

  await waitUntilOpen(shop);
  expect(shop.serverPid()).not.toBe(killed);
  const runJob = () => pool.query("select graphile_worker.add_job('payments:reconcile-payments', '{}')");
  const readStatus = async (order: WalletOrder) => (await readBoth(sandbox, order)).order.status;
  expect((await returnOf(shop, returned)).location).toMatch(/^\/order\/[\w-]+$/);
  expect(await readStatus(returned)).toBe('processing');
  await runJob();
  await expect.poll(() => readStatus(silent), within).toBe('processing');

  // Who comes later changes nothing, not even all at once.
  await Promise.all([runJob(), ...[...both, ...both].map((order) => returnOf(shop, order))]);
  const listJobs = async () => {
    const { rows } = await pool.query(
      "select from graphile_worker.jobs where task_identifier = 'payments:reconcile-payments'",
    );
    return rows;
  };
  await expect.poll(listJobs, within).toEqual([]);
  await expect.poll(() => smtp.accepted.length, within).toBeGreaterThanOrEqual(6);
  const { rows: mails } = await pool.query("select id from platform.mail where id like 'order:%' order by id");
  expect(mails.map(({ id }) => id.replace(/:INV-\d+$/, ''))).toEqual(
    both.flatMap(({ number }) => ['confirmation', 'document', 'owner'].map((kind) => `order:${number}:${kind}`)),
  );
  expect(smtp.accepted).toHaveLength(6);
  for (const order of both) {
    const { total, ...known } = await readBoth(sandbox, order);
    expect(known).toEqual({
      order: { status: 'processing', isPaid: true, refunded: 0, payments: 1 },
      moved: [`capture succeeded ${total}`],
      book: [['COMPLETED', total, 0]],
    });
  }
  expect(sandbox.control.readBooks()).toHaveLength(2);
  expect(await readOnHand(db, product)).toBe(3);
});
