import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyCoupon, calculateCart, getCart, removeCoupon } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon, addTestPromotion } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  createCustomer,
  createVisitor,
  createVisitorWithCart,
  homeAddress,
  putInCart,
  salesShop,
  signInGuest,
  type TestGuest,
  testClock,
} from '#tests/support/sales.ts';
import type { PromotionInput } from '../promotions.ts';
import type { CouponTexts } from './coupon-input.ts';
import { setCouponEnabled } from './coupons.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-11-27T12:00:00Z'));
let shop: Shop;
let bowl: number;
let cup: number;
let tableware: number;
let saltmarsh: number;

beforeAll(async () => {
  const settings = { cart: { couponAttemptsPerHour: null } };
  ({ shop } = await salesShop(database, { clock, settings }));
  bowl = await addProduct(shop, { price: 1000 });
  cup = await addProduct(shop, { price: 300 });
  await db.execute(sql`update variations set sku = 'BOWL' where id = ${bowl}`);
  await db.execute(sql`update variations set sku = 'CUP' where id = ${cup}`);
  await db.execute(sql`update main_prices set sale_price = 250 where variation_id = ${cup}`);
  await db.execute(sql`with parent as (insert into categories (locale, name, slug) values ('en-GB', 'Tableware', 'tableware') returning id),
    child as (insert into categories (locale, name, slug, parent_id) select 'en-GB', 'Bowls', 'bowls', id from parent returning id),
    brand as (insert into brands (name, slug) values ('Saltmarsh', 'saltmarsh') returning id),
    of_brand as (insert into product_brands (product_id, brand_id, position) select ${cup}, id, 0 from brand)
    insert into product_categories (product_id, category_id, position) select ${bowl}, id, 0 from child`);
  const readId = async (query: SQL) => Number((await db.execute(query)).rows[0]?.id);
  tableware = await readId(sql`select id from categories where slug = 'tableware'`);
  saltmarsh = await readId(sql`select id from brands where slug = 'saltmarsh'`);
});

/** @returns the code of a new coupon */
async function createCoupon(texts: CouponTexts, code = `Code ${randomUUID()}`): Promise<string> {
  await addTestCoupon(shop, { ...texts, code });
  return code;
}

const fill = (bowls: number, cups = 0) =>
  createVisitorWithCart(shop, [
    ...(bowls > 0 ? [[bowl, bowls] as const] : []),
    ...(cups > 0 ? [[cup, cups] as const] : []),
  ]);

const apply = (owner: Parameters<typeof getCart>[1], code: string) =>
  applyCoupon(shop, { owner, code, ipAddress: null });

async function readDiscount(owner: TestGuest): Promise<number> {
  return (await calculateCart(shop, db, await getCart(shop, owner))).totals.discountTotal;
}

/** Applies a coupon to a new cart. @returns the discount, or the code of the failure */
async function tryCoupon(options: CouponTexts, bowls: number, cups = 0): Promise<number | string> {
  const owner = await fill(bowls, cups);
  const result = await apply(owner, await createCoupon(options));
  return result.ok ? readDiscount(owner) : result.code;
}

