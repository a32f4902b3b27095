import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { couponFormTexts } from './admin/coupon-form-texts.ts';
import { couponList } from './admin/coupon-list.tsx';
import { couponRecord } from './admin/coupon-record.tsx';
import { couponRecordTexts } from './admin/coupon-record-texts.ts';
import { promotionTexts } from './admin/texts.ts';
import { promotionCommands } from './commands.ts';
import { couponCommands } from './coupons/coupon-commands.ts';
import { couponErrors } from './coupons/errors.ts';

export const promotions: Feature = {
  name: 'promotions',
  needs: ['catalog', 'pricing'],
  permissions: [
    definePermission('promotions.read', 'See promotions and coupons'),
    definePermission('promotions.write', 'Change promotions and coupons'),
  ],
  admin: {
    lists: [couponList],
    records: [couponRecord],
    auditKinds: [
      {
        kind: 'coupon',
        text: promotionTexts.coupon,
        page: { requires: couponRecord.requires, path: (id) => getRecordPath(couponRecord, id) },
      },
    ],
    navigation: [
      { section: 'marketing', text: promotionTexts.coupons, path: couponList.path, permission: couponList.requires },
    ],
  },
  texts: [promotionTexts, couponFormTexts, couponRecordTexts],
  commands: [...promotionCommands, ...couponCommands],
  errors: [couponErrors],
};
