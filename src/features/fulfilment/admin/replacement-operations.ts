import { getOrder, type Order } from '#features/orders/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { defineAdminOperation, type OperationResult } from '#platform/admin/records/operations/operation.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { group, line, money } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import {
  createReplacement,
  findReplaceableLines,
  type ReplaceableLine,
  type ReplacementInput,
} from '../deliveries/create-replacement.ts';
import { isOpenDelivery } from '../deliveries/record-delivery.ts';
import { emptyParcel } from '../shipments.ts';
import { deliveryTexts as texts } from './delivery-texts.ts';
import { createUnitFields, formatUnits, readUnits, toLabel, toUnits } from './order-fields.ts';
import { describeTracked, loadDeliveredOrder } from './record-delivery-operation.ts';

interface ReplaceableOrder {
  readonly order: Order;
  readonly lines: readonly ReplaceableLine[];
}

async function loadReplaceableOrder(db: Db, id: number): Promise<ReplaceableOrder | null> {
  const [order, lines] = await Promise.all([getOrder(db, { id }), findReplaceableLines(db, id)]);
  return order && { order, lines };
}

/** Names of the operations, which the audit entries of both orders contain. */
const replaceItems = 'fulfilment.replace-items';
const sendAgain = 'fulfilment.send-again';

const refusals = {
  ORDER_NOT_FOUND: texts.deliveryGone,
  ORDER_ERASED: texts.orderErased,
  STATUS_NOT_ALLOWED: texts.notReplaceableNow,
  DELIVERY_NOT_CHARGEABLE: texts.notChargeable,
  DELIVERY_ANSWERED: texts.deliveryAnswered,
  NOT_REPLACEABLE: texts.notReplaceable,
};

type Replacement = Omit<ReplacementInput, 'by'> & { readonly reason: string };

/** Places the replacement order and records it in the audit of both orders. */
async function replace(shop: Shop, tx: Tx, action: string, input: Replacement, by: Actor): Promise<OperationResult> {
  const { reason, ...wanted } = input;
  if (wanted.units.length === 0) return { ok: false, code: 'NOT_REPLACEABLE', message: shop.t(texts.nothingChosen) };
  const result = await createReplacement(shop, tx, { ...wanted, by });
  if (!result.ok) {
    if (result.code !== 'OUT_OF_STOCK') return { ok: false, code: result.code, message: shop.t(refusals[result.code]) };
    return { ok: false, code: result.code, message: shop.t(texts.outOfStock, { names: result.names.join(', ') }) };
  }
  const { order, replaced } = result;
  const { number, customerId, lines } = replaced;
  const units = wanted.units.map(({ position, quantity }) => ({ name: lines[position - 1]?.name ?? '', quantity }));
  const [items, subject] = [formatUnits(shop, units), { kind: 'order', id: order.id, label: String(order.number) }];
  const cost = wanted.charge === null ? {} : { charge: { amount: wanted.charge, currency: replaced.currency } };
  const made = { replaces: String(number), items, reason, ...cost };
  await recordAudit(tx, by, { subject, action, before: null, after: made, customerId });
  const after = { sentAs: String(order.number), items, reason, ...cost };
  return {
    ok: true,
    outcome: order.total > 0 ? 'charged' : 'done',
    change: { label: String(number), before: null, after, customerId },
  };
}

const createChargeField = ({ t, choices }: Shop, { currency }: Order) =>
  money({
    ...{ label: t(texts.charge), hint: t(texts.chargeHint), currency, locale: choices.locale },
    ...{ min: 0, width: 'half' },
  });

