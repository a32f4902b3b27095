import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyCoupon } from '#features/cart/index.ts';
import { cancelOrder, getOrder, lockOrder, moveGuestOrders, reopenOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import type { CouponTexts } from '#features/promotions/coupons/coupon-input.ts';
import * as tables from '#features/promotions/tables.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitorWithCart,
  payTestOrder,
  putInCart,
  salesShop,
  signInGuest,
  testClock,
} from '#tests/support/sales.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { placeOrder } from './place-order.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-11-27T12:00:00Z'));
let shop: Shop;
/** Another process on the same database. */
let other: Shop;
let bowl: number;

beforeAll(async () => {
  const settings = { cart: { couponAttemptsPerHour: null } };
  ({ shop } = await salesShop(database, { clock, settings }));
  ({ shop: other } = await salesShop(database, { clock, settings }));
  bowl = await addProduct(shop, { price: 1000 });
});

const minute = 60_000;
let created = 0;

async function createCoupon(texts: CouponTexts): Promise<string> {
  created += 1;
  await addTestCoupon(shop, { ...texts, code: `C${created}` });
  return `C${created}`;
}

async function readUses(code: string): Promise<string[]> {
  const { rows } = await db.execute<{
    state: string;
  }>(sql`select u.state from coupon_uses u join coupons c on c.id = u.coupon_id
    where c.code = ${code} order by u.id`);
  return rows.map(({ state }) => state);
}

async function prepareGuest(code: string) {
  const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
  expect(await apply(guest, code)).toMatchObject({ ok: true });
  return guest;
}

const apply = (owner: Owner, code: string) => applyCoupon(shop, { owner, code, ipAddress: null });

/** A bowl at half the price with shipping. */
const halfPrice = { expectedTotal: 1000 };

/** Places an order with a payment that waits. */
const placePending = (actor: Actor, changes: Parameters<typeof checkoutInput>[0] = {}, by = shop) =>
  placeOrder(by, actor, checkoutInput({ paymentMethod: 'pay_later', ...halfPrice, ...changes }));

async function readOrder(result: Awaited<ReturnType<typeof placeOrder>>) {
  const order = result.ok ? await getOrder(db, { token: result.token }) : null;
  if (!order) throw new Error(result.ok ? 'lost' : result.code);
  return order;
}

it('the tables in code match the migration', async () => {
  expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
});

