import { sql } from 'drizzle-orm';
import { contains, isAnyCase } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { readStock, stockPath, stocksPath, writeStock } from '../paths.ts';
import { stockControlSettings } from '../settings.ts';
import { locationPicker } from './pickers.ts';
import { adjustStocks, setLowLevel } from './stock-actions.ts';
import { countDaysLeft, formatStock, isIncoming, isLow, runsOutIn, type Stock, selectStocks } from './stock-sql.ts';
import { stockTexts as texts } from './texts.ts';

export function findStockLook({ available, lowStockThreshold }: Pick<Stock, 'available' | 'lowStockThreshold'>) {
  if (available === 0) return { text: texts.isOut, tone: 'error' } as const;
  if (lowStockThreshold !== null && available <= lowStockThreshold)
    return { text: texts.isLow, tone: 'warning' } as const;
  return { text: texts.isFine, tone: 'success' } as const;
}

const byName = (text: string) => sql`s.variation_id in (
  select named.id from products n join variations named on named.product_id = n.id where ${contains(sql`n.name`, text)})`;

/** Stocks whose units are counted. */
export const stockList = defineAdminList<Stock>({
  name: 'stock-control.stocks',
  path: stocksPath,
  requires: readStock,
  texts: { title: texts.stock, lead: texts.lead, count: texts.count, empty: texts.none },
  source: {
    ...{
      from: sql`stock_levels s`,
      id: sql`s.variation_id`,
      select: selectStocks,
      where: () => sql`s.managed`,
    },
    sorts: {
      fewest: {
        ...{ title: texts.fewest, reversedTitle: texts.most },
        ...{ by: sql`s.on_hand`, type: 'bigint', direction: 'asc' },
      },
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`s.variation_id`, type: 'bigint', direction: 'desc' },
      },
    },
    allowedFullScans: {
      stock_levels:
        'Its rows are short. An index on counts would be written with each sale, which now only changes the row.',
    },
  },
  columns: {
    product: { title: texts.product, cell: (row) => formatStock(row), onPhone: 'title' },
    sku: { title: texts.sku, cell: ({ sku }) => sku },
    state: {
      ...{ title: texts.state, onPhone: 'badge' },
      cell: (row, { t }) => {
        const { text, tone } = findStockLook(row);
        return <StateBadge tone={tone}>{t(text)}</StateBadge>;
      },
    },
    onHand: { title: texts.onHand, cell: ({ onHand }) => onHand, align: 'end', onTablet: 'hidden' },
    reserved: { title: texts.reserved, cell: ({ reserved }) => reserved, align: 'end', onTablet: 'hidden' },
    available: {
      ...{ title: texts.available, align: 'end', sort: 'fewest', onPhone: 'value' },
      cell: ({ available }) => available,
    },
    backordered: { title: texts.backordered, cell: ({ backordered }) => backordered, align: 'end', isHidden: true },
    low: { title: texts.low, cell: ({ lowStockThreshold }) => lowStockThreshold, align: 'end', onTablet: 'hidden' },
    sold: { title: texts.sold, cell: ({ sold }) => sold, align: 'end', onTablet: 'hidden' },
    daysLeft: { title: texts.daysLeft, cell: (row) => countDaysLeft(row), align: 'end' },
    incoming: { title: texts.incoming, cell: ({ incoming }) => incoming, align: 'end', onTablet: 'hidden' },
    change: {
      ...{ title: texts.change, csv: () => '' },
      cell: (row, { t, actor }) =>
        isPermitted(actor, writeStock) && (
          <a href={`${stockPath(row.id)}/adjust-stock`} aria-label={t(texts.changeOf, { name: formatStock(row) })}>
            {t(texts.change)}
          </a>
        ),
    },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true },
      options: () => [
        { value: 'low', label: texts.isLow },
        { value: 'out', label: texts.isOut },
        { value: 'reorder', label: texts.isReorder },
        { value: 'incoming', label: texts.isIncoming },
      ],
      where: isAnyCase({
        low: () => sql`(${isLow})`,
        out: () => sql`s.on_hand = 0`,
        reorder: ({ shop, now }) => runsOutIn(shop.settings(stockControlSettings).reorderDays, now),
        incoming: () => isIncoming,
      }),
    },
    location: {
      ...{ kind: 'record', title: texts.location, picker: locationPicker },
      where: (ids: readonly number[]) => sql`s.location_id = any(${sql.param(ids)}::bigint[])`,
    },
  },
  search: {
    ...{ title: texts.search, sample: 'bowl-17' },
    exact: (text) =>
      sql`s.variation_id in (select coded.stock_id from variations coded where lower(coded.sku) = lower(${text}) or lower(coded.gtin) = lower(${text}))`,
    fuzzy: byName,
  },
  views: [
    { id: 'low', text: texts.isLow, filters: { state: 'low' } },
    { id: 'out', text: texts.isOut, filters: { state: 'out' } },
    { id: 'reorder', text: texts.isReorder, filters: { state: 'reorder' } },
    { id: 'incoming', text: texts.isIncoming, filters: { state: 'incoming' } },
  ],
  open: ({ id }) => stockPath(id),
  hasNeighbourLinks: true,
  actions: [adjustStocks, setLowLevel],
});