describe('a coupon', () => {
  it.each<[string, CouponTexts, number, number, number | string]>([
    ['10 % off the order', { amount: '10' }, 2, 1, 225],
    ['an amount off the order', { type: 'cart', amount: '5.00' }, 1, 1, 500],
    ['no more than the order', { type: 'cart', amount: '500' }, 1, 1, 1250],
    ['an amount off each item', { type: 'item', amount: '1.50' }, 2, 1, 450],
    ['only some products', { amount: '50', products: 'cup' }, 1, 2, 250],
    ['only products of a category and those below it', { amount: '50', categories: 'tableware' }, 1, 2, 500],
    ['only products of a brand', { amount: '50', brands: 'saltmarsh' }, 1, 2, 250],
    ['all but some products', { amount: '50', excludedProducts: 'BOWL' }, 1, 2, 250],
    ['all but a category', { amount: '50', excludedCategories: 'tableware' }, 1, 2, 250],
    ['all but a brand', { amount: '50', excludedBrands: 'saltmarsh' }, 1, 2, 500],
    [
      'nothing that is in both lists',
      { amount: '50', products: 'cup', excludedBrands: 'saltmarsh' },
      1,
      1,
      'COUPON_NOT_FOR_PRODUCTS',
    ],
    ['all but products on sale', { amount: '50', excludesSaleItems: 'yes' }, 1, 2, 500],
    ['no order of products on sale', { amount: '50', excludesSaleItems: 'yes' }, 0, 2, 'COUPON_SALE_ITEMS_ONLY'],
    ['no order without its products', { amount: '50', products: 'cup' }, 1, 0, 'COUPON_NOT_FOR_PRODUCTS'],
    ['at most two items, the dearest first', { amount: '10', maxItems: '2' }, 1, 3, 125],
    ['an amount off at most two items', { type: 'item', amount: '1', maxItems: '2' }, 1, 3, 200],
    ['an order from a minimum', { amount: '10', minSpend: '10' }, 1, 0, 100],
    ['no order below a minimum', { amount: '10', minSpend: '10.01' }, 1, 0, 'COUPON_MIN_SPEND'],
    ['no order above a maximum', { amount: '10', maxSpend: '12.49' }, 1, 1, 'COUPON_MAX_SPEND'],
    ['no order after its end', { amount: '10', endsAt: '2026-11-27T12:00Z' }, 1, 0, 'COUPON_EXPIRED'],
    ['no order before its start', { amount: '10', startsAt: '2026-11-27T12:01Z' }, 1, 0, 'COUPON_INVALID'],
  ])('discounts %s', async (_, options, bowls, cups, expected) => {
    expect(await tryCoupon(options, bowls, cups)).toBe(expected);
  });

  it('is found in any case, with spaces around it and in another width', async () => {
    const owner = await fill(1);
    await createCoupon({ amount: '10' }, 'Summer  Sale');
    expect(await apply(owner, ' ｓＵＭＭＥＲ   sale\t')).toMatchObject({ ok: true, code: 'Summer Sale' });
    expect(await apply(owner, 'summer sale')).toMatchObject({ ok: true });
    expect((await getCart(shop, owner)).coupons).toEqual(['Summer Sale']);
    expect(await readDiscount(owner)).toBe(100);
  });

  it('makes shipping free, and is shown by its code', async () => {
    const owner = await fill(1);
    await apply(owner, await createCoupon({ type: 'free-shipping', freeShipping: 'yes' }, 'SHIP'));
    const address = { shippingAddress: homeAddress, billingAddress: homeAddress, shippingMethodIds: ['flat_rate:1'] };
    const { totals, adjustments, coupons } = await calculateCart(shop, db, await getCart(shop, owner), address);
    expect(totals).toMatchObject({ shippingTotal: 0, discountTotal: 0, total: 1000 });
    expect(adjustments).toMatchObject([{ name: 'SHIP', lineKey: null, amount: -500 }]);
    expect(coupons).toMatchObject([{ code: 'SHIP', isUsed: true, isFreeShipping: true, discount: 0 }]);
  });

  it('combines with others by priority, unless it is for individual use', async () => {
    const owner = await fill(1);
    const [half, ten] = [
      await createCoupon({ amount: '50', priority: '20' }),
      await createCoupon({ type: 'cart', amount: '1' }),
    ];
    const alone = await createCoupon({ amount: '90', individualUse: 'yes' });
    await apply(owner, half);
    expect((await apply(owner, ten)).ok).toBe(true);
    expect(await readDiscount(owner)).toBe(550);
    expect(await apply(owner, alone)).toMatchObject({ ok: false, code: 'COUPON_NOT_WITH_OTHERS', other: half });
    await removeCoupon(shop, owner, half.toUpperCase());
    await removeCoupon(shop, owner, ten);
    expect(await readDiscount(owner)).toBe(0);
    expect((await apply(owner, alone)).ok).toBe(true);
    expect(await apply(owner, ten)).toMatchObject({ ok: false, code: 'COUPON_NOT_WITH_OTHERS', other: alone });
    expect(await readDiscount(owner)).toBe(900);
  });

  it('stays in the cart when it stops applying, with the reason, and takes nothing off', async () => {
    const owner = await fill(2);
    const code = `Code ${randomUUID()}`;
    const id = await addTestCoupon(shop, { code, amount: '10', minSpend: '20' });
    await apply(owner, code);
    expect(await readDiscount(owner)).toBe(200);
    await db.execute(sql`update cart_lines set quantity = 1 where cart_id = ${(await getCart(shop, owner)).id}`);
    const { totals, problems } = await calculateCart(shop, db, await getCart(shop, owner));
    expect(totals.discountTotal).toBe(0);
    expect(problems).toEqual([{ code: 'COUPON_MIN_SPEND', coupon: code, missing: 1000 }]);
    await setCouponEnabled(db, id, false);
    expect((await calculateCart(shop, db, await getCart(shop, owner))).problems).toMatchObject([
      { code: 'COUPON_DISABLED' },
    ]);
  });

  it('is refused for other email addresses as soon as one is known', async () => {
    const code = await createCoupon({ amount: '10', emails: '*@example.org, boss@*' });
    const guest = await fill(1);
    expect((await apply(guest, code)).ok).toBe(true);
    const calculateFor = async (email: string) => {
      const unknown = { shippingAddress: null, billingAddress: null, shippingMethodIds: null };
      return calculateCart(shop, db, await getCart(shop, guest), { ...unknown, email });
    };
    expect((await calculateFor('Ada@Example.ORG')).problems).toEqual([]);
    expect((await calculateFor('boss@else.where')).problems).toEqual([]);
    expect((await calculateFor('ada@example.org.evil.com')).problems).toMatchObject([
      { code: 'COUPON_EMAIL_NOT_ALLOWED', coupon: code },
    ]);
    const stranger = await createCustomer(shop);
    await putInCart(shop, stranger.owner, bowl);
    expect(await apply(stranger.owner, code)).toEqual({ ok: false, code: 'COUPON_INVALID' });
  });

  it('moves to the customer at sign-in, after the coupons of the customer and once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => createCoupon({ amount: '1' })));
    const guest = await fill(1);
    const customer = await createCustomer(shop);
    await putInCart(shop, customer.owner, cup);
    for (const code of codes.slice(0, 6)) await apply(customer.owner, code);
    for (const code of codes.slice(5)) await apply(guest, code);
    await signInGuest(shop, guest, customer);
    expect((await getCart(shop, customer.owner)).coupons).toEqual(codes);
    for (const code of [await createCoupon({ amount: '1' }), await createCoupon({ amount: '1' })])
      expect((await apply(customer.owner, code)).ok).toBe(true);
    expect(await apply(customer.owner, await createCoupon({ amount: '1' }))).toEqual({
      ok: false,
      code: 'COUPON_LIMIT',
    });
  });

  it.each([
    ['nothing', '', 'COUPON_REQUIRED'],
    ['spaces', ' \t ', 'COUPON_REQUIRED'],
    ['what nobody has', 'nobody has this', 'COUPON_INVALID'],
    ['a million characters', 'x'.repeat(1_000_000), 'COUPON_INVALID'],
    ['what PostgreSQL cannot store', 'a\0b\ud800', 'COUPON_INVALID'],
    ['characters that grow when they are compared', 'ﷺ'.repeat(90), 'COUPON_INVALID'],
    ['SQL', "' or 1=1 --", 'COUPON_INVALID'],
  ])('is not found by %s', async (_, code, expected) => {
    expect(await apply(await fill(1), code)).toEqual({ ok: false, code: expected });
  });

  it('is refused in an empty cart, and by somebody without a cart', async () => {
    const code = await createCoupon({ amount: '10' });
    expect(await apply(await createVisitor(db), code)).toEqual({ ok: false, code: 'COUPON_CART_EMPTY' });
    expect(await apply(null, code)).toEqual({ ok: false, code: 'COUPON_CART_EMPTY' });
  });
});

