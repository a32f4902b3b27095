import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyCoupon, getCart } from '#features/cart/index.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { publishStockChanges, writeStockLevels } from '#features/inventory/index.ts';
import { cancelOrder, confirmOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { beginOrderPayment, recordCapture } from '#features/payments/index.ts';
import { settle } from '#features/payments/settle/settle.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { type Chance, createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitor,
  putInCart,
  readTotal,
  refundTestOrder,
  signInGuest,
  type TestCustomer,
  type TestGuest,
} from '#tests/support/sales.ts';
import { placeOrder } from './place-order.ts';

const concurrentActors = 12;
const { database, pool } = useDatabase({ connections: concurrentActors });
/** Of each actor. 25 take twice as long: `LOCK_ROUNDS=25`. */
const rounds = Number(process.env.LOCK_ROUNDS ?? 12);
let remote: RemotePaymentShop;
let shop: Shop;
let products: number[];
let customers: TestCustomer[];

beforeAll(async () => {
  remote = await remotePaymentShop(database, { orders: { confirmation: 'off' } });
  ({ shop } = remote.app);
  products = [];
  for (let count = 0; count < 4; count += 1) products.push(await addProduct(shop, { stock: 300 }));
  await pool.query(`insert into coupons (code, code_key, percent, currency, usage_limit)
    values ('FIRST', 'first', 1, 'EUR', 100000), ('SECOND', 'second', 2, 'EUR', 100000)`);
  await pool.query(
    `insert into promotions (name, percent, currency, first_order_only) values ('Welcome', 10, 'EUR', true)`,
  );
  customers = [await createCustomer(shop), await createCustomer(shop)];
});
afterAll(() => remote.stop());

/** Any row of a table, at random. */
async function pickId(table: 'orders' | 'payments'): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`select id from ${table} order by random() limit 1`);
  return Number(rows[0]?.id ?? 0);
}

/** Fills and orders a cart. Approves the payment at the provider more often than not. */
async function shopForOnce(actor: Actor, owner: Owner, chance: Chance): Promise<void> {
  for (const product of chance.shuffle(products).slice(0, chance.whole(1, 3))) await putInCart(shop, owner, product);
  const codes = chance.happens(0.5) ? chance.shuffle(['FIRST', 'SECOND']) : [];
  for (const code of codes) await applyCoupon(shop, { owner, code, ipAddress: null });
  const paymentMethod = chance.pick(['test_card', 'test_card', 'bank_transfer'] as const);
  // Some guests and customers share a mailbox, so that they wait for each other.
  const email = chance.happens(0.2) ? `shared+${chance.whole(1, 99)}@example.com` : `${randomUUID()}@example.com`;
  const input = { expectedTotal: await readTotal(shop, owner), email, paymentMethod };
  const result = await placeOrder(shop, actor, checkoutInput(input));
  if (!result.ok || paymentMethod !== 'test_card') return;
  await beginOrderPayment(shop, result.number);
  const { rows } = await pool.query<{ id: number; publicId: string }>(
    `select p.id, p.public_id as "publicId" from payments p join orders o on o.id = p.order_id where o.number = $1`,
    [result.number],
  );
  for (const { id, publicId } of rows) {
    if (chance.happens(0.7)) remote.server.approve(publicId);
    await settle(shop, id);
  }
}

async function runGuest(chance: Chance): Promise<void> {
  const guest: TestGuest = await createVisitor(shop.db);
  await shopForOnce(guest, guest, chance);
  if (chance.happens(0.3)) await shopForOnce(guest, guest, chance);
  if (chance.happens(0.5)) await putInCart(shop, guest, chance.pick(products));
  if (chance.happens(0.6)) await signInGuest(shop, guest, chance.pick(customers));
}

async function runCustomer(chance: Chance): Promise<void> {
  const { actor, owner } = chance.pick(customers);
  await shopForOnce(actor, owner, chance);
}

const shipment = { units: null, parcels: [], notify: false };

