import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { isAnyCase } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { searchPath } from './contract.ts';
import { searchTexts as texts } from './texts.ts';

interface SearchRow {
  readonly id: number;
  readonly query: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

const isOfLastWeek = (now: Date) => sql`z.last_at >= ${new Date(now.getTime() - 7 * dayMs)}::timestamptz`;

/** Zero-result searches: only their words, at most a thousand. */
export const zeroResultList = defineAdminList<SearchRow>({
  name: 'search.zero-results',
  path: adminPath('searches'),
  requires: 'search.read',
  texts: {
    ...{ title: texts.zeroResults, lead: texts.zeroResultsLead },
    ...{ count: texts.zeroResultCount, empty: texts.noZeroResults },
  },
  source: {
    from: sql`zero_result_searches z`,
    id: sql`z.id`,
    select: sql`z.id, z.query, z.times, z.first_at as "firstAt", z.last_at as "lastAt"`,
    sorts: {
      times: { title: texts.mostSearched, by: sql`z.times`, type: 'bigint', direction: 'desc' },
      newest: { title: texts.newestSearch, by: sql`z.last_at`, type: 'timestamptz', direction: 'desc' },
    },
    allowedFullScans: { zero_result_searches: 'It has at most a thousand rows.' },
  },
  columns: {
    query: { title: texts.searchedFor, cell: ({ query }) => query, onPhone: 'title' },
    times: { title: texts.times, cell: ({ times }) => times, align: 'end', sort: 'times', onPhone: 'value' },
    first: { title: texts.firstSearched, cell: ({ firstAt }, { date }) => date(firstAt) },
    last: { title: texts.lastSearched, cell: ({ lastAt }, { date }) => date(lastAt), sort: 'newest' },
  },
  filters: {
    when: {
      ...{ kind: 'choice', title: texts.lastSearched, isPromoted: true },
      options: () => [{ value: 'week', label: texts.inLastWeek }],
      where: isAnyCase({ week: ({ now }) => isOfLastWeek(now) }),
    },
  },
  views: [{ id: 'week', text: texts.inLastWeek, filters: { when: 'week' } }],
  open: ({ query }) => `${searchPath}?${new URLSearchParams({ q: query })}`,
});

/** Tile with the number of different zero-result searches of the last week. */
export const recentZeroResults: HomeTile = {
  id: 'search.zero-results',
  requires: 'search.read',
  text: texts.recentZeroResults,
  rows: ({ clock }) => sql`select z.id from zero_result_searches z where ${isOfLastWeek(clock.now())}`,
  list: { path: `${zeroResultList.path}?view=week` },
};
