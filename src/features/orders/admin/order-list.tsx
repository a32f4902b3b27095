import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { type AdminColumn, defineAdminList } from '#platform/admin/lists/list.ts';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { toDecimal } from '#platform/money/money.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { MoneyState, ShipmentState } from '../contract.ts';
import type { LockedOrder } from '../status/order-status.ts';
import { suspicionTexts } from '../suspicion-texts.ts';
import { orderListTexts as texts } from './list-texts.ts';
import { cancelOrders, confirmOrders } from './order-actions.ts';
import { orderFilters } from './order-filters.ts';
import { orderSearch } from './order-search.ts';
import { findOrderState, findShipmentLook, moneyStates, OrderBadge, orderStates } from './order-states.tsx';
import { orderRecordPath } from './record/paths.ts';

/** Amounts are minor units of `currency`. */
interface OrderRow extends Pick<LockedOrder, OrderColumn>, Readonly<Record<AmountName, number>> {
  readonly name: string | null;
  readonly money: MoneyState;
  readonly shipment: ShipmentState;
  readonly payment: string;
  readonly quantity: number;
  readonly delivery: string | null;
}

type OrderColumn =
  | ('id' | 'number' | 'createdAt' | 'status' | 'suspicion' | 'confirmedAt' | 'paidAt' | 'completedAt')
  | ('email' | 'phone' | 'country' | 'currency');

type AmountName = 'total' | 'goods' | 'discount' | 'shippingCosts' | 'fees' | 'tax' | 'net' | 'captured' | 'refunded';

const select = sql`o.id, o.number, o.created_at as "createdAt", o.status, o.suspicion, o.confirmed_at as "confirmedAt", o.paid_at as "paidAt",
  o.completed_at as "completedAt", o.email, o.phone, o.money_state as money, o.shipment_state as shipment, o.payment_title as payment,
  (select trim(a.first_name || ' ' || a.last_name) from order_addresses a where a.order_id = o.id and a.kind = 'billing') as name,
  (select coalesce(sum(l.quantity), 0)::integer from order_lines l where l.order_id = o.id) as quantity,
  (select string_agg(s.title, ', ' order by s.position) from order_shipping_lines s where s.order_id = o.id) as delivery,
  o.country, o.currency::text, o.total, o.items_total as goods, o.discount_total as discount, o.shipping_total as "shippingCosts",
  o.fee_total as fees, o.tax_total as tax, o.total - o.tax_total as net, o.captured_total as captured, o.refunded_total as refunded`;

/** Exported files have plain numbers, which spreadsheets can add up. */
const amount = (title: Text, name: AmountName): AdminColumn<OrderRow> => ({
  ...{ title, align: 'end', isHidden: true },
  cell: ({ [name]: value, currency }, { money }) => money({ amount: value, currency }),
  csv: ({ [name]: value, currency }) => toDecimal({ amount: value, currency }),
});

const moment = (title: Text, name: 'paidAt' | 'completedAt'): AdminColumn<OrderRow> => ({
  ...{ title, isHidden: true },
  cell: ({ [name]: date }, { time }) => date && time(date),
  csv: ({ [name]: date }) => date?.toISOString() ?? '',
});

function OrderStateCell({ row, context: { t } }: { readonly row: OrderRow; readonly context: ListContext }) {
  const state = findOrderState(row);
  const reason = state === 'to-confirm' && row.suspicion !== null && row.suspicion !== 'required' && row.suspicion;
  return (
    <span title={reason ? t(suspicionTexts[reason]) : undefined}>
      <OrderBadge t={t} look={orderStates[state]} />
    </span>
  );
}

const { isHidden: _, ...total } = amount(texts.orderTotal, 'total');
const suspicions = Object.keys(suspicionTexts).filter((reason) => reason !== 'required');

export const orderList = defineAdminList<OrderRow>({
  name: 'orders.orders',
  path: adminPath('orders'),
  requires: 'orders.read',
  texts: { title: texts.orders, count: texts.orderCount, empty: texts.noOrders },
  source: {
    ...{ from: sql`orders o`, id: sql`o.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.newestOrders, reversedTitle: texts.oldestOrders },
        ...{ by: sql`o.created_at`, type: 'timestamptz', direction: 'desc' },
      },
      total: {
        ...{ title: texts.highestTotal, reversedTitle: texts.lowestTotal },
        ...{ by: sql`o.total`, type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    number: { title: texts.orderNumber, cell: ({ number }) => number, onPhone: 'title' },
    placed: {
      ...{ title: texts.placed, sort: 'newest' },
      // Shown in at most two lines: the day and the time.
      cell: ({ createdAt }, { time }) => time(createdAt).replace(/(?<!,) /g, '\u00a0'),
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
    customer: { title: texts.customer, cell: ({ name, email }) => name || email },
    total: { ...total, sort: 'total', onPhone: 'value' },
    state: {
      title: texts.orderState,
      cell: (row, context) => <OrderStateCell {...{ row, context }} />,
      onPhone: 'badge',
    },
    money: { title: texts.money, cell: ({ money }, { t }) => <OrderBadge t={t} look={moneyStates[money]} /> },
    shipment: {
      title: texts.shipment,
      cell: (row, { t }) => <OrderBadge t={t} look={findShipmentLook(row)} />,
    },
    items: { title: texts.items, align: 'end', cell: ({ quantity }) => quantity },
    delivery: { title: texts.delivery, cell: ({ delivery }) => delivery },
    country: {
      ...{ title: texts.country, isHidden: true },
      csv: ({ country }) => country ?? '',
      cell: ({ country }, { shop }) => country && getCountryName(country, shop.choices.locale),
    },
    email: { title: texts.orderEmail, cell: ({ email }) => email, isHidden: true },
    phone: { title: texts.orderPhone, cell: ({ phone }) => phone, isHidden: true },
    payment: { title: texts.paymentMethod, cell: ({ payment }) => payment, isHidden: true },
    goods: amount(texts.goods, 'goods'),
    discount: amount(texts.discount, 'discount'),
    shippingCosts: amount(texts.shippingCosts, 'shippingCosts'),
    fees: amount(texts.fees, 'fees'),
    net: amount(texts.net, 'net'),
    tax: amount(texts.tax, 'tax'),
    captured: amount(texts.captured, 'captured'),
    refunded: amount(texts.refundedAmount, 'refunded'),
    currency: { title: texts.currency, cell: ({ currency }) => currency, isHidden: true },
    paid: moment(texts.paidOn, 'paidAt'),
    completed: moment(texts.completedOn, 'completedAt'),
  },
  filters: orderFilters,
  search: orderSearch,
  views: [
    { id: 'toConfirm', text: texts.viewToConfirm, filters: { state: 'to-confirm' } },
    { id: 'toPay', text: texts.viewToPay, filters: { state: 'on-hold' } },
    {
      id: 'toShip',
      text: texts.viewToShip,
      filters: { state: 'processing', shipment: ['unshipped', 'partly'], cancel: 'no' },
      sort: '-newest',
    },
    { id: 'toCancel', text: texts.viewToCancel, filters: { cancel: 'yes' } },
    { id: 'failed', text: texts.viewFailed, filters: { state: 'failed' } },
    { id: 'held', text: texts.viewHeld, filters: { state: 'to-confirm', suspicion: suspicions } },
  ],
  open: ({ id }) => orderRecordPath(id),
  hasNeighbourLinks: true,
  actions: [confirmOrders, cancelOrders],
});
