import { z } from 'zod';
import { getMinorDigits } from '#platform/money/money.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';

/** Amount in minor units as text: `1850` for €18.50. */
export const amount = z
  .string()
  .regex(/^-?\d+$/)
  .describe('Minor units');

/** Format of the currency, which accompanies each group of amounts. */
export const currencyShape = {
  currency_code: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('ISO 4217'),
  currency_symbol: z.string(),
  currency_minor_unit: z.int().min(0).max(4).describe('Decimals of the minor unit'),
  currency_decimal_separator: z.string(),
  currency_thousand_separator: z.string(),
  currency_prefix: z.string(),
  currency_suffix: z.string(),
};

export type CurrencyFormat = z.infer<z.ZodObject<typeof currencyShape>>;

/** Describes how the locale writes amounts of a currency, such as `€1,299.00` or `1.299,00 €`. */
export function describeCurrency(currency: string, locale: string): CurrencyFormat {
  const parts = getNumberFormat(locale, { style: 'currency', currency }).formatToParts(1_234_567.89);
  const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const first = parts.findIndex(({ type }) => type === 'integer');
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
  const join = (some: typeof parts) => some.map(({ value }) => value).join('');
  return {
    currency_code: currency,
    currency_symbol: find('currency'),
    currency_minor_unit: getMinorDigits(currency),
    currency_decimal_separator: find('decimal') || '.',
    currency_thousand_separator: find('group'),
    currency_prefix: join(parts.slice(0, first)),
    currency_suffix: join(parts.slice(last + 1)),
  };
}

/** Number of decimals in `raw_prices`. */
const rawPrecision = 6;

export const rawPrices = z.strictObject({
  precision: z.literal(rawPrecision),
  price: amount,
  regular_price: amount,
  sale_price: amount,
});

/** Returns the amount with six decimals instead of the currency's number of decimals. */
export function toRawAmount(minorUnits: number, currency: string): string {
  return `${minorUnits}${'0'.repeat(rawPrecision - getMinorDigits(currency))}`;
}
