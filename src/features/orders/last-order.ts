import type { Address } from '#features/addresses/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { IsAddressProven } from '#platform/mail/unproven-recipients.ts';

/** Contact data and choices that a guest entered for an order. */
export interface OrderDetails {
  readonly email: string;
  readonly phone: string;
  readonly billing: Address;
  /** Null for an order without shipping. */
  readonly delivery: Address | null;
  readonly paymentMethod: string;
  /** Null for an order without shipping. */
  readonly shippingMethod: string | null;
}

const selectLast = sqlQuery<OrderDetails>(
  'orders.find-last-details',
  `select o.email, o.phone, o.payment_method as "paymentMethod",
    (select to_jsonb(a) - '{order_id,kind}'::text[] from order_addresses a where a.order_id = o.id and a.kind = 'billing') as billing,
    (select to_jsonb(a) - '{order_id,kind}'::text[] from order_addresses a where a.order_id = o.id and a.kind = 'shipping') as delivery,
    (select s.method_id from order_shipping_lines s where s.order_id = o.id order by s.position limit 1) as "shippingMethod"
  from orders o
  where o.visitor_id = $1 and o.created_at > $2 and o.erased_at is null and o.source = 'checkout'
  order by o.created_at desc, o.id desc limit 1`,
);

/** Finds the details of a visitor's last order. Orders that have been moved to a customer are not found. */
export async function findLastOrderDetails(db: Db, visitorId: string, since: Date): Promise<OrderDetails | null> {
  return (await selectLast(db, [visitorId, since]))[0] ?? null;
}

const selectConfirmed = sqlQuery<{ id: number }>(
  'orders.find-confirmed-by-visitor',
  `select id from orders where visitor_id = $1 and confirmed_by = 'shopper' and lower(email) = lower($2) limit 1`,
);

/**
 * Provides `addressProofs`: an address is proven when the visitor confirmed an order with it by the link of the
 * order's mail.
 */
export const isConfirmedAddress: IsAddressProven = async (db, { email, visitorId }) =>
  visitorId !== null && (await selectConfirmed(db, [visitorId, email])).length > 0;
