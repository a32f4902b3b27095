import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { wholeNumber } from '#platform/config/whole-number.ts';

export const personalDataSettings = defineSettings(
  'personal-data',
  z.strictObject({
    undoDays: wholeNumber(7, { min: 0, max: 30 }).describe(
      'Days in which a customer who has asked to delete the account can keep it; 0 deletes it at once.',
    ),
  }),
);
