import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { addToCart, getCart } from '#features/cart/index.ts';
import { cancelOrder, confirmOrder, getOrder, markOrderPaid, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { purgeVisitors } from '#platform/sessions/purge-visitors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitorWithCart,
  putInCart,
  readTotal,
  salesShop,
  signInGuest,
  type TestCustomer,
  testClock,
  trustingOrders,
} from '#tests/support/sales.ts';
import { placeOrder } from './place/place-order.ts';
import type { CheckoutInput } from './read-form.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;
let shop: Shop;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  ({ shop } = app);
});

const payLater = { paymentMethod: 'pay_later' };

/** Orders the actor's whole cart. */
async function order(actor: Actor, owner: Owner, changes: Partial<CheckoutInput> = {}): Promise<Order> {
  const expectedTotal = await readTotal(shop, owner);
  const result = await placeOrder(shop, actor, checkoutInput({ expectedTotal, ...changes }));
  const placed = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  if (!placed) throw new Error(`not placed: ${result.ok ? 'lost' : result.code}`);
  return placed;
}

const pay = ({ id }: Order) => inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: id, by: 'shop' }));
const readStatus = async ({ id }: Order) => (await getOrder(shop.db, { id }))?.status;

const readQuantities = async ({ owner }: TestCustomer) =>
  (await getCart(shop, owner)).lines.map(({ productId, quantity }) => [productId, quantity]);

async function countReserved(product: number): Promise<number> {
  const { rows } = await pool.query<{ quantity: number }>(
    `select coalesce(sum(quantity), 0)::integer as quantity from stock_reservations where variation_id = $1 and state <> 'released'`,
    [product],
  );
  return rows[0]?.quantity ?? 0;
}

describe('a guest’s cart merged while its order is pending', () => {
  it('does not count its own reservations as sold out', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
    await order(guest, guest, payLater);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    expect((await getCart(shop, ada.owner)).lines).toMatchObject([{ quantity: 2, problem: null, max: 2 }]);
    const other = await createVisitorWithCart(shop, []);
    const item = { productId: bowl, variationId: null, chosen: {}, quantity: 1 };
    expect(await addToCart(shop, other, { items: [item], form: {} })).toMatchObject({ code: 'OUT_OF_STOCK' });
  });

  it('does not keep what was bought, once the order is paid', async () => {
    const [bowl, cup] = [await addProduct(shop, { stock: 20 }), await addProduct(shop)];
    const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
    const placed = await order(guest, guest, payLater);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, bowl, 3);
    await putInCart(shop, ada.owner, cup, 1);
    await signInGuest(shop, guest, ada);
    expect(await readQuantities(ada)).toEqual([
      [bowl, 5],
      [cup, 1],
    ]);
    expect(await pay(placed)).toMatchObject({ ok: true, changed: true });
    expect(await readQuantities(ada)).toEqual([
      [bowl, 3],
      [cup, 1],
    ]);
  });

  it('is empty once the only order is paid', async () => {
    const bowl = await addProduct(shop, { stock: 20 });
    const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
    const placed = await order(guest, guest, payLater);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    await pay(placed);
    expect(await readQuantities(ada)).toEqual([]);
  });

  it('leaves both orders payable, the guest’s and the customer’s', async () => {
    const bowl = await addProduct(shop, { stock: 20 });
    const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, bowl, 3);
    const [first, second] = [await order(guest, guest, payLater), await order(ada.actor, ada.owner, payLater)];
    await signInGuest(shop, guest, ada);
    expect([await readStatus(first), await readStatus(second)]).toEqual(['pending', 'pending']);
    expect(await pay(second)).toMatchObject({ ok: true, changed: true });
    expect(await readQuantities(ada)).toEqual([[bowl, 2]]);
    expect(await pay(first)).toMatchObject({ ok: true, changed: true });
    expect(await readQuantities(ada)).toEqual([]);
    expect(await readOnHand(shop.db, bowl)).toBe(15);
  });

  it('is ordered as a whole: the new order supersedes both and takes over their stock', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, bowl, 3);
    const [first, second] = [await order(guest, guest, payLater), await order(ada.actor, ada.owner, payLater)];
    await signInGuest(shop, guest, ada);
    const whole = await order(ada.actor, ada.owner, payLater);
    expect(whole.lines).toMatchObject([{ quantity: 5 }]);
    expect([await readStatus(first), await readStatus(second)]).toEqual(['cancelled', 'cancelled']);
    expect([await readOnHand(shop.db, bowl), await countReserved(bowl)]).toEqual([0, 5]);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: whole.id, by: 'shop', reason: 'by-shop' }));
    expect(await readOnHand(shop.db, bowl)).toBe(5);
  });
});

