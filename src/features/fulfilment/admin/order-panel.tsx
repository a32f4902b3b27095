import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { canBeShipped, type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { correctTrackingOperation } from './correct-tracking-operation.ts';
import { formatUnits } from './order-fields.ts';
import { completeOrders } from './order-list.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';
import { shipOperation } from './ship-operation.ts';

const units = z.array(z.strictObject({ name: z.string(), quantity: z.int() }));
const schema = z.strictObject({
  left: units,
  shipments: z.array(
    z.strictObject({
      ...{ id: z.int(), at: jsonMoment, by: z.string(), lines: units },
      parcels: z.array(z.strictObject({ carrier: z.string(), number: z.string(), url: z.string() })),
    }),
  ),
});
type Shipment = z.infer<typeof schema>['shipments'][number];

/** What was sent, in which parcels, and what is left to send. */
const orderShipmentsPanel = definePanel({
  ...{ id: 'shipments', title: texts.shipments, column: 'main', place: { after: 'items' } },
  data: (_shop, id) => sql`select json_build_object(
    'left', (select coalesce(json_agg(json_build_object('name', u.name, 'quantity', u.units) order by u.position), '[]')
      from (select l.name, l.position, count_units_left(l) as units from order_lines l
        where l.order_id = ${id} and not (l.virtual and l.downloadable)) u where u.units > 0),
    'shipments', (select coalesce(json_agg(json_build_object('id', s.id, 'at', s.shipped_at, 'by', s.by,
        'parcels', (select coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url)
          order by p.id), '[]') from parcels p where p.shipment_id = s.id),
        'lines', (select json_agg(json_build_object('name', l.name, 'quantity', sl.quantity) order by l.position)
          from shipment_lines sl join order_lines l on l.id = sl.line_id where sl.shipment_id = s.id)) order by s.id desc), '[]')
      from shipments s where s.order_id = ${id}))`,
  schema,
  render: (shop, order: OrderSubject, { left, shipments }) => {
    const { t } = shop;
    if (order.shipment === 'none' && shipments.length === 0) return null;
    const isOpen = order.status !== 'cancelled' && order.status !== 'refunded';
    return (
      <>
        {isOpen && left.length > 0 && (
          <p>
            <strong>{t(texts.left)}</strong> {formatUnits(shop, left)}
          </p>
        )}
        {shipments.map((shipment) => (
          <Sent key={shipment.id} shop={shop} shipment={shipment} />
        ))}
        {shipments.length === 0 && !isOpen && <p>{t(texts.none)}</p>}
      </>
    );
  },
});

function Sent({ shop, shipment }: { readonly shop: Shop; readonly shipment: Shipment }) {
  const { t, choices } = shop;
  const { at, by, parcels, lines } = shipment;
  const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="order-shipment">
      <p>
        <strong>{t(texts.sentOn, { date: date.format(at) })}</strong> <span className="order-muted">{by}</span>
      </p>
      <p>{formatUnits(shop, lines)}</p>
      {parcels.length === 0 && <p className="order-muted">{t(texts.noTracking)}</p>}
      <ul>
        {parcels.map(({ carrier, number, url }) => (
          <li key={`${carrier} ${number} ${url}`}>
            {[carrier, number].filter((part) => part !== '').join(' ')}{' '}
            {url !== '' && (
              <a href={url} target="_blank" rel="noreferrer">
                {t(texts.track)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether something is left to ship. It is checked again under the lock. */
const canShip = ({ status, shipment }: OrderSubject): boolean =>
  canBeShipped({ status }) && (shipment === 'unshipped' || shipment === 'partly');

/** What the page of an order has of this feature. */
export const shipmentsOfOrder = extendRecord<OrderSubject>(orderRecord, {
  panels: [orderShipmentsPanel],
  actions: [{ action: completeOrders, isShown: (order) => canShip(order) && order.paidAt !== null }],
  operations: [
    { operation: shipOperation, isShown: canShip, isNext: ({ paidAt }) => paidAt !== null },
    { operation: correctTrackingOperation, panel: 'shipments', isShown: ({ hasShipment }) => hasShipment },
  ],
});
