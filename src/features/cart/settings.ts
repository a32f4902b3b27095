import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const cartSettings = defineSettings(
  'cart',
  z.strictObject({
    /** Paths of lists whose products are bought by the number, such as `/category/tiles`: their cards ask how many. */
    quantityInLists: z.array(z.string().startsWith('/').max(200)).max(100).default([]),
  }),
);
