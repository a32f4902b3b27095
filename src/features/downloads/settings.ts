import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const downloadSettings = defineSettings(
  'downloads',
  z.strictObject({
    linkHours: z
      .int()
      .min(1)
      .max(168)
      .default(24)
      .describe('Hours for which a download that was begun can be continued or repeated without being counted again.'),
    maxFetchedMegabytes: z
      .int()
      .min(1)
      .max(2000)
      .default(200)
      .describe('The largest file that is fetched from an address in the catalogue.'),
  }),
);
