import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const manualOrderSettings = defineSettings(
  'manual-orders',
  z.strictObject({
    quoteDays: wholeNumber(14, { min: 1, max: 365 }).describe(
      'Days in which a quote can be accepted, unless whoever sends it chooses others.',
    ),
    keepDays: wholeNumber(180, { min: 1, max: 3_650 }).describe(
      'Days after which a draft that nobody has changed or placed is erased, and a quote after its last day. Orders stay.',
    ),
  }),
);
