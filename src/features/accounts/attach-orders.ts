import { findVerifiedEmail } from '#features/customers/index.ts';
import { moveGuestOrders } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';

/**
 * Handles `visitorSignedIn`, after the customer's row is locked: assigns guest orders with the customer's email
 * address to the customer, once the address is verified.
 */
export async function attachGuestOrders({ clock }: Shop, tx: Tx, { customerId }: VisitorSignedIn): Promise<void> {
  const email = await findVerifiedEmail(tx, customerId);
  if (email !== null) await moveGuestOrders(tx, { email, customerId, now: clock.now() });
}
