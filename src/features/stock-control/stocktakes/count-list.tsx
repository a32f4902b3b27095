import { sql } from 'drizzle-orm';
import { isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { countsPath, readStock, stockPath } from '../paths.ts';
import { stockLabelSql } from '../stocks/stock-sql.ts';
import { applyCounts } from './apply-counts.ts';
import type { Count } from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

const nameStocktakes = sqlQuery<{ id: number; label: string }>(
  'stock-control.name-stocktakes',
  'select id, name as label from stocktakes where id = any($1::bigint[])',
);

export const formatDifference = ({ counted, book }: Pick<Count, 'counted' | 'book'>): string =>
  `${counted > book ? '+' : ''}${counted - book}`;

const looks = {
  applied: { text: texts.applied, tone: 'success' },
  differs: { text: texts.differs, tone: 'warning' },
  equal: { text: texts.equal, tone: 'neutral' },
} as const;

const findLook = ({ isApplied, counted, book }: Count) =>
  looks[isApplied ? 'applied' : counted === book ? 'equal' : 'differs'];

/** Counted rows. Filtered by a stocktake, the list compares the counted with the booked stock. */
export const countList = defineAdminList<Count & { readonly countedAt: Date }>({
  name: 'stock-control.counts',
  path: countsPath,
  requires: readStock,
  texts: { title: texts.counts, lead: texts.countsLead, count: texts.countsCount, empty: texts.none },
  source: {
    from: sql`stocktake_counts c`,
    id: sql`c.id`,
    select: sql`c.id, c.stock_id as "stockId", ${sql.raw(stockLabelSql('c.stock_id'))} as name, c.counted, c.book, c.counted_at as "countedAt",
      c.applied_at is not null as "isApplied"`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`c.counted_at`, type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    product: { title: texts.product, cell: ({ name }) => name, onPhone: 'title' },
    counted: { title: texts.counted, cell: ({ counted }) => counted, align: 'end' },
    book: { title: texts.book, cell: ({ book }) => book, align: 'end' },
    difference: { title: texts.difference, cell: (row) => formatDifference(row), align: 'end', onPhone: 'value' },
    state: {
      ...{ title: texts.state, onPhone: 'badge' },
      cell: (row, { t }) => <StateBadge tone={findLook(row).tone}>{t(findLook(row).text)}</StateBadge>,
    },
    when: {
      title: texts.when,
      cell: ({ countedAt }, { time }) => time(countedAt),
      csv: ({ countedAt }) => countedAt.toISOString(),
    },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true },
      options: () => Object.entries(looks).map(([value, { text }]) => ({ value, label: text })),
      where: isAnyCase({
        applied: () => sql`c.applied_at is not null`,
        differs: () => sql`(c.applied_at is null and c.difference <> 0)`,
        equal: () => sql`(c.applied_at is null and c.difference = 0)`,
      }),
    },
    stocktake: {
      ...{ kind: 'record', title: texts.stocktake, picker: { load: ({ db }, ids) => nameStocktakes(db, [ids]) } },
      where: (ids: readonly number[]) => sql`c.stocktake_id = any(${sql.param(ids)}::bigint[])`,
    },
    when: { kind: 'date', title: texts.when, where: isInPeriod(sql`c.counted_at`) },
  },
  open: ({ stockId }) => stockPath(stockId),
  actions: [applyCounts],
});