describe('the orders of a guest who signs in', () => {
  it('become the customer’s, and count for the customer on every device', async () => {
    const bowl = await addProduct(shop, { stock: 200 });
    const guest = await createVisitorWithCart(shop, [[bowl, 30]]);
    const placed = await order(guest, guest);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    expect(await getOrder(shop.db, { id: placed.id })).toMatchObject({
      visitorId: null,
      customerId: ada.customer.id,
    });
    await putInCart(shop, ada.owner, bowl, 21);
    const phone = { ...ada.actor, visitorId: randomUUID() };
    const orders = { suspicion: trustingOrders.suspicion };
    const { shop: limited } = await salesShop(database, { settings: { orders } });
    const refused = await placeOrder(limited, phone, checkoutInput({ expectedTotal: 21_500 }));
    expect(refused).toMatchObject({ code: 'RESERVATION_LIMIT', cap: 'visitor-share', max: 20 });
  });

  it('confirm the email address for the customer’s next orders', async () => {
    const bowl = await addProduct(shop);
    const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
    const placed = await order(guest, guest);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: placed.id, by: 'shopper' }));
    await putInCart(shop, ada.owner, bowl);
    expect((await order(ada.actor, ada.owner)).confirmedAt).not.toBeNull();
    await putInCart(shop, ada.owner, bowl);
    expect((await order(ada.actor, ada.owner, { email: 'bea@example.com' })).confirmedAt).toBeNull();
  });

  it('need no confirmation for the verified address of the customer', async () => {
    const ada = await createCustomer(shop);
    const customer = { ...ada.customer, isEmailVerified: true };
    await putInCart(shop, ada.owner, await addProduct(shop));
    const placed = await order({ ...ada.actor, customer }, ada.owner, { email: customer.email.toUpperCase() });
    expect(placed.confirmedAt).not.toBeNull();
  });

  it('are found by the form that placed them, when it is sent again after the sign-in', async () => {
    const guest = await createVisitorWithCart(shop, [[await addProduct(shop), 1]]);
    const input = checkoutInput();
    const first = await placeOrder(shop, guest, input);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    expect(await placeOrder(shop, ada.actor, input)).toEqual({ ...first, isRepeated: true });
    const eve = await createCustomer(shop);
    expect(await placeOrder(shop, eve.actor, input)).toMatchObject({ code: 'REQUEST_KEY_USED', order: null });
  });
});

describe('the visitor of a guest who signed in', () => {
  it('is purged when old, and the orders stay', async () => {
    const guest = await createVisitorWithCart(shop, [[await addProduct(shop), 1]]);
    const placed = await order(guest, guest);
    await putInCart(shop, guest, await addProduct(shop));
    const isKept = async () => {
      await pool.query(`update platform.visitors set seen_at = now() - interval '1 year' where id = $1`, [
        guest.visitorId,
      ]);
      await purgeVisitors(shop.db, clock.now());
      return (await pool.query('select from platform.visitors where id = $1', [guest.visitorId])).rowCount === 1;
    };
    expect(await isKept()).toBe(true);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    await pool.query(`delete from carts where visitor_id = $1 and state = 'ordered'`, [guest.visitorId]);
    expect(await isKept()).toBe(false);
    expect(await getOrder(shop.db, { id: placed.id })).toMatchObject({ customerId: ada.customer.id });
  });
});

