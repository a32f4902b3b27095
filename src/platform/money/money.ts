import { getNumberFormat } from '#platform/texts/formats.ts';

/** A whole amount in the currency's minor unit: cents for EUR, yen for JPY. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Formats by locale and currency, cached because pages show dozens of amounts. */
const currencyFormats = new Map<string, Intl.NumberFormat>();

function getCurrencyFormat(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = currencyFormats.get(key);
  if (known) return known;
  const format = getNumberFormat(locale, { style: 'currency', currency });
  currencyFormats.set(key, format);
  return format;
}

const digits = new Map<string, number>();

/** Returns the decimals of the currency's minor unit (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */
export function getMinorDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    known = getCurrencyFormat(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}

/** Formats an amount for machines, with a point and no sign: `{ amount: 1850, currency: 'EUR' }` -> '18.50'. */
export function toDecimal({ amount, currency }: Money): string {
  const places = getMinorDigits(currency);
  const figures = String(amount).padStart(places + 1, '0');
  return places === 0 ? figures : `${figures.slice(0, -places)}.${figures.slice(-places)}`;
}

export function formatMoney({ amount, currency }: Money, locale: string): string {
  return getCurrencyFormat(currency, locale).format(amount / 10 ** getMinorDigits(currency));
}

/**
 * Reads an amount in machine notation, as `toDecimal` writes it: '18', '18.50'.
 * @returns minor units, or null when the text is no amount or has more decimals than the currency
 */
export function parseDecimal(text: string, currency: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? toMinorUnits(text, currency) : null;
}

/**
 * Converts an exact decimal ('-12.5') to minor units.
 * @returns null when the decimal has more decimals than the currency, or is too large
 */
export function toMinorUnits(decimal: string, currency: string): number | null {
  const [whole = '', fraction = ''] = decimal.split('.');
  const [places, significant] = [getMinorDigits(currency), fraction.replace(/0+$/, '')];
  const amount = Number(whole + significant.padEnd(places, '0'));
  return significant.length <= places && Number.isSafeInteger(amount) ? amount : null;
}
