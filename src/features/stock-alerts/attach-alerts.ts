import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { moveReservations } from './reserve/reservations.ts';

const attach = sqlQuery(
  'stock-alerts.attach',
  `update stock_alerts a set customer_id = c.id from customers c
  where c.id = $1 and c.email_verified_at is not null and a.email_key = lower(c.email) and a.customer_id is null and a.state <> 'unconfirmed'`,
);

/**
 * Handles sign-ins: assigns confirmed alerts with the customer's email address to the customer, once the address is
 * verified. Units reserved for the guest's cart are moved as well.
 */
export async function attachAlerts(_shop: Shop, tx: Tx, { customerId, visitorId }: VisitorSignedIn): Promise<void> {
  if (visitorId !== null) await moveReservations(tx, customerId, visitorId);
  await attach(tx, [customerId]);
}