/** Runs the job that moves what was written after a sign-in. */
async function moveLateWrites(): Promise<void> {
  clock.forward(61_000);
  expect((await runJobsNow(shop, listJobs(app.assembly))).failed).toEqual([]);
}

describe('at the same time', () => {
  it('two sign-ins of one visitor move everything once', async () => {
    const bowl = await addProduct(shop, { stock: 200 });
    for (let turn = 0; turn < 10; turn += 1) {
      const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
      const placed = await order(guest, guest, payLater);
      const ada = await createCustomer(shop);
      await Promise.all(Array.from({ length: 4 }, () => signInGuest(shop, guest, ada)));
      expect(await readQuantities(ada)).toEqual([[bowl, 2]]);
      expect(await getOrder(shop.db, { id: placed.id })).toMatchObject({ customerId: ada.customer.id });
    }
  });

  it('sign-ins of one visitor as two customers give everything to one of them', async () => {
    const bowl = await addProduct(shop);
    for (let turn = 0; turn < 10; turn += 1) {
      const guest = await createVisitorWithCart(shop, [[bowl, 2]]);
      const [ada, bea] = [await createCustomer(shop), await createCustomer(shop)];
      await putInCart(shop, bea.owner, bowl, 1);
      await Promise.all([signInGuest(shop, guest, ada), signInGuest(shop, guest, bea)]);
      const counts = [(await getCart(shop, ada.owner)).count, (await getCart(shop, bea.owner)).count];
      expect([
        [2, 1],
        [0, 3],
      ]).toContainEqual(counts);
    }
  });

  it('a sign-in and additions to the cart lose nothing and double nothing', async () => {
    const [bowl, cup] = [await addProduct(shop), await addProduct(shop)];
    const shoppers: TestCustomer[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
      const ada = await createCustomer(shop);
      shoppers.push(ada);
      await Promise.all([
        putInCart(shop, guest, bowl, 1),
        putInCart(shop, guest, cup, 2),
        signInGuest(shop, guest, ada),
        putInCart(shop, guest, cup, 3),
        putInCart(shop, ada.owner, bowl, 4),
      ]);
    }
    await moveLateWrites();
    for (const ada of shoppers)
      expect(new Map((await readQuantities(ada)) as [number, number][])).toEqual(
        new Map([
          [bowl, 6],
          [cup, 5],
        ]),
      );
  });

  it('a sign-in, a new order, a payment and a cancellation do not deadlock', async () => {
    const bowl = await addProduct(shop, { stock: 1000 });
    const before = await countDeadlocks();
    const shoppers: TestCustomer[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
      const placed = await order(guest, guest, payLater);
      const ada = await createCustomer(shop);
      shoppers.push(ada);
      const [newer] = await Promise.all([
        placeOrder(shop, guest, checkoutInput(payLater)),
        signInGuest(shop, guest, ada),
        turn % 2 === 0
          ? pay(placed)
          : inTransaction(shop.db, (tx) =>
              cancelOrder(shop, tx, { orderId: placed.id, by: 'shop', reason: 'by-shop' }),
            ),
      ]);
      expect(newer.ok ? 'ok' : newer.code).toMatch(/ok|EMPTY_CART|OUT_OF_STOCK/);
    }
    await moveLateWrites();
    for (const { customer } of shoppers) {
      const { rows } = await pool.query<{ status: string }>(
        'select status from orders where customer_id = $1 order by id',
        [customer.id],
      );
      expect(rows.filter(({ status }) => status !== 'cancelled').length).toBeLessThanOrEqual(1);
      expect(rows.length).toBeGreaterThanOrEqual(1);
    }
    expect((await pool.query('select from orders where visitor_id is not null')).rowCount).toBe(0);
    expect(await readOnHand(shop.db, bowl)).toBe(1000 - (await countReserved(bowl)));
    expect(await countDeadlocks()).toBe(before);
  });
});

/** Deadlocks since the start, also those that were retried. Every connection reports first. */
async function countDeadlocks(): Promise<number> {
  const report = 'select pg_stat_force_next_flush(), pg_sleep(0.05)';
  await Promise.all(Array.from({ length: 10 }, () => pool.query(report)));
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}
