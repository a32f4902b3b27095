import type { Address } from '#features/addresses/index.ts';
import { type EventDate, type EventDateRow, readEventDate } from '#features/catalog/index.ts';
import type { CalculationCustomer, UntaxedReason } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import {
  type CancelReason,
  type ConfirmedBy,
  getVatNumber,
  type NamedValue,
  type OrderSource,
  type OrderStatus,
  type PaymentInstruction,
  type PricedValue,
  type Suspicion,
} from './contract.ts';
import { type DeliveryPromise, promiseJsonSql } from './promise/delivery-promise.ts';

/** Snapshot of a sold item. Amounts in minor units of the order's currency. */
export interface OrderLine extends OrderLineSnapshot {
  readonly quantity: number;
  readonly unitPrice: number;
  /** As entered, after discounts. */
  readonly total: number;
  /** Before discounts. */
  readonly subtotalNet: number;
  readonly subtotalGross: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** What is sold, without quantity and amounts. */
export interface OrderLineSnapshot {
  /** Unique and stable in its order. */
  readonly key: string;
  readonly productId: number;
  readonly variationId: number;
  readonly name: string;
  readonly sku: string | null;
  /** Attribute slug to term slug, of the attributes that the variation leaves open. */
  readonly choices: Readonly<Record<string, string>>;
  readonly options: readonly NamedValue[];
  readonly addons: readonly PricedValue[];
  readonly taxClass: string;
  readonly weightGrams: number | null;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  /** Sanitized HTML, shown after payment. */
  readonly purchaseNote: string;
  readonly eventDate: EventDate | null;
}

export interface OrderShippingLine {
  /** `methodId:rest`. */
  readonly methodId: string;
  readonly title: string;
  /** As entered. */
  readonly total: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

export interface OrderFee {
  readonly key: string;
  readonly name: string;
  /** As entered. */
  readonly total: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** A discount of one line, or of shipping. `amount` is negative, in minor units, entered like prices. */
export interface OrderAdjustment {
  /** What made it, such as `promotion:12`. */
  readonly source: string;
  /** Of the promotion, or the code of the coupon. */
  readonly name: string;
  readonly amount: number;
  readonly isShipping: boolean;
}

/** The tax of one rate on the whole order, in minor units. */
export interface OrderTax {
  /** `rate`: percent times 10,000. */
  readonly rate: { readonly key: string; readonly name: string; readonly taxClass: string; readonly rate: number };
  /** What the rate applies to. */
  readonly net: number;
  readonly amount: number;
}

export interface Refund {
  readonly id: number;
  /** What was given back, in minor units. */
  readonly amount: number;
  /** More than `amount` when a payment has refused its part. */
  readonly requestedAmount: number;
  /** Included in `amount`. */
  readonly taxes: readonly OrderTax[];
  readonly reason: string;
  readonly restock: boolean;
  /** Its money was carried over to another order: nothing was sent to the customer. */
  readonly isCarried: boolean;
  readonly createdAt: Date;
}

/** Another order. */
export interface OrderReference {
  readonly id: number;
  readonly number: number;
  readonly token: string;
}

export interface Order {
  readonly id: number;
  readonly number: number;
  readonly token: string;
  /** Null for a customer's order, and once the visitor was deleted. */
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly source: OrderSource;
  readonly status: OrderStatus;
  readonly cancelReason: CancelReason | null;
  /** Number of an earlier order that this one adds to. */
  readonly amends: number | null;
  /** Whether it replaces the order that it amends, instead of adding to it. */
  readonly isReplacement: boolean;
  /** What replaces it since it was changed; null when nothing does. */
  readonly replacedBy: OrderReference | null;
  /** The order of which items come back, instead of which this one was placed; null when it is no exchange. */
  readonly exchangeOf: OrderReference | null;
  /** What goes out instead of items of this order, in the order of placing. */
  readonly exchangedFor: readonly OrderReference[];
  readonly currency: string;
  /** Of its texts, and of what is written to its shopper. */
  readonly locale: string;
  readonly itemsTotal: number;
  readonly discountTotal: number;
  readonly shippingTotal: number;
  readonly feeTotal: number;
  readonly taxTotal: number;
  readonly total: number;
  readonly pricesIncludeTax: boolean;
  /** Why it has no tax; null when it has. */
  readonly untaxedReason: UntaxedReason | null;
  /** Money received for the order; `refundedTotal` of it was given back. */
  readonly capturedTotal: number;
  readonly refundedTotal: number;
  /** What refunds have given back of parts of the order: it is not to be paid again. */
  readonly creditedTotal: number;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly paymentMethod: string;
  readonly paymentTitle: string;
  readonly paymentInstructions: readonly PaymentInstruction[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  /** Null while neither the shopper nor the shop nor a payment has confirmed the order. */
  readonly confirmedAt: Date | null;
  readonly confirmedBy: ConfirmedBy | null;
  /** Why it had to be confirmed before it was placed; null: it was placed at once. */
  readonly suspicion: Suspicion | null;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Null while the shopper has not asked to cancel it. */
  readonly cancelRequestedAt: Date | null;
  readonly cancelDeclinedAt: Date | null;
  readonly lines: readonly OrderLine[];
  readonly shipping: readonly OrderShippingLine[];
  readonly fees: readonly OrderFee[];
  readonly adjustments: readonly OrderAdjustment[];
  readonly taxes: readonly OrderTax[];
  readonly billing: Address | null;
  /** Null when nothing is shipped. */
  readonly delivery: Address | null;
  /** Null where the shop made no statement. */
  readonly promise: DeliveryPromise | null;
  readonly refunds: readonly Refund[];
}

interface OrderRow extends Omit<Order, 'billing' | 'delivery' | 'refunds' | 'lines'> {
  lines: (Omit<OrderLine, 'eventDate'> & { eventDate: EventDateRow | null })[];
  addresses: { kind: 'billing' | 'shipping'; address: Address }[];
  refunds: (Omit<Refund, 'createdAt'> & { createdAt: string })[];
}

const jsonRowsSql = (select: string) => `(select coalesce(json_agg(x), '[]') from (${select}) x)`;

/** `order`: of the rows, an aggregate. */
const sumTaxesSql = (from: string, order: string) =>
  jsonRowsSql(`select json_build_object('key', rate_key, 'name', name, 'taxClass', tax_class, 'rate', rate) as rate, sum(net) as net, sum(amount) as amount
    from ${from} group by rate_key, name, tax_class, rate order by ${order}`);

/** Taxes are in the order of a calculation: of the lines, of shipping, of the fees. */
const firstAppearanceSql =
  'min(array[(line_id is null)::integer, (shipping_line_id is null)::integer, coalesce(line_id, shipping_line_id, fee_id), position])';

const columns = `o.id, o.number, o.token, o.visitor_id as "visitorId", o.customer_id as "customerId", o.source, o.status, o.cancel_reason as "cancelReason", (select number from orders where id = o.amends_order_id) as amends,
  exists (select from orders where id = o.amends_order_id and superseded_by = o.id) as "isReplacement",
  (select json_build_object('id', id, 'number', number, 'token', token) from orders where id = o.superseded_by and amends_order_id = o.id) as "replacedBy",
  (select json_build_object('id', x.id, 'number', x.number, 'token', x.token) from exchanges e join orders x on x.id = e.exchanged_order_id
    where e.order_id = o.id) as "exchangeOf",
  ${jsonRowsSql('select x.id, x.number, x.token from exchanges e join orders x on x.id = e.order_id where e.exchanged_order_id = o.id order by x.id')} as "exchangedFor", o.currency, o.locale,
  o.items_total as "itemsTotal", o.discount_total as "discountTotal", o.shipping_total as "shippingTotal", o.fee_total as "feeTotal",
  o.tax_total as "taxTotal", o.total, o.prices_include_tax as "pricesIncludeTax", o.untaxed_reason as "untaxedReason", o.captured_total as "capturedTotal", o.refunded_total as "refundedTotal", o.credited_total as "creditedTotal", o.email, o.phone,
  o.note, o.payment_method as "paymentMethod", o.payment_title as "paymentTitle", o.payment_instructions as "paymentInstructions", o.meta,
  o.created_at as "createdAt", o.due_at as "dueAt", o.confirmed_at as "confirmedAt", o.confirmed_by as "confirmedBy", o.suspicion, o.paid_at as "paidAt", o.completed_at as "completedAt", o.cancelled_at as "cancelledAt", o.cancel_requested_at as "cancelRequestedAt", o.cancel_declined_at as "cancelDeclinedAt",
  ${jsonRowsSql(`select key, product_id as "productId", variation_id as "variationId", name, sku, choices, options, addons, quantity, unit_price as "unitPrice", total,
    subtotal_net as "subtotalNet", subtotal_gross as "subtotalGross", net, tax, gross, tax_class as "taxClass", weight_grams::float8 as "weightGrams", virtual, downloadable,
    purchase_note as "purchaseNote", event_date as "eventDate"
    from order_lines where order_id = o.id order by position`)} as lines,
  ${jsonRowsSql(`select method_id as "methodId", title, total, net, tax, gross from order_shipping_lines where order_id = o.id order by position`)} as shipping,
  ${jsonRowsSql('select key, name, total, net, tax, gross from order_fees where order_id = o.id order by position')} as fees,
  ${jsonRowsSql('select source, name, amount, shipping_line_id is not null as "isShipping" from order_adjustments where order_id = o.id order by id')} as adjustments,
  ${sumTaxesSql('order_tax_lines where order_id = o.id', firstAppearanceSql)} as taxes,
  ${jsonRowsSql(`select kind, json_build_object('first_name', first_name, 'last_name', last_name, 'company', company, 'address_1', address_1,
    'address_2', address_2, 'city', city, 'state', state, 'postcode', postcode, 'country', country) as address
    from order_addresses where order_id = o.id`)} as addresses,
  ${promiseJsonSql} as promise,
  ${jsonRowsSql(`select id, amount, requested_amount as "requestedAmount", reason, restock, cause = 'exchange' as "isCarried", created_at as "createdAt",
    ${sumTaxesSql('refund_tax_lines where refund_id = refunds.id', 'min(id)')} as taxes
    from refunds where order_id = o.id and status = 'succeeded' order by id`)} as refunds`;

const orderQueries = {
  id: sqlQuery<OrderRow>('orders.find-by-id', `select ${columns} from orders o where o.id = $1`),
  number: sqlQuery<OrderRow>('orders.find-by-number', `select ${columns} from orders o where o.number = $1`),
  ids: sqlQuery<OrderRow>('orders.find-by-ids', `select ${columns} from orders o where o.id = any($1::bigint[])`),
  token: sqlQuery<OrderRow>('orders.find-by-token', `select ${columns} from orders o where o.token = $1`),
};

/**
 * Who pays for what follows an order, such as an amendment: exempt as before, with the same VAT number and the answer
 * that is kept about it.
 */
export const toCalculationCustomer = ({
  id,
  customerId,
  email,
  untaxedReason,
  meta,
}: Pick<Order, 'id' | 'customerId' | 'email' | 'untaxedReason' | 'meta'>): CalculationCustomer => ({
  ...{ id: customerId, email, isTaxExempt: untaxedReason === 'exempt' },
  ...{ vatNumber: getVatNumber(meta), checkedOrder: id },
});

export type OrderKey = { readonly id: number } | { readonly number: number } | { readonly token: string };

/**
 * Reads an order in one query. The token grants access to the order; look up by id or number only
 * for the shop itself.
 */
export async function getOrder(db: Db, key: OrderKey): Promise<Order | null> {
  const found = await ('id' in key
    ? orderQueries.id(db, [key.id])
    : 'number' in key
      ? orderQueries.number(db, [key.number])
      : orderQueries.token(db, [key.token]));
  const [row] = found;
  return row ? toOrder(row) : null;
}

/** Reads several orders in one query, in the order of the ids. Those that are not there are left out. */
export async function getOrders(db: Db, ids: readonly number[]): Promise<Order[]> {
  const found = new Map((await orderQueries.ids(db, [ids])).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).map(toOrder);
}

function toOrder(row: OrderRow): Order {
  const { addresses, refunds, lines, ...order } = row;
  const address = (kind: 'billing' | 'shipping') => addresses.find((row) => row.kind === kind)?.address ?? null;
  return {
    ...order,
    lines: lines.map((line) => ({ ...line, eventDate: readEventDate(line.eventDate) })),
    billing: address('billing'),
    delivery: address('shipping'),
    refunds: refunds.map((refund) => ({
      ...refund,
      taxes: sortTaxes(refund.taxes, order.taxes),
      createdAt: new Date(refund.createdAt),
    })),
  };
}

/** Sorts the taxes of a refund as those of its order are. */
function sortTaxes(taxes: readonly OrderTax[], ofOrder: readonly OrderTax[]): OrderTax[] {
  const positions = new Map(ofOrder.map(({ rate }, position) => [rate.key, position]));
  const findPosition = ({ rate }: OrderTax) => positions.get(rate.key) ?? ofOrder.length;
  return taxes.toSorted((a, b) => findPosition(a) - findPosition(b));
}

export interface HistoryEntry {
  readonly at: Date;
  readonly kind: 'status' | 'refund' | 'note';
  readonly fromStatus: OrderStatus | null;
  readonly toStatus: OrderStatus | null;
  readonly text: string;
  readonly by: string;
  /** Row of `staff_members`; null for others than staff. */
  readonly byStaffId: number | null;
}

const selectHistory = sqlQuery<HistoryEntry>(
  'orders.list-history',
  `select at, kind, from_status as "fromStatus", to_status as "toStatus", text, by, by_staff_id as "byStaffId"
  from order_history where order_id = $1 order by id`,
);

export async function getOrderHistory(db: Db, orderId: number): Promise<HistoryEntry[]> {
  return selectHistory(db, [orderId]);
}

const selectNote = sqlQuery<{ text: string }>(
  'orders.find-note',
  `select text from order_history where order_id = $1 and id = $2 and kind = 'note'`,
);

/** The text of a note in the history; empty when there is none. */
export async function findNoteText(db: Db, orderId: number, noteId: number): Promise<string> {
  return (await selectNote(db, [orderId, noteId]))[0]?.text ?? '';
}

export interface OrderListItem {
  readonly id: number;
  readonly number: number;
  readonly status: OrderStatus;
  readonly confirmedAt: Date | null;
  readonly suspicion: Suspicion | null;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly total: number;
  readonly quantity: number;
  readonly createdAt: Date;
}

export interface OrderList {
  readonly orders: readonly OrderListItem[];
  readonly total: number;
  readonly pages: number;
}

const defineListQuery = (name: string, where: string) =>
  sqlQuery<OrderListItem>(
    `orders.list-${name}`,
    `select o.id, o.number, o.status, o.confirmed_at as "confirmedAt", o.suspicion, o.email, o.currency, o.total, o.created_at as "createdAt",
      coalesce((select trim(a.first_name || ' ' || a.last_name) from order_addresses a where a.order_id = o.id and a.kind = 'billing'), '') as name,
      (select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = o.id) as quantity
    from orders o ${where} order by o.created_at desc, o.id desc limit $1 offset $2`,
  );
// Two statements, so that each can use its own index.
const listAll = defineListQuery('all', '');
const listByStatus = defineListQuery('by-status', 'where o.status = $3');
const countAll = sqlQuery<{ count: number }>('orders.count-all', 'select count(*) from orders');
const countByStatus = sqlQuery<{ count: number }>(
  'orders.count-by-status',
  'select count(*) from orders where status = $1',
);

/**
 * Lists orders, newest first. Two queries.
 * @param page from 1
 */
export async function listOrders(
  db: Db,
  {
    status = null,
    page = 1,
    perPage = 25,
  }: { readonly status?: OrderStatus | null; readonly page?: number; readonly perPage?: number } = {},
): Promise<OrderList> {
  const range = [perPage, (page - 1) * perPage];
  const [found, [count]] = await Promise.all(
    status === null
      ? [listAll(db, range), countAll(db, [])]
      : [listByStatus(db, [...range, status]), countByStatus(db, [status])],
  );
  const total = count?.count ?? 0;
  return { orders: found, total, pages: Math.ceil(total / perPage) };
}

/** What of an order is still to be paid, in minor units. */
export const getDueAmount = ({
  total,
  creditedTotal,
  capturedTotal,
  refundedTotal,
}: Pick<Order, 'total' | 'creditedTotal' | 'capturedTotal' | 'refundedTotal'>): number =>
  total - creditedTotal - capturedTotal + refundedTotal;
