import { sql } from 'drizzle-orm';
import { couponForm, couponList, couponRecord } from '#features/promotions/index.ts';
import { extendForm } from '#platform/admin/forms/extend-form.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import type { AdminFilter } from '#platform/admin/lists/filter.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { getRecordPath } from '#platform/admin/records/record.ts';
import { type RecordPicker, record } from '#platform/forms/kinds.ts';
import { findPayers, nameSuppliers, removePayer, searchSuppliers, setPayer } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { readSuppliers, writeSuppliers } from './permissions.ts';
import { supplierRecord } from './supplier-record.tsx';

const supplierPicker: RecordPicker = {
  load: ({ db }, ids) => nameSuppliers(db, [ids]),
  search: ({ db }, text) => searchSuppliers(db, [text, 10]),
};

const payerColumn = defineAddedColumn<string>({
  title: texts.payer,
  load: async (_shop, db, ids) => new Map((await findPayers(db, [ids])).map(({ couponId, name }) => [couponId, name])),
  cell: (name) => name,
});

const payerFilter: AdminFilter = {
  kind: 'record',
  title: texts.payer,
  picker: supplierPicker,
  where: (ids) => sql`exists (
    select from supplier_coupons p where p.coupon_id = c.id and p.supplier_id = any(${sql.param(ids)}::integer[]))`,
};

/** What the pages of coupons show of the supplier that pays for one. */
export const suppliersOfCoupons = [
  ...extendList(couponList, { columns: { supplier: payerColumn }, filters: { supplier: payerFilter } }),
  ...extendForm(couponForm, {
    name: 'supplier',
    title: texts.supplier,
    requires: writeSuppliers.name,
    fields: ({ t }) => ({
      paidBy: record({ label: t(texts.payer), hint: t(texts.payerHint), picker: supplierPicker }),
    }),
    load: async (_shop, db, id) => ({
      paidBy: id === null ? null : ((await findPayers(db, [[id]]))[0]?.supplierId ?? null),
    }),
    save: async (_shop, tx, id, { paidBy }) => {
      if (paidBy === null) await removePayer(tx, [id]);
      else if ((await setPayer(tx, [id, paidBy])).length === 0)
        return { ok: false, problems: [{ field: 'paidBy', message: 'This supplier was deleted.' }] };
      return { ok: true };
    },
  }),
  ...extendRecord(couponRecord, {
    panels: [
      {
        id: 'supplier',
        title: texts.payer,
        column: 'side',
        requires: readSuppliers.name,
        render: async ({ db }, coupon) => {
          const { id } = coupon as { readonly id: number };
          const [payer] = await findPayers(db, [[id]]);
          return payer ? <a href={getRecordPath(supplierRecord, payer.supplierId)}>{payer.name}</a> : null;
        },
      },
    ],
  }),
];
