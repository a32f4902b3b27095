import type { Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Parcel } from './shipments.ts';

export interface TrackingCorrection extends Parcel {
  readonly orderId: number;
  readonly shipmentId: number;
  /** Null for a shipment without known parcels, to which a parcel is added. */
  readonly parcelId: number | null;
}

const writeParcel = namedQuery<TrackingCorrection, { id: number }>(
  'fulfilment.correct-tracking',
  `with changed as (
    update parcels p set carrier = $carrier, tracking_number = $trackingNumber, tracking_url = $trackingUrl from shipments s
    where s.id = p.shipment_id and s.order_id = $orderId and s.id = $shipmentId and p.id = $parcelId returning p.id
  ), added as (
    insert into parcels (shipment_id, carrier, tracking_number, tracking_url)
    select s.id, $carrier, $trackingNumber, $trackingUrl from shipments s where s.order_id = $orderId and s.id = $shipmentId and $parcelId::bigint is null
      and not exists (select from parcels p where p.shipment_id = s.id) returning id
  ), taken_over as (
    update deliveries d set parcel_id = added.id from added where d.shipment_id = $shipmentId and d.parcel_id is null
  )
  select id from changed union all select id from added`,
);

/**
 * Replaces the carrier and the tracking of a parcel. Needs the lock on the order's row.
 * @returns false when the order has no such parcel
 */
export async function correctTracking(tx: Tx, correction: TrackingCorrection): Promise<boolean> {
  return (await writeParcel(tx, correction)).length > 0;
}
