import { z } from 'zod';
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
    name: z.boolean().default(true).describe('Whether the form asks for a name, which is then required.'),
    phone: fieldRule.describe('Whether the form asks for a phone number.'),
    quantity: fieldRule.describe('Whether the form asks how many are wanted.'),
    agree: z.boolean().default(false).describe('Whether a box with the agreement must be checked.'),
    strictEmail: z
      .boolean()
      .default(false)
      .describe('Whether top-level domains of addresses have at most four characters, as the plugin checks them.'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional()
      .meta({ description: 'Country that the phone field begins with.', 'x-default': 'the first of `countries`' }),
    botCheck: z
      .enum(['never', 'always'])
      .default('never')
      .describe('Whether the form asks for the check of `bot-check.use`. Limits hold in any case.'),
    onBackorder: z
      .boolean()
      .default(false)
      .describe('Whether shoppers can also wait for what can be bought on backorder only.'),
    tellsSubscribed: z
      .boolean()
      .default(false)
      .describe('Whether the form says that an address waits already. It then tells everybody who is a customer.'),
    script: z
      .enum(['own', 'plugin'])
      .default('own')
      .describe('Whose script runs the form: `own`, or `plugin`: pages load the unchanged script of the plugin.'),
    confirmDays: z.int().min(1).max(90).default(7).describe('Days in which a subscription must be confirmed.'),
    expiryDays: z.int().min(1).max(1_095).default(365).describe('Days after which an alert ends by itself.'),
    retentionDays: z
      .int()
      .min(1)
      .max(1_095)
      .default(90)
      .describe('Days after which an alert that has ended, or was mailed, is deleted with what it sold.'),
    answerMinutes: z
      .int()
      .min(1)
      .max(43_200)
      .default(1_440)
      .describe('Minutes that a mailed alert keeps its unit, before the next in the queue is written to.'),
    reserves: z
      .boolean()
      .default(false)
      .describe('Whether the link of a mail reserves the unit for its receiver, until the answer time is over.'),
    maxUncounted: z.int().min(1).max(10_000).default(50).describe('Mails at once for stock that is not counted.'),
    salesDays: z.int().min(1).max(365).default(30).describe('Days after a mail in which an order counts as its sale.'),
    priceDrops: z.boolean().default(false).describe('Whether shoppers can ask for a mail when a product costs less.'),
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
