import { getOrder, type Order } from '#features/orders/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db } from '#platform/database/database.ts';
import { flag, group, list } from '#platform/forms/kinds.ts';
import { shipOrder } from '../ship-order.ts';
import { emptyParcel, findShippableLines, formatParcel } from '../shipments.ts';
import {
  createParcelFields,
  createUnitFields,
  formatUnits,
  readUnits,
  toLabel,
  toUnits,
  type UnitsOfLine,
} from './order-fields.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';

interface ShippableOrder {
  readonly order: Order;
  readonly lines: readonly UnitsOfLine[];
}

async function loadShippableOrder(db: Db, id: number): Promise<ShippableOrder | null> {
  const [order, lines] = await Promise.all([getOrder(db, { id }), findShippableLines(db, id)]);
  const open = lines.flatMap(({ position, name, left }) => (left > 0 ? [{ position, name, quantity: left }] : []));
  return order && { order, lines: open };
}

/** Ships units of an order, by default all that are left. */
export const shipOperation = defineAdminOperation({
  ...{ name: 'fulfilment.ship-order', description: 'Ships units of an order in any number of parcels.' },
  ...{ text: texts.ship, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadShippableOrder(db, id),
  label: (shop, { order }) => toLabel(shop, order),
  fields: (shop, { order, lines }) => ({
    units: group({ label: shop.t(texts.whatIsShipped), fields: createUnitFields(shop, order, lines, texts.unitsLeft) }),
    parcels: list({ label: shop.t(texts.parcels), hint: shop.t(texts.parcelsHint), fields: createParcelFields(shop) }),
    notify: flag({ label: shop.t(texts.notify, { email: order.email }) }),
  }),
  values: (_shop, { lines }) => ({ units: toUnits(lines), parcels: [emptyParcel], notify: true }),
  run: async (shop, tx, id, { units, parcels, notify }, { actor }) => {
    const loaded = await loadShippableOrder(tx, id);
    const requested = readUnits(units);
    const shipment = { orderId: id, units: requested, parcels, notify, by: actor };
    const result = await shipOrder(shop, tx, shipment);
    if (!loaded || !result.ok) {
      const code = result.ok ? 'ORDER_NOT_FOUND' : result.code;
      const refusal = code === 'CANCELLATION_REQUESTED' ? texts.cancelToAnswer : texts.notShippable;
      const message = requested.length === 0 ? texts.nothingChosen : refusal;
      return { ok: false, code, message: shop.t(message) };
    }
    const names = new Map(loaded.lines.map(({ position, name }) => [position, name]));
    const items = requested.map(({ position, quantity }) => ({ name: names.get(position) ?? '', quantity }));
    return {
      ok: true,
      outcome: result.isComplete ? 'done' : 'part',
      change: {
        ...{ label: String(result.number), before: null, customerId: loaded.order.customerId },
        after: { items: formatUnits(shop, items), parcels: parcels.map(formatParcel).join('; '), notify },
      },
    };
  },
  outcomes: { done: texts.shippedAll, part: texts.shippedPart },
});
