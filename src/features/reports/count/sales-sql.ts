import { isSaleSql, soldAtSql } from '#features/orders/index.ts';
import { type Dimension, dimensions } from '../contract.ts';

/** Two SQL expressions of type `timestamptz`, such as parameters. `before` is exclusive. */
export interface Span {
  readonly from: string;
  readonly before: string;
}

const isIn = (column: string, { from, before }: Span) =>
  `${column} >= ${from}::timestamptz and ${column} < ${before}::timestamptz`;

const isSold = (span: Span) => `${isIn(soldAtSql, span)} and ${isSaleSql}`;

/**
 * Condition: the order was paid on an earlier day and replaced by another order in the span. All that it sold counts
 * as returned.
 */
const isReplaced = (span: Span) => `o.replaced_paid_at is not null and ${isIn('o.cancelled_at', span)}`;

/**
 * Refunds in a span. Money that an order never needed, such as a second payment, was not sold and so is not returned.
 */
const returnedSql = (span: Span, join = '') => `refunds r join orders o on o.id = r.order_id and o.paid_at is not null
  join refund_lines l on l.refund_id = r.id and l.kind <> 'unallocated' ${join}
  where r.status = 'succeeded' and ${isIn('r.finished_at', span)}`;

const partOfOrders = (part: string, table: string, product: string, units: string, span: Span) =>
  `select o.id as order_id, o.currency, true as is_sale, '${part}' as part, ${product} as product_id, ${units} as units, p.gross, p.tax
  from orders o join ${table} p on p.order_id = o.id where ${isSold(span)}
  union all select o.id, o.currency, false, '${part}', ${product}, 0, p.gross, p.tax
  from orders o join ${table} p on p.order_id = o.id where ${isReplaced(span)}`;

const partsSql = (span: Span) => `
  ${partOfOrders('goods', 'order_lines', 'p.product_id', 'p.quantity', span)}
  union all ${partOfOrders('shipping', 'order_shipping_lines', 'null', '0', span)}
  union all ${partOfOrders('fee', 'order_fees', 'null', '0', span)}
  union all select o.id, o.currency, false, case l.kind when 'item' then 'goods' else l.kind end,
    (select g.product_id from order_lines g where g.id = l.order_line_id), 0, l.gross, l.tax from ${returnedSql(span)}`;

const ordersSum = 'count(distinct order_id) filter (where is_sale)::integer as orders';

const partsSum = `coalesce(sum(units), 0)::integer as units,
  coalesce(sum(gross) filter (where is_sale), 0)::bigint as sold, coalesce(sum(tax) filter (where is_sale), 0)::bigint as sold_tax,
  coalesce(sum(gross) filter (where not is_sale), 0)::bigint as returned, coalesce(sum(tax) filter (where not is_sale), 0)::bigint as returned_tax`;

const sums = `sum(orders)::integer as orders, sum(units)::integer as units, sum(sold)::bigint as sold, sum(sold_tax)::bigint as sold_tax,
  sum(returned)::bigint as returned, sum(returned_tax)::bigint as returned_tax`;

/** Dimensions that have exactly one value per order. */
const valuesOfOrders: Partial<Readonly<Record<Dimension, string>>> = {
  total: `''`,
  country: `coalesce(o.country, '')`,
  payment: 'o.payment_method',
  source: `coalesce((select a.source_type || ' ' || a.utm_source from order_attributions a where a.order_id = o.id), '')`,
};

function listOrderSelects(asked: readonly Dimension[]): string[] {
  const values = asked.flatMap((name) => (valuesOfOrders[name] ? [`('${name}', ${valuesOfOrders[name]})`] : []));
  if (values.length === 0) return [];
  return [
    `select d.dimension, b.currency, d.value, ${sums} from by_order b join orders o on o.id = b.order_id
      cross join lateral (values ${values.join(', ')}) d(dimension, value) group by 1, 2, 3`,
  ];
}

const others: Partial<Readonly<Record<Dimension, string>>> = {
  part: `select 'part', currency, part, ${ordersSum}, ${partsSum} from parts group by 2, 3`,
  product: `select 'product', currency, product_id::text, ${ordersSum}, ${partsSum} from parts where product_id is not null group by 2, 3`,
  coupon: `select 'coupon', b.currency, u.coupon_id::text, ${sums} from by_order b
    join orders o on o.id = b.order_id join coupon_uses u on u.order_id = o.id
      and (u.state <> 'released' or o.replaced_paid_at is not null) group by 2, 3`,
};

/** Columns of `daily_sales` without the day. */
export const salesColumns = 'dimension, currency, value, orders, units, sold, sold_tax, returned, returned_tax';

/**
 * Selects the sums of a month from the sums of its days: rows of `salesColumns`.
 * @param month SQL expression of the month's first day
 */
export const addDaysSql = (month: string): string => `select dimension, currency, value, ${sums} from daily_sales
  where day >= ${month}::date and day < ${month}::date + interval '1 month' and dimension = any('{${dimensions.join()}}') group by 1, 2, 3`;

