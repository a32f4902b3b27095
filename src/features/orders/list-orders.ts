import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { OrderStatus, Suspicion } from './contract.ts';

/** An order as lists show it. Amounts are minor units. */
export interface OrderEntry {
  readonly number: number;
  readonly token: string;
  readonly status: OrderStatus;
  readonly confirmedAt: Date | null;
  readonly suspicion: Suspicion | null;
  readonly createdAt: Date;
  /** When nothing was left to ship of the paid order. */
  readonly completedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly cancelDeclinedAt: Date | null;
  /** Whether anything of it was sent. */
  readonly hasShipment: boolean;
  readonly total: number;
  readonly currency: string;
  /** Units of all lines. */
  readonly quantity: number;
}

const selectOrders = sqlQuery<OrderEntry>(
  'orders.list-orders-of-customer',
  `select o.number, o.token, o.status, o.confirmed_at as "confirmedAt", o.suspicion, o.created_at as "createdAt", o.completed_at as "completedAt",
    o.cancel_requested_at as "cancelRequestedAt", o.cancel_declined_at as "cancelDeclinedAt",
    exists (select from shipments s where s.order_id = o.id) as "hasShipment", o.total, o.currency,
    coalesce((select sum(l.quantity) from order_lines l where l.order_id = o.id), 0)::integer as quantity
  from orders o where o.customer_id = $1 order by o.created_at desc, o.id desc limit $2 offset $3`,
);

/** The newest first. */
export function listOrdersOfCustomer(
  db: Db,
  customerId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderEntry[]> {
  return selectOrders(db, [customerId, limit, offset]);
}

const selectPhone = sqlQuery<{ phone: string }>(
  'orders.find-phone-of-customer',
  `select phone from orders where customer_id = $1 and phone <> '' order by id desc limit 1`,
);

/** Fills `contact-forms.customer-facts`: the telephone number of the customer's last order with one. */
export async function findPhoneOfCustomer(db: Db, customerId: number): Promise<{ readonly phone: string }> {
  return { phone: (await selectPhone(db, [customerId]))[0]?.phone ?? '' };
}
