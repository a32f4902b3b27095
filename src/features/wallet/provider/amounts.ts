import type { PaymentBreakdown } from '#features/payments/index.ts';
import { getMinorDigits, type Money, parseDecimal, toDecimal } from '#platform/money/money.ts';
import type { WalletMoney } from '../rest/documents.ts';

/** ISO 4217 codes of the currencies that the provider accepts. */
const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
);
/** Currencies for which the provider accepts whole units only, although ISO 4217 may define decimals. */
const withoutDecimals = new Set(['HUF', 'JPY', 'TWD']);

/** Returns the smallest payable amount in the shop's minor units: 100 for HUF, whose minor unit is a hundredth. */
const getSmallestAmount = (currency: string): number =>
  withoutDecimals.has(currency) ? 10 ** getMinorDigits(currency) : 1;

/** Returns whether the provider can accept an amount, which is in minor units. */
export const isPayableAmount = ({ amount, currency }: Money): boolean =>
  currencies.has(currency) && amount > 0 && amount % getSmallestAmount(currency) === 0;

export function toWalletMoney({ amount, currency }: Money): WalletMoney {
  const step = getSmallestAmount(currency);
  return { currency_code: currency, value: step === 1 ? toDecimal({ amount, currency }) : String(amount / step) };
}

/** @throws when the text is not an amount of the currency */
export function toMinorAmount({ currency_code, value }: WalletMoney): number {
  const amount = parseDecimal(value, currency_code);
  if (amount === null) throw new Error(`the wallet named an amount that is none of ${currency_code}`);
  return amount;
}

/**
 * Splits the amount of a payment into totals that include tax. Lines are not sent, because the provider rounds them
 * by its own rules. The parts always add up to the amount.
 */
export function toWalletAmount(total: Money, breakdown: PaymentBreakdown) {
  const step = getSmallestAmount(total.currency);
  const round = (amount: number) => Math.round(amount / step) * step;
  const shipping = round(breakdown.shipping);
  const handling = round(breakdown.fees);
  // Differences by rounding the other parts are added to the goods.
  const goods = total.amount - shipping - handling;
  const discount = Math.max(round(breakdown.discount), -goods);
  const money = (amount: number) => toWalletMoney({ amount, currency: total.currency });
  const parts = { item_total: goods + discount, shipping, handling, discount };
  const used = Object.entries(parts).filter(([name, amount]) => name === 'item_total' || amount > 0);
  return { ...money(total.amount), breakdown: Object.fromEntries(used.map(([name, amount]) => [name, money(amount)])) };
}

/** Rounds a part of an amount to the provider's smallest unit, as `toWalletAmount` does. */
export function toWalletPart({ amount, currency }: Money): WalletMoney {
  const step = getSmallestAmount(currency);
  return toWalletMoney({ amount: Math.round(amount / step) * step, currency });
}
