import { couponList, couponRecord } from '#features/promotions/index.ts';
import { type AdminPanel, defineAdminRecord, getRecordPath } from '#platform/admin/records/record.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { listPaidCoupons } from '../paid-coupons.ts';
import { findSupplier, type Supplier } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { markOrdered } from './mark-ordered.ts';
import { readSuppliers } from './permissions.ts';
import { supplierForm, suppliersPath } from './supplier-form.ts';

const couponsPanel: AdminPanel<Supplier> = {
  ...{ id: 'coupons', title: texts.coupons, column: 'side', requires: couponRecord.requires },
  async render({ db, t }, { id }) {
    const coupons = await listPaidCoupons(db, id);
    if (coupons.length === 0) return <p>{t(texts.noCoupons)}</p>;
    return (
      <>
        <ul>
          {coupons.map((coupon) => (
            <li key={coupon.id}>
              <a href={getRecordPath(couponRecord, coupon.id)}>{coupon.code}</a>
            </li>
          ))}
        </ul>
        <a href={`${couponList.path}?supplier=${id}`}>{t(texts.allCoupons)}</a>
      </>
    );
  },
};

export const supplierRecord = defineAdminRecord<Supplier>({
  name: 'suppliers.supplier',
  path: supplierForm.path,
  requires: readSuppliers.name,
  subject: 'supplier',
  back: { path: suppliersPath, text: texts.suppliers },
  load: (_shop, db, id) => findSupplier(db, id),
  head: ({ t, choices }, { name, reorderNote, createdAt }) => ({
    title: name,
    states: reorderNote !== '' && <StateBadge tone="warning">{t(texts.toOrder)}</StateBadge>,
    facts: t(texts.addedOn, { day: getDateFormat(choices.locale, { dateStyle: 'medium' }).format(createdAt) }),
    next: markOrdered.name,
  }),
  form: supplierForm,
  panels: [couponsPanel],
  actions: [{ action: markOrdered, isShown: ({ reorderNote }) => reorderNote !== '' }],
});
