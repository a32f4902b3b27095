import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { email, line, text } from '#platform/forms/kinds.ts';
import { findSupplier, type Supplier, saveSupplier } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { writeSuppliers } from './permissions.ts';

export const suppliersPath = adminPath('suppliers');

export const supplierForm = defineAdminForm({
  name: 'suppliers.save-supplier',
  description: 'Adds a supplier, or changes one.',
  path: `${suppliersPath}/:id`,
  requires: writeSuppliers.name,
  subject: 'supplier',
  create: texts.create,
  back: { path: suppliersPath, text: texts.suppliers },
  fields: ({ t }, _supplier: Supplier | null) => ({
    name: line({ label: t(texts.name), required: true, max: 100 }),
    email: email({ label: t(texts.email) }),
    reorderNote: text({ label: t(texts.reorderNote), hint: t(texts.reorderHint), max: 500 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { name: '', email: '', reorderNote: '' }, subject: null, label: '' };
    const supplier = await findSupplier(db, id, isLocking);
    return (
      supplier && { values: { ...supplier, email: supplier.email ?? '' }, subject: supplier, label: supplier.name }
    );
  },
  save: async ({ t, clock }, tx, values, { id }) => {
    const saved = await saveSupplier(tx, id, { ...values, email: values.email || null }, clock.now());
    if (saved !== null) return { ok: true, id: saved };
    return { ok: false, problems: [{ field: 'name', message: t(texts.nameTaken) }] };
  },
  layout: [{ title: texts.basics, fields: ['name', 'email', 'reorderNote'] }],
});
