import { z } from 'zod';
import { checkVatNumber } from '#features/vat-numbers/index.ts';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings, type SettingMistake } from '#platform/config/settings.ts';

/** The prefix must not end with a digit, so that no two series can have the same printed number. */
const prefix = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9-]|\{year\}){0,30}[A-Za-z-]$/,
    'expected letters, digits, - and {year}, and no digit at the end',
  );
const line = z.string().max(200);

export const documentSettings = defineSettings(
  'documents',
  z.strictObject({
    issue: z
      .enum(['paid', 'shipped', 'by-hand'])
      .default('paid')
      .describe(
        'When an invoice is issued: when the order is paid, with its first shipment, or by `shop documents issue` only. A credit note follows each refund of an order with an invoice, and its cancellation.',
      ),
    invoicePrefix: prefix
      .default('INV-')
      .describe(
        'What invoice numbers begin with: letters, digits, `-` and `{year}` (UTC), without a digit at the end. Each different beginning is a series of its own.',
      ),
    creditNotePrefix: prefix
      .default('CN-')
      .describe('As `invoicePrefix`. The same text as there gives both one series.'),
    digits: wholeNumber(5, { min: 1, max: 12 }).describe('Digits of a number, with leading zeros.'),
    firstNumber: wholeNumber(1, { min: 1, max: 1_000_000_000_000 }).describe(
      'First number of a new series. It changes no series that has begun.',
    ),
    sellerName: line.default('').describe('Legal name of the seller. Empty: the name of the shop.'),
    sellerAddress: z.array(line).max(8).default([]).describe('Lines of its address. Empty: the address of the shop.'),
    vatId: z.string().max(50).default('').describe('VAT identification number of the seller, or tax number.'),
    register: line.default('').describe('Entry in the commercial register, such as court and number.'),
    paymentTerms: z
      .string()
      .max(500)
      .default('')
      .describe('Terms of payment, on invoices of orders that are not paid.'),
    footer: z.string().max(1000).default('').describe('Text at the end of every document, such as bank details.'),
    mail: z
      .enum(['attached', 'linked', 'off'])
      .default('attached')
      .describe('Mail about a new invoice or credit note: with the PDF, with a link to the order, or none.'),
  }),
  { findMistakes: ({ vatId }) => findSellerNumberMistakes(vatId) },
);

/** The field may contain a tax number too. A value that begins like a VAT number must be a valid one. */
async function findSellerNumberMistakes(vatId: string): Promise<SettingMistake[]> {
  const country = /^[A-Z]{2}/i.exec(vatId)?.[0]?.toUpperCase();
  if (country === undefined || (await checkVatNumber(vatId, country)).ok) return [];
  const message = `'${vatId}' is no VAT number: a digit or letter is wrong or missing`;
  return [{ path: 'vatId', message, state: 'error' }];
}
