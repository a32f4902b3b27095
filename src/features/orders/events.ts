import { defineEvent } from '#platform/features/events.ts';
import type { CancelReason, OrderStatus } from './contract.ts';

/** What every handler needs of an order; the rest is a `getOrder` away. `total` is in minor units. */
export interface OrderEvent {
  readonly id: number;
  readonly number: number;
  readonly status: OrderStatus;
  readonly visitorId: string | null;
  readonly email: string;
  readonly currency: string;
  readonly total: number;
}

/** A shopper ordered: the order is pending, on-hold or processing. */
export const orderPlaced = defineEvent<OrderEvent>('orders.placed');

/** The money is there. Once for an order. */
export const orderPaid = defineEvent<OrderEvent>('orders.paid');

/** All is done and sent. */
export const orderCompleted = defineEvent<OrderEvent>('orders.completed');

/** Its pieces are back in stock, or went to the order that supersedes it. */
export const orderCancelled = defineEvent<OrderEvent & { readonly reason: CancelReason }>('orders.cancelled');

/** Money went back: `amount` of it, in minor units. The order's status is refunded when nothing is left. */
export const orderRefunded = defineEvent<OrderEvent & { readonly refundId: number; readonly amount: number }>(
  'orders.refunded',
);
