import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const downloadSettings = defineSettings(
  'downloads',
  z.strictObject({
    linkHours: wholeNumber(24, { min: 1, max: 168 }).describe(
      'Hours for which a download that was begun can be continued or repeated without being counted again.',
    ),
    maxFetchedMegabytes: wholeNumber(200, { min: 1, max: 2000 }).describe(
      'The largest file that is fetched from an address in the catalogue.',
    ),
  }),
);
