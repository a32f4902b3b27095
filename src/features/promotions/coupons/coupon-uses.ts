import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';

export interface CouponCustomer {
  readonly id: number | null;
  readonly email: string;
}

export interface CouponClaim {
  readonly couponIds: readonly number[];
  readonly customer: CouponCustomer;
  /** Locked orders that the new order replaces. Their coupon uses don't count. */
  readonly forOrders: readonly number[];
}

/**
 * Only coupons with a limit are locked, in the order of their ids, so that orders with unlimited coupons never wait
 * for each other.
 */
const lockLimited = sqlQuery<{ id: number }>(
  'promotions.lock-limited-coupons',
  `select id from coupons where id = any($1::integer[]) and num_nonnulls(usage_limit, usage_limit_per_customer) > 0 order by id for no key update`,
);

/**
 * Counts the uses of the coupon `c`, except those of some orders.
 * @param condition SQL condition on the use `u`
 */
export const countUsesSql = (forOrders: string, condition = ''): string =>
  `(select coalesce(sum(u.quantity), 0) from coupon_uses u
    where u.coupon_id = c.id and u.state <> 'released' and not u.order_id = any(${forOrders}::bigint[])${condition})`;

/** Counts the uses by an account or with an email address. A guest order with the address counts as well. */
export const countOwnUsesSql = (forOrders: string, customerId: string, email: string): string =>
  countUsesSql(forOrders, ` and (u.customer_id = ${customerId}::bigint or u.email_key = email_key(${email}))`);

const selectUsedUp = sqlQuery<{ code: string }>(
  'promotions.find-used-up-coupons',
  `select c.code from coupons c where c.id = any($1::integer[]) and (
    (c.usage_limit is not null and ${countUsesSql('$4')} >= c.usage_limit)
    or (c.usage_limit_per_customer is not null and ${countOwnUsesSql('$4', '$2', '$3::text')} >= c.usage_limit_per_customer))
  order by c.id`,
);

/**
 * Locks the limited coupons of an order and counts their uses. Lock order: after the stock.
 * @returns the codes whose limit is reached; no other order can use the locked coupons until the transaction ends
 */
export async function lockCoupons(tx: Tx, { couponIds, customer, forOrders }: CouponClaim): Promise<string[]> {
  if (couponIds.length === 0) return [];
  const [, usedUp] = await awaitAll([
    lockLimited(tx, [couponIds]),
    selectUsedUp(tx, [couponIds, customer.id, customer.email, forOrders]),
  ]);
  return usedUp.map(({ code }) => code);
}

const insertUses = sqlQuery(
  'promotions.hold-coupons',
  `insert into coupon_uses (coupon_id, order_id, customer_id, email_key, state, created_at, updated_at)
  select id, $2, $3, email_key($4), 'held', $5::timestamptz, $5::timestamptz from unnest($1::integer[]) as c(id)`,
);

/** Holds coupons for a new order. Call `lockCoupons` before. */
export async function holdCoupons(
  tx: Tx,
  orderId: number,
  { couponIds, customer }: Pick<CouponClaim, 'couponIds' | 'customer'>,
  now: Date,
): Promise<void> {
  if (couponIds.length > 0) await insertUses(tx, [couponIds, orderId, customer.id, customer.email, now]);
}

const updateUses = sqlQuery(
  'promotions.update-coupon-uses',
  `update coupon_uses set state = $2, updated_at = $3 where order_id = $1 and state = any($4::text[])`,
);

/** Marks the coupons that an order holds as used: the order was paid or accepted. */
export async function markCouponsUsed(tx: Tx, orderId: number, now: Date): Promise<void> {
  await updateUses(tx, [orderId, 'used', now, ['held']]);
}

/** Releases the coupons that an order holds or has used: the order was cancelled, has expired or was superseded. */
export async function releaseCoupons(tx: Tx, orderId: number, now: Date): Promise<void> {
  await updateUses(tx, [orderId, 'released', now, ['held', 'used']]);
}

const selectReleased = sqlQuery<{ couponId: number; customerId: number | null; emailKey: string | null }>(
  'promotions.find-released-coupons',
  `select coupon_id as "couponId", customer_id as "customerId", email_key as "emailKey" from coupon_uses where order_id = $1 and state = 'released' order by coupon_id`,
);

/**
 * Holds the coupons of an ended order again, even above their limits, because the order's payment has arrived after
 * all. Lock order: after the stock.
 * @returns the codes whose limits are now exceeded
 */
export async function holdCouponsAgain(tx: Tx, orderId: number, now: Date): Promise<string[]> {
  const released = await selectReleased(tx, [orderId]);
  const [first] = released;
  if (!first) return [];
  const couponIds = released.map(({ couponId }) => couponId);
  const [, usedUp] = await awaitAll([
    lockLimited(tx, [couponIds]),
    selectUsedUp(tx, [couponIds, first.customerId, first.emailKey, [orderId]]),
    updateUses(tx, [orderId, 'held', now, ['released']]),
  ]);
  return usedUp.map(({ code }) => code);
}

const setCustomer = sqlQuery(
  'promotions.move-coupon-uses',
  'update coupon_uses set customer_id = $2 where order_id = any($1)',
);

/** Assigns the coupon uses of locked orders to the account that the orders now belong to. */
export async function moveCouponUses(tx: Tx, orderIds: readonly number[], customerId: number): Promise<void> {
  await setCustomer(tx, [orderIds, customerId]);
}

const setMerged = sqlQuery(
  'promotions.merge-coupon-uses',
  'update coupon_uses set customer_id = $2 where customer_id = $1',
);

/** Assigns all coupon uses of an account to another account, so that both count together for the limits. */
export async function moveCouponUsesOfCustomer(tx: Tx, from: number, into: number): Promise<void> {
  await setMerged(tx, [from, into]);
}

const setEmailKey = sqlQuery(
  'promotions.change-coupon-email',
  'update coupon_uses set email_key = email_key($2) where order_id = $1 and email_key is not null',
);

/** Changes the email address under which the coupon uses of a locked order are counted. */
export async function changeCouponEmail(tx: Tx, orderId: number, email: string): Promise<void> {
  await setEmailKey(tx, [orderId, email]);
}

const eraseEmailKeys = sqlQuery(
  'promotions.erase-email-keys',
  'update coupon_uses set email_key = null where order_id = any($1) and email_key is not null',
);

/** Erases the email addresses in the coupon uses of locked orders whose personal data is erased. */
export async function eraseCouponUses(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await eraseEmailKeys(tx, [orderIds]);
}
