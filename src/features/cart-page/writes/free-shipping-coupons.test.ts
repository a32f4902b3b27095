import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyCoupon, calculateCart, getCart } from '#features/cart/index.ts';
import { getOnlyPackage } from '#features/pricing/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, homeAddress, salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, db } = useDatabase();
const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 } as const;
const express = { type: 'flat_rate', id: 'flat_rate:2', title: 'Express', cost: 2000 } as const;
const gift = { type: 'free_shipping', id: 'free_shipping:3', title: 'Gift', minimum: 10_000 } as const;

type Requires = 'coupon' | 'minimum-and-coupon' | 'minimum-or-coupon' | 'minimum';

const openShop = (requires: Requires) =>
  salesShop(database, {
    settings: { shipping: { zones: [{ name: 'All', methods: [parcel, express, { ...gift, requires }] }] } },
  });

let bowl: number;

beforeAll(async () => {
  const { shop } = await openShop('coupon');
  bowl = await addProduct(shop, { price: 2000 });
  await db.execute(
    sql`insert into coupons (code, code_key, currency, free_shipping) values ('SHIP', 'ship', 'EUR', true)`,
  );
});

describe('a coupon for free shipping where a method has conditions', () => {
  it.each<[Requires, number, Record<string, number>]>([
    ['coupon', 1, { Parcel: 500, Express: 2000, Gift: 0 }],
    ['minimum-and-coupon', 1, { Parcel: 500, Express: 2000 }],
    ['minimum-and-coupon', 5, { Parcel: 500, Express: 2000, Gift: 0 }],
    ['minimum-or-coupon', 1, { Parcel: 500, Express: 2000, Gift: 0 }],
    ['minimum-or-coupon', 5, { Parcel: 500, Express: 2000, Gift: 0 }],
    ['minimum', 1, { Parcel: 0, Express: 0 }],
  ])(
    '(%s, %i bowls) makes only a method free that asks for a coupon, if there is one',
    async (requires, bowls, costs) => {
      const { shop } = await openShop(requires);
      const owner = await createVisitorWithCart(shop, [[bowl, bowls]]);
      expect(await applyCoupon(shop, { owner, code: 'SHIP', ipAddress: null })).toMatchObject({ ok: true });
      const address = { shippingAddress: homeAddress, billingAddress: homeAddress, shippingMethodIds: ['flat_rate:2'] };
      const calculation = await calculateCart(shop, db, await getCart(shop, owner), address);
      const { options } = getOnlyPackage(calculation);
      expect(Object.fromEntries(options.map(({ title, amount }) => [title, amount]))).toEqual(costs);
      expect(calculation.totals.shippingTotal).toBe(costs.Express);
    },
  );

  it.each<[Requires, number, string]>([
    ['minimum-and-coupon', 1, 'This coupon does not change your shipping costs.'],
    ['minimum-and-coupon', 5, 'Free shipping with “Gift”'],
    ['coupon', 1, 'Free shipping with “Gift”'],
    ['minimum-or-coupon', 5, 'This coupon does not change your shipping costs.'],
    ['minimum', 1, 'Free shipping'],
  ])('(%s, %i bowls) is said to do in the cart what it does', async (requires, bowls, note) => {
    const { http } = await openShop(requires);
    const shopper = newShopper({ http });
    await shopper.addToCart(bowl, bowls);
    await shopper.submit('/cart/coupon', { coupon_code: 'SHIP' });
    const { body } = await shopper.visit('/cart');
    expect(/<p class="coupons__note">([^<]*)/.exec(body)?.[1]).toBe(note);
  });
});
