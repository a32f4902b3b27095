import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { CouponCustomer } from './coupons/coupon-uses.ts';

/** Orders `o` of an account or with an email address, including guest orders. */
const ordersOfCustomerSql = (customerId: string, email: string): string =>
  `orders o where (o.customer_id = ${customerId}::bigint or email_key(o.email) = email_key(${email}))`;

/** Whether a customer has an accepted order. False for a customer without account and email address. */
export const hasOrderedSql = (customerId: string, email: string): string =>
  `exists (select from ${ordersOfCustomerSql(customerId, email)} and o.status in ('on-hold', 'processing', 'completed', 'refunded'))`;

/**
 * Selects the unpaid orders of a customer that have a promotion for the first order. They hold the promotion until
 * they end.
 */
export const selectHoldingOrdersSql = (customerId: string, email: string): string =>
  `select o.id from ${ordersOfCustomerSql(customerId, email)} and o.status in ('pending', 'failed') and exists (
    select from order_adjustments a join promotions f on f.first_order_only and a.source = 'promotion:' || f.id where a.order_id = o.id)`;

export interface FirstOrderClaim {
  /** Sources of the adjustments of an order, such as `promotion:12`. */
  readonly sources: readonly string[];
  readonly customer: CouponCustomer;
  /** Locked orders that the new order replaces. Promotions that they hold don't count. */
  readonly forOrders: readonly number[];
}

const claimedSql = `promotions p where p.first_order_only and 'promotion:' || p.id = any($1::text[])`;

/**
 * Locks the account and the email key, sorted by lock number to avoid deadlocks. The sorted subquery is evaluated
 * first.
 */
const lockCustomer = sqlQuery(
  'promotions.lock-first-order',
  `select pg_advisory_xact_lock(number) from (
    select hashtextextended('first order of ' || key, 0) as number
    from unnest(array['customer:' || $2::bigint, 'email:' || email_key($3)]) as k(key)
    where key is not null and exists (select from ${claimedSql}) order by number
  ) locks`,
);

const selectRefused = sqlQuery<{ name: string }>(
  'promotions.find-refused-first-orders',
  `select p.name from ${claimedSql} and (${hasOrderedSql('$2', '$3::text')}
    or exists (${selectHoldingOrdersSql('$2', '$3::text')} and not o.id = any($4::bigint[]))) order by p.id`,
);

/**
 * Locks the customer of an order that has promotions for the first order, and looks for earlier orders. Lock order:
 * after the coupons. Orders without such promotions take no lock.
 * @returns the names of the promotions that do not apply any more; no other order of the customer can get the
 * remaining ones until the transaction ends
 */
export async function lockFirstOrder(tx: Tx, { sources, customer, forOrders }: FirstOrderClaim): Promise<string[]> {
  const claimed = [...new Set(sources)].filter((source) => source.startsWith('promotion:'));
  if (claimed.length === 0) return [];
  const { id, email } = customer;
  const [, refused] = await awaitAll([
    lockCustomer(tx, [claimed, id, email]),
    selectRefused(tx, [claimed, id, email, forOrders]),
  ]);
  return refused.map(({ name }) => name);
}

const selectSources = sqlQuery<{ source: string }>(
  'promotions.find-sources-of-order',
  'select distinct source from order_adjustments where order_id = $1',
);

/**
 * Locks the customer of an ended order that continues with its discounts, because its payment has arrived after all.
 * From now on no other order of the customer gets a first-order promotion that this order has. Lock order: after the
 * coupons.
 * @returns the names of the promotions that another order of the customer has as well
 */
export async function lockFirstOrderAgain(tx: Tx, orderId: number, customer: CouponCustomer): Promise<string[]> {
  const sources = (await selectSources(tx, [orderId])).map(({ source }) => source);
  return lockFirstOrder(tx, { sources, customer, forOrders: [orderId] });
}
