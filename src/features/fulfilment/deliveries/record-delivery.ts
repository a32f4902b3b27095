import { type LineUnits, returnToStock } from '#features/inventory/index.ts';
import { lockOrder, type OrderNotFound, orderNotFound } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, type AuthorColumns, toAuthorColumns } from '#platform/sessions/author.ts';
import type { RequestedUnits } from '../ship-order.ts';
import { findShipments, type Shipment } from '../shipments.ts';

export type DeliveryState = 'delivered' | 'failed' | 'returned';

/** How staff dealt with a delivery that failed or came back. */
export type DeliveryAnswer = 'sent-again' | 'refunded' | 'other';

export interface Delivery {
  readonly id: number;
  readonly shipmentId: number;
  /** Null for a shipment without known parcels. */
  readonly parcelId: number | null;
  readonly state: DeliveryState;
  readonly reason: string;
  /** ISO date, such as `2026-05-01`. */
  readonly happenedOn: string;
  /** Units that were returned to stock. */
  readonly restocked: number;
  /** Null while staff have not dealt with the delivery. */
  readonly answer: DeliveryAnswer | null;
}

const selectDeliveries = sqlQuery<Delivery>(
  'fulfilment.find-deliveries',
  `select id, shipment_id as "shipmentId", parcel_id as "parcelId", state, reason, happened_on::text as "happenedOn", answer,
    (select coalesce(sum(quantity), 0)::integer from returned_units where delivery_id = d.id) as restocked
  from deliveries d where order_id = $1 order by id`,
);

export function findDeliveries(db: Db, orderId: number): Promise<Delivery[]> {
  return selectDeliveries(db, [orderId]);
}

/** Whether a delivery failed or came back and staff have not dealt with it. */
export const isOpenDelivery = ({ state, answer }: Pick<Delivery, 'state' | 'answer'>): boolean =>
  state !== 'delivered' && answer === null;

export interface DeliveryFact extends Pick<Delivery, 'shipmentId' | 'parcelId' | 'reason' | 'happenedOn'> {
  readonly orderId: number;
  /** `settled`: the parcel did not arrive, and staff dealt with it without sending it again or a refund. */
  readonly state: DeliveryState | 'settled';
  /** Units of the shipment to return to stock, by the positions of their lines. */
  readonly restock: readonly RequestedUnits[];
  readonly by: Author;
}

type RecordResult =
  | { readonly ok: true; readonly before: Delivery | null }
  | Refusal<'PARCEL_NOT_FOUND' | 'DELIVERY_ANSWERED' | 'DELIVERY_NOT_OPEN' | 'RESTOCK_NOT_RETURNED'>
  | OrderNotFound;

type DeliveryValues = Omit<Delivery, 'id' | 'restocked'> &
  AuthorColumns & { readonly orderId: number; readonly now: Date };

const upsertDelivery = namedQuery<DeliveryValues, { readonly id: number }>(
  'fulfilment.write-delivery',
  `insert into deliveries (order_id, shipment_id, parcel_id, state, reason, happened_on, answer, by, by_staff_id, recorded_at)
  values ($orderId, $shipmentId, $parcelId, $state, $reason, $happenedOn, $answer, $by, $byStaffId, $now)
  on conflict on constraint deliveries_of_parcel do update set state = excluded.state, reason = excluded.reason,
    happened_on = excluded.happened_on, answer = excluded.answer, by = excluded.by,
    by_staff_id = excluded.by_staff_id, recorded_at = excluded.recorded_at
  returning id`,
);

/**
 * Units of a shipment that did not come back yet, neither with another parcel of the shipment nor by refunds of the
 * line.
 */
const selectReturnable = sqlQuery<LineUnits & { readonly position: number }>(
  'fulfilment.find-returnable-units',
  `select l.id as "lineId", l.position + 1 as position, least(
    s.quantity - (select coalesce(sum(u.quantity), 0) from returned_units u join deliveries d on d.id = u.delivery_id
      where u.line_id = l.id and d.shipment_id = s.shipment_id),
    l.quantity - (select coalesce(sum(quantity), 0) from returned_units where line_id = l.id))::integer as quantity
  from shipment_lines s join order_lines l on l.id = s.line_id where s.shipment_id = $1`,
);

/** Records how a parcel arrived, and returns the given units to stock. Lock order: order, stock. */
export async function recordDelivery(shop: Shop, tx: Tx, fact: DeliveryFact): Promise<RecordResult> {
  const { orderId, shipmentId, parcelId, state, reason, happenedOn, restock, by } = fact;
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const shipment = (await findShipments(tx, orderId)).find(({ id }) => id === shipmentId);
  const before = (await findDeliveries(tx, orderId)).find(
    (each) => each.shipmentId === shipmentId && each.parcelId === parcelId,
  );
  if (!shipment || !hasParcel(shipment, parcelId)) return { ok: false, code: 'PARCEL_NOT_FOUND' };
  // A replacement or refund has moved goods and money, so another state can't replace it.
  if (before?.answer === 'sent-again' || before?.answer === 'refunded') return { ok: false, code: 'DELIVERY_ANSWERED' };
  const isSettled = state === 'settled';
  if (isSettled && (!before || !isOpenDelivery(before))) return { ok: false, code: 'DELIVERY_NOT_OPEN' };
  const next = isSettled ? (before?.state ?? 'failed') : state;
  const returnable = await selectReturnable(tx, [shipmentId]);
  const units = restock.flatMap(({ position, quantity }) => {
    const line = returnable.find((each) => each.position === position);
    return line && quantity <= line.quantity ? [{ lineId: line.lineId, quantity }] : [];
  });
  const hasReturned = units.length > 0 || (before?.restocked ?? 0) > 0;
  if (units.length < restock.length || (hasReturned && next !== 'returned'))
    return { ok: false, code: 'RESTOCK_NOT_RETURNED' };
  const answer: DeliveryAnswer | null = isSettled ? 'other' : null;
  const [written] = await upsertDelivery(tx, {
    ...{ orderId, shipmentId, parcelId, state: next, reason, happenedOn, answer },
    ...{ ...toAuthorColumns(by), now: shop.clock.now() },
  });
  if (written && units.length > 0) await returnToStock(shop, tx, order, units, { deliveryId: written.id });
  return { ok: true, before: before ?? null };
}

const hasParcel = ({ parcels }: Shipment, parcelId: number | null): boolean =>
  parcelId === null ? parcels.length === 0 : parcels.some(({ id }) => id === parcelId);
