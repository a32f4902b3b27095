import { type LineUnits, recordShippedUnits } from '#features/inventory/index.ts';
import {
  canBeShipped,
  isCancelRequested,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
  updateFulfilment,
} from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, type AuthorColumns, toAuthorColumns } from '#platform/sessions/author.ts';
import { enqueueShippedMail } from './emails/shipped-mail-job.ts';
import { orderShipped } from './events.ts';
import { findShippableLines, type Parcel, type ShippableLine } from './shipments.ts';

/** Units of a line, by its position from 1. */
export interface RequestedUnits {
  readonly position: number;
  readonly quantity: number;
}

export interface ShipmentInput {
  readonly orderId: number;
  /** Null for everything that is left. */
  readonly units: readonly RequestedUnits[] | null;
  /** Empty when no parcels are known. */
  readonly parcels: readonly Parcel[];
  /** Whether to notify the shopper by email. */
  readonly notify: boolean;
  readonly by: Author;
}

export type ShipmentResult =
  | { readonly ok: true; readonly number: number; readonly shipmentId: number; readonly isComplete: boolean }
  | Refusal<'SHIPMENT_TOO_LARGE' | 'CANCELLATION_REQUESTED'>
  | OrderNotFound
  | StatusNotAllowed;

/** `units` and `parcels` are JSON. */
type ShipmentValues = Record<'units' | 'parcels', string> &
  AuthorColumns & { readonly orderId: number; readonly now: Date };

const insertShipment = namedQuery<ShipmentValues, { id: number }>(
  'fulfilment.insert-shipment',
  `with shipment as (
    insert into shipments (order_id, by, by_staff_id, shipped_at) values ($orderId, $by, $byStaffId, $now) returning id
  ), lines as (
    insert into shipment_lines (shipment_id, order_id, line_id, quantity)
    select shipment.id, $orderId, u."lineId", u.quantity from shipment, jsonb_to_recordset($units) as u("lineId" bigint, quantity integer)
  ), parcels as (
    insert into parcels (shipment_id, carrier, tracking_number, tracking_url)
    select shipment.id, p.carrier, p."trackingNumber", p."trackingUrl" from shipment, rows from (
      jsonb_to_recordset($parcels) as (carrier text, "trackingNumber" text, "trackingUrl" text)) with ordinality as p order by p.ordinality
  )
  select id from shipment`,
);

/**
 * Ships units of an accepted order, paid or not, unless its shopper has asked to cancel it. When nothing is left, a
 * paid order is completed. Lock order: order, then its reservations.
 */
export async function shipOrder(shop: Shop, tx: Tx, input: ShipmentInput): Promise<ShipmentResult> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return orderNotFound;
  if (isCancelRequested(order)) return { ok: false, code: 'CANCELLATION_REQUESTED' };
  if (!canBeShipped(order)) return statusNotAllowed(order.status);
  const lines = await findShippableLines(tx, order.id);
  const units = input.units === null ? listLeftUnits(lines) : resolveUnits(lines, input.units);
  if (!units || units.length === 0) return { ok: false, code: 'SHIPMENT_TOO_LARGE' };
  const left = lines.reduce((sum, line) => sum + line.left, 0) - units.reduce((sum, { quantity }) => sum + quantity, 0);
  const shipmentId = await recordShipment(shop, tx, order, units, input);
  const mail = { order: order.id, shipment: shipmentId, isPart: left > 0 };
  if (input.notify) await enqueueShippedMail(shop, tx, mail);
  await updateFulfilment(shop, tx, order, input.by);
  return { ok: true, number: order.number, shipmentId, isComplete: left === 0 };
}

function listLeftUnits(lines: readonly ShippableLine[]): LineUnits[] {
  return lines.filter(({ left }) => left > 0).map(({ lineId, left }) => ({ lineId, quantity: left }));
}

/** @returns null when a line does not exist, or has fewer units left */
function resolveUnits(lines: readonly ShippableLine[], requested: readonly RequestedUnits[]): LineUnits[] | null {
  const byPosition = Map.groupBy(requested, ({ position }) => position);
  const units = [...byPosition].map(([position, group]) => {
    const quantity = group.reduce((sum, unit) => sum + unit.quantity, 0);
    const line = lines.find((each) => each.position === position);
    return line && quantity > 0 && quantity <= line.left ? { lineId: line.lineId, quantity } : null;
  });
  return units.every((unit) => unit !== null) ? units : null;
}

async function recordShipment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  units: readonly LineUnits[],
  { parcels, by }: ShipmentInput,
): Promise<number> {
  const [shipment] = await insertShipment(tx, {
    ...{ orderId: order.id, ...toAuthorColumns(by), now: shop.clock.now() },
    ...{ units: JSON.stringify(units), parcels: JSON.stringify(parcels) },
  });
  if (!shipment) throw new Error('the shipment was not written');
  await recordShippedUnits(tx, order.id, units);
  await shop.emit(orderShipped, tx, { ...toOrderEvent(order), shipmentId: shipment.id });
  return shipment.id;
}