describe('a coupon of an order', () => {
  it('is held when the order is placed and used when it is paid, and its code is stored', async () => {
    const code = await createCoupon({ amount: '50', freeShipping: 'yes' });
    const order = await readOrder(await placePending(await prepareGuest(code), { expectedTotal: 500 }));
    expect(await readUses(code)).toEqual(['held']);
    expect(order.adjustments).toMatchObject([
      { name: code, amount: -500, isShipping: false, source: expect.stringMatching(/^coupon:\d+$/) },
      { name: code, amount: -500, isShipping: true },
    ]);
    expect(order).toMatchObject({ discountTotal: 500, shippingTotal: 0, total: 500 });
    await payTestOrder(shop, order);
    expect(await readUses(code)).toEqual(['used']);
  });

  it('is used once by 64 shoppers in two processes, and the others are told the new total', async () => {
    const code = await createCoupon({ amount: '50', usageLimit: '1' });
    const guests = await Promise.all(Array.from({ length: 64 }, () => prepareGuest(code)));
    const results = await Promise.all(
      guests.map((guest, index) => placePending(guest, {}, index % 2 === 0 ? shop : other)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      results.filter((result) => !result.ok && result.code === 'PRICE_CHANGED' && result.total === 1500),
    ).toHaveLength(63);
    expect(await readUses(code)).toEqual(['held']);
  });

  it('comes back when the order expires or is cancelled', async () => {
    const code = await createCoupon({ amount: '50', usageLimit: '1' });
    const second = await prepareGuest(code);
    await readOrder(await placePending(await prepareGuest(code)));
    expect(await placePending(second)).toMatchObject({ ok: false, code: 'PRICE_CHANGED', total: 1500 });
    clock.forward(24 * 60 * minute);
    await expireOrders(shop);
    expect(await readUses(code)).toEqual(['released']);
    const order = await readOrder(await placePending(second));
    const change = { orderId: order.id, by: 'shopper', reason: 'by-shopper' } as const;
    await inTransaction(db, (tx) => cancelOrder(shop, tx, change));
    expect(await readUses(code)).toEqual(['released', 'released']);
  });

  it('moves to the order that supersedes it, whose own uses do not count', async () => {
    const code = await createCoupon({ amount: '50', usageLimit: '1', usageLimitPerCustomer: '1' });
    const guest = await prepareGuest(code);
    await readOrder(await placePending(guest));
    await putInCart(shop, guest, bowl);
    await readOrder(await placePending(guest, { expectedTotal: 1500 }));
    expect(await readUses(code)).toEqual(['released', 'held']);
  });

  it('is limited per customer, by account, email address and mailbox', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '1' });
    const email = 'grace@example.com';
    await readOrder(await placePending(await prepareGuest(code), { email }));
    const again = { ok: false, code: 'PRICE_CHANGED', total: 1500 };
    expect(await placePending(await prepareGuest(code), { email: 'Grace+2@example.com' })).toMatchObject(again);
    const customer = await createCustomer(shop);
    await putInCart(shop, customer.owner, bowl);
    await apply(customer.owner, code);
    expect(await placePending(customer.actor, { email })).toMatchObject(again);
    await readOrder(await placePending(customer.actor, { email: 'grace2@example.com' }));
    expect(await readUses(code)).toEqual(['held', 'held']);
  });

  it('is not given again to a customer who signs out and orders as a guest with the same address', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '1' });
    const customer = await createCustomer(shop);
    await putInCart(shop, customer.owner, bowl);
    await apply(customer.owner, code);
    await readOrder(await placePending(customer.actor, { email: 'hedy@example.com' }));
    const again = { ok: false, code: 'PRICE_CHANGED', total: 1500 };
    expect(await placePending(await prepareGuest(code), { email: 'Hedy+new@example.com' })).toMatchObject(again);
    await readOrder(await placePending(await prepareGuest(code), { email: 'someone-else@example.com' }));
    expect(await readUses(code)).toEqual(['held', 'held']);
  });

  it('is used once by customers and guests of one mailbox who order at the same moment', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '1' });
    const customers = await Promise.all(Array.from({ length: 4 }, () => createCustomer(shop)));
    for (const { owner } of customers) {
      await putInCart(shop, owner, bowl);
      await apply(owner, code);
    }
    const guests = await Promise.all(Array.from({ length: 4 }, () => prepareGuest(code)));
    const results = await Promise.all(
      [...customers.map(({ actor }) => actor), ...guests].map((actor, index) =>
        placePending(actor, { email: `mary+${index}@example.com` }, index % 2 === 0 ? shop : other),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.code === 'PRICE_CHANGED')).toHaveLength(7);
    expect(await readUses(code)).toEqual(['held']);
  });

  it('is refused in the cart of a customer who used it as a guest', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '1' });
    const customer = await createCustomer(shop);
    const { email } = customer.customer;
    await readOrder(await placePending(await prepareGuest(code), { email }));
    await putInCart(shop, customer.owner, bowl);
    expect(await apply(customer.owner, code)).toMatchObject({ ok: false });
  });

  it('knows a mailbox by its address without case, outer spaces and tag', async () => {
    const { rows } = await db.execute<{ key: string }>(
      sql`select email_key(email) as key from unnest(array[
        ' Ada+Shop@Example.org', 'ada@example.org', 'ada+a+b@example.org', 'ada@example.org+x', 'a.d+@example.org'
      ]) as given(email)`,
    );
    expect(rows.map(({ key }) => key)).toEqual([
      ...['ada@example.org', 'ada@example.org', 'ada@example.org', 'ada@example.org+x', 'a.d@example.org'],
    ]);
  });

  it('counts once for the account that an order of a guest moves to at sign-in', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '2' });
    const guest = await prepareGuest(code);
    await payTestOrder(shop, await readOrder(await placePending(guest, { email: 'moved@example.com' })));
    const customer = await createCustomer(shop);
    await signInGuest(shop, guest, customer);
    // Once by account and mailbox together: a second use is left, a third is not.
    for (const [email, isLeft] of [['moved@example.com', true] as const, ['elsewhere@example.com', false] as const]) {
      await putInCart(shop, customer.owner, bowl);
      expect((await apply(customer.owner, code)).ok).toBe(isLeft);
      const placed = await placePending(customer.actor, { email });
      expect(placed.ok).toBe(isLeft);
      if (isLeft) await payTestOrder(shop, await readOrder(placed));
    }
  });

  it('counts for an account that verifies the address of earlier orders', async () => {
    const code = await createCoupon({ amount: '50', usageLimitPerCustomer: '1' });
    const { owner, actor, customer } = await createCustomer(shop, 'verified@example.com');
    await putInCart(shop, owner, bowl);
    await apply(owner, code);
    const order = await readOrder(await placePending(await prepareGuest(code), { email: 'verified@example.com' }));
    await db.execute(sql`update orders set confirmed_by = 'shopper', confirmed_at = now() where id = ${order.id}`);
    await inTransaction(db, (tx) =>
      moveGuestOrders(tx, { email: 'verified@example.com', customerId: customer.id, now: clock.now() }),
    );
    expect((await placePending(actor, { email: 'another@example.com' })).ok).toBe(false);
  });

  it('is checked again with the email address of the order', async () => {
    const code = await createCoupon({ amount: '50', emails: '*@example.org' });
    const guest = await prepareGuest(code);
    expect(await placePending(guest, { email: 'ada@example.com' })).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
    expect(await readUses(code)).toEqual([]);
    await readOrder(await placePending(guest, { email: 'ada@example.org' }));
  });

  it('is held again by an order that is paid late, beyond its limit, which the history says', async () => {
    const code = await createCoupon({ amount: '50', usageLimit: '1' });
    const second = await prepareGuest(code);
    const late = await readOrder(await placePending(await prepareGuest(code)));
    clock.forward(24 * 60 * minute);
    await expireOrders(shop);
    await readOrder(await placePending(second));
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, late.id);
      if (order) expect(await reopenOrder(shop, tx, order, 'shop')).not.toBeNull();
    });
    expect(await readUses(code)).toEqual(['held', 'held']);
    const { rows } = await db.execute<{ text: string }>(
      sql`select text from order_history where order_id = ${late.id} order by id desc limit 1`,
    );
    expect(rows[0]?.text).toContain(`coupons used beyond their limit: ${code}`);
  });

  it('is not used when it takes nothing off', async () => {
    const free = await createCoupon({ amount: '100' });
    const late = await createCoupon({ amount: '50', priority: '20', usageLimit: '1' });
    const guest = await prepareGuest(free);
    await apply(guest, late);
    await readOrder(await placePending(guest, { expectedTotal: 500 }));
    expect([await readUses(free), await readUses(late)]).toEqual([['held'], []]);
  });
});

