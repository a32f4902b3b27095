import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const perHour = (max: number) => z.int().min(1).max(1_000_000).nullable().default(max);

export const uploadSettings = defineSettings(
  'uploads',
  z.strictObject({
    maxMegabytes: wholeNumber(10, { min: 1, max: 50 }).describe(
      'Size of one file, in millions of bytes. Add-ons may take less. A web server in front must allow as much.',
    ),
    filesPerHour: perHour(60).describe('Files that one shopper can upload in an hour; `null` for no limit.'),
    megabytesPerHour: perHour(200).describe(
      'Millions of bytes that one shopper can upload in an hour; `null` for no limit.',
    ),
    filesPerNetwork: perHour(300).describe(
      'Files that one network (an IPv4 address or an IPv6 /64) can upload in an hour; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    megabytesPerNetwork: perHour(1000).describe(
      'Millions of bytes that one network can upload in an hour, as above; `null` for no limit.',
    ),
    maxUnorderedMegabytes: wholeNumber(2000, { min: 1, max: 1_000_000 }).describe(
      'Millions of bytes of all files that belong to no order. More are refused, so that the disk does not fill up.',
    ),
    keepUnusedHours: wholeNumber(24, { min: 1, max: 720 }).describe(
      'Hours after which a file is deleted that is in no cart and no order.',
    ),
    keepCancelledDays: wholeNumber(30, { min: 1, max: 3_650 }).describe(
      'Days after which files are deleted that belong only to orders that were cancelled and never paid.',
    ),
  }),
);
