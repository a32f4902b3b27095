import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const auditSettings = defineSettings(
  'audit',
  z.strictObject({
    keepNetworkDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('Days until the network address of an entry of the audit is erased. The entry stays.'),
  }),
);
