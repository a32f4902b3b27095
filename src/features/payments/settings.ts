import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { findAccountMistakes } from './account-mistakes.ts';

const text = z.string().min(1).max(100);
/** Bank documents contain invisible characters in account numbers. They are removed, since buyers would copy them. */
const accountNumber = z.string().overwrite(normaliseCode).min(1).max(100);

const schema = z.strictObject({
  bankTransfer: z
    .strictObject({
      accountName: text.describe('Name of the account holder.'),
      iban: accountNumber,
      bic: accountNumber.optional(),
      bank: text.optional().describe('Name of the bank.'),
      dueDays: wholeNumber(14, { min: 1, max: 365 }).describe(
        'Days to pay, in which the stock stays reserved. An order unpaid then is cancelled.',
      ),
    })
    .nullable()
    .optional()
    .describe(
      'Bank account for transfers; bank transfer is not offered without it. `null`: none, whatever `shop.config.ts` has.',
    ),
  cashOnDelivery: z
    .strictObject({
      enabled: flag(false, 'Whether it is offered for orders that are shipped.'),
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .min(1)
        .nullable()
        .default(null)
        .describe('Countries of the billing address in which it is offered, such as `IE`; `null` for all.'),
    })
    .prefault({})
    .describe('Payment to the carrier. The order is prepared unpaid, at no fee.'),
});

export const paymentSettings = defineSettings('payments', schema, { findMistakes: findAccountMistakes });
