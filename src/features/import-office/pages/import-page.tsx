import type { ReactNode } from 'react';
import { findVisibleRun } from '#platform/admin/runs/end-run.ts';
import { runPath } from '#platform/admin/runs/paths.ts';
import { RunState } from '#platform/admin/runs/run-list.tsx';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { Actor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { ProgressBar, ReloadWithoutScript } from '#ui/admin/progress.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { countRows, type ImportCounts, type StoredImport } from '../imports/import-store.ts';
import { findKind } from '../kinds/kinds.ts';
import { beginPath, deletePath, importsPath, refusedPath } from '../paths.ts';
import { importTexts as texts } from '../texts.ts';
import { ColumnsForm } from './columns-form.tsx';
import { ImportedRows, loadRows } from './imported-rows.tsx';
import { ImportState, type noticeCodes, PageNotice } from './imports-page.tsx';

export interface ImportPageInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly file: StoredImport;
  readonly query: URLSearchParams;
  readonly notice: (typeof noticeCodes)[number] | undefined;
}

type Runs = readonly NonNullable<Awaited<ReturnType<typeof findVisibleRun>>>[];

export async function createImportPage({ shop, actor, file, query, notice }: ImportPageInput): Promise<PrivateView> {
  const { t } = shop;
  const counts = await countRows(shop.db, file.id);
  const found = await Promise.all(file.runIds.map((id) => findVisibleRun(shop, actor, id)));
  const runs: Runs = found.filter((run) => run !== null);
  const isRunning = file.state === 'checking' || runs.some(({ state }) => state === 'running');
  const kind = findKind(file.kind);
  const hasRows = file.state === 'checked';
  const rows = hasRows ? await loadRows(shop, file, query) : null;
  const body = (
    <AdminPage>
      <Behaviour of="platform/admin/runs/run-progress">
        <div className="stack" data-run={isRunning ? 'running' : 'done'}>
          <PageHead
            title={file.name}
            back={{ href: importsPath, text: t(texts.title) }}
            states={<ImportState shop={shop} file={file} />}
            lead={kind && t(kind.text)}
            actions={<FileActions shop={shop} file={file} counts={counts} />}
          />
          <PageNotice shop={shop} code={notice} />
          {file.state === 'checking' && <CheckProgress shop={shop} file={file} />}
          {isRunning && <p>{t(texts.refreshing)}</p>}
          <FileMessages shop={shop} file={file} />
          {hasRows && <BeginImport shop={shop} file={file} counts={counts} isRunning={isRunning} />}
          <RunLinks shop={shop} runs={runs} counts={counts} />
          {rows && <ImportedRows {...{ shop, file, counts, rows }} />}
          {file.runIds.length === 0 && file.state !== 'checking' && <ColumnsForm {...{ shop, actor, file }} />}
        </div>
      </Behaviour>
    </AdminPage>
  );
  return { layout: 'admin', title: file.name, body, head: isRunning && <ReloadWithoutScript /> };
}

interface FileProps {
  readonly shop: Shop;
  readonly file: StoredImport;
}
interface CountedProps extends FileProps {
  readonly counts: ImportCounts;
}

function FileActions({ shop: { t }, file, counts }: CountedProps) {
  const { refused } = counts.shown;
  return (
    <>
      {refused > 0 && (
        <ButtonLink look="quiet" href={refusedPath(file.id)} download="">
          {t(texts.refusedCsv)}
        </ButtonLink>
      )}
      {file.runIds.length === 0 && (
        <form method="post" action={deletePath(file.id)}>
          <Button look="quiet">{t(texts.delete)}</Button>
        </form>
      )}
    </>
  );
}

function CheckProgress({ shop: { t }, file: { progress, total } }: FileProps) {
  return (
    <ProgressBar
      id="check-progress"
      label={t(texts.progress)}
      value={progress}
      max={Math.max(total, 1)}
      text={t(texts.progressText, { done: progress, total })}
    />
  );
}

function FileMessages({ shop: { t }, file: { messages } }: FileProps): ReactNode {
  if (messages.length === 0) return null;
  return (
    <Panel id="messages" title={t(texts.aboutFile)}>
      <ul>
        {messages.slice(0, 100).map(({ column, message, code }) => (
          <li key={`${code} ${column} ${message}`}>
            {column === '' ? message : t(texts.inColumn, { column, message })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function BeginImport({ shop: { t }, file, counts, isRunning }: CountedProps & { readonly isRunning: boolean }) {
  const { created, updated } = counts.outcomes;
  const count = created + updated;
  if (isRunning || (file.runIds.length > 0 && counts.waitingBatches === 0)) return null;
  const isStopped = file.runIds.length > 0;
  return (
    <Panel id="begin" title={isStopped ? t(texts.stoppedLead) : t(texts.ready, { count })}>
      {counts.waitingBatches > 0 && (
        <form method="post" action={beginPath(file.id)}>
          <Button>{isStopped ? t(texts.continue) : t(texts.begin, { count })}</Button>
        </form>
      )}
    </Panel>
  );
}

function RunLinks({ shop, runs, counts }: { readonly shop: Shop; readonly runs: Runs; readonly counts: ImportCounts }) {
  const { t } = shop;
  if (runs.length === 0) return null;
  return (
    <Panel id="runs" title={t(texts.runs)}>
      <p>{t(texts.runsLead)}</p>
      {counts.undone > 0 && <p>{t(texts.undone, { count: counts.undone })}</p>}
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <a href={runPath(run.id)}>{t(texts.run, { id: String(run.id) })}</a> <RunState shop={shop} run={run} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
