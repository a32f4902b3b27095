import { sql } from 'drizzle-orm';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { canBeShipped, type OrderSubject, orderRecord, ordersOfPerson } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel, getRecordPath } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { hasReplaceableStatus } from '../deliveries/create-replacement.ts';
import { isOpenDelivery } from '../deliveries/record-delivery.ts';
import { correctTrackingOperation } from './correct-tracking-operation.ts';
import { deliveryTexts } from './delivery-texts.ts';
import { formatUnits } from './order-fields.ts';
import { completeOrders } from './order-list.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';
import { recordDeliveryOperation } from './record-delivery-operation.ts';
import { replaceItemsOperation, sendAgainOperation } from './replacement-operations.ts';
import { shipOperation } from './ship-operation.ts';

const units = z.array(z.strictObject({ name: z.string(), quantity: z.int() }));
const delivery = z
  .strictObject({
    ...{ state: z.enum(['delivered', 'failed', 'returned']), on: z.iso.date(), reason: z.string() },
    ...{ answer: z.enum(['sent-again', 'refunded', 'other']).nullable(), restocked: z.int() },
  })
  .nullable();
const order = z.strictObject({ id: z.int(), number: z.int() });
const schema = z.strictObject({
  left: units,
  replaces: order.nullable(),
  replacedBy: z.array(order),
  shipments: z.array(
    z.strictObject({
      ...{ id: z.int(), at: jsonMoment, by: z.string(), lines: units, delivery },
      parcels: z.array(z.strictObject({ carrier: z.string(), number: z.string(), url: z.string(), delivery })),
    }),
  ),
});
type Shipment = z.infer<typeof schema>['shipments'][number];

const deliverySql = sql`json_build_object('state', d.state, 'on', d.happened_on, 'reason', d.reason, 'answer', d.answer,
  'restocked', (select coalesce(sum(quantity), 0) from returned_units where delivery_id = d.id))`;

