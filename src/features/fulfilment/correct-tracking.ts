import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Parcel } from './shipments.ts';

export interface TrackingCorrection extends Parcel {
  readonly orderId: number;
  readonly shipmentId: number;
  /** Null for a shipment of which no parcel was known: it gets one. */
  readonly parcelId: number | null;
}

const writeParcel = sqlQuery<{ id: number }>(
  'fulfilment.correct-tracking',
  `with changed as (
    update parcels p set carrier = $4, tracking_number = $5, tracking_url = $6 from shipments s
    where s.id = p.shipment_id and s.order_id = $1 and s.id = $2 and p.id = $3 returning p.id
  ), added as (
    insert into parcels (shipment_id, carrier, tracking_number, tracking_url)
    select s.id, $4, $5, $6 from shipments s where s.order_id = $1 and s.id = $2 and $3::bigint is null
      and not exists (select from parcels p where p.shipment_id = s.id) returning id
  ), taken_over as (
    update deliveries d set parcel_id = added.id from added where d.shipment_id = $2 and d.parcel_id is null
  )
  select id from changed union all select id from added`,
);

/**
 * Replaces the carrier and the tracking of a parcel. Needs the lock on the order's row.
 * @returns false when the order has no such parcel
 */
export async function correctTracking(
  tx: Tx,
  { orderId, shipmentId, parcelId, carrier, trackingNumber, trackingUrl }: TrackingCorrection,
): Promise<boolean> {
  const written = await writeParcel(tx, [orderId, shipmentId, parcelId, carrier, trackingNumber, trackingUrl]);
  return written.length > 0;
}
