import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { flag } from '#platform/forms/kinds.ts';
import { couponFormTexts } from './admin/coupon-form-texts.ts';
import { couponList } from './admin/coupon-list.tsx';
import { couponRecord } from './admin/coupon-record.tsx';
import { couponRecordTexts } from './admin/coupon-record-texts.ts';
import { promotionFormTexts } from './admin/promotion-form-texts.ts';
import { promotionList } from './admin/promotion-list.tsx';
import { promotionRecord } from './admin/promotion-record.tsx';
import { promotionTexts } from './admin/texts.ts';
import { couponCommands } from './coupons/coupon-commands.ts';
import { couponErrors, promotionErrors } from './coupons/errors.ts';

export const promotions: Feature = {
  name: 'promotions',
  needs: ['catalog', 'pricing'],
  permissions: [
    definePermission('promotions.read', 'See promotions and coupons'),
    definePermission('promotions.write', 'Change promotions and coupons'),
  ],
  admin: {
    lists: [couponList, promotionList],
    records: [couponRecord, promotionRecord],
    auditKinds: [
      {
        kind: 'promotion',
        text: promotionFormTexts.promotion,
        page: { requires: promotionRecord.requires, path: (id) => getRecordPath(promotionRecord, id) },
      },
      {
        kind: 'coupon',
        text: promotionTexts.coupon,
        page: { requires: couponRecord.requires, path: (id) => getRecordPath(couponRecord, id) },
        fields: ({ t }) => ({ isEnabled: flag({ label: t(promotionTexts.isEnabled) }) }),
      },
    ],
    navigation: [
      {
        ...{ section: 'marketing', text: promotionFormTexts.promotions },
        ...{ path: promotionList.path, permission: promotionList.requires },
      },
      { section: 'marketing', text: promotionTexts.coupons, path: couponList.path, permission: couponList.requires },
    ],
  },
  texts: [promotionTexts, couponFormTexts, couponRecordTexts, promotionFormTexts],
  commands: couponCommands,
  errors: [couponErrors, promotionErrors],
};
