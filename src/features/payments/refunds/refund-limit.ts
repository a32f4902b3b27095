import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Actor, getAmountLimit } from '#platform/sessions/actor.ts';

/**
 * Author of a refund. Members of staff and programs need the permission `orders.refund`, which may have a maximum
 * amount.
 */
export type RefundAuthor = 'shop' | 'job' | Actor;

/** Returns the largest amount that the author may refund of an order, in minor units. */
export function getRefundLimit(by: RefundAuthor): number {
  return typeof by === 'string' ? Number.POSITIVE_INFINITY : getAmountLimit(by, 'orders.refund');
}

/** `left`: amount that the author may still refund, in minor units. */
export type RefundOverLimit = Refusal<'REFUND_OVER_LIMIT', { left: number }>;

const selectRefunded = sqlQuery<{ amount: number }>(
  'payments.sum-refunds-of-author',
  `select coalesce(sum(amount), 0)::bigint as amount from refunds
  where order_id = $1 and status <> 'failed' and cause <> 'exchange' and case when $2::bigint is null then by_staff_id is null and by = $3 else by_staff_id = $2 end`,
);

/**
 * Refuses a refund of a locked order above the limit of its author. Earlier refunds of the order by the same author
 * count (programs are identified by their name), so that several small refunds can't exceed the limit.
 */
export async function checkRefundLimit(
  tx: Tx,
  orderId: number,
  amount: number,
  by: RefundAuthor,
): Promise<RefundOverLimit | null> {
  const limit = getRefundLimit(by);
  if (typeof by === 'string' || limit === Number.POSITIVE_INFINITY) return null;
  const [refunded] = await selectRefunded(tx, [orderId, by.staffId, by.name]);
  const left = Math.max(limit - (refunded?.amount ?? 0), 0);
  return amount <= left ? null : { ok: false, code: 'REFUND_OVER_LIMIT', left };
}

const selectRoles = sqlQuery<{ name: string }>(
  'payments.list-roles-that-refund',
  `select r.name from staff_roles r where r.allows_all or exists (
    select from staff_role_permissions p
    where p.role = r.name and p.permission = 'orders.refund' and (p.max_amount is null or p.max_amount >= $1)
  ) order by not r.allows_all, r.name`,
);

/** Lists the names of the roles that may refund an amount of one order, in minor units. */
export async function listRefundingRoles(tx: Tx, amount: number): Promise<string[]> {
  return (await selectRoles(tx, [amount])).map(({ name }) => name);
}
