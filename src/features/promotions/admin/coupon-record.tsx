import { adminPath } from '#platform/admin/contract.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { countCouponUses, findCoupon, type StoredCoupon } from '../coupons/coupons.ts';
import { endCoupon, reopenCoupon } from './coupon-actions.ts';
import { couponForm } from './coupon-form.tsx';
import { couponTones, findCouponState } from './coupon-list.tsx';
import { couponRecordTexts as texts } from './coupon-record-texts.ts';
import { promotionTexts } from './texts.ts';

type CouponSubject = StoredCoupon & { readonly held: number; readonly used: number };

async function loadCoupon(db: Db, id: number): Promise<CouponSubject | null> {
  const coupon = await findCoupon(db, id);
  if (!coupon) return null;
  const { held = 0, used = 0 } = (await countCouponUses(db, [id])).get(id) ?? {};
  return { ...coupon, held, used };
}

interface Use {
  readonly id: number;
  readonly orderId: number;
  readonly number: number;
  readonly email: string | null;
  readonly state: 'held' | 'used' | 'released';
  readonly at: Date;
}

const shownUses = 20;

const selectUses = sqlQuery<Use>(
  'promotions.list-coupon-uses',
  `select u.id, o.id as "orderId", o.number, case when u.email_key is null then null else o.email end as email, u.state, u.created_at as at
  from coupon_uses u join orders o on o.id = u.order_id where u.coupon_id = $1 order by u.id desc limit ${shownUses}`,
);

const stateTexts = { held: texts.stateHeld, used: texts.stateUsed, released: texts.stateReleased } as const;
const stateTones = { held: 'info', used: 'success', released: 'neutral' } as const;

const usesPanel: AdminPanel<CouponSubject> = {
  ...{ id: 'uses', title: texts.uses, column: 'main', requires: 'orders.read', look: 'flush' },
  async render({ db, t, choices }, { id }) {
    const uses = await selectUses(db, [id]);
    if (uses.length === 0) return <p>{t(texts.noUses)}</p>;
    const rows = uses.map((use) => ({
      id: use.id,
      cells: {
        order: <a href={adminPath(`orders/${use.orderId}`)}>{use.number}</a>,
        who: use.email ?? t(texts.erased),
        when: <time dateTime={use.at.toISOString()}>{formatMoment(use.at, choices.locale)}</time>,
        state: <StateBadge tone={stateTones[use.state]}>{t(stateTexts[use.state])}</StateBadge>,
      },
    }));
    const columns = [
      { id: 'order', title: t(texts.order), onPhone: 'title' },
      { id: 'who', title: t(texts.who), onPhone: 'value' },
      { id: 'when', title: t(texts.when) },
      { id: 'state', title: t(texts.state), onPhone: 'badge' },
    ] as const;
    return (
      <>
        <DataTable label={t(texts.uses)} columns={columns} rows={rows} />
        <p>
          <a href={adminPath(`orders?coupon=${id}`)}>{t(texts.allOrders)}</a>
        </p>
        {uses.length === shownUses && <p>{t(texts.lastUses, { count: shownUses })}</p>}
      </>
    );
  },
};

export const couponRecord = defineAdminRecord<CouponSubject>({
  name: 'promotions.coupon',
  path: adminPath('coupons/:id'),
  requires: 'promotions.read',
  subject: 'coupon',
  back: { path: adminPath('coupons'), text: promotionTexts.coupons },
  load: (_shop, db, id) => loadCoupon(db, id),
  head: ({ t, clock }, coupon) => {
    const state = findCouponState(coupon, clock.now());
    return {
      title: coupon.code,
      states: <StateBadge tone={couponTones[state]}>{t(promotionTexts[state])}</StateBadge>,
      facts: t(texts.facts, { used: coupon.used, held: coupon.held }),
    };
  },
  form: couponForm,
  panels: [usesPanel],
  actions: [
    { action: endCoupon, text: texts.end, isShown: ({ isEnabled }) => isEnabled },
    { action: reopenCoupon, text: texts.reopen, isShown: ({ isEnabled }) => !isEnabled },
  ],
});
