import { contentPath } from '#features/content/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { ProgressBar, ReloadWithoutScript } from '#ui/admin/progress.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { transferTexts as texts } from '../texts.ts';
import { type ContentImport, countPictures, type StoredReport } from './import-store.ts';
import { importPath, transferPath } from './paths.ts';

const stateTones = { trying: 'info', tried: 'info', importing: 'info', done: 'success', failed: 'error' } as const;
const stateTexts = {
  trying: texts.stateTrying,
  tried: texts.stateTried,
  importing: texts.stateImporting,
  done: texts.stateDone,
  failed: texts.stateFailed,
} as const;

interface StateProps {
  readonly shop: Pick<Shop, 't'>;
  readonly state: ContentImport['state'];
}

export function ImportState({ shop: { t }, state }: StateProps) {
  return <StateBadge tone={stateTones[state]}>{t(stateTexts[state])}</StateBadge>;
}

type Pictures = Awaited<ReturnType<typeof countPictures>>;

/** Page of an uploaded file: preview of the import, its progress and its result. */
export async function createImportPage(
  shop: Shop,
  found: ContentImport,
  refusal: 'IMPORT_GONE' | 'IMPORT_NOT_READY' | undefined,
): Promise<PrivateView> {
  const { t } = shop;
  const { name, state, report, problem } = found;
  const isRunning = state === 'trying' || state === 'importing';
  const pictures = await countPictures(shop.db, found.id);
  const body = (
    <AdminPage>
      <Behaviour of="platform/admin/runs/run-progress">
        <div className="stack" data-run={isRunning ? 'running' : 'done'}>
          <PageHead
            title={name}
            back={{ href: transferPath, text: t(texts.title) }}
            states={<ImportState shop={shop} state={state} />}
          />
          {refusal && (
            <Notice kind="error" autoFocus>
              {t(texts[refusal])}
            </Notice>
          )}
          {isRunning && <Progress shop={shop} found={found} pictures={pictures} />}
          {state === 'failed' && <Notice kind="error">{t(texts.notImported, { problem })}</Notice>}
          {report && <Outcome shop={shop} report={report} isTry={state === 'tried'} pictures={pictures.total} />}
          {!isRunning && state !== 'done' && <Buttons shop={shop} found={found} />}
          {report && <Rows shop={shop} report={report} isTry={state === 'tried'} />}
        </div>
      </Behaviour>
    </AdminPage>
  );
  return { layout: 'admin', title: name, body, head: isRunning && <ReloadWithoutScript /> };
}

interface ProgressProps {
  readonly shop: Shop;
  readonly found: ContentImport;
  readonly pictures: Pictures;
}

function Progress({ shop: { t }, found: { state, progress, total }, pictures }: ProgressProps) {
  const isFetching = state === 'importing' && pictures.waiting > 0;
  const [done, all] = isFetching ? [pictures.total - pictures.waiting, pictures.total] : [progress, total];
  const label = isFetching ? texts.fetching : stateTexts[state];
  return (
    <>
      <ProgressBar
        {...{ id: 'progress', label: t(label), value: done, max: Math.max(all, 1) }}
        text={t(texts.progress, { done, total: all })}
      />
      <p>{t(texts.refreshing)}</p>
    </>
  );
}

interface OutcomeProps {
  readonly shop: Shop;
  readonly report: StoredReport;
  readonly isTry: boolean;
}

function Outcome({ shop: { t }, report: { counts }, isTry, pictures }: OutcomeProps & { readonly pictures: number }) {
  return (
    <Notice kind={counts.refused > 0 ? 'error' : 'success'}>
      {t(isTry ? texts.tried : texts.done)} {t(texts.counts, counts)}{' '}
      {isTry && pictures > 0 && t(texts.pictures, { count: pictures })}
    </Notice>
  );
}

function Buttons({ shop: { t }, found: { id, state, report } }: Omit<ProgressProps, 'pictures'>) {
  const hasChanges = report !== null && report.counts.created + report.counts.updated > 0;
  return (
    <form className="actions" method="post" action={importPath(id)}>
      {state === 'tried' && hasChanges && (
        <Button name="run" value="import">
          {t(texts.run)}
        </Button>
      )}{' '}
      <Button name="run" value="try" look="quiet">
        {t(texts.tryAgain)}
      </Button>
    </form>
  );
}

const tones = { created: 'success', updated: 'info', unchanged: 'neutral', refused: 'error' } as const;

function Rows({ shop: { t }, report: { rows, counts, notes }, isTry }: OutcomeProps) {
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - rows.length;
  return (
    <>
      {notes.length > 0 && (
        <Panel id="notes" title={t(texts.notes)}>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel id="rows" title={t(texts.rows)} look="flush">
        <DataTable
          label={t(texts.tableOf, { title: t(texts.rows) })}
          columns={[
            { id: 'address', title: t(texts.address), onPhone: 'title' },
            { id: 'kind', title: t(texts.kind) },
            { id: 'outcome', title: t(texts.outcome), onPhone: 'badge' },
            { id: 'reason', title: t(texts.reason), onPhone: 'value' },
          ]}
          rows={rows.map(({ kind, slug, outcome, reason, entryId }, index) => ({
            id: `${index}`,
            ...(entryId !== undefined && !isTry ? { href: `${contentPath}/${entryId}` } : {}),
            cells: {
              ...{ address: slug, kind, reason },
              outcome: <StateBadge tone={tones[outcome]}>{t(texts[outcome])}</StateBadge>,
            },
          }))}
        />
        {more > 0 && <p>{t(texts.more, { count: more })}</p>}
      </Panel>
    </>
  );
}
