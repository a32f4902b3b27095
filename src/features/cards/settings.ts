import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const schema = z.strictObject({
  fields: z
    .boolean()
    .default(true)
    .describe(
      'Whether shoppers may pay by card in fields of the checkout. What they type goes to the provider of the wallet alone.',
    ),
  threeDSecure: z
    .enum(['when-required', 'always'])
    .default('when-required')
    .describe(
      'When the card’s bank asks whether its customer pays (3-D Secure): `when-required` by law or by the provider’s judgement, or `always`.',
    ),
});

export const cardSettings = defineSettings('cards', schema);
