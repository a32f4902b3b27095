import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyCoupon, calculateCart, getCart } from '#features/cart/index.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database, db } = useDatabase();
let shop: Shop;
let http: FastifyInstance;
let bowl: number;

const attempts = { couponAttemptsPerHour: 20, couponAttemptsPerNetwork: 100 };

beforeAll(async () => {
  ({ shop, http } = await salesShop(database, { settings: { cart: attempts } }));
  bowl = await addProduct(shop, { price: 1000 });
});

const addCoupons = (from: number, to: number) =>
  db.execute(sql`insert into coupons (code, code_key, percent, currency, usage_limit)
    select 'SECRET' || n, 'secret' || n, 10, 'EUR', 5 from generate_series(${from}::integer, ${to}::integer) n`);

async function openCart(): Promise<Shopper> {
  const shopper = newShopper({ http });
  await shopper.addToCart(bowl);
  return shopper;
}

/** Tries codes by the public call, some at once. @returns how often each answer came */
async function tryCodes(
  codes: readonly string[],
  findShopper: (index: number) => Shopper,
  remoteAddress = '127.0.0.1',
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const waiting = [...codes.entries()];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, coupon_code] = next;
      const cookie = [...findShopper(index).cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await http.inject({
        ...{ method: 'POST', url: '/api/store/v1/cart/coupon', payload: { coupon_code }, remoteAddress },
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
      const { code = 'applied', message } = answer.json<{ code?: string; message: string }>();
      const answered = `${answer.statusCode} ${code}`;
      counts[answered] = (counts[answered] ?? 0) + 1;
      if (answer.statusCode === 429) expect(message).toContain('too many coupon codes');
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return counts;
}

const readCarts = async () =>
  (await db.execute(sql`select id, version, coupon_codes, updated_at from carts order by id`)).rows;
const guesses = Array.from({ length: 300 }, (_, index) => `GUESS${index}`);

describe('a shop with 10,000 coupons', () => {
  it('calculates and applies with as many queries as a shop with one', async () => {
    await addCoupons(1, 1);
    const count = async () => {
      const owner = await createVisitorWithCart(shop, [[bowl, 1]]);
      const read = async () => (await calculateCart(shop, db, await getCart(shop, owner))).totals.total;
      const applying = await countQueries(() => applyCoupon(shop, { owner, code: 'secret1', ipAddress: null }));
      const reading = await countQueries(read);
      return { applying: applying.queries, reading: reading.queries, total: await read() };
    };
    const withOne = await count();
    expect(withOne.total).toBe(900);
    await addCoupons(2, 10_000);
    expect(await count()).toEqual(withOne);
  });

  it('answers 20 of 300 guesses for a cart, then that there were too many, and changes nothing', async () => {
    const shopper = await openCart();
    const before = await readCarts();
    expect(await tryCodes(guesses, () => shopper)).toEqual({ '409 COUPON_INVALID': 20, '429 COUPON_ATTEMPTS': 280 });
    // A code that is right is not told apart any more.
    expect(await tryCodes(['SECRET7'], () => shopper)).toEqual({ '429 COUPON_ATTEMPTS': 1 });
    expect(await readCarts()).toEqual(before);
  });

  it('answers 100 guesses of a network, however many carts it has', async () => {
    const shoppers = await Promise.all(Array.from({ length: 20 }, openCart));
    const before = await readCarts();
    const findShopper = (index: number) => shoppers[index % shoppers.length] as Shopper;
    expect(await tryCodes(guesses, findShopper, '203.0.113.9')).toEqual({
      ...{ '409 COUPON_INVALID': 100, '429 COUPON_ATTEMPTS': 200 },
    });
    expect(await readCarts()).toEqual(before);
  });
});