/** Replaces any shipped units free of charge. */
export const replaceItemsOperation = defineAdminOperation({
  ...{ name: replaceItems, description: 'Places a free order for shipped units of an order.' },
  ...{ text: texts.replaceItems, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadReplaceableOrder(db, id),
  label: (shop, { order }) => toLabel(shop, order),
  fields: (shop, { order, lines }) => ({
    units: group({
      label: shop.t(texts.whatIsReplaced),
      fields: createUnitFields(shop, order, lines, texts.unitsReplaceable),
    }),
    charge: createChargeField(shop, order),
    reason: line({ label: shop.t(texts.reason), max: 500 }),
  }),
  values: (_shop, { lines }) => ({
    ...{ units: Object.fromEntries(lines.map(({ position }) => [position, null])), charge: null, reason: '' },
  }),
  lead: ({ t }) => t(texts.replaceLead),
  run: (shop, tx, id, { units, charge, reason }, { actor }) => {
    const input = { orderId: id, units: readUnits(units), deliveryIds: [], charge, reason };
    return replace(shop, tx, replaceItems, input, actor);
  },
  outcomes: { done: texts.replaced, charged: texts.replacedCharged },
});

/** Loads the deliveries that failed or came back, with the units of their shipments that can be sent again. */
async function loadUndelivered(db: Db, id: number) {
  const [loaded, replaceable] = await Promise.all([loadDeliveredOrder(db, id), findReplaceableLines(db, id)]);
  if (!loaded) return null;
  const open = loaded.deliveries.filter(isOpenDelivery).flatMap((delivery) => {
    const shipment = loaded.shipments.find((each) => each.id === delivery.shipmentId);
    if (!shipment) return [];
    const parcel = shipment.parcels.find((each) => each.id === delivery.parcelId) ?? emptyParcel;
    const lines = shipment.lines.flatMap(({ position, name, quantity }) => {
      const left = replaceable.find((each) => each.position === position)?.quantity ?? 0;
      return left > 0 ? [{ position, name, quantity: Math.min(quantity, left) }] : [];
    });
    return [{ key: `d${delivery.id}`, delivery, shipment, parcel, lines }];
  });
  return { order: loaded.order, open };
}

/** Sends items of failed or returned deliveries again, free of charge. */
export const sendAgainOperation = defineAdminOperation({
  ...{
    name: sendAgain,
    description: 'Places a free order for units that failed to arrive or came back.',
  },
  ...{ text: texts.sendAgain, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadUndelivered(db, id),
  label: (shop, { order }) => toLabel(shop, order),
  fields: (shop, { order, open }) => ({
    deliveries: group({
      label: shop.t(texts.whatIsSentAgain),
      fields: Object.fromEntries(
        open.map(({ key, parcel, shipment, lines }) => [
          key,
          group({
            label: describeTracked(shop, parcel, shipment),
            fields: createUnitFields(shop, order, lines, texts.unitsSent),
          }),
        ]),
      ),
    }),
    charge: createChargeField(shop, order),
    reason: line({ label: shop.t(texts.reason), max: 500 }),
  }),
  values: (_shop, { open }) => ({
    charge: null,
    deliveries: Object.fromEntries(open.map(({ key, lines }) => [key, toUnits(lines)])),
    reason: open.map(({ delivery }) => delivery.reason).find((reason) => reason !== '') ?? '',
  }),
  lead: ({ t }) => t(texts.sendAgainLead),
  run: (shop, tx, id, { deliveries, charge, reason }, { actor }) => {
    const chosen = Object.entries(deliveries)
      .map(([key, values]) => ({ id: Number(key.slice(1)), units: readUnits(values) }))
      .filter(({ units }) => units.length > 0);
    const byPosition = Map.groupBy(
      chosen.flatMap(({ units }) => units),
      ({ position }) => position,
    );
    const units = [...byPosition].map(([position, group]) => ({
      ...{ position, quantity: group.reduce((sum, { quantity }) => sum + quantity, 0) },
    }));
    const input = { orderId: id, units, deliveryIds: chosen.map((each) => each.id), charge, reason };
    return replace(shop, tx, sendAgain, input, actor);
  },
  outcomes: { done: texts.sentAgain, charged: texts.replacedCharged },
});
