import { moveCouponUses } from '#features/promotions/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';

const moveOrders = sqlQuery<{ id: number }>(
  'orders.move-to-customer',
  `with found as (
    select id from orders where visitor_id = $1 order by id for no key update
  )
  update orders o set visitor_id = null, customer_id = $2, updated_at = $3 from found where o.id = found.id returning o.id`,
);

/** Handles `visitorSignedIn`, before carts are merged: the guest's orders become the customer's. */
export async function moveOrdersToCustomer(
  { clock }: Shop,
  tx: Tx,
  { visitorId, customerId }: VisitorSignedIn,
): Promise<void> {
  if (visitorId === null) return;
  await moveUses(tx, await moveOrders(tx, [visitorId, customerId, clock.now()]), customerId);
}

const moveOrdersOfEmail = sqlQuery<{ id: number }>(
  'orders.move-guest-orders',
  `with found as (
    select id from orders where lower(email) = lower($1) and customer_id is null and confirmed_by = 'shopper'
    order by id for no key update
  )
  update orders o set visitor_id = null, customer_id = $2, updated_at = $3 from found where o.id = found.id returning o.id`,
);

/**
 * Moves the orders that guests placed with an email address to the customer who owns the address. Call it only for an
 * address that the customer has verified, with the customer's row locked. Only orders that the shopper confirmed
 * move: an order that was confirmed by a payment or the shop does not prove the address, which may have been
 * mistyped.
 */
export async function moveGuestOrders(
  tx: Tx,
  { email, customerId, now }: { readonly email: string; readonly customerId: number; readonly now: Date },
): Promise<void> {
  await moveUses(tx, await moveOrdersOfEmail(tx, [email, customerId, now]), customerId);
}

/** Coupon uses of the moved orders count for the account, too. */
async function moveUses(tx: Tx, moved: readonly { readonly id: number }[], customerId: number): Promise<void> {
  const ids = moved.map(({ id }) => id);
  if (ids.length > 0) await moveCouponUses(tx, ids, customerId);
}