async function runClerk(chance: Chance): Promise<void> {
  const orderId = await pickId('orders');
  const change = { orderId, by: 'shop' } as const;
  const work = chance.pick(['cancel', 'paid', 'confirm', 'ship', 'refund', 'expire', 'settle'] as const);
  if (work === 'refund') {
    const parts = { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false };
    const isByLine = chance.happens(0.5);
    await refundTestOrder(shop, { id: orderId }, { amount: 100, parts: isByLine ? parts : null, restock: isByLine });
  } else if (work === 'expire') {
    remote.clock.forward(10 * 60 * 1000);
    await expireOrders(shop);
  } else if (work === 'settle') {
    await settle(shop, await pickId('payments'));
  } else {
    await inTransaction(shop.db, async (tx) => {
      if (work === 'cancel') await cancelOrder(shop, tx, { ...change, reason: 'by-shop' });
      if (work === 'paid') await recordCapture(shop, tx, change);
      if (work === 'confirm') await confirmOrder(shop, tx, change);
      if (work === 'ship') await shipOrder(shop, tx, { ...change, ...shipment });
    });
  }
}

/** Counts all stock, in no order. */
async function runStocktake(chance: Chance): Promise<void> {
  const levels = chance.shuffle(products).map((stockId) => {
    const level = { managed: true, backorders: 'no', lowStockThreshold: null, status: 'in' } as const;
    return { stockId, ...level, onHand: chance.whole(100, 300) };
  });
  await inTransaction(shop.db, async (tx) => {
    await publishStockChanges(shop, tx, await writeStockLevels(tx, levels, 'count'));
  });
}

const actors = [runGuest, runGuest, runGuest, runGuest, runCustomer, runCustomer, runCustomer, runClerk, runClerk];

/** The connections report what they counted when they are idle for a second. */
async function countDeadlocks(): Promise<number> {
  await sleep(1500);
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}

it('shoppers, sign-ins, payments, staff, expiry and stocktakes at once never deadlock, and nothing is lost', async () => {
  const before = await countDeadlocks();
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: concurrentActors - 2 }, async (_, index) => {
      const chance = createChance(11, index);
      const act = actors[index] ?? runStocktake;
      for (let round = 0; round < rounds; round += 1) await act(chance).catch((error: unknown) => failures.push(error));
    }),
  );
  expect(failures.map(String)).toEqual([]);
  expect((await countDeadlocks()) - before).toBe(0);
  const { rows } = await pool.query(`select
    (select count(*)::integer from orders) > 40 as "manyOrders",
    (select count(*)::integer from carts where state = 'merged') > 2 as "manyMerges",
    (select count(*)::integer from payments where captured > 0) > 8 as "manyPayments",
    (select count(*)::integer from stock_levels s where s.managed and s.on_hand - s.backordered <>
      (select sum(m.delta - m.backordered) from stock_movements m where m.variation_id = s.variation_id)) as "stockOffLedger",
    (select count(*)::integer from orders where paid_at is not null and captured_total < total) as "paidWithoutMoney",
    (select count(*)::integer from stock_reservations r join orders o on o.id = r.order_id
      where (o.status = 'cancelled') <> (r.state = 'released') and not exists (select from refunds f where f.order_id = o.id)) as "wrongReservations",
    (select count(*)::integer from checkout_attempts a join orders o on o.id = a.order_id
      where a.is_open <> (o.status in ('pending', 'failed'))) as "wrongAttempts",
    (select count(*)::integer from coupon_uses) > 12 as "manyCoupons",
    (select count(*)::integer from coupon_uses u join orders o on o.id = u.order_id where u.state <>
      case when o.status = 'cancelled' then 'released' when o.status in ('processing', 'completed', 'refunded') then 'used' else 'held' end) as "wrongUses"`);
  expect(rows).toEqual([
    {
      ...{ manyOrders: true, manyMerges: true, manyPayments: true, manyCoupons: true },
      ...{ stockOffLedger: 0, paidWithoutMoney: 0, wrongReservations: 0, wrongAttempts: 0, wrongUses: 0 },
    },
  ]);
  for (const { owner } of customers)
    expect((await getCart(shop, owner)).lines.every(({ quantity }) => quantity > 0)).toBe(true);
});
