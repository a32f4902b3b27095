import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';

export const cartSettings = defineSettings(
  'cart',
  z.strictObject({
    /** Paths of listings whose product cards have a quantity field, such as `/category/tiles`. */
    quantityInLists: z.array(z.string().startsWith('/').max(200)).max(100).default([]),
    /** Maximum quantity of one line. */
    maxQuantity: z.int().min(1).max(9999).default(100),
    /** New carts per hour from one network (an IPv4 address or an IPv6 /64); null for no limit. */
    newCartsPerHour: z.int().min(1).max(1_000_000).nullable().default(300),
    /** Days without a change after which an open cart is deleted. */
    keepOpenDays: z.int().min(14).max(3_650).default(90),
    /** Days after which an ordered cart is deleted. Its order stays. */
    keepOrderedDays: z.int().min(1).max(3_650).default(30),
  }),
);

export function getMaxQuantity({ settings }: Pick<Shop, 'settings'>): number {
  return settings(cartSettings).maxQuantity;
}
