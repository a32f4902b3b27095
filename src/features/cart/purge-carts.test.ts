import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '#features/checkout/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitorWithCart,
  salesShop,
  type TestGuest,
  testClock,
} from '#tests/support/sales.ts';
import { getCart } from './cart.ts';
import { lockCart } from './lines/cart-rows.ts';
import { mergeCarts } from './merge-carts.ts';
import { purgeCarts, purgeCartsJob } from './purge-carts.ts';

const { database, pool } = useDatabase();
const day = 24 * 60 * 60 * 1000;
const clock = testClock();
let shop: Shop;
let bowl: number;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
  bowl = await addProduct(shop, { stock: 50 });
});

const findCartStates = async ({ visitorId }: TestGuest) =>
  (await pool.query('select state from carts where visitor_id = $1', [visitorId])).rows.map(({ state }) => state);

/** A minute more than this many days ago by the clock of the shop, which stands still. */
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * day - 60_000);

/** Sets when the visitor's carts were last changed. */
const setCartAge = ({ visitorId }: TestGuest, days: number) =>
  pool.query('update carts set updated_at = $2 where visitor_id = $1', [visitorId, daysAgo(days)]);

async function purge() {
  await shop.jobs.add(shop.db, purgeCartsJob, {});
  expect((await runJobsNow(shop, [purgeCartsJob])).failed).toEqual([]);
}

describe('purging carts', () => {
  it('deletes an open cart unchanged for 30 days with its lines, and keeps a newer one', async () => {
    const [old, young] = [
      await createVisitorWithCart(shop, [[bowl, 1]]),
      await createVisitorWithCart(shop, [[bowl, 1]]),
    ];
    await setCartAge(old, 30);
    await setCartAge(young, 29);
    await purge();
    expect([await findCartStates(old), await findCartStates(young)]).toEqual([[], ['open']]);
    const { rows } = await pool.query('select count(*) from cart_lines where cart_id not in (select id from carts)');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('deletes an ordered cart after 30 days, and keeps its order and a newer cart', async () => {
    const [old, young] = [
      await createVisitorWithCart(shop, [[bowl, 1]]),
      await createVisitorWithCart(shop, [[bowl, 1]]),
    ];
    for (const visitor of [old, young])
      expect(await placeOrder(shop, visitor, checkoutInput())).toMatchObject({ ok: true });
    await setCartAge(old, 30);
    await setCartAge(young, 29);
    await purge();
    expect([await findCartStates(old), await findCartStates(young)]).toEqual([[], ['ordered']]);
    const { rows } = await pool.query(
      'select o.visitor_id, a.cart_id from orders o join checkout_attempts a on a.order_id = o.id where o.visitor_id = $1',
      [old.visitorId],
    );
    expect(rows).toEqual([{ visitor_id: old.visitorId, cart_id: null }]);
  });

  it('keeps a customer’s cart for 365 days, and a merged cart for 30', async () => {
    const guest = await createVisitorWithCart(shop, [[bowl, 1]]);
    const { customer, owner } = await createCustomer(shop);
    await inTransaction(shop.db, (tx) => mergeCarts(shop, tx, { ...guest, customerId: customer.id }));
    const purgeAt = async (days: number) => {
      await pool.query('update carts set updated_at = $2 where customer_id = $1', [customer.id, daysAgo(days)]);
      await purge();
      const { rows } = await pool.query('select state from carts where customer_id = $1 order by state', [customer.id]);
      return rows.map(({ state }) => state);
    };
    expect(await purgeAt(29)).toEqual(['merged', 'open']);
    expect(await purgeAt(364)).toEqual(['open']);
    expect((await getCart(shop, owner)).count).toBe(1);
    expect(await purgeAt(365)).toEqual([]);
  });

  it('keeps an old cart that is being ordered until its payment can arrive', async () => {
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    await setCartAge(visitor, 90);
    expect(await placeOrder(shop, visitor, checkoutInput({ paymentMethod: 'pay_later' }))).toMatchObject({ ok: true });
    await purge();
    expect(await findCartStates(visitor)).toEqual(['open']);
  });

  it('skips carts that are locked by an order', async () => {
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    await setCartAge(visitor, 90);
    await database.db.transaction(async (tx) => {
      await lockCart(tx, visitor);
      await tx.execute(
        sql`update carts set updated_at = now() - interval '91 days' where visitor_id = ${visitor.visitorId}`,
      );
      await purge();
    });
    expect(await findCartStates(visitor)).toEqual(['open']);
  });

  it('deletes in batches of 500', async () => {
    await pool.query(`with visitor as (insert into platform.visitors (id) select gen_random_uuid() from generate_series(1, 1201) returning id)
      insert into carts (visitor_id, currency, locale, updated_at) select id, 'EUR', 'en', now() - interval '1 year' from visitor`);
    const since = new Date(Date.now() - 200 * day);
    const { value, queries } = await countQueries(() =>
      purgeCarts(shop.db, { openBefore: since, customersBefore: since, orderedBefore: since }),
    );
    expect([value, queries]).toEqual([1201, 6]);
  });
});
