import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const redirectSettings = defineSettings(
  'catalog-transfer',
  z.strictObject({
    redirectHosts: z
      .array(
        z
          .string()
          .max(253)
          .regex(/^[a-z0-9.-]+(:\d{1,5})?$/),
      )
      .max(50)
      .default([])
      .describe(
        'Hosts outside this shop to which redirects may lead, such as `blog.example.com`. Others are refused: a redirect to anywhere helps to deceive people.',
      ),
  }),
);
