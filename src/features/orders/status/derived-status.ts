import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { OrderStatus } from '../contract.ts';

export type PaymentState = 'unpaid' | 'paid' | 'refunded';
export type FulfilmentState = 'unfulfilled' | 'partial' | 'fulfilled';

const statuses: Readonly<Record<PaymentState, Readonly<Record<FulfilmentState, OrderStatus>>>> = {
  unpaid: { unfulfilled: 'processing', partial: 'processing', fulfilled: 'processing' },
  paid: { unfulfilled: 'processing', partial: 'processing', fulfilled: 'completed' },
  refunded: { unfulfilled: 'refunded', partial: 'refunded', fulfilled: 'refunded' },
};

/** Returns the status of an accepted order: no payment is awaited, and the order was not cancelled. */
export function deriveStatus(payment: PaymentState, fulfilment: FulfilmentState): OrderStatus {
  return statuses[payment][fulfilment];
}

interface UnitCounts {
  readonly left: number;
  readonly shipped: number;
}

const countUnits = sqlQuery<UnitCounts>(
  'orders.count-shipped-units',
  `select coalesce(sum(count_units_left(l)), 0)::integer as left,
    (select count(*)::integer from shipments where order_id = $1) as shipped
  from order_lines l where l.order_id = $1 and not (l.virtual and l.downloadable)`,
);

/**
 * Downloads and cancelled units need no shipment. All other units do, also services, which somebody has to perform.
 */
export async function getFulfilmentState(db: Db, orderId: number): Promise<FulfilmentState> {
  const { left, shipped } = (await countUnits(db, [orderId]))[0] ?? { left: 0, shipped: 0 };
  if (left === 0) return 'fulfilled';
  return shipped > 0 ? 'partial' : 'unfulfilled';
}