/** Selects the sales and returns of a span, counted from the stored lines: rows of `salesColumns`. */
export function countSalesSql(span: Span, asked: readonly Dimension[] = dimensions): string {
  const selects = [...listOrderSelects(asked), ...asked.flatMap((name) => others[name] ?? [])];
  return `with parts as materialized (${partsSql(span)}), by_order as materialized (
    select order_id, currency, bool_or(is_sale)::integer as orders, ${partsSum} from parts group by 1, 2
  ), counted (${salesColumns}) as (${selects.join(' union all ')})
  select ${salesColumns} from counted`;
}

const rateOf = (alias: string) => `${alias}.tax_class, ${alias}.name, ${alias}.rate`;

const noTax = `coalesce(o.untaxed_reason, 'not-taxable') as untaxed, '' as tax_class, '' as name, 0 as rate`;

/**
 * Selects the share of a part to which no tax rate applies. Shipping is divided among the tax classes of the goods,
 * and some classes may have no rate. All rates of a class apply to the same amount: the first tax line has the amount
 * without the taxes of others.
 */
const untaxedPart = (table: string, key: string) => `select p.net - coalesce((select sum(c.net) from (
    select distinct on (t.tax_class) t.net from order_tax_lines t where t.order_id = o.id and t.${key} = p.id order by t.tax_class, t.position
  ) c), 0)::bigint as net from ${table} p where p.order_id = o.id`;

const rateColumns = 'currency, dispatch_country, country, untaxed, tax_class, name, rate';

/** Columns of `daily_taxes` without the day. */
export const taxColumns = `${rateColumns}, sold_net, sold_tax, returned_net, returned_tax`;

/** Country from which the goods of a refund's tax line `t` were sent. */
const returnedDispatch = `coalesce((select s.dispatch_country::text from order_tax_lines s where s.order_id = o.id and s.rate_key = t.rate_key
  order by s.line_id is not distinct from l.order_line_id desc, s.id limit 1), '')`;

const returnedTaxes = (span: Span) =>
  returnedSql(span, 'join refund_tax_lines t on t.refund_id = l.refund_id and t.refund_line_id = l.id');

const taxesOfOrders = (isSale: string, condition: string) => `
  select o.currency, t.dispatch_country::text as dispatch_country, coalesce(o.country, '') as country, '' as untaxed, ${rateOf('t')},
    ${isSale} as is_sale, t.net, t.amount as tax
  from orders o join order_tax_lines t on t.order_id = o.id where ${condition}
  union all select o.currency, '', coalesce(o.country, ''), ${noTax}, ${isSale}, p.net, 0
  from orders o cross join lateral (${untaxedPart('order_lines', 'line_id')}
    union all ${untaxedPart('order_shipping_lines', 'shipping_line_id')} union all ${untaxedPart('order_fees', 'fee_id')}) p
  where p.net > 0 and ${condition}`;

const taxSum = (column: string, isSale: string) => `coalesce(sum(${column}) filter (where ${isSale}), 0)::bigint`;

/**
 * Selects the taxes of a span: rows of `taxColumns`. A refund without lines gets the country from which the first
 * part of its order with the same rate was sent. A line with several rates counts for each rate.
 */
export const countTaxesSql = (span: Span): string => `select ${rateColumns},
  ${taxSum('net', 'is_sale')} as sold_net, ${taxSum('tax', 'is_sale')} as sold_tax,
  ${taxSum('net', 'not is_sale')} as returned_net, ${taxSum('tax', 'not is_sale')} as returned_tax
from (
  ${taxesOfOrders('true', isSold(span))} union all ${taxesOfOrders('false', isReplaced(span))}
  union all select o.currency, ${returnedDispatch}, coalesce(o.country, ''), '', ${rateOf('t')}, false, t.net, t.amount
  from ${returnedTaxes(span)}
  union all select o.currency, '', coalesce(o.country, ''), ${noTax}, false, l.net, 0
  from ${returnedSql(span)} and l.net > 0 and not exists (select from refund_tax_lines x where x.refund_id = l.refund_id and x.refund_line_id = l.id)
) t group by 1, 2, 3, 4, 5, 6, 7`;

/**
 * Selects the taxes refunded in a span for orders that were paid before the span's quarter: rows of `taxColumns` and
 * the number of the quarter of the payment.
 * @param quarters starts of the quarters in order: an SQL expression of type `timestamptz[]`
 * @param quarter start of the span's quarter
 */
export const countCorrectionsSql = (
  span: Span,
  quarters: string,
  quarter: string,
): string => `select ${rateColumns}, quarter,
  0 as sold_net, 0 as sold_tax, sum(net)::bigint as returned_net, sum(tax)::bigint as returned_tax
from (
  select o.currency, ${returnedDispatch} as dispatch_country, coalesce(o.country, '') as country, '' as untaxed, ${rateOf('t')},
    width_bucket(o.paid_at, ${quarters}::timestamptz[]) as quarter, t.net, t.amount as tax
  from ${returnedTaxes(span)} and o.paid_at < ${quarter}::timestamptz
  union all select o.currency, t.dispatch_country::text, coalesce(o.country, ''), '', ${rateOf('t')},
    width_bucket(o.replaced_paid_at, ${quarters}::timestamptz[]), t.net, t.amount
  from orders o join order_tax_lines t on t.order_id = o.id where ${isReplaced(span)} and o.replaced_paid_at < ${quarter}::timestamptz
) t group by 1, 2, 3, 4, 5, 6, 7, 8`;
