import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const minutesOfAWeek = 7 * 24 * 60;
const percent = z.int().min(1).max(100).nullable();

export const orderSettings = defineSettings(
  'orders',
  z.strictObject({
    pendingMinutes: z
      .int()
      .min(5)
      .max(minutesOfAWeek)
      .default(60)
      .describe('Minutes that an order may stay `pending` before it expires and its stock is released.'),
    manualPendingDays: z
      .int()
      .min(1)
      .max(365)
      .default(14)
      .describe("Days that an order of the shop's own (`shop orders create`) may stay `pending` before it expires."),
    confirmation: z
      .enum(['required', 'off'])
      .default('required')
      .describe(
        'Whether an order that awaits a bank transfer must be confirmed by the link in its e-mail. Until then its stock is reserved for `confirmMinutes`, its e-mail shows nothing that was typed, and the shop is not notified.',
      ),
    confirmMinutes: z
      .int()
      .min(15)
      .max(minutesOfAWeek)
      .default(120)
      .describe('Minutes that stock stays reserved for an unconfirmed order.'),
    linkDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe(
        'Days that the link of a mail opens the page of its order. Afterwards the page offers to send a fresh one to the e-mail address of the order.',
      ),
    reminderHours: z
      .int()
      .min(1)
      .max(24 * 30)
      .nullable()
      .default(72)
      .describe(
        'Hours before its due time that an order which awaits a bank transfer is reminded of by e-mail, once; `null` for no reminder. Orders that are due within twice this time after their confirmation get none.',
      ),
    eraseAfterDays: z
      .int()
      .min(0)
      .max(3_650)
      .default(60)
      .describe(
        'Days after an order was closed in which e-mail, phone, addresses and notes are kept when the account is deleted, for returns and complaints. Invoices keep theirs.',
      ),
    completedMail: z
      .boolean()
      .default(false)
      .describe(
        'Whether a mail says that an order is completed also when another mail says it already: about its last shipment, or about the payment of an order with nothing to ship.',
      ),
    maxReserved: z
      .strictObject({
        visitorQuantity: z
          .int()
          .min(1)
          .max(1_000_000)
          .nullable()
          .default(200)
          .describe("Quantity of all products in one visitor's unpaid orders."),
        visitorPercent: percent.default(25).describe("Percent of one stock in one visitor's unpaid orders."),
        unconfirmedPercent: percent.default(50).describe('Percent of one stock in all unconfirmed orders.'),
      })
      .prefault({})
      .describe(
        'Limits on what unpaid orders reserve; `null` for no limit. Percentages are of stock on hand plus reserved, at least 12; stock that is not managed has none.',
      ),
  }),
);