describe('a promotion', () => {
  const discountOf = async (promotions: readonly Partial<PromotionInput>[], bowls: number, cups = 0) => {
    await db.execute(sql`delete from promotions`);
    for (const each of promotions) await addTestPromotion(shop, each);
    const discount = await readDiscount(await fill(bowls, cups));
    await db.execute(sql`delete from promotions`);
    return discount;
  };

  it.each<[string, () => Partial<PromotionInput>[], number, number, number]>([
    ['gives three for two, the cheapest free', () => [{ bundleQuantity: 3, bundleFree: 1 }], 2, 1, 250],
    ['gives six for four', () => [{ bundleQuantity: 3, bundleFree: 1 }], 2, 4, 500],
    ['gives nothing below a bundle', () => [{ bundleQuantity: 3, bundleFree: 1 }], 1, 1, 0],
    [
      'counts bundles of its products only',
      () => [{ bundleQuantity: 2, bundleFree: 1, brandIds: [saltmarsh] }],
      5,
      2,
      250,
    ],
    ['is for categories with those below', () => [{ percent: 10, categoryIds: [tableware] }], 1, 1, 100],
    ['is for brands', () => [{ percent: 10, brandIds: [saltmarsh] }], 1, 1, 25],
    ['applies from a value', () => [{ percent: 10, minSpend: 2000 }], 2, 0, 200],
    ['does not apply below it', () => [{ percent: 10, minSpend: 2001 }], 2, 0, 0],
    [
      'has tiers, of which the highest applies',
      () => [
        { percent: 5, minSpend: 1000, tierGroup: 'spend' },
        { percent: 10, minSpend: 2000, tierGroup: 'spend' },
        { percent: 20, minSpend: 3000, tierGroup: 'spend' },
      ],
      2,
      0,
      200,
    ],
    [
      'has tiers by quantity',
      () => [
        { percent: 5, tierGroup: 'items' },
        { percent: 10, minQuantity: 2, tierGroup: 'items' },
      ],
      2,
      0,
      200,
    ],
    [
      'comes before coupons and off the lines first',
      () => [{ percent: 10 }, { amount: 100, productIds: [bowl] }],
      1,
      0,
      190,
    ],
  ])('%s', async (_, listPromotions, bowls, cups, expected) => {
    expect(await discountOf(listPromotions(), bowls, cups)).toBe(expected);
  });
});
