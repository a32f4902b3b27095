import { defineEvent } from '#platform/features/events.ts';
import type { CancelReason, OrderSource, OrderStatus } from './contract.ts';
import type { orders } from './tables.ts';

/** Handlers that need more data call `getOrder`. `total` is in minor units. */
export type OrderEvent = Pick<
  typeof orders.$inferSelect,
  'id' | 'number' | 'status' | 'visitorId' | 'customerId' | 'email' | 'currency' | 'total'
>;

/**
 * `extensions`: data of the request that features store with the order, by the name of the feature.
 * `meta`: as in the order, such as the values of `checkout.fields`.
 */
export interface OrderCreated extends OrderEvent {
  readonly source: OrderSource;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** An order of any source was created. Its status is pending; `orders.placed` follows if it is accepted. */
export const orderCreated = defineEvent<OrderCreated>('orders.created');

/** The status of an order changed from `from` to `status`. Emitted before the events below. */
export const orderStatusChanged = defineEvent<OrderEvent & { readonly from: OrderStatus }>('orders.status-changed');

/** A shopper placed an order. Its status is pending, on-hold or processing. */
export const orderPlaced = defineEvent<OrderEvent>('orders.placed');

/** The order was paid. Emitted once per order, before `orders.placed` when there is nothing to pay. */
export const orderPaid = defineEvent<OrderEvent>('orders.paid');

/** The order was shipped and completed. */
export const orderCompleted = defineEvent<OrderEvent>('orders.completed');

/** The order was cancelled. Its stock was released, or moved to the order that supersedes it. */
export const orderCancelled = defineEvent<OrderEvent & { readonly reason: CancelReason }>('orders.cancelled');

/** `amount` was refunded, in minor units. The status is `refunded` after a full refund. */
export const orderRefunded = defineEvent<OrderEvent & { readonly refundId: number; readonly amount: number }>(
  'orders.refunded',
);
