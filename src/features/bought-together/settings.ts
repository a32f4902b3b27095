import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const boughtTogetherSettings = defineSettings(
  'bought-together',
  z.strictObject({
    days: wholeNumber(365, { min: 1, max: 3650 }).describe(
      'Orders paid in the last days tell what is bought together.',
    ),
    minOrders: wholeNumber(2, { min: 2, max: 1000 }).describe(
      'Orders in which two products are bought together before pages say so.',
    ),
    companions: wholeNumber(12, { min: 1, max: 24 }).describe(
      'Companions that are kept for each product: those of the most orders.',
    ),
  }),
);
