import { type DeliveryEstimate, estimateShipment } from '#features/delivery-dates/index.ts';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Shipment } from './shipments.ts';

/**
 * Estimates when a parcel arrives, from the transit days of its order's promise. Returns null when the order has
 * none.
 */
export function estimateParcel(
  shop: Shop,
  { promise, delivery }: Pick<Order, 'promise' | 'delivery'>,
  { shippedAt: at }: Pick<Shipment, 'shippedAt'>,
): DeliveryEstimate | null {
  return promise && !promise.isPickup && delivery
    ? estimateShipment(shop, promise.transit, { to: delivery, at })
    : null;
}
