import { encodings } from '#platform/csv/encoding.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { FormProblems } from '#platform/forms/form-fields.tsx';
import type { PrivateView } from '#platform/http/private-page.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput, SelectField } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Download, ExportPanel, loadExports } from '../exports/export-panel.tsx';
import { listImports, type StoredImport } from '../imports/import-store.ts';
import type { UploadResult } from '../imports/upload.ts';
import { importKinds } from '../kinds/kinds.ts';
import { examplePath, importPath, importsPath, templatePath } from '../paths.ts';
import { importSettings } from '../settings.ts';
import { importTexts as texts } from '../texts.ts';

const shownImports = 50;

const successCodes = ['wasDeleted', 'wasQueued'] as const;
const failureCodes = [
  'IMPORT_GONE',
  'IMPORT_DONE',
  'IMPORT_NOT_ALLOWED',
  'IMPORT_NOT_READY',
  'EXPORT_TOO_LARGE',
] as const;
export const noticeCodes = [...failureCodes, ...successCodes] as const;
type NoticeCode = (typeof noticeCodes)[number];

export function PageNotice({ shop: { t }, code }: { readonly shop: Shop; readonly code: NoticeCode | undefined }) {
  if (code === undefined) return null;
  return (
    <Notice kind={successCodes.some((each) => each === code) ? 'success' : 'error'} autoFocus>
      {t(texts[code])}
    </Notice>
  );
}

/** A refused file with the choices that staff had made for it. */
export type RefusedUpload = Extract<UploadResult, { readonly ok: false }> & {
  readonly kind: string;
  readonly encoding: string;
};

const fieldsOfProblems: Partial<Record<RefusedUpload['code'], string>> = {
  FILE_UNKNOWN: 'kind',
  IMPORT_NOT_ALLOWED: 'kind',
  FILE_ENCODING_UNCLEAR: 'encoding',
};

export async function createImportsPage(
  shop: Shop,
  actor: Actor,
  { notice, refused }: { readonly notice?: NoticeCode | undefined; readonly refused?: RefusedUpload },
): Promise<PrivateView> {
  const { t } = shop;
  const imports = await listImports(shop.db, { limit: shownImports });
  const exports = await loadExports(shop, actor);
  const kinds = importKinds.filter(({ requires }) => isPermitted(actor, requires));
  const problems = refused
    ? [{ field: fieldsOfProblems[refused.code] ?? 'file', message: t(texts[refused.code]) }]
    : [];
  const found = refused?.code === 'FILE_ENCODING_UNCLEAR' ? refused.readings : [];
  const readings = found.map(({ encoding, example }) => `${encoding} (${example})`).join(' · ');
  const unknown = { value: '', label: t(texts.recognise) };
  const body = (
    <AdminPage>
      <PageHead title={t(texts.title)} lead={t(texts.lead)} />
      <PageNotice shop={shop} code={notice} />
      <FormProblems state={{ t, problems }} />
      <Panel id="upload" title={t(texts.upload)}>
        <form className="stack" method="post" action={importsPath} encType="multipart/form-data" noValidate>
          <Field
            id="file"
            label={t(texts.file)}
            hint={t(texts.fileHint, { max: shop.settings(importSettings).maxMegabytes })}
            error={findFieldError(problems, 'file')}
            required
          >
            {(control) => <FileInput {...control} name="file" accept=".csv,.txt,text/csv" />}
          </Field>
          <SelectField
            {...{ id: 'kind', label: t(texts.kind), hint: t(texts.kindHint), value: refused?.kind }}
            error={findFieldError(problems, 'kind')}
            options={[unknown, ...kinds.map(({ id, text }) => ({ value: id, label: t(text) }))]}
          />
          <SelectField
            {...{ id: 'encoding', label: t(texts.encoding), value: refused?.encoding }}
            hint={readings === '' ? t(texts.encodingHint) : t(texts.encodingReadings, { readings })}
            error={findFieldError(problems, 'encoding')}
            options={[unknown, ...encodings.map((value) => ({ value, label: value }))]}
          />
          <Button>{t(texts.next)}</Button>
        </form>
      </Panel>
      <Panel id="imports" title={t(texts.recent)} look="flush">
        <ImportTable shop={shop} imports={imports} />
      </Panel>
      <Panel id="templates" title={t(texts.templates)} look="flush">
        <DataTable
          label={t(texts.tableOf, { title: t(texts.templates) })}
          columns={[
            { id: 'kind', title: t(texts.kind), onPhone: 'title' },
            { id: 'template', title: t(texts.template) },
            { id: 'example', title: t(texts.example) },
          ]}
          rows={kinds.map(({ id, text }) => ({
            id,
            cells: {
              kind: t(text),
              template: (
                <Download
                  href={templatePath(id)}
                  label={t(texts.templateOf, { kind: t(text) })}
                  text={t(texts.template)}
                />
              ),
              example: (
                <Download
                  href={examplePath(id)}
                  label={t(texts.exampleOf, { kind: t(text) })}
                  text={t(texts.example)}
                />
              ),
            },
          }))}
        />
      </Panel>
      <ExportPanel shop={shop} exports={exports} />
    </AdminPage>
  );
  return { layout: 'admin', title: t(texts.title), body };
}

export function ImportState({ shop: { t }, file }: { readonly shop: Shop; readonly file: StoredImport }) {
  const { state, runIds } = file;
  if (runIds.length > 0) return <StateBadge tone="success">{t(texts.importing)}</StateBadge>;
  const tones = { waiting: 'neutral', checking: 'info', checked: 'info', refused: 'error' } as const;
  return <StateBadge tone={tones[state]}>{t(state === 'refused' ? texts.refusedFile : texts[state])}</StateBadge>;
}

function ImportTable({ shop, imports }: { readonly shop: Shop; readonly imports: readonly StoredImport[] }) {
  const { t } = shop;
  if (imports.length === 0) return <ListState kind="empty" text={t(texts.noImports)} />;
  return (
    <DataTable
      label={t(texts.tableOf, { title: t(texts.recent) })}
      columns={[
        { id: 'name', title: t(texts.name), onPhone: 'title' },
        { id: 'kind', title: t(texts.kind) },
        { id: 'state', title: t(texts.state), onPhone: 'badge' },
        { id: 'by', title: t(texts.who) },
        { id: 'at', title: t(texts.when) },
      ]}
      rows={imports.map((file) => ({
        id: file.id,
        href: importPath(file.id),
        cells: {
          name: file.name,
          kind: t(importKinds.find(({ id }) => id === file.kind)?.text ?? texts.file),
          state: <ImportState shop={shop} file={file} />,
          by: file.by,
          at: formatMoment(file.createdAt, shop.choices.locale),
        },
      }))}
    />
  );
}
