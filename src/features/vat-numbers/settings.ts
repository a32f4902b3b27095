import { z } from 'zod';
import { flag } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const vatNumberSettings = defineSettings(
  'vat-numbers',
  z.strictObject({
    field: z
      .enum(['hidden', 'optional'])
      .default('hidden')
      .describe('Whether the checkout asks businesses for their VAT number.'),
    reverseCharge: flag(
      false,
      'Whether businesses of other member states of the European Union pay no tax, once the service of the EU (VIES) has said that their VAT number is valid. Needs `documents.vatId` of the shop’s own member state.',
    ),
    service: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .default('https://ec.europa.eu/taxation_customs/vies/rest-api')
      .describe('Address of the service that checks VAT numbers. Another one is for tests.'),
  }),
  {
    findMistakes: ({ field, reverseCharge }) =>
      reverseCharge && field === 'hidden'
        ? [{ path: 'reverseCharge', message: 'the checkout does not ask for VAT numbers: set `field` to `optional`' }]
        : [],
  },
);
