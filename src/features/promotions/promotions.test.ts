import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calculateCart, getCart } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestPromotion } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, salesShop, testClock } from '#tests/support/sales.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import * as tables from './tables.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-11-27T12:00:00Z'));
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

beforeEach(async () => {
  await db.execute(sql`delete from promotions`);
});

const calculateDiscount = async (wanted: readonly (readonly [product: number, quantity: number])[]) => {
  const cart = await getCart(shop, await createVisitorWithCart(shop, wanted));
  return (await calculateCart(shop, db, cart)).totals.discountTotal;
};

it('the table in code matches the migration', async () => {
  expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
});

describe('a promotion', () => {
  it('applies from a number of items', async () => {
    const bowl = await addProduct(shop, { price: 1000 });
    await addTestPromotion(shop, { percent: 12.5, minQuantity: 2 });
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
    expect(await calculateDiscount([[bowl, 2]])).toBe(250);
  });

  it('takes an amount off each of its products', async () => {
    const [bowl, cup] = [await addProduct(shop, { price: 1000 }), await addProduct(shop, { price: 1000 })];
    await addTestPromotion(shop, { amount: 150, productIds: [bowl] });
    expect(await calculateDiscount([[cup, 4]])).toBe(0);
    expect(
      await calculateDiscount([
        [bowl, 2],
        [cup, 1],
      ]),
    ).toBe(300);
  });

  it('is valid from its first moment until before its end', async () => {
    const bowl = await addProduct(shop, { price: 1000 });
    const [startsAt, endsAt] = [new Date('2026-11-27T13:00Z'), new Date('2026-11-28T00:00Z')];
    await addTestPromotion(shop, { percent: 10, startsAt, endsAt });
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
    clock.forward(60 * 60 * 1000);
    expect(await calculateDiscount([[bowl, 1]])).toBe(100);
    clock.forward(11 * 60 * 60 * 1000);
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
  });
});
