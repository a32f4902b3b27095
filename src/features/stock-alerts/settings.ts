import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const fieldRule = z.enum(['off', 'optional', 'required']).default('off');
const perHour = (max: number) => z.int().min(1).max(1_000_000).default(max);

export const stockAlertSettings = defineSettings(
  'stock-alerts',
  z.strictObject({
    form: z
      .enum(['inline', 'popup'])
      .default('inline')
      .describe("Whether the form stands on the page of a product, or a 'Notify me' button opens it in a dialog."),
    name: flag(true, 'Whether the form asks for a name, which is then required.'),
    phone: fieldRule.describe('Whether the form asks for a phone number.'),
    quantity: fieldRule.describe('Whether the form asks how many are wanted.'),
    agree: flag(false, 'Whether a box with the agreement must be checked.'),
    strictEmail: flag(
      false,
      'Whether top-level domains of addresses have at most four characters, as the plugin checks them.',
    ),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional()
      .meta({ description: 'Country that the phone field begins with.', 'x-default': 'the first of `countries`' }),
    botCheck: z
      .enum(['never', 'always'])
      .default('never')
      .describe('Whether the form asks for the check of `bot-check.use`. Limits hold in any case.'),
    onBackorder: flag(false, 'Whether shoppers can also wait for what can be bought on backorder only.'),
    tellsSubscribed: flag(
      false,
      'Whether the form says that an address waits already. It then tells everybody who is a customer.',
    ),
    script: z
      .enum(['own', 'plugin'])
      .default('own')
      .describe('Whose script runs the form: `own`, or `plugin`: pages load the unchanged script of the plugin.'),
    confirmDays: wholeNumber(7, { min: 1, max: 90 }).describe('Days in which a subscription must be confirmed.'),
    expiryDays: wholeNumber(365, { min: 1, max: 1_095 }).describe('Days after which an alert ends by itself.'),
    retentionDays: wholeNumber(90, { min: 1, max: 1_095 }).describe(
      'Days after which an alert that has ended, or was mailed, is deleted with what it sold.',
    ),
    answerMinutes: wholeNumber(1_440, { min: 1, max: 43_200 }).describe(
      'Minutes that a mailed alert keeps its unit, before the next in the queue is written to.',
    ),
    reserves: flag(
      false,
      'Whether the link of a mail reserves the unit for its receiver, until the answer time is over.',
    ),
    maxUncounted: wholeNumber(50, { min: 1, max: 10_000 }).describe('Mails at once for stock that is not counted.'),
    salesDays: wholeNumber(30, { min: 1, max: 365 }).describe(
      'Days after a mail in which an order counts as its sale.',
    ),
    priceDrops: flag(false, 'Whether shoppers can ask for a mail when a product costs less.'),
    perHour: z
      .strictObject({
        address: perHour(5).describe('For one email address.'),
        network: perHour(30).describe('From one network (an IPv4 address or an IPv6 /64).'),
        product: perHour(1_000).describe('For one product.'),
      })
      .prefault({})
      .describe('Subscriptions in one hour.'),
  }),
);
