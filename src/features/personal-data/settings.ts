import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const personalDataSettings = defineSettings(
  'personal-data',
  z.strictObject({
    undoDays: wholeNumber(7, { min: 0, max: 30 }).describe(
      'Days in which a customer who has asked to delete the account can keep it; 0 deletes it at once.',
    ),
  }),
);
