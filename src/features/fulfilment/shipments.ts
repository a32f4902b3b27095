import type { NamedValue, PricedValue } from '#features/orders/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Units of a line that need a shipment. */
export interface ShippableLine {
  readonly lineId: number;
  /** From 1, in the order of the lines. */
  readonly position: number;
  readonly name: string;
  /** Units that were neither shipped nor cancelled. */
  readonly left: number;
}

const selectShippable = sqlQuery<ShippableLine>(
  'fulfilment.find-shippable-lines',
  `select l.id as "lineId", l.position + 1 as position, l.name, count_units_left(l) as left
  from order_lines l where l.order_id = $1 and not (l.virtual and l.downloadable) order by l.position`,
);

/** Lists the lines of an order that are not downloads, including shipped ones. */
export function findShippableLines(db: Db, orderId: number): Promise<ShippableLine[]> {
  return selectShippable(db, [orderId]);
}

/** Carrier and tracking of a parcel. At least one property is not empty. */
export interface Parcel {
  /** Empty when unknown. */
  readonly carrier: string;
  readonly trackingNumber: string;
  /** https or http. */
  readonly trackingUrl: string;
}

export const emptyParcel: Parcel = { carrier: '', trackingNumber: '', trackingUrl: '' };

export const formatParcel = ({ carrier, trackingNumber, trackingUrl }: Parcel): string =>
  [carrier, trackingNumber, trackingUrl].filter((part) => part !== '').join(' ');

export interface StoredParcel extends Parcel {
  readonly id: number;
}

export interface Shipment {
  readonly id: number;
  /** Parcels in the order of entry. Empty when none is known. */
  readonly parcels: readonly StoredParcel[];
  readonly shippedAt: Date;
  readonly lines: readonly {
    readonly lineId: number;
    /** From 1, in the order of the lines. */
    readonly position: number;
    readonly name: string;
    readonly options: readonly NamedValue[];
    readonly addons: readonly PricedValue[];
    readonly quantity: number;
  }[];
}

const selectShipments = sqlQuery<Shipment>(
  'fulfilment.find-shipments',
  `select s.id, s.shipped_at as "shippedAt",
    (select coalesce(json_agg(json_build_object('id', p.id, 'carrier', p.carrier, 'trackingNumber', p.tracking_number, 'trackingUrl', p.tracking_url)
      order by p.id), '[]') from parcels p where p.shipment_id = s.id) as parcels,
    (select json_agg(json_build_object('lineId', l.id, 'position', l.position + 1, 'name', l.name, 'options', l.options, 'addons', l.addons, 'quantity', sl.quantity) order by l.position)
      from shipment_lines sl join order_lines l on l.id = sl.line_id where sl.shipment_id = s.id) as lines
  from shipments s where s.order_id = $1 order by s.id`,
);

export function findShipments(db: Db, orderId: number): Promise<Shipment[]> {
  return selectShipments(db, [orderId]);
}
