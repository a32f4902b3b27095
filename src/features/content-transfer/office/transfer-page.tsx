import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { transferTexts as texts } from '../texts.ts';
import { ImportState } from './import-page.tsx';
import { listImports } from './import-store.ts';
import { exportPath, importPath, transferPath } from './paths.ts';

/** Page with upload, recent files and export. @param problem reason why an uploaded file was refused */
export async function createTransferPage(shop: Shop, problem?: string): Promise<PrivateView> {
  const { t, choices } = shop;
  const imports = await listImports(shop.db, {});
  const body = (
    <AdminPage>
      <PageHead title={t(texts.title)} lead={t(texts.lead)} />
      <Panel id="import" title={t(texts.import)}>
        <form className="stack" method="post" action={transferPath} encType="multipart/form-data" noValidate>
          <p>{t(texts.importHint)}</p>
          <Field id="file" label={t(texts.file)} hint={t(texts.fileHint)} error={problem} required>
            {(control) => <FileInput {...control} name="file" accept=".json,.xml" autoFocus={problem !== undefined} />}
          </Field>
          <p className="actions">
            <Button>{t(texts.try)}</Button>
          </p>
        </form>
      </Panel>
      <Panel id="imports" title={t(texts.recent)} look="flush">
        {imports.length === 0 ? (
          <ListState kind="empty" text={t(texts.noImports)} />
        ) : (
          <DataTable
            label={t(texts.tableOf, { title: t(texts.recent) })}
            columns={[
              { id: 'name', title: t(texts.file), onPhone: 'title' },
              { id: 'state', title: t(texts.outcome), onPhone: 'badge' },
              { id: 'by', title: t(texts.who) },
              { id: 'at', title: t(texts.when) },
            ]}
            rows={imports.map(({ id, name, state, by, createdAt }) => ({
              ...{ id, href: importPath(id) },
              cells: {
                ...{ name, by, at: formatMoment(createdAt, choices.locale) },
                state: <ImportState shop={shop} state={state} />,
              },
            }))}
          />
        )}
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
