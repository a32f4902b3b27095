import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { exportFilePath, exportPath } from '../paths.ts';
import { importTexts as texts } from '../texts.ts';
import { type ExportFile, listExportFiles, maxRowsInRequest } from './export-files.ts';
import { type ExportKind, exportKinds, findExport } from './export-kinds.ts';

export interface Exports {
  readonly kinds: readonly (ExportKind & { readonly rows: number })[];
  readonly files: readonly ExportFile[];
}

export async function loadExports({ db, clock }: Shop, actor: Actor): Promise<Exports> {
  const allowed = exportKinds.filter(({ requires }) => isPermitted(actor, requires));
  const kinds = await Promise.all(allowed.map(async (kind) => ({ ...kind, rows: await kind.count(db) })));
  const files = await listExportFiles(db, { now: clock.now() });
  return { kinds, files: files.filter(({ kind }) => allowed.some(({ id }) => id === kind)) };
}

export function ExportPanel({ shop, exports: { kinds, files } }: { readonly shop: Shop; readonly exports: Exports }) {
  const { t } = shop;
  return (
    <>
      <Panel id="exports" title={t(texts.exports)} look="flush">
        <DataTable
          label={t(texts.tableOf, { title: t(texts.exports) })}
          columns={[
            { id: 'kind', title: t(texts.kind), onPhone: 'title' },
            { id: 'rows', title: t(texts.exportRows), align: 'end', onPhone: 'value' },
            { id: 'download', title: t(texts.download) },
          ]}
          rows={kinds.map((kind) => ({
            id: kind.id,
            cells: { kind: t(kind.text), rows: kind.rows, download: <ExportLink shop={shop} kind={kind} /> },
          }))}
        />
      </Panel>
      {files.length > 0 && (
        <Panel id="files" title={t(texts.prepared)} look="flush">
          <DataTable
            label={t(texts.tableOf, { title: t(texts.prepared) })}
            columns={[
              { id: 'kind', title: t(texts.kind), onPhone: 'title' },
              { id: 'by', title: t(texts.who) },
              { id: 'until', title: t(texts.state) },
            ]}
            rows={files.map((file) => ({
              id: file.id,
              cells: {
                kind: <PreparedFile shop={shop} file={file} />,
                by: file.by,
                until: file.doneAt
                  ? t(texts.availableUntil, { when: formatMoment(file.expiresAt, shop.choices.locale) })
                  : t(texts.preparing),
              },
            }))}
          />
        </Panel>
      )}
    </>
  );
}

function ExportLink({ shop: { t }, kind }: { readonly shop: Shop; readonly kind: Exports['kinds'][number] }) {
  const values = { kind: t(kind.text) };
  if (kind.rows <= maxRowsInRequest)
    return <Download href={exportPath(kind.id)} label={t(texts.downloadOf, values)} text={t(texts.download)} />;
  return (
    <form method="post" action={exportPath(kind.id)}>
      <Button look="quiet" aria-label={t(texts.prepareOf, values)}>
        {t(texts.prepare)}
      </Button>
    </form>
  );
}

interface DownloadProps {
  readonly href: string;
  readonly label?: string;
  readonly text: string;
}

export function Download({ href, label, text }: DownloadProps) {
  return (
    <a href={href} aria-label={label} download="">
      {text}
    </a>
  );
}

function PreparedFile({ shop: { t }, file }: { readonly shop: Shop; readonly file: ExportFile }) {
  const text = t(findExport(file.kind)?.text ?? texts.file);
  return file.doneAt === null ? text : <Download href={exportFilePath(file.id)} text={text} />;
}
