import type { CartOwner } from '#features/cart/index.ts';

/** Who a list belongs to: a guest by the visitor's id, or a customer on all devices. */
export type WishlistOwner = CartOwner;

/** Condition on a row `r` of the owner whose values are `$1` and `$2`. Uses the index of either column. */
export const isOwnedSql = (row: string): string => `(${row}.visitor_id = $1::uuid or ${row}.customer_id = $2::bigint)`;

/** The values `$1` and `$2` of statements about an owner; both are null for nobody. */
export function toOwnerValues(owner: WishlistOwner | null): [visitorId: string | null, customerId: number | null] {
  if (owner === null) return [null, null];
  return 'customerId' in owner ? [null, owner.customerId] : [owner.visitorId, null];
}
