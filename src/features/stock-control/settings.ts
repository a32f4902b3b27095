import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const stockControlSettings = defineSettings(
  'stock-control',
  z.strictObject({
    reorderDays: wholeNumber(14, { min: 1, max: 365 }).describe(
      'Stock that lasts for fewer days at the pace of the last 30 days, or of as many as it is counted, is listed as to reorder.',
    ),
  }),
);