const orderShipmentsPanel = definePanel({
  ...{ id: 'shipments', title: texts.shipments, column: 'main', place: { after: 'items' } },
  data: (_shop, id) => sql`select json_build_object(
    'left', (select coalesce(json_agg(json_build_object('name', u.name, 'quantity', u.units) order by u.position), '[]')
      from (select l.name, l.position, count_units_left(l) as units from order_lines l
        where l.order_id = ${id} and not (l.virtual and l.downloadable)) u where u.units > 0),
    'replaces', (select json_build_object('id', o.id, 'number', o.number) from replacements r join orders o on o.id = r.replaced_order_id
      where r.order_id = ${id}),
    'replacedBy', (select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number) order by o.id), '[]')
      from replacements r join orders o on o.id = r.order_id where r.replaced_order_id = ${id} and not has_sent_nothing(o)),
    'shipments', (select coalesce(json_agg(json_build_object('id', s.id, 'at', s.shipped_at, 'by', s.by,
        'delivery', (select ${deliverySql} from deliveries d where d.shipment_id = s.id and d.parcel_id is null),
        'parcels', (select coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url,
          'delivery', (select ${deliverySql} from deliveries d where d.shipment_id = s.id and d.parcel_id = p.id))
          order by p.id), '[]') from parcels p where p.shipment_id = s.id),
        'lines', (select json_agg(json_build_object('name', l.name, 'quantity', sl.quantity) order by l.position)
          from shipment_lines sl join order_lines l on l.id = sl.line_id where sl.shipment_id = s.id)) order by s.id desc), '[]')
      from shipments s where s.order_id = ${id}))`,
  schema,
  render: (shop, order: OrderSubject, { left, shipments, replaces, replacedBy }) => {
    const { t } = shop;
    if (order.shipment === 'none' && shipments.length === 0) return null;
    const isOpen = order.status !== 'cancelled' && order.status !== 'refunded';
    return (
      <>
        {replaces && <OrderLinks title={t(deliveryTexts.replaces)} orders={[replaces]} />}
        {replacedBy.length > 0 && <OrderLinks title={t(deliveryTexts.replacedBy)} orders={replacedBy} />}
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

function OrderLinks({ title, orders }: { readonly title: string; readonly orders: readonly z.infer<typeof order>[] }) {
  return (
    <p>
      {title}
      {orders.map(({ id, number }) => (
        <span key={id}>
          {' '}
          <a href={getRecordPath(orderRecord, id)}>{number}</a>
        </span>
      ))}
    </p>
  );
}

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
      {parcels.length === 0 && (
        <p className="order-muted">
          {t(texts.noTracking)} <DeliveryFact shop={shop} delivery={shipment.delivery} />
        </p>
      )}
      <ul>
        {parcels.map(({ carrier, number, url, delivery }) => (
          <li key={`${carrier} ${number} ${url}`}>
            {[carrier, number].filter((part) => part !== '').join(' ')}{' '}
            {url !== '' && (
              <a href={url} target="_blank" rel="noreferrer">
                {t(texts.track)}
              </a>
            )}{' '}
            <DeliveryFact shop={shop} delivery={delivery} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const answers = {
  'sent-again': deliveryTexts.answerSentAgain,
  refunded: deliveryTexts.answerRefunded,
  other: deliveryTexts.answerOther,
};

interface DeliveryFactProps {
  readonly shop: Shop;
  readonly delivery: z.infer<typeof delivery>;
}

function DeliveryFact({ shop: { t, choices }, delivery }: DeliveryFactProps): ReactNode {
  if (!delivery) return null;
  const { state, on, reason, answer, restocked } = delivery;
  const isOpen = isOpenDelivery(delivery);
  const tone = state === 'delivered' ? 'success' : isOpen ? 'error' : 'neutral';
  const day = getDateFormat(choices.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(on));
  const restockedText = restocked > 0 && t(deliveryTexts.restocked, { count: restocked });
  const more = [day, reason, restockedText, answer && t(answers[answer])].filter(Boolean);
  return (
    <>
      <StateBadge tone={tone} isOpen={isOpen}>
        {t(deliveryTexts[state])}
      </StateBadge>{' '}
      <span className="order-muted">{more.join(' · ')}</span>
    </>
  );
}

/** Warns when deliveries of the customer's other orders failed or came back. */
const earlierDeliveriesPanel = definePanel({
  ...{ id: 'earlier-deliveries', title: deliveryTexts.earlier, column: 'side', place: { before: 'customer' } },
  data: (_shop, id) => sql`select to_json(count(*)) from (${ordersOfPerson(id)}) others
    join deliveries d on d.order_id = others.id and d.state <> 'delivered'`,
  schema: z.int(),
  render: ({ t }, _order: OrderSubject, count) =>
    count > 0 && <Notice kind="warning">{t(deliveryTexts.earlierUndelivered, { count })}</Notice>,
});

/** Whether items are left to ship. Checked again under the lock. */
const canShip = (order: OrderSubject): boolean =>
  canBeShipped(order) && (order.shipment === 'unshipped' || order.shipment === 'partly');

const hasShipment = (order: OrderSubject): boolean => order.hasShipment;

/** Whether something was shipped and the order was not refunded. */
const canReplace = ({ hasShipment, status }: OrderSubject): boolean => hasShipment && hasReplaceableStatus(status);

export const shipmentsOfOrder = extendRecord<OrderSubject>(orderRecord, {
  panels: [orderShipmentsPanel, earlierDeliveriesPanel],
  actions: [{ action: completeOrders, isShown: (order) => canShip(order) && order.paidAt !== null }],
  operations: [
    { operation: shipOperation, isShown: canShip, isNext: ({ paidAt }) => paidAt !== null },
    {
      operation: sendAgainOperation,
      isShown: (order) => canReplace(order) && order.shipment === 'undelivered',
      isNext: () => true,
    },
    { operation: recordDeliveryOperation, panel: 'shipments', isShown: hasShipment },
    { operation: correctTrackingOperation, panel: 'shipments', isShown: hasShipment },
    { operation: replaceItemsOperation, panel: 'shipments', isShown: canReplace },
  ],
});
