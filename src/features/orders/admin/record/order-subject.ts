import type { MoneyState, ShipmentState } from '#features/orders/contract.ts';
import { getOrder, type Order } from '#features/orders/order.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** The order with the states that the panels, actions and operations of all features on its page get. */
export interface OrderSubject extends Order {
  readonly money: MoneyState;
  readonly shipment: ShipmentState;
  readonly hasShipment: boolean;
  /** Whether the order replaces units of an earlier order free of charge. */
  readonly replacesUnits: boolean;
  /** Whether exchanged units of the order have not come back yet. */
  readonly awaitsReturn: boolean;
}

const selectStates = sqlQuery<
  Pick<OrderSubject, 'money' | 'shipment' | 'hasShipment' | 'replacesUnits' | 'awaitsReturn'>
>(
  'orders.find-states',
  `select money_state as money,
    shipment_state as shipment, exists (select from shipments s where s.order_id = orders.id) as "hasShipment",
    exists (select from replacements r where r.order_id = orders.id) as "replacesUnits",
    exists (select from exchanges e join refund_lines l on l.refund_id = e.refund_id where e.exchanged_order_id = orders.id
      and l.quantity > (select coalesce(sum(a.quantity), 0) from exchange_arrivals a where a.refund_line_id = l.id)) as "awaitsReturn"
  from orders where id = $1`,
);

export async function loadOrderSubject(db: Db, id: number): Promise<OrderSubject | null> {
  const [order, [states]] = await Promise.all([getOrder(db, { id }), selectStates(db, [id])]);
  return order && states ? { ...order, ...states } : null;
}

/** True when the address can be corrected. `changeAddress` checks this again with the order locked. */
export const canChangeAddress = ({ status, hasShipment }: OrderSubject): boolean =>
  !hasShipment && ['pending', 'failed', 'on-hold', 'processing'].includes(status);

export const canConfirm = ({ status, confirmedAt }: OrderSubject): boolean =>
  confirmedAt === null && (status === 'on-hold' || status === 'processing');

export const canCancel = ({ status, paidAt, total, hasShipment }: OrderSubject): boolean =>
  (paidAt === null || total === 0) && !hasShipment && ['pending', 'failed', 'on-hold', 'processing'].includes(status);
