import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const storeApiSettings = defineSettings(
  'store-api',
  z.strictObject({
    cartTokenDays: wholeNumber(30, { min: 1, max: 365 }).describe(
      'Days in which a `Cart-Token` is valid. Each reply has a new one.',
    ),
    allowedOrigins: z
      .array(
        z
          .url({ protocol: /^https?$/ })
          .refine((url) => URL.parse(url)?.origin === url, 'expected an origin such as https://app.example'),
      )
      .max(20)
      .default([])
      .describe(
        'Origins of storefronts on other hosts whose scripts may use carts, always with a `Cart-Token` and never with cookies.',
      ),
  }),
);