describe('a promotion for the first order', () => {
  beforeAll(async () => {
    await db.execute(
      sql`insert into promotions (name, percent, currency, first_order_only) values ('Welcome', 10, 'EUR', true)`,
    );
  });
  afterAll(async () => {
    await db.execute(sql`delete from promotions`);
  });

  /** A bowl with 10 % off, with shipping. */
  const reduced = { expectedTotal: 1400 };
  const fullPrice = { ok: false, code: 'PRICE_CHANGED', total: 1500 };
  const createGuest = () => createVisitorWithCart(shop, [[bowl, 1]]);
  /** Places an order that is accepted at once. */
  const place = (actor: Actor, email: string, by = shop) => placeOrder(by, actor, checkoutInput({ email, ...reduced }));

  it("ends with a customer's first accepted order", async () => {
    const email = 'first@example.com';
    expect(await place(await createGuest(), email)).toMatchObject({ ok: true });
    expect(await place(await createGuest(), email)).toMatchObject(fullPrice);
  });

  it('ends for the whole mailbox, whatever tag the address has', async () => {
    expect(await place(await createGuest(), 'tagged@example.com')).toMatchObject({ ok: true });
    expect(await place(await createGuest(), 'Tagged+x@example.com')).toMatchObject(fullPrice);
    expect(await place(await createGuest(), 'tagged2@example.com')).toMatchObject({ ok: true });
  });

  it.each(['bank_transfer', 'pay_later'])(
    'is given once to one mailbox that orders at the same moment with %s',
    async (paymentMethod) => {
      const { actor, owner } = await createCustomer(shop);
      await putInCart(shop, owner, bowl);
      const guests = await Promise.all(Array.from({ length: 7 }, createGuest));
      const results = await Promise.all(
        [actor, ...guests].map((each, index) => {
          const email = `${paymentMethod}+${index}@example.com`;
          return placePending(each, { email, paymentMethod, ...reduced }, index % 2 === 0 ? shop : other);
        }),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.filter((result) => !result.ok)).toEqual(Array.from({ length: 7 }, () => fullPrice));
    },
  );

  it('is given once to one account that orders with several addresses', async () => {
    const { actor, owner } = await createCustomer(shop);
    await putInCart(shop, owner, bowl);
    expect(await place(actor, 'one@example.com')).toMatchObject({ ok: true });
    await putInCart(shop, owner, bowl);
    expect(await place(actor, 'two@example.com')).toMatchObject(fullPrice);
  });

  it('is kept by an unpaid order until it ends, and moves to the order that supersedes it', async () => {
    const email = 'unpaid@example.com';
    const [guest, second] = [await createGuest(), await createGuest()];
    const first = await readOrder(await placePending(guest, { email, ...reduced }));
    expect(await place(second, email)).toMatchObject(fullPrice);
    await putInCart(shop, guest, bowl);
    await readOrder(await placePending(guest, { email, expectedTotal: 2300 }));
    expect(await getOrder(db, { token: first.token })).toMatchObject({ status: 'cancelled' });
    expect(await place(second, email)).toMatchObject(fullPrice);
    clock.forward(24 * 60 * minute);
    await expireOrders(shop);
    expect(await place(second, email)).toMatchObject({ ok: true });
  });

  describe('of an order that is paid late', () => {
    const reopen = (id: number, during: () => Promise<void> = async () => {}) =>
      inTransaction(db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (order) expect(await reopenOrder(shop, tx, order, 'shop')).not.toBeNull();
        await during();
      });

    /** Places an order with the promotion that expires before it is paid. */
    async function placeExpired(email: string) {
      const order = await readOrder(await placePending(await createGuest(), { email, ...reduced }));
      clock.forward(24 * 60 * minute);
      await expireOrders(shop);
      return order;
    }

    const readNote = async (id: number) =>
      (
        await db.execute<{ text: string }>(
          sql`select text from order_history where order_id = ${id} order by id desc limit 1`,
        )
      ).rows[0]?.text;

    it('stays, which the history says when another order has it too, and no later order gets it', async () => {
      const email = 'late@example.com';
      const late = await placeExpired(email);
      const second = await readOrder(await placePending(await createGuest(), { email, ...reduced }));
      await reopen(late.id);
      expect(await readNote(late.id)).toContain(
        'promotions for the first order that another order of the customer has too: Welcome',
      );
      await inTransaction(db, (tx) => cancelOrder(shop, tx, { orderId: second.id, by: 'shop', reason: 'by-shop' }));
      expect(await place(await createGuest(), email)).toMatchObject(fullPrice);
      const other = await placeExpired('late-only@example.com');
      await reopen(other.id);
      expect(await readNote(other.id)).not.toContain('promotions');
    });

    it('is not given to an order that is placed at the same moment', async () => {
      const email = 'late-race@example.com';
      const late = await placeExpired(email);
      const guest = await createGuest();
      const countWaiting = async () =>
        (
          await db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`)
        ).rows.length;
      let placing = Promise.resolve<unknown>(null);
      await reopen(late.id, async () => {
        placing = place(guest, email, other);
        await Promise.race([placing, expect.poll(countWaiting).toBe(1)]);
      });
      expect(await placing).toMatchObject(fullPrice);
    });
  });
});
