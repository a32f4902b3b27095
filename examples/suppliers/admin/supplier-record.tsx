import { couponList, couponRecord } from '#features/promotions/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { defineAdminRecord, getRecordPath } from '#platform/admin/records/record.ts';
import { email, line, text } from '#platform/forms/kinds.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { findPaidCoupons, findSupplier, type Supplier, saveSupplier } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { markOrdered } from './mark-ordered.ts';
import { readSuppliers, writeSuppliers } from './permissions.ts';

export const supplierForm = defineAdminForm({
  name: 'suppliers.save-supplier',
  description: 'Saves a supplier.',
  path: adminPath('suppliers/:id'),
  requires: writeSuppliers.name,
  subject: 'supplier',
  create: texts.create,
  back: { path: adminPath('suppliers'), text: texts.title },
  fields: ({ t }, _supplier: Supplier | null) => ({
    name: line({ label: t(texts.name), required: true, max: 100 }),
    email: email({ label: t(texts.email) }),
    reorderNote: text({ label: t(texts.reorderNote), hint: t(texts.reorderHint), max: 500 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { name: '', email: '', reorderNote: '' }, subject: null, label: '' };
    const supplier = await findSupplier(db, id, isLocking);
    return supplier && { values: supplier, subject: supplier, label: supplier.name };
  },
  save: async (shop, tx, values, { id }) => {
    const saved = await saveSupplier(shop, tx, id, values);
    return saved === null
      ? { ok: false, problems: [{ field: 'name', message: 'Another supplier has this name.' }] }
      : { ok: true, id: saved };
  },
  layout: [{ title: texts.supplier, fields: ['name', 'email', 'reorderNote'] }],
});

const maxShownCoupons = 20;

export const supplierRecord = defineAdminRecord<Supplier>({
  name: 'suppliers.supplier',
  path: adminPath('suppliers/:id'),
  requires: readSuppliers.name,
  subject: 'supplier',
  load: (_shop, db, id) => findSupplier(db, id),
  head: (shop, { name, email, reorderNote }) => ({
    title: name,
    states: reorderNote === '' ? null : <StateBadge tone="warning">{shop.t(texts.toOrder)}</StateBadge>,
    facts: email,
  }),
  form: supplierForm,
  panels: [
    {
      id: 'coupons',
      title: texts.paidCoupons,
      column: 'side',
      requires: 'promotions.read',
      render: async (shop, { id }) => {
        const coupons = await findPaidCoupons(shop.db, [id, maxShownCoupons]);
        if (coupons.length === 0) return null;
        return (
          <ul>
            {coupons.map((coupon) => (
              <li key={coupon.id}>
                <a href={getRecordPath(couponRecord, coupon.id)}>{coupon.code}</a>
              </li>
            ))}
            <li>
              <a href={`${couponList.path}?supplier=${id}`}>{shop.t(texts.allPaidCoupons)}</a>
            </li>
          </ul>
        );
      },
    },
  ],
  actions: [{ action: markOrdered, text: texts.markOrdered, isShown: ({ reorderNote }) => reorderNote !== '' }],
});
