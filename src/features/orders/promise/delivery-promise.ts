import type { DayRange, DeliveryEstimate, DeliveryTerms } from '#features/delivery-dates/index.ts';

/** When an order was said to arrive, and the numbers of days that this comes from. */
export interface DeliveryPromise extends DeliveryTerms, DeliveryEstimate {
  /** Working days from the payment until it arrives, without the wait for what is on backorder. */
  readonly total: DayRange;
  /** Whether anything of the order was sent: its shipments tell the rest. */
  readonly isShipped: boolean;
}

/** Selects the promise of the order `o` as JSON, in which dates are texts. */
export const promiseJsonSql = `(select json_build_object('isPickup', p.is_pickup, 'earliest', p.earliest, 'latest', p.latest, 'total', json_build_object('min', p.total_min, 'max', p.total_max),
    'handling', json_build_object('min', p.handling_min, 'max', p.handling_max), 'transit', json_build_object('min', p.transit_min, 'max', p.transit_max),
    'waitDays', p.wait_days, 'isShipped', exists (select from shipments s where s.order_id = o.id))
    from order_delivery_promises p where p.order_id = o.id)`;
