import { z } from 'zod';
import { flag, wholeNumber, wholeNumberOrNull } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';

export const cartSettings = defineSettings(
  'cart',
  z.strictObject({
    quantityInLists: z
      .array(z.string().startsWith('/').max(200))
      .max(100)
      .default([])
      .describe('Paths of listings whose product cards have a quantity field, such as `/category/tiles`.'),
    hasScriptMarkup: flag(
      false,
      'Marks the buttons of product cards and of rows of wishlists for add-to-cart scripts of a shop that moved here: `docs/store-api.md`.',
    ),
    maxQuantity: wholeNumber(100, { min: 1, max: 9999 }).describe(
      'Maximum quantity of one line. A cart that has more must be lowered before it can be ordered.',
    ),
    revealMiniCart: flag(
      true,
      'Whether the mini-cart opens when something was added. Without script the cart page opens.',
    ),
    newCartsPerHour: wholeNumberOrNull(300, { min: 1, max: 1_000_000 }).describe(
      'Carts that one network (an IPv4 address or an IPv6 /64) can start in an hour; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    couponAttemptsPerHour: wholeNumberOrNull(20, { min: 1, max: 1_000_000 }).describe(
      'Codes that one shopper can try in an hour and that do not apply; `null` for no limit.',
    ),
    couponAttemptsPerNetwork: wholeNumberOrNull(100, { min: 1, max: 1_000_000 }).describe(
      'Codes that one network (an IPv4 address or an IPv6 /64) can try in an hour and that do not apply; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    keepOpenDays: wholeNumber(30, { min: 14, max: 3_650 }).describe(
      "Days without a change after which a guest's open cart is deleted.",
    ),
    keepCustomersDays: wholeNumber(365, { min: 14, max: 3_650 }).describe(
      "Days without a change after which a customer's open cart is deleted.",
    ),
    keepOrderedDays: wholeNumber(30, { min: 1, max: 3_650 }).describe(
      'Days after which a cart is deleted that was ordered, or merged into another at sign-in. Its orders stay.',
    ),
  }),
);

export function getMaxQuantity({ settings }: Pick<Shop, 'settings'>): number {
  return settings(cartSettings).maxQuantity;
}
