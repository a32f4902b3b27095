import { type SQL, sql } from 'drizzle-orm';
import { inHouseSql, reservedUnitsSql } from '#features/inventory/index.ts';

/** Number of days from which the pace of sales is computed. */
const paceDays = 30;

/** SQL expression of the names of a variation's terms; '' when it has none. */
const choiceSql = (variation: string): string => `coalesce((select string_agg(t.name, ', ' order by vt.attribute_id)
  from variation_terms vt join attribute_terms t on t.id = vt.term_id where vt.variation_id = ${variation}), '')`;

/** SQL expression of the label of a variation's stock. */
export const stockLabelSql = (
  variation: string,
): string => `(select concat_ws(', ', p.name, nullif(${choiceSql('v.id')}, ''), v.sku)
  from variations v join products p on p.id = v.product_id where v.id = ${variation})`;

/** Two SQL expressions of type `timestamptz`: the start of the first day of the pace, and the end of today. */
interface PaceSpan {
  readonly from: string;
  readonly before: string;
}

/** Values of a pace span at a time: the last days in the shop's time zone, including today. */
export const findPaceSpan = (now: Date): [from: Date, before: Date] => [
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - paceDays),
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1),
];

function writePaceSpan(now: Date): PaceSpan {
  const [from = '', before = ''] = findPaceSpan(now).map((each) => `'${each.toISOString()}'::timestamptz`);
  return { from, before };
}

/** Condition: the movement is a recent sale or its return. */
const isSale = ({ from }: PaceSpan) => `m.reason in ('taken', 'returned') and m.at >= ${from}`;
const soldSql = (
  span: PaceSpan,
) => `greatest(0, (select coalesce(sum(m.backordered - m.delta), 0)::integer from stock_movements m
  where m.variation_id = s.variation_id and ${isSale(span)}))`;
/**
 * SQL expression of the days in which a stock could be sold: fewer than `paceDays` when it has been counted for a
 * shorter time.
 */
const soldDaysSql = ({ before }: PaceSpan, variation: string) => `coalesce((select least(${paceDays},
  greatest(1, ceil(extract(epoch from ${before} - m.at) / 86400)))::integer
  from stock_movements m where m.variation_id = ${variation} order by m.id limit 1), ${paceDays})`;
const incomingSql = `(select coalesce(sum(greatest(l.quantity - l.received, 0)), 0)::integer
  from expected_delivery_lines l join expected_deliveries d on d.id = l.delivery_id and d.closed_at is null where l.stock_id = s.variation_id)`;

export interface Stock {
  readonly id: number;
  readonly name: string;
  readonly choice: string;
  readonly sku: string | null;
  readonly productId: number;
  /** Units in the house. */
  readonly onHand: number;
  /** Units of orders that are not shipped yet, and units reserved by links of stock alerts. */
  readonly reserved: number;
  /** Units that can be sold. */
  readonly available: number;
  readonly backordered: number;
  readonly lowStockThreshold: number | null;
  readonly sold: number;
  /** Days since the first stock movement, at most 30: the days in which `sold` units were sold. */
  readonly soldDays: number;
  readonly incoming: number;
}

const ofVariation = (column: string) =>
  `(select ${column} from variations v join products p on p.id = v.product_id where v.id = s.variation_id)`;

/**
 * Columns of `Stock` for `stock_levels s`. Each is read by an index for the rows of a page only: a join would run for
 * all rows first.
 */
export const stockColumnsSql = (
  span: PaceSpan,
): string => `s.variation_id as id, ${ofVariation('p.name')} as name, ${choiceSql('s.variation_id')} as choice, ${ofVariation('v.sku')} as sku,
  ${ofVariation('p.id')} as "productId", ${inHouseSql} as "onHand", ${reservedUnitsSql} as reserved, s.on_hand as available, s.backordered,
  s.low_stock_threshold as "lowStockThreshold", ${soldSql(span)} as sold,
  ${soldDaysSql(span, 's.variation_id')} as "soldDays", ${incomingSql} as incoming`;

export const isLow = sql`s.low_stock_threshold is not null and s.on_hand <= s.low_stock_threshold`;

/** Condition: at its pace of sales the stock lasts for fewer days. The sums are computed once for all rows. */
export function runsOutIn(days: number, now: Date): SQL {
  const span = writePaceSpan(now);
  return sql.raw(`s.variation_id = any(array(
  select pace.variation_id from (
    select m.variation_id, sum(m.backordered - m.delta) as sold from stock_movements m where ${isSale(span)} group by m.variation_id
  ) pace join stock_levels l on l.variation_id = pace.variation_id
  where pace.sold > 0 and l.on_hand * ${soldDaysSql(span, 'pace.variation_id')} < pace.sold * ${days}))`);
}

export const selectStocks = (now: Date): SQL => sql.raw(stockColumnsSql(writePaceSpan(now)));

export const isIncoming = sql`s.variation_id in (
  select l.stock_id from expected_delivery_lines l join expected_deliveries d on d.id = l.delivery_id and d.closed_at is null where l.received < l.quantity)`;

/**
 * Number of whole days that the stock lasts at the pace of the last 30 days, or of the days since it is counted.
 * @returns null when nothing was sold
 */
export const countDaysLeft = ({ available, sold, soldDays }: Pick<Stock, 'available' | 'sold' | 'soldDays'>) =>
  sold === 0 ? null : Math.floor((available * soldDays) / sold);

export const formatStock = ({ name, choice }: Pick<Stock, 'name' | 'choice'>): string =>
  [name, choice].filter(Boolean).join(', ');
