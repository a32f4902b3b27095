import type { OrderEvent } from '#features/orders/index.ts';
import { defineEvent } from '#platform/features/events.ts';

/** Units of an order were shipped. Emitted before `orders.completed`. */
export const orderShipped = defineEvent<OrderEvent & { readonly shipmentId: number }>('fulfilment.order-shipped');
