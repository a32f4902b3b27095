import { getOrder, type Order } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, date, group, line, number } from '#platform/forms/kinds.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { type Delivery, findDeliveries, isOpenDelivery, recordDelivery } from '../deliveries/record-delivery.ts';
import { findShipments, formatParcel, type Parcel, type Shipment } from '../shipments.ts';
import { deliveryTexts as texts } from './delivery-texts.ts';
import {
  createUnitFields,
  describeShipment,
  listTrackableParcels,
  readUnits,
  toLabel,
  type UnitsOfLine,
} from './order-fields.ts';

export interface DeliveredOrder {
  readonly order: Order;
  readonly shipments: readonly Shipment[];
  readonly deliveries: readonly Delivery[];
}

export async function loadDeliveredOrder(db: Db, id: number): Promise<DeliveredOrder | null> {
  const loaded = await Promise.all([getOrder(db, { id }), findShipments(db, id), findDeliveries(db, id)]);
  const [order, shipments, deliveries] = loaded;
  return order && { order, shipments, deliveries };
}

export function describeTracked(shop: Shop, parcel: Parcel, shipment: Shipment): string {
  return [formatParcel({ ...parcel, trackingUrl: '' }), describeShipment(shop, shipment)].filter(Boolean).join(' · ');
}

/** Sums the shipped units of each line over all shipments. */
function sumUnits(shipments: readonly Shipment[]): UnitsOfLine[] {
  const byPosition = Map.groupBy(
    shipments.flatMap(({ lines }) => lines),
    ({ position }) => position,
  );
  return [...byPosition].map(([position, [first, ...others]]) => ({
    ...{ position, name: first?.name ?? '' },
    quantity: others.reduce((sum, { quantity }) => sum + quantity, first?.quantity ?? 0),
  }));
}

const refusals = {
  ORDER_NOT_FOUND: texts.deliveryGone,
  PARCEL_NOT_FOUND: texts.deliveryGone,
  DELIVERY_ANSWERED: texts.deliveryAnswered,
  DELIVERY_NOT_OPEN: texts.deliveryNotOpen,
  RESTOCK_NOT_RETURNED: texts.restockNotReturned,
};
const fieldOfRefusal = { DELIVERY_NOT_OPEN: 'state', RESTOCK_NOT_RETURNED: 'restock' };

const createStateField = ({ t }: Shop, canSettle: boolean) =>
  choice({
    ...{ label: t(texts.whatHappened), required: true, isOpen: true },
    options: [
      { value: 'delivered', label: t(texts.delivered) },
      { value: 'failed', label: t(texts.failedChoice) },
      { value: 'returned', label: t(texts.returned) },
      ...(canSettle ? [{ value: 'settled' as const, label: t(texts.settledChoice) }] : []),
    ],
  });

export const recordDeliveryOperation = defineAdminOperation({
  ...{ name: 'fulfilment.record-delivery', description: 'Records how a parcel arrived, and what came back to stock.' },
  ...{ text: texts.recordDelivery, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadDeliveredOrder(db, id),
  label: (shop, { order }) => toLabel(shop, order),
  fields: (shop, { order, shipments, deliveries }) => ({
    parcel: choice<string>({
      ...{ label: shop.t(texts.parcel), required: true },
      options: listTrackableParcels(shipments).map(({ key, parcel, shipment }) => ({
        ...{ value: key, label: describeTracked(shop, parcel, shipment) },
      })),
    }),
    state: createStateField(shop, deliveries.some(isOpenDelivery)),
    on: date({ label: shop.t(texts.on), required: true, max: formatIsoDay(shop.clock.now()), width: 'half' }),
    reason: line({ label: shop.t(texts.reason), hint: shop.t(texts.reasonHint), max: 500 }),
    restock: group({
      ...{ label: shop.t(texts.restock), hint: shop.t(texts.restockHint) },
      fields: createUnitFields(shop, order, sumUnits(shipments), texts.unitsSent),
    }),
  }),
  values: (shop, { shipments, deliveries }) => {
    const tracked = listTrackableParcels(shipments);
    const isKnown = (each: (typeof tracked)[number]) =>
      deliveries.some((delivery) => delivery.shipmentId === each.shipment.id && delivery.parcelId === each.parcelId);
    const units = Object.fromEntries(sumUnits(shipments).map(({ position }) => [position, null]));
    return {
      ...{ parcel: (tracked.find((each) => !isKnown(each)) ?? tracked[0])?.key ?? '', state: '' as const },
      ...{ on: formatIsoDay(shop.clock.now()), reason: '', restock: units },
    };
  },
  run: async (shop, tx, id, { parcel, state, on, reason, restock }, { actor }) => {
    const loaded = await loadDeliveredOrder(tx, id);
    const tracked = listTrackableParcels(loaded?.shipments ?? []).find(({ key }) => key === parcel);
    if (!loaded || !tracked || state === '' || on === null)
      return { ok: false, code: 'PARCEL_NOT_FOUND', message: shop.t(texts.deliveryGone) };
    const { shipment, parcelId } = tracked;
    const units = readUnits(restock);
    const fact = { orderId: id, shipmentId: shipment.id, parcelId, state, reason, happenedOn: on };
    const result = await recordDelivery(shop, tx, { ...fact, restock: units, by: actor });
    if (!result.ok) {
      const field = result.code in fieldOfRefusal && fieldOfRefusal[result.code as keyof typeof fieldOfRefusal];
      return { ok: false, code: result.code, message: shop.t(refusals[result.code]), ...(field && { field }) };
    }
    const what = describeTracked(shop, tracked.parcel, shipment);
    const { before } = result;
    return {
      ok: true,
      outcome: state === 'failed' || state === 'returned' ? 'open' : 'done',
      change: {
        ...{ label: String(loaded.order.number), customerId: loaded.order.customerId },
        before: before && { parcel: what, state: before.state, on: before.happenedOn, reason: before.reason },
        after: {
          ...{ parcel: what, state, on, reason },
          ...(units.length > 0 && { restocked: units.reduce((sum, { quantity }) => sum + quantity, 0) }),
        },
      },
    };
  },
  outcomes: { done: texts.deliveryRecorded, open: texts.deliveryOpen },
  entry: (shop) => ({
    state: createStateField(shop, true),
    on: date({ label: shop.t(texts.on) }),
    restocked: number({ label: shop.t(texts.restock) }),
  }),
});
