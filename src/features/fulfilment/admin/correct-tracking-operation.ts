import { getOrder, lockOrder, type Order } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db } from '#platform/database/database.ts';
import { flag, group } from '#platform/forms/kinds.ts';
import { correctTracking } from '../correct-tracking.ts';
import { enqueueShippedMail } from '../emails/shipped-mail-job.ts';
import { findShipments, formatParcel, type Parcel, type Shipment } from '../shipments.ts';
import { createParcelFields, describeShipment, listTrackableParcels, toLabel } from './order-fields.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';

interface ShippedOrder {
  readonly order: Order;
  readonly shipments: readonly Shipment[];
}

async function loadShippedOrder(db: Db, id: number): Promise<ShippedOrder | null> {
  const [order, shipments] = await Promise.all([getOrder(db, { id }), findShipments(db, id)]);
  return order && { order, shipments };
}

type TypedParcels = Readonly<Record<string, Parcel>>;

const listChanges = ({ shipments }: ShippedOrder, typed: TypedParcels) =>
  listTrackableParcels(shipments).flatMap((tracked) => {
    const { [tracked.key]: changed } = typed;
    const [before, after] = [formatParcel(tracked.parcel), changed && formatParcel(changed)];
    return changed && after !== undefined && after !== before ? [{ ...tracked, typed: changed, before, after }] : [];
  });

/**
 * Corrects carrier, tracking number and address of each parcel. The customer gets an email if staff tick that option.
 */
export const correctTrackingOperation = defineAdminOperation({
  ...{ name: 'fulfilment.correct-tracking', description: 'Corrects carrier and tracking of the parcels of an order.' },
  ...{ text: texts.correctTracking, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadShippedOrder(db, id),
  label: (shop, { order }) => toLabel(shop, order),
  fields: (shop, { order, shipments }) => ({
    parcels: group({
      label: shop.t(texts.parcels),
      fields: Object.fromEntries(
        listTrackableParcels(shipments).map(({ key, shipment }) => [
          key,
          group({ label: describeShipment(shop, shipment), fields: createParcelFields(shop) }),
        ]),
      ),
    }),
    notify: flag({ label: shop.t(texts.notify, { email: order.email }) }),
  }),
  values: (_shop, { shipments }) => ({
    parcels: Object.fromEntries(listTrackableParcels(shipments).map(({ key, parcel }) => [key, parcel])),
    notify: false,
  }),
  preview: async ({ t }, _db, _id, { parcels }, { subject }) => {
    const changes = listChanges(subject, parcels);
    if (changes.length === 0) return { ok: false, code: 'TRACKING_UNCHANGED', message: t(texts.nothingChanged) };
    const from = (before: string) => (before === '' ? t(texts.noTracking) : before);
    const what = changes.map(({ before, after }) => t(texts.trackingChange, { before: from(before), after }));
    return { ok: true, what: what.join(' ') };
  },
  run: async (shop, tx, id, { parcels, notify }, { requestKey }) => {
    const order = await lockOrder(tx, id);
    const loaded = await loadShippedOrder(tx, id);
    const gone = { ok: false, code: 'PARCEL_NOT_FOUND', message: shop.t(texts.parcelGone) } as const;
    if (!order || !loaded) return gone;
    const changes = listChanges(loaded, parcels);
    for (const { key, shipment, parcelId, typed, after } of changes) {
      const field = `parcels.${key}.trackingNumber`;
      if (after === '') return { ok: false, code: 'PARCEL_TELLS_NOTHING', message: shop.t(texts.parcelEmpty), field };
      const isWritten = await correctTracking(tx, { ...typed, orderId: id, shipmentId: shipment.id, parcelId });
      if (!isWritten) return gone;
    }
    if (notify)
      for (const shipment of new Set(changes.map(({ shipment }) => shipment.id)))
        await enqueueShippedMail(shop, tx, { order: id, shipment, correction: requestKey });
    const list = (part: 'before' | 'after') => changes.map((change) => change[part]).join('; ');
    return {
      ok: true,
      outcome: notify ? 'told' : 'done',
      change: {
        ...{ label: String(order.number), customerId: order.customerId },
        ...{ before: { parcels: list('before') }, after: { parcels: list('after') } },
      },
    };
  },
  outcomes: { done: texts.trackingCorrected, told: texts.trackingTold },
});
