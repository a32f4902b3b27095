import { readTogether } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { auditPath, readAuditAddress, writeAuditAddress } from './audit-address.ts';
import { AuditFilters } from './audit-filters.tsx';
import { createAuditTableRow } from './audit-row.tsx';
import { listActions, listAudit, listPeople } from './list-audit.ts';
import { auditTexts as texts } from './texts.ts';

const pageSize = 50;

/** Who changed what: all of it, of an object, by a person, of an action, of a time. */
export async function createAuditPage(shop: Shop, actor: Actor, query: URLSearchParams): Promise<PrivateView> {
  const { t } = shop;
  const { filter, before } = readAuditAddress(query);
  const [found, people, actions] = await readTogether(shop.db, (db) =>
    Promise.all([listAudit(db, filter, before, pageSize + 1), listPeople(db), listActions(db)]),
  );
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const isFiltered = writeAuditAddress(filter) !== auditPath;
  const next = found.length > pageSize && last ? writeAuditAddress(filter, last) : null;
  const title = t(texts.title);
  const body = (
    <AdminPage>
      <PageHead title={title} lead={t(texts.lead)} />
      <AuditFilters shop={shop} filter={filter} people={people} actions={actions} label={rows[0]?.label ?? ''} />
      {rows.length === 0 ? (
        <ListState kind={isFiltered ? 'no-match' : 'empty'} text={t(isFiltered ? texts.noMatch : texts.empty)} />
      ) : (
        <DataTable
          label={title}
          columns={createColumns(shop)}
          rows={rows.map((row) => createAuditTableRow(shop, actor, row, filter.subject !== undefined))}
        />
      )}
      <CursorPagination
        label={t(texts.pages)}
        summary={t(texts.shown, { count: rows.length })}
        previous={{ text: t(texts.newest), href: before === null ? null : writeAuditAddress(filter) }}
        next={{ text: t(texts.next), href: next }}
      />
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

const createColumns = ({ t }: Shop): readonly TableColumn[] => [
  { id: 'object', title: t(texts.object), onPhone: 'title' },
  { id: 'what', title: t(texts.what) },
  { id: 'changes', title: t(texts.changes) },
  { id: 'who', title: t(texts.whoAndWhen) },
];
