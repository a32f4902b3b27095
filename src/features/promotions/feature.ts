import { adminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { couponList } from './admin/coupon-list.tsx';
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
    auditKinds: [
      {
        kind: 'coupon',
        text: promotionTexts.coupon,
        page: { requires: couponList.requires, path: (id) => adminPath(`coupons/${id}`) },
      },
    ],
    navigation: [
      { section: 'marketing', text: promotionTexts.coupons, path: couponList.path, permission: couponList.requires },
    ],
  },
  texts: [promotionTexts],
  commands: [...promotionCommands, ...couponCommands],
  errors: [couponErrors],
};
