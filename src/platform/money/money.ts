import { getNumberFormat } from '#platform/texts/formats.ts';

/** A whole amount in the currency's minor unit: cents for EUR, yen for JPY. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** By locale and currency: pages show dozens of amounts. */
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

/** Decimals of the currency's minor unit (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */
export function getMinorDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    known = getCurrencyFormat(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}

/**
 * `{ amount: 1850, currency: 'EUR' }` -> '18.50': with a point and no sign, as machines write it.
 */
export function toDecimal({ amount, currency }: Money): string {
  const places = getMinorDigits(currency);
  const figures = String(amount).padStart(places + 1, '0');
  return places === 0 ? figures : `${figures.slice(0, -places)}.${figures.slice(-places)}`;
}

export function formatMoney({ amount, currency }: Money, locale: string): string {
  return getCurrencyFormat(currency, locale).format(amount / 10 ** getMinorDigits(currency));
}

/**
 * Parses an amount: '18', '18.50', '18,50', '1,299.00', '1.299,00', '1 299,00', '1,299'. Refuses a
 * point before three last digits ('1.299'), which is ambiguous.
 * @returns minor units, or null when invalid, negative or with more decimals than the currency
 */
export function parseAmount(text: string, currency: string): number | null {
  const compact = text.trim().replace(/[\s\u00a0']/g, '');
  const places = getMinorDigits(currency);
  const decimal = /^(.*)[.,](\d*)$/.exec(compact);
  const isThousands = decimal?.[2]?.length === 3 && places < 3 && compact.at(-4) === ',';
  const whole = decimal && !isThousands ? (decimal[1] ?? '') : compact;
  const fraction = (decimal && !isThousands ? (decimal[2] ?? '') : '').replace(/0+$/, '');
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole) || fraction.length > places) return null;
  const amount = Number(whole.replace(/[.,]/g, '') + fraction.padEnd(places, '0'));
  return Number.isSafeInteger(amount) ? amount : null;
}
