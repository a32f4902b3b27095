import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { contains, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Supplier } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { markOrdered } from './mark-ordered.ts';
import { readSuppliers, writeSuppliers } from './permissions.ts';
import { supplierForm, supplierRecord } from './supplier-record.tsx';

export const supplierList = defineAdminList<Supplier>({
  name: 'suppliers.suppliers',
  path: adminPath('suppliers'),
  requires: readSuppliers.name,
  texts: { title: texts.title, count: texts.count, empty: texts.none },
  source: {
    from: sql`suppliers s`,
    id: sql`s.id`,
    select: sql`s.id, s.name, coalesce(s.email, '') as email, s.reorder_note as "reorderNote"`,
    sorts: {
      name: { title: texts.name, by: sql`lower(s.name)`, type: 'text', direction: 'asc' },
      newest: { title: texts.newest, by: sql`s.created_at`, type: 'timestamptz', direction: 'desc' },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title' },
    email: { title: texts.email, cell: ({ email }) => email },
    reorderNote: { title: texts.reorderNote, cell: ({ reorderNote }) => reorderNote },
  },
  filters: {
    toOrder: {
      kind: 'flag',
      title: texts.toOrder,
      isPromoted: true,
      where: (isYes) => (isYes ? sql`s.reorder_note <> ''` : sql`s.reorder_note = ''`),
    },
    added: { kind: 'date', title: texts.added, where: isInPeriod(sql`s.created_at`) },
  },
  search: {
    title: texts.searchedBy,
    sample: 'clay',
    exact: (text) => sql`lower(s.name) = lower(${text})`,
    fuzzy: (text) => contains(sql`(s.name || ' ' || coalesce(s.email, ''))`, text),
  },
  views: [{ id: 'toOrder', text: texts.toOrder, filters: { toOrder: 'yes' } }],
  open: ({ id }) => getRecordPath(supplierRecord, id),
  actions: [markOrdered],
  create: { text: texts.create, path: getFormPath(supplierForm, null), requires: writeSuppliers.name },
});

export const suppliersToOrderFrom: HomeTile = {
  id: 'suppliers.to-order',
  requires: readSuppliers.name,
  text: texts.waiting,
  rows: () => sql`select id from suppliers where reorder_note <> ''`,
  list: { path: adminPath('suppliers?toOrder=yes') },
};
