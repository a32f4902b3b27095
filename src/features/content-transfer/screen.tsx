import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contentPath } from '#features/content/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { readContentFile } from './content-file.ts';
import { transferErrors } from './errors.ts';
import { exportContent } from './export-content.ts';
import { importContent, type TransferReport, type TransferRow } from './import-content.ts';
import { transferTexts as texts } from './texts.ts';

export const transferPath = adminPath('content-transfer');
const exportPath = `${transferPath}/content.json`;
const [readPermission, writePermission] = ['content.read', 'content.write'];
/** Bytes: the request waits for the import. The command takes larger files. */
const maxBytes = 10_000_000;
const maxShownRows = 500;

type ImportResult =
  | { readonly ok: true; readonly report: TransferReport; readonly dryRun: boolean }
  | {
      readonly ok: false;
      readonly code: 'FILE_MISSING' | 'FILE_TOO_LARGE' | 'FILE_UNREADABLE';
      readonly problem?: string;
    };

export const importMutation = defineMutation({
  name: 'content-transfer.import',
  description: 'Imports a content file, or says what the import would do.',
  schema: z.object({ run: z.enum(['try', 'import']).default('try') }),
  requires: writePermission ?? '',
  errors: transferErrors,
  files: () => ({ maxBytes, maxFiles: 1 }),
  run: async ({ shop, request, getActor }, { run }): Promise<ImportResult> => {
    const [file] = request.files ?? [];
    if (file?.isTooLarge) return { ok: false, code: 'FILE_TOO_LARGE' };
    if (!file || file.bytes === 0) return { ok: false, code: 'FILE_MISSING' };
    const content = readContentFile(await readFile(file.path, 'utf8'));
    if (typeof content === 'string') return { ok: false, code: 'FILE_UNREADABLE', problem: content };
    const dryRun = run === 'try';
    return { ok: true, dryRun, report: await importContent(shop, content, { actor: await getActor(), dryRun }) };
  },
  message: ({ shop: { t } }, { code, problem }) =>
    t(texts[code], { max: maxBytes / 1_000_000, problem: problem ?? '' }),
  form: {
    path: transferPath,
    success: ({ shop }, { report, dryRun }) => ({ page: createPage(shop, { report, dryRun }) }),
    failure: ({ shop }, { code, problem }) => ({
      page: createPage(shop, { refusal: shop.t(texts[code], { problem: problem ?? '' }) }),
    }),
  },
});

interface PageState {
  readonly report?: TransferReport;
  readonly dryRun?: boolean;
  readonly refusal?: string;
}

function createPage(shop: Shop, { report, dryRun = true, refusal }: PageState): PrivateView {
  const { t } = shop;
  const body = (
    <AdminPage>
      <PageHead title={t(texts.title)} lead={t(texts.lead)} />
      {refusal !== undefined && (
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
      )}
      {report && <Report shop={shop} report={report} dryRun={dryRun} />}
      <Panel id="import" title={t(texts.import)}>
        <form className="stack" method="post" action={transferPath} encType="multipart/form-data">
          <p>{t(report && dryRun ? texts.again : texts.importHint)}</p>
          <Field id="file" label={t(texts.file)} hint={t(texts.fileHint, { max: maxBytes / 1_000_000 })} required>
            {(control) => <FileInput {...control} name="file" accept=".json" />}
          </Field>
          <p className="actions">
            <Button name="run" value="try">
              {t(texts.try)}
            </Button>{' '}
            <Button name="run" value="import" look="quiet">
              {t(texts.run)}
            </Button>
          </p>
        </form>
      </Panel>
      <Panel id="export" title={t(texts.export)}>
        <div className="stack">
          <p>{t(texts.exportHint)}</p>
          <p>
            <a href={exportPath} download="">
              {t(texts.download)}
            </a>
          </p>
        </div>
      </Panel>
    </AdminPage>
  );
  return { layout: 'admin', title: t(texts.title), body };
}

const tones = { created: 'success', updated: 'info', unchanged: 'neutral', refused: 'error' } as const;

function Report({
  shop: { t },
  report: { rows, fetched },
  dryRun,
}: {
  shop: Shop;
  report: TransferReport;
  dryRun: boolean;
}) {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  // What needs a look comes first.
  const shown = rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxShownRows);
  return (
    <>
      <Notice kind={counts.refused > 0 ? 'error' : 'success'} autoFocus>
        {t(dryRun ? texts.tried : texts.done)} {t(texts.counts, counts)}{' '}
        {dryRun && fetched > 0 && t(texts.pictures, { count: fetched })}
      </Notice>
      <Panel id="rows" title={t(texts.rows)} look="flush">
        <DataTable
          label={t(texts.rows)}
          columns={[
            { id: 'address', title: t(texts.address), onPhone: 'title' },
            { id: 'kind', title: t(texts.kind) },
            { id: 'outcome', title: t(texts.outcome), onPhone: 'badge' },
            { id: 'reason', title: t(texts.reason), onPhone: 'value' },
          ]}
          rows={shown.map((row, index) => ({
            id: `${index}`,
            ...(row.entryId !== undefined && !dryRun ? { href: `${contentPath}/${row.entryId}` } : {}),
            cells: {
              address: row.slug,
              kind: row.kind,
              outcome: <StateBadge tone={tones[row.outcome]}>{t(texts[row.outcome])}</StateBadge>,
              reason: row.problem ?? row.differences?.map(({ title }) => title).join(', ') ?? '',
            },
          }))}
        />
        {rows.length > shown.length && <p>{t(texts.more, { count: rows.length - shown.length })}</p>}
      </Panel>
    </>
  );
}

const rank = ({ outcome }: TransferRow): number => ['refused', 'updated', 'created', 'unchanged'].indexOf(outcome);

export function registerTransferScreen(app: FastifyInstance, shop: Shop): void {
  app.get(transferPath, { config: { requires: writePermission } }, (request, reply) =>
    renderPrivatePage(shop, request, reply, createPage(shop, {})),
  );
  app.get(exportPath, { config: { requires: readPermission } }, async (_request, reply) =>
    reply
      .header('content-disposition', formatAttachment('content.json'))
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await exportContent(shop), null, 2)),
  );
}
