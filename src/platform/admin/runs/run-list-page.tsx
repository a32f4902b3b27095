import { formatAction } from '#platform/admin/audit/audit-kinds.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { DataTable, type TableColumn, type TableRow } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { listVisibleRuns } from './end-run.ts';
import { findFailedSince } from './home-tile.ts';
import { failedRunsPath, runPath, runsPath } from './paths.ts';
import type { Run } from './run-rows.ts';
import { runTexts as texts } from './texts.ts';

const pageSize = 50;

/** Runs that somebody may see, newest first. */
export async function createRunListPage(shop: Shop, actor: Actor, query: URLSearchParams): Promise<PrivateView> {
  const { t } = shop;
  const before = /^[1-9]\d{0,14}$/.exec(query.get('before') ?? '')?.[0];
  const isFailed = query.get('failed') === '1';
  const found = await listVisibleRuns(shop, actor, {
    before: before === undefined ? null : Number(before),
    failedSince: isFailed ? findFailedSince(shop) : null,
    limit: pageSize + 1,
  });
  const runs = found.slice(0, pageSize);
  const last = runs.at(-1);
  const first = isFailed ? failedRunsPath : runsPath;
  const next = found.length > pageSize && last ? `${first}${isFailed ? '&' : '?'}before=${last.id}` : null;
  const title = t(isFailed ? texts.failuresTitle : texts.title);
  const back = isFailed ? { href: runsPath, text: t(texts.allRuns) } : undefined;
  const body = (
    <AdminPage>
      <PageHead title={title} lead={t(texts.lead)} back={back} />
      {runs.length === 0 ? (
        <ListState kind={isFailed ? 'no-match' : 'empty'} text={t(isFailed ? texts.noFailures : texts.empty)} />
      ) : (
        <>
          <DataTable label={title} columns={createColumns(shop)} rows={runs.map((run) => createRow(shop, run))} />
          <CursorPagination
            label={t(texts.pages)}
            summary={t(texts.shownRuns, { count: runs.length })}
            previous={{ text: t(texts.newest), href: before === undefined ? null : first }}
            next={{ text: t(texts.next), href: next }}
          />
        </>
      )}
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

const createColumns = ({ t }: Shop): readonly TableColumn[] => [
  { id: 'action', title: t(texts.action), onPhone: 'title' },
  { id: 'state', title: t(texts.state), onPhone: 'badge' },
  { id: 'progress', title: t(texts.progress), align: 'end' },
  { id: 'who', title: t(texts.who) },
  { id: 'when', title: t(texts.when) },
];

const createRow = (shop: Shop, run: Run): TableRow => ({
  id: run.id,
  href: runPath(run.id),
  cells: {
    action: formatRunTitle(shop, run),
    state: <RunState shop={shop} run={run} />,
    progress: formatCounts(shop, run),
    who: run.by,
    when: <Time shop={shop} date={run.createdAt} />,
  },
});

/** 'End coupon', or 'Undo: End coupon'. */
export function formatRunTitle(shop: Shop, { action, undoes }: Run): string {
  const name = formatAction(shop, action);
  return undoes === null ? name : shop.t(texts.undoOf, { action: name });
}

export function formatCounts({ t }: Shop, { done, skipped, failed, total }: Run): string {
  return t(texts.counts, { processed: done + skipped + failed, total });
}

const tones = { running: 'info', done: 'success', stopped: 'warning' } as const;

export function RunState({ shop, run: { state, failed } }: { readonly shop: Shop; readonly run: Run }) {
  const tone = state === 'done' && failed > 0 ? 'warning' : tones[state];
  return (
    <StateBadge tone={tone} isOpen={state === 'running'}>
      {shop.t(texts[state])}
    </StateBadge>
  );
}

/** Date and time in the shop's time zone. */
export function Time({ shop, date }: { readonly shop: Pick<Shop, 'choices'>; readonly date: Date }) {
  const format = getDateFormat(shop.choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
