import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
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
  commands: [...promotionCommands, ...couponCommands],
  errors: [couponErrors],
};
