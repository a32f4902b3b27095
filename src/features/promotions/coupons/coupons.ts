import { eq, sql } from 'drizzle-orm';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { coupons } from '../tables.ts';
import type { CouponInput } from './coupon-input.ts';

export type StoredCoupon = typeof coupons.$inferSelect;

/** @returns null when another coupon has the code already */
export async function addCoupon(db: Db, input: CouponInput): Promise<StoredCoupon | null> {
  const [added] = await db.insert(coupons).values(input).onConflictDoNothing({ target: coupons.codeKey }).returning();
  return added ?? null;
}

/** Number of uses of a coupon: held by orders that are not accepted yet, and used. */
interface CouponUseCount {
  readonly couponId: number;
  readonly held: number;
  readonly used: number;
}

const selectUseCounts = sqlQuery<CouponUseCount>(
  'promotions.count-coupon-uses',
  `select coupon_id as "couponId", coalesce(sum(quantity) filter (where state = 'held'), 0)::integer as held,
    coalesce(sum(quantity) filter (where state = 'used'), 0)::integer as used
  from coupon_uses where coupon_id = any($1::integer[]) and state <> 'released' group by coupon_id`,
);

/** @returns counts by coupon id; coupons without uses are absent */
export async function countCouponUses(db: Db, couponIds: readonly number[]): Promise<Map<number, CouponUseCount>> {
  return new Map((await selectUseCounts(db, [couponIds])).map((count) => [count.couponId, count]));
}

/**
 * Enables or disables a coupon. Orders keep their discounts.
 * @returns false when the coupon does not exist
 */
export async function setCouponEnabled(db: Db, id: number, isEnabled: boolean): Promise<boolean> {
  const changed = await db.update(coupons).set({ isEnabled }).where(eq(coupons.id, id)).returning({ id: coupons.id });
  return changed.length > 0;
}

/** @param isLocking locks the coupon for a change: orders that use a limited coupon wait */
export async function findCoupon(db: Db, id: number, isLocking = false): Promise<StoredCoupon | null> {
  const query = db.select().from(coupons).where(sql`${coupons.id} = ${id}::bigint`);
  const [found] = await (isLocking ? query.for('no key update') : query);
  return found ?? null;
}

/** @returns false when the coupon does not exist, or an order has or had it */
export async function deleteCoupon(db: Db, id: number): Promise<boolean> {
  const unused = sql`${coupons.id} = ${id}::bigint and not exists (select from coupon_uses u where u.coupon_id = ${id}::bigint)`;
  return (await db.delete(coupons).where(unused).returning({ id: coupons.id })).length > 0;
}

export type SaveCouponResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'COUPON_EXISTS' | 'COUPON_CODE_FIXED' };

/**
 * Creates a coupon, or changes a locked one. Orders keep their discounts. The code can't change once an order has the
 * coupon: customers and staff know the order's discount by its code.
 */
export async function saveCoupon(db: Db, id: number | null, input: CouponInput): Promise<SaveCouponResult> {
  if (id === null) {
    const added = await addCoupon(db, input);
    return added ? { ok: true, id: added.id } : { ok: false, code: 'COUPON_EXISTS' };
  }
  const others = await db.select().from(coupons).where(eq(coupons.codeKey, input.codeKey));
  if (others.some((other) => other.id !== id)) return { ok: false, code: 'COUPON_EXISTS' };
  const isRenamed = others.length === 0;
  if (isRenamed && (await countCouponUses(db, [id])).has(id)) return { ok: false, code: 'COUPON_CODE_FIXED' };
  await db.update(coupons).set(input).where(eq(coupons.id, id));
  return { ok: true, id };
}
