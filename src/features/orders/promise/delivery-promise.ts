import type { DayRange, DeliveryEstimate, DeliveryTerms } from '#features/delivery-dates/index.ts';

/** The delivery dates that the shopper was told, and the numbers of days from which they were calculated. */
export interface DeliveryPromise extends DeliveryTerms, DeliveryEstimate {
  /** Working days from the payment to the arrival, without waiting for items on backorder. */
  readonly total: DayRange;
  /** Whether any unit of the order was sent; the shipments then say when it arrives. */
  readonly isShipped: boolean;
}

/** Selects the promise of the order `o` as JSON, in which dates are texts. */
export const promiseJsonSql = `(select json_build_object('isPickup', p.is_pickup, 'earliest', p.earliest, 'latest', p.latest, 'total', json_build_object('min', p.total_min, 'max', p.total_max),
    'handling', json_build_object('min', p.handling_min, 'max', p.handling_max), 'transit', json_build_object('min', p.transit_min, 'max', p.transit_max),
    'waitDays', p.wait_days, 'isShipped', exists (select from shipments s where s.order_id = o.id))
    from order_delivery_promises p where p.order_id = o.id)`;
