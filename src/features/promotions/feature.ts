import type { Feature } from '#platform/features/feature.ts';
import { promotionCommands } from './commands.ts';
import { couponCommands } from './coupons/coupon-commands.ts';
import { couponErrors } from './coupons/errors.ts';

export const promotions: Feature = {
  name: 'promotions',
  needs: ['catalog', 'pricing'],
  commands: [...promotionCommands, ...couponCommands],
  errors: [couponErrors],
};
