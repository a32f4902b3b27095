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
  }),
);

/** Pieces that one line can have at most. */
export function maxQuantityOf({ settings }: Pick<Shop, 'settings'>): number {
  return settings(cartSettings).maxQuantity;
}
