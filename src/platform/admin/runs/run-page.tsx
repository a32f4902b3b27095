import { Fragment, type ReactNode } from 'react';
import { openBackOffice } from '#platform/admin/admin.ts';
import { findSubjectPath } from '#platform/admin/audit/audit-kinds.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { DataTable, type TableColumn, type TableRow } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { ProgressBar, ReloadWithoutScript } from '#ui/admin/progress.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { isUndoable } from './end-run.ts';
import { runPath, runResultsPath, runsPath, stopRunPath, undoRunPath } from './paths.ts';
import { formatCounts, formatRunTitle, RunState, Time } from './run-list.tsx';
import { listRunRows, type Run, type RunRow, type RunRowState, runRowStates } from './run-rows.ts';
import { runTexts as texts } from './texts.ts';

const pageSize = 50;

export const runNoticeCodes = ['wasStopped', 'RUN_ENDED', 'RUN_NOT_UNDOABLE', 'RUN_NOT_ALLOWED'] as const;

export interface RunPageInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly run: Run;
  readonly query: URLSearchParams;
  readonly notices: readonly { readonly code: (typeof runNoticeCodes)[number] }[];
}

export async function createRunPage({ shop, actor, run, query, notices }: RunPageInput): Promise<PrivateView> {
  const { t } = shop;
  const state = runRowStates.find((each) => each === query.get('state')) ?? null;
  const after = Number(/^\d{1,9}$/.exec(query.get('after') ?? '')?.[0] ?? 0);
  const found = await listRunRows(shop.db, run.id, state, after, pageSize + 1);
  const title = formatRunTitle(shop, run);
  const [first] = notices;
  const body = (
    <AdminPage>
      <Behaviour of="platform/admin/runs/run-progress">
        <div className="stack" data-run={run.state}>
          <PageHead
            title={title}
            back={{ href: runsPath, text: t(texts.title) }}
            states={<RunState shop={shop} run={run} />}
            lead={<RunLead shop={shop} run={run} />}
            actions={<RunActions shop={shop} actor={actor} run={run} />}
          />
          {first && (
            <Notice kind={first.code === 'wasStopped' ? 'success' : 'warning'} autoFocus>
              {t(texts[first.code])}
            </Notice>
          )}
          <RunProgress shop={shop} run={run} />
          <RunResults shop={shop} actor={actor} run={run} state={state} after={after} found={found} />
        </div>
      </Behaviour>
    </AdminPage>
  );
  const head = run.state === 'running' && <ReloadWithoutScript />;
  return { layout: 'admin', title, body, head };
}

interface RunProps {
  readonly shop: Shop;
  readonly run: Run;
}

function RunLead({ shop, run: { by, createdAt, undoes, undoneBy } }: RunProps) {
  const { t } = shop;
  const [before = '', behind = ''] = t(texts.by, { name: by, when: '\0' }).split('\0');
  return (
    <>
      <span>
        {before}
        <Time shop={shop} date={createdAt} />
        {behind}
      </span>
      {[
        { id: undoes, text: texts.undoes },
        { id: undoneBy, text: texts.undoneBy },
      ].map(
        ({ id, text }) =>
          id !== null && (
            <Fragment key={id}>
              {' · '}
              <a href={runPath(id)}>{t(text, { id: String(id) })}</a>
            </Fragment>
          ),
      )}
    </>
  );
}

function RunActions({ shop, actor, run }: RunProps & { readonly actor: Actor }) {
  const { t, bulkActions } = shop;
  const isAllowed = isPermitted(actor, bulkActions.get(run.action)?.requires ?? openBackOffice.name);
  return (
    <>
      <ButtonLink look="quiet" href={runResultsPath(run.id)}>
        {t(texts.csv)}
      </ButtonLink>
      {run.state === 'running' && (
        <form method="post" action={stopRunPath(run.id)}>
          <Button look="quiet">{t(texts.stop)}</Button>
        </form>
      )}
      {isAllowed && isUndoable(shop, run) && (
        <form method="post" action={undoRunPath(run.id)}>
          <Button look="quiet">{t(texts.undo)}</Button>
        </form>
      )}
    </>
  );
}

function RunProgress({ shop, run }: RunProps) {
  const { t } = shop;
  const { done, skipped, failed, total, state, stoppedBecause, by } = run;
  return (
    <>
      <ProgressBar
        id="run-progress"
        label={t(texts.progress)}
        value={done + skipped + failed}
        max={total}
        text={`${formatCounts(shop, run)} · ${t(texts.summary, { done, skipped, failed })}`}
      />
      {state === 'running' && <p>{t(texts.refreshing)}</p>}
      {stoppedBecause && <Notice kind="warning">{t(texts[stoppedBecause], { name: by })}</Notice>}
    </>
  );
}

interface ResultsProps extends RunProps {
  readonly actor: Actor;
  readonly state: RunRowState | null;
  readonly after: number;
  /** Contains one row more than a page when there is another page. */
  readonly found: readonly RunRow[];
}

function RunResults({ shop, actor, run, state, after, found }: ResultsProps): ReactNode {
  const { t } = shop;
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const href = (to: RunRowState | null, position = 0) => {
    const query = new URLSearchParams({ ...(to && { state: to }), ...(position > 0 && { after: String(position) }) });
    return query.size === 0 ? runPath(run.id) : `${runPath(run.id)}?${query}`;
  };
  const { total, done, skipped, failed } = run;
  const counts = { done, skipped, failed, waiting: total - done - skipped - failed };
  const tabs = [null, ...runRowStates].map((each) => ({
    href: href(each),
    text: t(each === null ? texts.all : stateTexts[each]),
    isCurrent: each === state,
    count: String(each === null ? total : counts[each]),
  }));
  return (
    <>
      <ViewTabs label={t(texts.result)} tabs={tabs} />
      {rows.length === 0 ? (
        <ListState kind="no-match" text={t(texts.noRows)} />
      ) : (
        <DataTable
          label={t(texts.result)}
          columns={createColumns(shop)}
          rows={rows.map((row) => createRow(shop, actor, run, row))}
        />
      )}
      <CursorPagination
        label={t(texts.pages)}
        summary={t(texts.shown, { count: rows.length })}
        previous={{ text: t(texts.first), href: after === 0 ? null : href(state) }}
        next={{ text: t(texts.next), href: found.length > pageSize && last ? href(state, last.position) : null }}
      />
    </>
  );
}

const stateTexts = {
  waiting: texts.rowWaiting,
  done: texts.rowDone,
  skipped: texts.rowSkipped,
  failed: texts.rowFailed,
} as const;

const tones = { waiting: 'neutral', done: 'success', skipped: 'neutral', failed: 'error' } as const;

const createColumns = ({ t }: Shop): readonly TableColumn[] => [
  { id: 'object', title: t(texts.object), onPhone: 'title' },
  { id: 'result', title: t(texts.result), onPhone: 'badge' },
  { id: 'reason', title: t(texts.reason) },
];

function createRow(shop: Shop, actor: Actor, run: Run, row: RunRow): TableRow {
  const { position, subjectId, state, label, message } = row;
  const subjectKind = shop.bulkActions.get(run.action)?.subject ?? '';
  const path = findSubjectPath(shop, actor, { subjectKind, subjectId: String(subjectId) });
  return {
    id: position,
    href: path ?? undefined,
    cells: {
      object: label ?? `#${subjectId}`,
      result: (
        <StateBadge tone={tones[state]} isOpen={state === 'waiting'}>
          {shop.t(stateTexts[state])}
        </StateBadge>
      ),
      reason: message,
    },
  };
}
