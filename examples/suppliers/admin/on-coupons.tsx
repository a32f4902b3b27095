import { sql } from 'drizzle-orm';
import { couponForm, couponList, couponRecord } from '#features/promotions/index.ts';
import { extendForm } from '#platform/admin/forms/extend-form.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import type { AdminFilter } from '#platform/admin/lists/filter.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { type AdminPanel, getRecordPath } from '#platform/admin/records/record.ts';
import { record } from '#platform/forms/kinds.ts';
import { findPayers, type Payer, setPayer } from '../paid-coupons.ts';
import { supplierTexts as texts } from '../texts.ts';
import { readSuppliers, writeSuppliers } from './permissions.ts';
import { supplierPicker } from './supplier-picker.ts';
import { supplierRecord } from './supplier-record.tsx';

const payerColumn = defineAddedColumn<Payer>({
  title: texts.paidBy,
  load: (_shop, db, ids) => findPayers(db, ids),
  cell: (payer) => payer?.name,
});

/** The page of a supplier links to it. */
const payerFilter: AdminFilter = {
  kind: 'record',
  title: texts.paidBy,
  picker: supplierPicker,
  where: (ids) =>
    sql`exists (select from supplier_coupons p where p.coupon_id = c.id and p.supplier_id = any(${sql.param(ids)}::integer[]))`,
};

const payerPanel: AdminPanel = {
  ...{ id: 'supplier', title: texts.paidBy, column: 'side', requires: readSuppliers.name },
  async render({ db }, coupon) {
    const { id } = coupon as { readonly id: number };
    const payer = (await findPayers(db, [id])).get(id);
    return payer ? <a href={getRecordPath(supplierRecord, payer.id)}>{payer.name}</a> : null;
  },
};

/** What suppliers add to the pages of coupons. */
export const suppliersOfCoupons = [
  ...extendList(couponList, { columns: { supplier: payerColumn }, filters: { supplier: payerFilter } }),
  ...extendRecord(couponRecord, { panels: [payerPanel] }),
  ...extendForm(couponForm, {
    ...{ name: 'supplier', title: texts.supplier, requires: writeSuppliers.name },
    fields: ({ t }) => ({
      paidBy: record({ label: t(texts.paidBy), hint: t(texts.paidByHint), picker: supplierPicker }),
    }),
    load: async (_shop, db, id) => ({
      paidBy: id === null ? null : ((await findPayers(db, [id])).get(id)?.id ?? null),
    }),
    save: async ({ t }, tx, id, { paidBy }) => {
      if (await setPayer(tx, id, paidBy)) return { ok: true };
      return { ok: false, problems: [{ field: 'paidBy', message: t(texts.supplierGone) }] };
    },
  }),
];
