import { orderMethods } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { formatOption } from '#platform/admin/lists/filter.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getCountryName, getDateFormat } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { countDays, type Days, toDate } from '../period.ts';
import type { ReportRow, ReportSource } from '../read/load-report.ts';
import { reportTexts as texts } from '../texts.ts';

export interface Report {
  /** Name of the report in the page's URL. */
  readonly id: string;
  readonly title: Text;
  /** Heading of the column that names the rows. */
  readonly column: Text;
  /** Additional explanation, when the sums of this report mean something else than those of other reports. */
  readonly meaning?: Text;
  readonly source: (days: Days) => ReportSource;
  readonly isTimeline?: true;
  /**
   * Whether the number of orders is left out: the sums are those of products, so that an order with two products of a
   * row would count twice. Only the linked list shows the number of orders.
   */
  readonly hasNoOrders?: true;
  readonly name: (shop: Shop, row: ReportRow, days: Days) => string;
  /**
   * Link to the list of the orders that a row counts, without period and currency; null when there is no such list.
   */
  readonly list: (row: ReportRow, days: Days) => ListLink | null;
}

interface ListLink {
  readonly path: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly requires: string;
}

const orderList = (filters: Readonly<Record<string, string>>): ListLink => ({
  path: adminPath('orders'),
  filters,
  requires: 'orders.read',
});

export const allOrders = orderList({});

const byFilter = (filter: string) => (row: ReportRow) => (row.value === '' ? null : orderList({ [filter]: row.value }));

/** A deleted record has no name any more. */
const nameRecord = ({ t }: Shop, { label, value }: ReportRow) => label ?? t(texts.removed, { id: value });

/** Periods longer than this are shown by month. */
const isByMonth = (days: Days): boolean => countDays(days) > 92;

/** Lists the days or months of a period, in the format of the rows' values. */
export function listTimes(days: Days): string[] {
  const [start, isMonths] = [new Date(`${days.from}T00:00Z`), isByMonth(days)];
  const times = Array.from({ length: countDays(days) }, (_, index) =>
    new Date(start.getTime() + index * 86_400_000).toISOString().slice(0, isMonths ? 7 : 10),
  );
  return [...new Set(times)];
}

function nameDay({ choices: { locale } }: Shop, { value }: ReportRow, days: Days): string {
  if (isByMonth(days)) {
    const month = new Date(`${value}-01T00:00Z`);
    return getDateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month);
  }
  return getDateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${value}T00:00Z`),
  );
}

/** Returns the days of the period that a row stands for. */
function listDays({ value }: ReportRow, days: Days): Days {
  if (!isByMonth(days)) return { from: value, to: value };
  const first = `${value}-01`;
  const start = toDate(first);
  const last = `${value}-${new Date(start.getFullYear(), start.getMonth() + 1, 0).getDate()}`;
  return { from: first < days.from ? days.from : first, to: last > days.to ? days.to : last };
}

const partTexts: Readonly<Record<string, Text>> = {
  goods: texts.goods,
  shipping: texts.shipping,
  fee: texts.fee,
  amount: texts.amount,
};

function listPaymentNames(shop: Shop): ReadonlyMap<string, string> {
  const methods = shop.implementations(orderMethods).filter(({ id }) => id === 'payment');
  return new Map(methods.flatMap(({ list }) => list(shop)).map((option) => [option.value, formatOption(shop, option)]));
}

export const reports: readonly Report[] = [
  {
    ...{ id: 'days', title: texts.days, column: texts.day, isTimeline: true },
    source: (days) => (isByMonth(days) ? 'months' : 'days'),
    name: nameDay,
    list: (row, days) => {
      const { from, to } = listDays(row, days);
      return orderList({ 'paid.from': from, 'paid.to': to });
    },
  },
  {
    ...{ id: 'products', title: texts.products, column: texts.product, meaning: texts.meaningOfProducts },
    ...{ source: () => 'products', name: nameRecord, list: byFilter('product') },
  },
  {
    ...{ id: 'categories', title: texts.categories, column: texts.category, meaning: texts.meaningOfCategories },
    hasNoOrders: true,
    source: () => 'categories',
    name: (shop, row) => (row.value === '' ? shop.t(texts.uncategorised) : nameRecord(shop, row)),
    list: byFilter('category'),
  },
  {
    ...{ id: 'countries', title: texts.countries, column: texts.country, source: () => 'countries' },
    name: ({ t, choices }, { value }) => (value === '' ? t(texts.unknown) : getCountryName(value, choices.locale)),
    list: byFilter('country'),
  },
  {
    ...{ id: 'payments', title: texts.payments, column: texts.payment, source: () => 'payments' },
    name: (shop, { value }) => listPaymentNames(shop).get(value) ?? value,
    list: byFilter('payment'),
  },
  {
    ...{ id: 'sources', title: texts.sources, column: texts.source, source: () => 'sources' },
    name: ({ t }, { value }) => {
      const [type = '', ...source] = value.split(' ');
      return value === '' ? t(texts.unknown) : `${source.join(' ')} (${type})`;
    },
    list: ({ value }) => {
      const [type = '', ...source] = value.split(' ');
      const filters = { type, source: source.join(' ') };
      return value === '' ? null : { path: adminPath('order-sources/orders'), filters, requires: 'attribution.read' };
    },
  },
  {
    ...{ id: 'coupons', title: texts.coupons, column: texts.coupon, meaning: texts.meaningOfCoupons },
    ...{ source: () => 'coupons', name: nameRecord, list: byFilter('coupon') },
  },
  {
    ...{ id: 'parts', title: texts.parts, column: texts.part, source: () => 'parts' },
    name: ({ t }, { value }) => (partTexts[value] ? t(partTexts[value]) : value),
    list: () => null,
  },
];

export function linkToOrders(
  link: ListLink,
  { from, to }: Days,
  /** Null when all sums have the same currency. */
  currency: string | null,
): string {
  const filters = { 'paid.from': from, 'paid.to': to, ...(currency !== null && { currency }), ...link.filters };
  return `${link.path}?${new URLSearchParams(filters)}`;
}
