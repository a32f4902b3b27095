import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const boughtTogetherSettings = defineSettings(
  'bought-together',
  z.strictObject({
    days: z.int().min(1).max(3650).default(365).describe('Orders paid in the last days tell what is bought together.'),
    minOrders: z
      .int()
      .min(2)
      .max(1000)
      .default(2)
      .describe('Orders in which two products are bought together before pages say so.'),
    companions: z
      .int()
      .min(1)
      .max(24)
      .default(12)
      .describe('Companions that are kept for each product: those of the most orders.'),
  }),
);
