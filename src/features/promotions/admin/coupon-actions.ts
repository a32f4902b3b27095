import { type BulkAction, defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Text } from '#platform/texts/texts.ts';
import { setCouponEnabled } from '../coupons/coupons.ts';
import { promotionTexts as texts } from './texts.ts';

interface CouponState {
  readonly id: number;
  readonly code: string;
  readonly isEnabled: boolean;
}

const lockCoupon = sqlQuery<CouponState>(
  'promotions.lock-coupon-state',
  'select id, code, is_enabled as "isEnabled" from coupons where id = $1::bigint for no key update',
);

const selectStates = sqlQuery<{ id: number }>(
  'promotions.find-coupons-in-state',
  'select id from coupons where id = any($1::bigint[]) and is_enabled = $2',
);

const findSwitched = (db: Db, ids: readonly number[], isEnabled: boolean) => selectStates(db, [ids, isEnabled]);

interface EnableAction {
  readonly name: string;
  readonly text: Text;
  readonly isEnabled: boolean;
  /** Reason shown for coupons that are already in the wanted state, which are skipped. */
  readonly unchangedMessage: Text;
}

/** Defines the action that disables coupons, or the one that enables them again. Orders keep their discounts. */
function defineEnableAction({ name, text, isEnabled, unchangedMessage }: EnableAction): BulkAction<null> {
  const setTo: BulkAction<null>['run'] = async ({ t }, tx, id) => {
    const [coupon] = await lockCoupon(tx, [id]);
    if (!coupon) return { ok: false, code: 'COUPON_UNKNOWN', message: t(texts.couponGone) };
    const { code: label } = coupon;
    if (coupon.isEnabled === isEnabled)
      return { ok: false, code: 'COUPON_UNCHANGED', message: t(unchangedMessage), label, isSkipped: true };
    await setCouponEnabled(tx, id, isEnabled);
    return { ok: true, change: { label, before: { isEnabled: !isEnabled }, after: { isEnabled } } };
  };
  return defineBulkAction({
    ...{ name, text, subject: 'coupon', requires: 'promotions.write', run: setTo },
    check: async ({ t }, db, ids) => {
      const switched = await findSwitched(db, ids, isEnabled);
      return switched.map(({ id }) => ({ id, code: 'COUPON_UNCHANGED', message: t(unchangedMessage) }));
    },
    undo: async ({ t }, tx, id) => {
      const [coupon] = await lockCoupon(tx, [id]);
      if (!coupon) return { ok: false, code: 'COUPON_UNKNOWN', message: t(texts.couponGone) };
      const { code: label } = coupon;
      if (coupon.isEnabled !== isEnabled)
        return { ok: false, code: 'COUPON_UNCHANGED', message: t(texts.changedSince), label, isSkipped: true };
      await setCouponEnabled(tx, id, !isEnabled);
      return { ok: true, change: { label, before: { isEnabled }, after: { isEnabled: !isEnabled } } };
    },
  });
}

export const endCoupon = defineEnableAction({
  ...{ name: 'promotions.end-coupon', text: texts.endCoupon, isEnabled: false, unchangedMessage: texts.alreadyEnded },
});
export const reopenCoupon = defineEnableAction({
  ...{ name: 'promotions.reopen-coupon', text: texts.reopenCoupon, isEnabled: true, unchangedMessage: texts.notEnded },
});
