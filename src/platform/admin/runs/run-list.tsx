import { sql } from 'drizzle-orm';
import { openBackOffice } from '#platform/admin/admin.ts';
import { formatAction } from '#platform/admin/audit/audit-kinds.ts';
import { contains, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { hasFailedLately, isSeenBy } from './home-tile.ts';
import { runPath, runsPath } from './paths.ts';
import { type Run, runColumns, runSource } from './run-rows.ts';
import { runTexts as texts } from './texts.ts';

const tones = { running: 'info', done: 'success', stopped: 'warning' } as const;
const states = Object.keys(tones) as (keyof typeof tones)[];

export const runList = defineAdminList<Run>({
  name: 'runs.runs',
  path: runsPath,
  requires: openBackOffice.name,
  texts: { title: texts.title, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    ...{ from: sql.raw(runSource), id: sql`r.id`, select: sql.raw(runColumns) },
    where: isSeenBy,
    sorts: {
      newest: { title: texts.newest, reversedTitle: texts.oldest, by: sql`r.id`, type: 'bigint', direction: 'desc' },
    },
    allowedFullScans: { runs: 'People begin them by hand, and old ones are deleted.' },
  },
  columns: {
    action: { title: texts.action, cell: (run, { shop }) => formatRunTitle(shop, run), onPhone: 'title' },
    state: { title: texts.state, cell: (run, { shop }) => <RunState {...{ run, shop }} />, onPhone: 'badge' },
    progress: { title: texts.progress, cell: (run, { shop }) => formatCounts(shop, run), align: 'end' },
    who: { title: texts.who, cell: ({ by }) => by },
    when: { title: texts.when, cell: ({ createdAt: date }, { shop }) => <Time {...{ date, shop }} />, sort: 'newest' },
  },
  filters: {
    state: {
      kind: 'choice',
      title: texts.state,
      isPromoted: true,
      options: () => states.map((value) => ({ value, label: texts[value] })),
      where: isOneOf(sql`r.state`),
    },
    action: {
      kind: 'choice',
      title: texts.action,
      isPromoted: true,
      options: ({ bulkActions }) => [...bulkActions.values()].map(({ name, text }) => ({ value: name, label: text })),
      where: isOneOf(sql`r.action`),
    },
    who: { kind: 'text', title: texts.who, isPromoted: true, where: (text) => contains(sql`r.by`, text) },
    failed: {
      kind: 'flag',
      title: texts.hasFailedLately,
      where: (isSet, { now }) => (isSet ? hasFailedLately(now) : sql`not ${hasFailedLately(now)}`),
    },
    when: { kind: 'date', title: texts.when, where: isInPeriod(sql`r.created_at`) },
  },
  views: [{ id: 'failed', text: texts.hasFailedLately, filters: { failed: 'yes' } }],
  open: ({ id }) => runPath(id),
});

/** Formats the title: 'End coupon', or 'Undo: End coupon'. */
export function formatRunTitle(shop: Shop, { action, undoes }: Pick<Run, 'action' | 'undoes'>): string {
  const name = formatAction(shop, action);
  return undoes === null ? name : shop.t(texts.undoOf, { action: name });
}

export function formatCounts({ t }: Shop, { done, skipped, failed, total }: Run): string {
  return t(texts.counts, { processed: done + skipped + failed, total });
}

export function RunState({ shop, run: { state, failed } }: { readonly shop: Shop; readonly run: Run }) {
  const tone = state === 'done' && failed > 0 ? 'warning' : tones[state];
  return (
    <StateBadge tone={tone} isOpen={state === 'running'}>
      {shop.t(texts[state])}
    </StateBadge>
  );
}

export function Time({ shop, date }: { readonly shop: Pick<Shop, 'choices'>; readonly date: Date }) {
  return <time dateTime={date.toISOString()}>{formatMoment(date, shop.choices.locale)}</time>;
}
