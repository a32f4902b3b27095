import { sql } from 'drizzle-orm';
import { changeOrderRow, checkOrders, orderList } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { extendList } from '#platform/admin/lists/extend-list.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { flag, line } from '#platform/forms/kinds.ts';
import { completeOrder } from '../complete-order.ts';
import { shipOrder } from '../ship-order.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

const findIncompletable = sqlQuery<{ id: number }>(
  'fulfilment.find-incompletable-orders',
  `select id from orders where id = any($1::bigint[]) and (status <> 'processing' or paid_at is null
    or (cancel_requested_at is not null and cancel_declined_at is null))`,
);

/** Ships what is left without an email about the shipment, for orders that were picked up or completed. */
export const completeOrders = defineBulkAction({
  ...{ name: 'fulfilment.complete-orders', text: texts.completeOrders, subject: 'order', requires: 'orders.write' },
  check: checkOrders(findIncompletable),
  run: (shop, tx, id, _input, by) =>
    changeOrderRow(shop, tx, id, () => completeOrder(shop, tx, { orderId: id, notify: true, by })),
});

const findUnshippable = sqlQuery<{ id: number }>(
  'fulfilment.find-unshippable-orders',
  `select id from orders where id = any($1::bigint[]) and (status <> 'processing' or shipment_state not in ('unshipped', 'partly')
    or (cancel_requested_at is not null and cancel_declined_at is null))`,
);

/** Ships everything that is left of each order as one parcel. */
const shipOrders = defineBulkAction({
  ...{ name: 'fulfilment.ship-orders', text: texts.shipOrders, subject: 'order', requires: 'orders.write' },
  fields: ({ t }) => ({
    carrier: line({ label: t(texts.carrier), max: 100 }),
    notify: flag({ label: t(texts.notifyCustomers) }),
  }),
  initial: () => ({ notify: true }),
  perRow: ({ t }) => ({ tracking: line({ label: t(texts.trackingNumber), max: 100 }) }),
  check: checkOrders(findUnshippable),
  run: (shop, tx, id, { carrier, tracking, notify }, by) =>
    changeOrderRow(shop, tx, id, async () => {
      const parcels = carrier + tracking === '' ? [] : [{ carrier, trackingNumber: tracking, trackingUrl: '' }];
      const shipped = await shipOrder(shop, tx, { orderId: id, units: null, parcels, notify, by });
      return shipped.ok ? { ok: true, changed: true } : shipped;
    }),
});

/** SQL condition: deliveries that failed or came back and were not dealt with yet. */
const isOpen = sql`d.state <> 'delivered' and d.answer is null`;

export const undeliveredOrders: HomeTile = {
  id: 'fulfilment.undelivered',
  requires: 'orders.read',
  text: texts.undelivered,
  rows: () => sql`select distinct d.order_id from deliveries d where ${isOpen}`,
  isUrgent: true,
  list: { path: adminPath('orders?view=undelivered') },
};

export const shipmentsOfOrders = extendList(orderList, {
  actions: [shipOrders, completeOrders],
  filters: {
    delivery: {
      kind: 'choice',
      title: texts.deliveryState,
      options: () => [
        { value: 'failed', label: texts.deliveryFailed },
        { value: 'returned', label: texts.deliveryReturned },
      ],
      where: (states) =>
        sql`exists (select from deliveries d where d.order_id = o.id and ${isOpen} and d.state = any(${sql.param(states)}::text[]))`,
    },
  },
  views: [{ id: 'undelivered', text: texts.viewUndelivered, filters: { delivery: ['failed', 'returned'] } }],
});
