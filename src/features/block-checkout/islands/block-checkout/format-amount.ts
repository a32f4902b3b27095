import type { ShownCheckout } from '../block-checkout.shared.ts';

type CurrencyFormat = Pick<
  ShownCheckout['__experimentalCart']['totals'],
  | 'currency_minor_unit'
  | 'currency_decimal_separator'
  | 'currency_thousand_separator'
  | 'currency_prefix'
  | 'currency_suffix'
>;

/** Formats minor units: `1850` -> `€18.50`. */
export function formatAmount(minorUnits: number, format: CurrencyFormat): string {
  const { currency_minor_unit: places, currency_prefix: prefix, currency_suffix: suffix } = format;
  const figures = String(minorUnits).padStart(places + 1, '0');
  const whole = figures.slice(0, figures.length - places);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.currency_thousand_separator);
  const fraction = places === 0 ? '' : format.currency_decimal_separator + figures.slice(-places);
  return `${prefix}${grouped}${fraction}${suffix}`;
}
