import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const auditSettings = defineSettings(
  'audit',
  z.strictObject({
    keepNetworkDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days until the network address of an entry of the audit is erased. The entry stays.',
    ),
  }),
);
