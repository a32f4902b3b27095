import { isMemberState } from '#features/addresses/index.ts';
import { isSaleSql, soldAtSql } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { type Days, toDate } from '../period.ts';
import { loadCorrections, loadTaxes, type TaxRow } from '../read/load-report.ts';
import { reportTexts as texts } from '../texts.ts';
import type { ReportFile } from './csv.ts';

const batchSize = 1000;

interface Booking {
  readonly id: number;
  readonly at: Date;
  /** `at` with microseconds: where the next batch starts. */
  readonly moment: string;
  readonly number: number;
  readonly currency: string;
  readonly country: string;
  readonly payment: string;
  /** Empty for orders. For refunds the cause of the refund, or `replaced` when another order replaces this one. */
  readonly cause: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

const isInSpan = (at: string, id: string) =>
  `${at} >= $1::timestamptz and ${at} < $2::timestamptz and (${at}, ${id}) > ($3::timestamptz, $4::bigint)`;

const bookingColumns = (id: string, cause: string) =>
  `${id} as id, o.number, o.currency::text as currency, coalesce(o.country, '') as country, o.payment_method as payment, ${cause} as cause`;

const orderAmounts = 'o.total - o.tax_total as net, o.tax_total as tax, o.total as gross';

/** Selects rows with the time `exact`. $1 and $2 are the span, $3 and $4 the last row of the batch before. */
const selectBookings = (name: string, rows: string) =>
  sqlQuery<Booking>(
    name,
    `select date_trunc('milliseconds', exact) as at, exact::text as moment, b.* from (${rows}) b order by exact, id limit ${batchSize}`,
  );

const selectOrders = selectBookings(
  'reports.select-orders',
  `select ${soldAtSql} as exact, ${bookingColumns('o.id', "''")}, ${orderAmounts}
  from orders o where ${isInSpan(soldAtSql, 'o.id')} and ${isSaleSql} order by ${soldAtSql}, o.id limit ${batchSize}`,
);

/**
 * The amounts leave out money that an order never needed, since it was not sold. An order that was replaced on a
 * later day returns its whole amount; its row has the negative order id, which no refund has.
 */
const selectRefunds = selectBookings(
  'reports.select-refunds',
  `(select r.finished_at as exact, ${bookingColumns('r.id', 'r.cause')}, l.net, l.tax, l.gross
  from refunds r join orders o on o.id = r.order_id and o.paid_at is not null
  cross join lateral (select coalesce(sum(net), 0)::bigint as net, coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(gross), 0)::bigint as gross
    from refund_lines where refund_id = r.id and kind <> 'unallocated') l
  where r.status = 'succeeded' and ${isInSpan('r.finished_at', 'r.id')} order by r.finished_at, r.id limit ${batchSize})
  union all (select o.cancelled_at, ${bookingColumns('-o.id', "'replaced'")}, ${orderAmounts}
  from orders o where o.replaced_paid_at is not null and ${isInSpan('o.cancelled_at', '-o.id')} order by o.cancelled_at, -o.id limit ${batchSize})`,
);

async function* readBookings({ db }: Shop, read: typeof selectOrders, { from, to }: Days): AsyncGenerator<Booking> {
  const [start, end] = [toDate(from), findNextDay(toDate(to))];
  let last: Pick<Booking, 'moment' | 'id'> | undefined = { moment: start.toISOString(), id: Number.MIN_SAFE_INTEGER };
  while (last) {
    const batch: Booking[] = await read(db, [start, end, last.moment, last.id]);
    yield* batch;
    last = batch.length === batchSize ? batch.at(-1) : undefined;
  }
}

const bookings = (read: typeof selectOrders): ReportFile => ({
  async *rows(shop, period) {
    yield ['day', 'time', 'order', 'currency', 'country', 'payment_method', 'cause', 'net', 'tax', 'gross'];
    for await (const row of readBookings(shop, read, period)) {
      const money = (amount: number) => toDecimal({ amount, currency: row.currency });
      yield [
        ...[formatIsoDay(row.at), row.at.toISOString(), String(row.number), row.currency, row.country, row.payment],
        ...[row.cause, money(row.net), money(row.tax), money(row.gross)],
      ];
    }
  },
});

const amountColumns = ['sold_net', 'sold_tax', 'refunded_net', 'refunded_tax', 'net', 'tax'];

function formatAmounts({ currency, soldNet, soldTax, returnedNet, returnedTax }: TaxRow): string[] {
  const amounts = [soldNet, soldTax, returnedNet, returnedTax, soldNet - returnedNet, soldTax - returnedTax];
  return amounts.map((amount) => toDecimal({ amount, currency }));
}

const formatRate = (rate: number) => String(rate / 10_000);

const taxes: ReportFile = {
  async *rows(shop, period) {
    yield ['currency', 'dispatch_country', 'country', 'tax_class', 'tax_name', 'rate', 'untaxed', ...amountColumns];
    for (const row of await loadTaxes(shop, shop.db, period)) {
      const rate = row.untaxed === '' ? formatRate(row.rate) : '';
      yield [
        ...[row.currency, row.dispatchCountry, row.country, row.taxClass, row.name, rate, row.untaxed],
        ...formatAmounts(row),
      ];
    }
  },
};

/** Monaco has its own country code, but counts as France for VAT (Directive 2006/112/EC, article 7). */
const toMemberState = (row: TaxRow): TaxRow => ({
  ...row,
  dispatchCountry: row.dispatchCountry === 'MC' ? 'FR' : row.dispatchCountry,
  country: row.country === 'MC' ? 'FR' : row.country,
});

/** Tax returns name Greece by the prefix of its VAT numbers. */
const toReturnCode = (country: string): string => (country === 'GR' ? 'EL' : country);

const isForOneStopShop = ({ dispatchCountry, country, untaxed }: TaxRow): boolean =>
  untaxed === '' && dispatchCountry !== country && isMemberState(dispatchCountry) && isMemberState(country);

const nameQuarter = (day: Date): string => `${day.getFullYear()}-Q${Math.floor(day.getMonth() / 3) + 1}`;

/**
 * Lists the starts of the quarters up to the quarter of a day. Ten years are enough: a return may be corrected for
 * three years.
 */
function listQuarters(day: Date): Date[] {
  const count = 40;
  const month = day.getMonth() - (day.getMonth() % 3);
  return Array.from({ length: count }, (_, index) => new Date(day.getFullYear(), month - 3 * (count - 1 - index), 1));
}

export function divideDays({ from, to }: Days, months: 1 | 3): (Days & { readonly name: string })[] {
  const parts: (Days & { readonly name: string })[] = [];
  for (let start = toDate(from); formatIsoDay(start) <= to; ) {
    const [year, month] = [start.getFullYear(), start.getMonth()];
    const next = new Date(year, month - (month % months) + months, 1);
    const last = formatIsoDay(new Date(next.getFullYear(), next.getMonth(), 0));
    const name = months === 3 ? nameQuarter(start) : formatIsoDay(start).slice(0, 7);
    parts.push({ name, from: formatIsoDay(start), to: last > to ? to : last });
    start = next;
  }
  return parts;
}

/**
 * Sales from one member state to another, by both states and the rate: Directive 2006/112/EC, article 369g. A refund
 * for an earlier quarter is not part of the period's own sums: its return lists the refund as a correction of that
 * quarter (paragraph 4).
 */
const oneStopShop = (months: 1 | 3): ReportFile => ({
  async *rows(shop, period) {
    yield ['period', 'from', 'to', 'currency', 'dispatch_country', 'country', 'rate', ...amountColumns, 'corrects'];
    for (const { name, from, to } of divideDays(period, months)) {
      const quarters = listQuarters(toDate(from));
      const all = await loadTaxes(shop, shop.db, { from, to });
      const earlier = await loadCorrections(shop.db, { from, to }, quarters);
      const own = [...all, ...earlier.map(negateReturned)];
      const corrections = Map.groupBy(earlier, ({ quarter }) => nameQuarter(quarters[quarter - 1] ?? toDate(from)));
      for (const [corrects, rows] of [['', own] as const, ...corrections])
        for (const row of sumByRate(rows.map(toMemberState).filter(isForOneStopShop)))
          yield [
            ...[name, from, to, row.currency, toReturnCode(row.dispatchCountry), toReturnCode(row.country)],
            formatRate(row.rate),
            ...[...formatAmounts(row), corrects],
          ];
    }
  },
});

const negateReturned = (row: TaxRow): TaxRow => ({
  ...row,
  returnedNet: -row.returnedNet,
  returnedTax: -row.returnedTax,
});

const isEmpty = ({ soldNet, soldTax, returnedNet, returnedTax }: TaxRow): boolean =>
  [soldNet, soldTax, returnedNet, returnedTax].every((amount) => amount === 0);

/** Adds up rows with the same rate: a tax return lists rates, not the shop's names of rates. */
function sumByRate(rows: readonly TaxRow[]): readonly TaxRow[] {
  const sums = new Map<string, TaxRow>();
  for (const row of rows) {
    const key = [row.currency, row.country, row.dispatchCountry, row.rate].join(' ');
    const sum = sums.get(key);
    sums.set(key, sum ? addTaxes(sum, row) : row);
  }
  return [...sums.values()].filter((row) => !isEmpty(row));
}

const addTaxes = (a: TaxRow, b: TaxRow): TaxRow => ({
  ...a,
  soldNet: a.soldNet + b.soldNet,
  soldTax: a.soldTax + b.soldTax,
  returnedNet: a.returnedNet + b.returnedNet,
  returnedTax: a.returnedTax + b.returnedTax,
});

/** Files by their names in the URL. */
export const accountantFiles: Readonly<Record<string, ReportFile & { readonly title: Text }>> = {
  orders: { title: texts.ordersFile, ...bookings(selectOrders) },
  refunds: { title: texts.refundsFile, ...bookings(selectRefunds) },
  taxes: { title: texts.taxesFile, ...taxes },
  'oss-months': { title: texts.ossMonthFile, ...oneStopShop(1) },
  'oss-quarters': { title: texts.ossQuarterFile, ...oneStopShop(3) },
};
