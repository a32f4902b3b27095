import { z } from 'zod';
import { flag, wholeNumber, wholeNumberOrNull } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const minutesOfAWeek = 7 * 24 * 60;
const percent = z.int().min(1).max(100).nullable();
const count = z.int().min(1).max(1_000_000).nullable();

export const orderSettings = defineSettings(
  'orders',
  z.strictObject({
    pendingMinutes: wholeNumber(60, { min: 5, max: minutesOfAWeek }).describe(
      'Minutes that an order may stay `pending` before it expires and its stock is released.',
    ),
    manualPendingDays: wholeNumber(14, { min: 1, max: 365 }).describe(
      "Days that an order of the shop's own, such as one by phone, may stay `pending` before it expires.",
    ),
    confirmation: z
      .enum(['on-suspicion', 'required', 'off'])
      .default('on-suspicion')
      .describe(
        'Whether an order that nobody pays at once must be confirmed by the link in its email: only `on-suspicion` (a limit of `suspicion` is reached), `required` of all whose email address is not known yet, or `off`. Until then its stock is reserved for `confirmMinutes` and its email shows nothing that was typed.',
      ),
    confirmMinutes: wholeNumber(30, { min: 15, max: minutesOfAWeek }).describe(
      'Minutes that stock stays reserved for an order that awaits its confirmation.',
    ),
    suspicion: z
      .strictObject({
        networkOrders: count
          .default(4)
          .describe('Orders from one network (an IPv4 address or an IPv6 /64) in a day; the next one is held.'),
        addressOrders: count.default(3).describe('Orders with one email address in a day; the next one is held.'),
        visitorPercent: percent.default(34).describe('Percent of one stock in the orders of one visitor.'),
        networkPercent: percent.default(40).describe('Percent of one stock in the orders from one network.'),
        atOncePercent: percent.default(45).describe('Percent of one stock in all orders that were placed at once.'),
      })
      .prefault({})
      .describe(
        'What unpaid orders may be or take before the next has to be confirmed by email; `null` for no limit. Only orders of shoppers who have not confirmed their email address count. Percentages are of stock on hand plus reserved, at least one piece.',
      ),
    linkDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days that the link of a mail opens the page of its order. Afterwards the page offers to send a fresh one to the email address of the order.',
    ),
    reminderHours: wholeNumberOrNull(72, { min: 1, max: 24 * 30 }).describe(
      'Hours before its due time that an order which awaits a bank transfer is reminded of by email, once; `null` for no reminder. Orders that are due within twice this time after their confirmation get none.',
    ),
    eraseAfterDays: wholeNumber(60, { min: 0, max: 3_650 }).describe(
      'Days after an order was closed in which email, phone, addresses and notes are kept when the account is deleted, for returns and complaints. Invoices keep theirs.',
    ),
    canShopperCancel: flag(
      true,
      'Whether shoppers may cancel an order that was not sent, on its page: at once while nothing was paid, else by a request that staff answer.',
    ),
    completedMail: flag(
      false,
      'Whether a mail says that an order is completed also when another mail says it already: about its last shipment, or about the payment of an order with nothing to ship.',
    ),
    maxReserved: z
      .strictObject({
        visitorQuantity: wholeNumberOrNull(200, { min: 1, max: 1_000_000 }).describe(
          "Quantity of all products in one visitor's unpaid orders.",
        ),
        visitorPercent: percent
          .default(25)
          .describe("Percent of one stock in one visitor's unpaid orders, at least 12 pieces."),
        unconfirmedPercent: percent
          .default(50)
          .describe(
            'Percent of one stock in all orders that are neither paid nor confirmed. Of those that await their confirmation one piece is always allowed; of those being paid by a provider, 12.',
          ),
      })
      .prefault({})
      .describe(
        'Limits on what unpaid orders reserve; `null` for no limit. Percentages are of stock on hand plus reserved; stock that is not managed has none.',
      ),
  }),
);
