import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';

export const cartSettings = defineSettings(
  'cart',
  z.strictObject({
    /** Paths of lists whose products are bought by the number, such as `/category/tiles`: their cards ask how many. */
    quantityInLists: z.array(z.string().startsWith('/').max(200)).max(100).default([]),
    /** Pieces that one line can have at most. */
    maxQuantity: z.int().min(1).max(9999).default(100),
    /** Carts that one network (an IPv4 address, an IPv6 /64) can begin in an hour; null: any number. */
    newCartsPerHour: z.int().min(1).max(1_000_000).nullable().default(300),
    /** Days after which an open cart that nobody has changed or ordered is forgotten. */
    keepOpenDays: z.int().min(14).max(3_650).default(90),
    /** Days after which an ordered cart is forgotten; the order stays. */
    keepOrderedDays: z.int().min(1).max(3_650).default(30),
  }),
);

/** Pieces that one line can have at most. */
export function getMaxQuantity({ settings }: Pick<Shop, 'settings'>): number {
  return settings(cartSettings).maxQuantity;
}
