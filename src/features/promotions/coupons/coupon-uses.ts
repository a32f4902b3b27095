import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import { listCustomerKeys, toCustomerKey } from './emails.ts';

/** Who places an order. */
export interface CouponCustomer {
  readonly id: number | null;
  readonly email: string;
}

export interface CouponClaim {
  readonly couponIds: readonly number[];
  readonly customer: CouponCustomer;
  /** Locked orders that the new one replaces. Their uses don't count. */
  readonly forOrders: readonly number[];
}

/** Only limited coupons are locked, by id, so that others never make orders wait for each other. */
const lockLimited = sqlQuery<{ id: number }>(
  'promotions.lock-limited-coupons',
  `select id from coupons where id = any($1::integer[]) and num_nonnulls(usage_limit, usage_limit_per_customer) > 0 order by id for no key update`,
);

const selectUsedUp = sqlQuery<{ code: string }>(
  'promotions.find-used-up-coupons',
  `select c.code from coupons c cross join lateral (
    select coalesce(sum(u.quantity), 0) as uses, coalesce(sum(u.quantity) filter (where u.customer_key = any($2::text[])), 0) as own
    from coupon_uses u where u.coupon_id = c.id and u.state <> 'released' and not u.order_id = any($3::bigint[])
  ) counted
  where c.id = any($1::integer[]) and num_nonnulls(c.usage_limit, c.usage_limit_per_customer) > 0
    and (counted.uses >= c.usage_limit or counted.own >= c.usage_limit_per_customer) order by c.id`,
);

/**
 * Locks the limited coupons of an order and counts their uses. Lock order: after the stock.
 * @returns the codes that are used up; no other order can use them until the transaction ends
 */
export async function lockCoupons(tx: Tx, { couponIds, customer, forOrders }: CouponClaim): Promise<string[]> {
  if (couponIds.length === 0) return [];
  const [, usedUp] = await awaitAll([
    lockLimited(tx, [couponIds]),
    selectUsedUp(tx, [couponIds, listCustomerKeys(customer), forOrders]),
  ]);
  return usedUp.map(({ code }) => code);
}

const insertUses = sqlQuery(
  'promotions.hold-coupons',
  `insert into coupon_uses (coupon_id, order_id, customer_key, state, created_at, updated_at)
  select id, $2, $3, 'held', $4::timestamptz, $4::timestamptz from unnest($1::integer[]) as c(id)`,
);

/** Holds coupons for a new order, after `lockCoupons`. */
export async function holdCoupons(
  tx: Tx,
  orderId: number,
  { couponIds, customer }: Pick<CouponClaim, 'couponIds' | 'customer'>,
  now: Date,
): Promise<void> {
  if (couponIds.length > 0) await insertUses(tx, [couponIds, orderId, toCustomerKey(customer), now]);
}

const updateUses = sqlQuery(
  'promotions.update-coupon-uses',
  `update coupon_uses set state = $2, updated_at = $3 where order_id = $1 and state = any($4::text[])`,
);

/** Marks what an order holds as used: it was paid or accepted. */
export async function markCouponsUsed(tx: Tx, orderId: number, now: Date): Promise<void> {
  await updateUses(tx, [orderId, 'used', now, ['held']]);
}

/** Gives back what an order holds or has used: it was cancelled, has expired or was superseded. */
export async function releaseCoupons(tx: Tx, orderId: number, now: Date): Promise<void> {
  await updateUses(tx, [orderId, 'released', now, ['held', 'used']]);
}

const selectReleased = sqlQuery<{ couponId: number; customerKey: string }>(
  'promotions.find-released-coupons',
  `select coupon_id as "couponId", customer_key as "customerKey" from coupon_uses where order_id = $1 and state = 'released' order by coupon_id`,
);

/**
 * Holds the coupons of an order again that has ended, whatever their limits are: its money has
 * arrived. Lock order: after the stock.
 * @returns the codes whose limits are exceeded now
 */
export async function holdCouponsAgain(tx: Tx, orderId: number, now: Date): Promise<string[]> {
  const released = await selectReleased(tx, [orderId]);
  if (released.length === 0) return [];
  const couponIds = released.map(({ couponId }) => couponId);
  const customerKeys = [...new Set(released.map(({ customerKey }) => customerKey))];
  const [, usedUp] = await awaitAll([
    lockLimited(tx, [couponIds]),
    selectUsedUp(tx, [couponIds, customerKeys, [orderId]]),
    updateUses(tx, [orderId, 'held', now, ['released']]),
  ]);
  return usedUp.map(({ code }) => code);
}
