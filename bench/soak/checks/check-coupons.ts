import type { Database } from '#platform/database/database.ts';
import { type Check, checkInvariants } from './check.ts';

/**
 * Uses that count towards limits. Late money makes an order go on beyond them, and its history names
 * the coupons.
 */
const countedUsesSql = `(select u.coupon_id, u.customer_id, u.email_key, u.quantity, o.number
  from coupon_uses u join coupons c on c.id = u.coupon_id join orders o on o.id = u.order_id
  where u.state <> 'released' and not exists (select from order_history h
    where h.order_id = o.id and c.code = any(string_to_array(split_part(h.text, 'coupons used beyond their limit: ', 2), ', '))))`;

/** Each query returns what violates an invariant. */
const couponInvariants: Readonly<Record<string, string>> = {
  'no coupon was used beyond its limit, except by orders that were reopened late': `
    select c.code, c.usage_limit, sum(u.quantity) from coupons c join ${countedUsesSql} u on u.coupon_id = c.id
    group by c.id having sum(u.quantity) > c.usage_limit`,
  'no customer used a coupon beyond its limit per customer': `
    select c.code, u.customer_id::text, sum(u.quantity) from coupons c join ${countedUsesSql} u on u.coupon_id = c.id and u.customer_id is not null
    group by c.id, u.customer_id having sum(u.quantity) > c.usage_limit_per_customer
    union all
    select c.code, u.email_key, sum(u.quantity) from coupons c join ${countedUsesSql} u on u.coupon_id = c.id and u.email_key is not null
    group by c.id, u.email_key having sum(u.quantity) > c.usage_limit_per_customer`,
  'every use of a coupon is held, used or released as the status of its order requires': `
    select o.number, o.status, c.code, u.state from coupon_uses u join orders o on o.id = u.order_id join coupons c on c.id = u.coupon_id
    where u.state <> case when o.status in ('pending', 'failed', 'on-hold') then 'held' when o.status = 'cancelled' then 'released' else 'used' end`,
  'every discount of a coupon has its use': `
    select distinct o.number, a.source from order_adjustments a join orders o on o.id = a.order_id
    where a.source like 'coupon:%' and not exists (
      select from coupon_uses u where u.order_id = o.id and 'coupon:' || u.coupon_id = a.source)`,
  'every use has a discount of its coupon, or opened free shipping': `
    select o.number, c.code from coupon_uses u join orders o on o.id = u.order_id join coupons c on c.id = u.coupon_id
    where not exists (select from order_adjustments a where a.order_id = o.id and a.source = 'coupon:' || c.id)
      and not (c.free_shipping and exists (select from order_shipping_lines s where s.order_id = o.id and s.method_id like 'free_shipping:%'))`,
  'every use is the customer’s who ordered': `
    select o.number, u.customer_id, u.email_key from coupon_uses u join orders o on o.id = u.order_id
    where (u.customer_id is not null and u.customer_id is distinct from o.customer_id)
      or u.email_key is distinct from case when o.erased_at is null then email_key(o.email) end`,
  'no coupon that is disabled or has ended was used': `
    select o.number, c.code from coupon_uses u join orders o on o.id = u.order_id join coupons c on c.id = u.coupon_id
    where not c.is_enabled or c.ends_at < o.created_at`,
};

export const checkCoupons = (database: Database): Promise<Check[]> =>
  checkInvariants(database, 'select count(*)::integer as count from coupon_uses', couponInvariants);
