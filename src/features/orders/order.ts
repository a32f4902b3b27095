import type { Address } from '#features/addresses/index.ts';
import { type EventDate, type EventDateRow, readEventDate } from '#features/catalog/index.ts';
import type { CalculationCustomer } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { getVatNumber } from './contract.ts';
import { listColumns } from './list-columns.ts';
import { type DeliveryPromise, promiseJsonSql } from './promise/delivery-promise.ts';
import { orderLines, orders } from './tables.ts';

/** A line as stored with its order. Amounts are minor units of the order's currency. */
export interface OrderLine extends Readonly<Omit<typeof orderLines.$inferSelect, HiddenLineColumn | 'eventDate'>> {
  readonly eventDate: EventDate | null;
}

type LineAmount = 'unitPrice' | 'total' | 'subtotalNet' | 'subtotalGross' | 'net' | 'tax' | 'gross';

export type OrderLineSnapshot = Omit<OrderLine, LineAmount | 'quantity'>;

interface TaxedAmounts {
  /** With or without tax, as prices are entered. */
  readonly total: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

interface OrderShippingLine extends TaxedAmounts {
  /** `methodId:rest`. */
  readonly methodId: string;
  readonly title: string;
}

interface OrderFee extends TaxedAmounts {
  readonly key: string;
  readonly name: string;
}

/**
 * A discount of one line, or of shipping. `amount` is negative, in minor units, with or without tax, as prices are
 * entered.
 */
interface OrderAdjustment {
  /** Origin of the discount, such as `promotion:12`. */
  readonly source: string;
  /** Name of the promotion, or code of the coupon. */
  readonly name: string;
  readonly amount: number;
  readonly isShipping: boolean;
}

/** The tax of one rate on the whole order, in minor units. */
interface OrderTax {
  /** `rate`: percent times 10,000. */
  readonly rate: { readonly key: string; readonly name: string; readonly taxClass: string; readonly rate: number };
  /** Net amount to which the rate applies. */
  readonly net: number;
  readonly amount: number;
}

export interface Refund {
  readonly id: number;
  /** Refunded amount in minor units. */
  readonly amount: number;
  /** Higher than `amount` when a payment provider has refused a part of the refund. */
  readonly requestedAmount: number;
  /** Taxes included in `amount`. */
  readonly taxes: readonly OrderTax[];
  readonly reason: string;
  readonly restock: boolean;
  /** Whether the money was carried over to another order, so that nothing was sent to the customer. */
  readonly isCarried: boolean;
  readonly createdAt: Date;
}

interface OrderReference {
  readonly id: number;
  readonly number: number;
  readonly token: string;
}

export interface Order extends Readonly<Omit<typeof orders.$inferSelect, HiddenColumn>> {
  /** Number of the earlier order that this order amends. */
  readonly amends: number | null;
  /** Whether this order replaces the order that it amends, instead of adding to it. */
  readonly isReplacement: boolean;
  /** The order that replaces this order since it was changed; null when it was not replaced. */
  readonly replacedBy: OrderReference | null;
  /** The order whose items come back in exchange for this order; null when this order is not an exchange. */
  readonly exchangeOf: OrderReference | null;
  /** Orders that are sent in exchange for items of this order, oldest first. */
  readonly exchangedFor: readonly OrderReference[];
  readonly lines: readonly OrderLine[];
  readonly shipping: readonly OrderShippingLine[];
  readonly fees: readonly OrderFee[];
  readonly adjustments: readonly OrderAdjustment[];
  readonly taxes: readonly OrderTax[];
  readonly billing: Address | null;
  /** Null when nothing is shipped. */
  readonly delivery: Address | null;
  /** Null when the shop promised no delivery date. */
  readonly promise: DeliveryPromise | null;
  readonly refunds: readonly Refund[];
}

/** Columns that only the rules of orders read. */
const hiddenColumns = [
  ...(['supersededBy', 'amendsOrderId', 'taxRounding', 'carriedTotal', 'requestKey', 'updatedAt'] as const),
  ...(['paymentSeconds', 'networkHash', 'remindedAt', 'replacedPaidAt', 'erasureAskedAt', 'erasedAt'] as const),
  ...(['country', 'shipmentState', 'moneyState'] as const),
] as const;
type HiddenColumn = (typeof hiddenColumns)[number];

const hiddenLineColumns = ['id', 'orderId', 'position'] as const;
type HiddenLineColumn = (typeof hiddenLineColumns)[number];

interface OrderRow extends Omit<Order, 'billing' | 'delivery' | 'refunds' | 'lines'> {
  lines: (Omit<OrderLine, 'eventDate'> & { eventDate: EventDateRow | null })[];
  addresses: { kind: 'billing' | 'shipping'; address: Address }[];
  refunds: (Omit<Refund, 'createdAt'> & { createdAt: string })[];
}

const jsonRowsSql = (select: string) => `(select coalesce(json_agg(x), '[]') from (${select}) x)`;

/** @param order aggregate by which the rows are sorted */
const sumTaxesSql = (from: string, order: string) =>
  jsonRowsSql(`select json_build_object('key', rate_key, 'name', name, 'taxClass', tax_class, 'rate', rate) as rate, sum(net) as net, sum(amount) as amount
    from ${from} group by rate_key, name, tax_class, rate order by ${order}`);

/** Sorts taxes as in a calculation: first those of the lines, then those of shipping and of fees. */
const firstAppearanceSql =
  'min(array[(line_id is null)::integer, (shipping_line_id is null)::integer, coalesce(line_id, shipping_line_id, fee_id), position])';

const columns = `${listColumns(orders, { alias: 'o', except: hiddenColumns })},
  (select number from orders where id = o.amends_order_id) as amends,
  exists (select from orders where id = o.amends_order_id and superseded_by = o.id) as "isReplacement",
  (select json_build_object('id', id, 'number', number, 'token', token) from orders where id = o.superseded_by and amends_order_id = o.id) as "replacedBy",
  (select json_build_object('id', x.id, 'number', x.number, 'token', x.token) from exchanges e join orders x on x.id = e.exchanged_order_id
    where e.order_id = o.id) as "exchangeOf",
  ${jsonRowsSql('select x.id, x.number, x.token from exchanges e join orders x on x.id = e.order_id where e.exchanged_order_id = o.id order by x.id')} as "exchangedFor",
  ${jsonRowsSql(`select ${listColumns(orderLines, { alias: 'l', except: hiddenLineColumns })} from order_lines l where order_id = o.id order by position`)} as lines,
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
 * Returns the customer data for calculating an order that follows an order, such as an amendment. The customer stays
 * tax-exempt, with the same VAT number and the stored answer of its check.
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
 * Reads an order in one query. Its token grants access to the order, so requests of shoppers look up by token; only
 * the shop itself looks up by id or number.
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

/** Reads several orders in one query, sorted like the ids. Ids without an order are skipped. */
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

function sortTaxes(taxes: readonly OrderTax[], ofOrder: readonly OrderTax[]): OrderTax[] {
  const positions = new Map(ofOrder.map(({ rate }, position) => [rate.key, position]));
  const findPosition = ({ rate }: OrderTax) => positions.get(rate.key) ?? ofOrder.length;
  return taxes.toSorted((a, b) => findPosition(a) - findPosition(b));
}

type DueColumn = 'total' | 'creditedTotal' | 'capturedTotal' | 'refundedTotal';

/** Returns the amount that is still to be paid for an order, in minor units: 0 when the order is paid. */
export function calculateAmountDue(order: Pick<Order, DueColumn>): number {
  const { total, creditedTotal, capturedTotal, refundedTotal } = order;
  return Math.max(total - creditedTotal - (capturedTotal - refundedTotal), 0);
}
