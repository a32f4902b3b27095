import { sql } from 'drizzle-orm';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { Supplier } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { markOrdered } from './mark-ordered.ts';
import { readSuppliers } from './permissions.ts';
import { supplierForm, suppliersPath } from './supplier-form.ts';

export const supplierList = defineAdminList<Supplier>({
  name: 'suppliers.suppliers',
  path: suppliersPath,
  requires: readSuppliers.name,
  texts: { title: texts.suppliers, lead: texts.lead, count: texts.count, empty: texts.none },
  source: {
    from: sql`suppliers s`,
    id: sql`s.id`,
    select: sql`s.id, s.name, s.email, s.reorder_note as "reorderNote", s.created_at as "createdAt"`,
    sorts: {
      name: { title: texts.byName, by: sql`lower(s.name)`, type: 'text', direction: 'asc' },
      newest: { title: texts.newest, by: sql`s.created_at`, type: 'timestamptz', direction: 'desc' },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    email: { title: texts.email, cell: ({ email }) => email },
    reorderNote: { title: texts.reorderNote, cell: ({ reorderNote }) => reorderNote },
    added: { title: texts.added, cell: ({ createdAt }, { date }) => date(createdAt), sort: 'newest' },
  },
  filters: {
    toOrder: {
      kind: 'flag',
      title: texts.toOrder,
      isPromoted: true,
      where: (isSet) => (isSet ? sql`s.reorder_note <> ''` : sql`s.reorder_note = ''`),
    },
    added: { kind: 'date', title: texts.added, where: isInPeriod(sql`s.created_at`) },
  },
  search: {
    ...{ title: texts.search, sample: 'pottery' },
    exact: (text) => sql`lower(s.name) = lower(${text})`,
    fuzzy: (text) => contains(sql`(s.name || ' ' || coalesce(s.email, ''))`, text),
  },
  views: [{ id: 'toOrder', text: texts.toOrder, filters: { toOrder: 'yes' } }],
  open: ({ id }) => getFormPath(supplierForm, id),
  actions: [markOrdered],
  create: { text: texts.create, path: getFormPath(supplierForm, null), requires: supplierForm.requires },
});
