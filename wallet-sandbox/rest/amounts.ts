import type { Amount, Item, Money } from '../state/documents.ts';
import { readObject, readOptionalObject, readString } from './fields.ts';
import { unprocessable } from './problem.ts';

const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
);
const withoutDecimals = new Set(['HUF', 'JPY', 'TWD']);
const added = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'] as const;
const taken = ['shipping_discount', 'discount'] as const;

/** Minor units: cents, or whole units of currencies without decimals. */
export function toMinor({ currency_code, value }: Money): bigint {
  const isNegative = value.startsWith('-');
  const [whole = '0', part = ''] = value.replace('-', '').split('.');
  const minor = BigInt(whole || '0') * 100n + BigInt(part.padEnd(2, '0').slice(0, 2) || '0');
  const scaled = withoutDecimals.has(currency_code) ? minor / 100n : minor;
  return isNegative ? -scaled : scaled;
}

export function toMoney(minor: bigint, currency: string): Money {
  if (withoutDecimals.has(currency)) return { currency_code: currency, value: String(minor) };
  const text = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return { currency_code: currency, value: `${minor < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}` };
}

interface MoneyRules {
  readonly currency?: string;
  readonly isPositive?: boolean;
  /** What to say of another currency than `currency`. */
  readonly mismatch?: string;
}

export function readMoney(input: unknown, field: string, rules: MoneyRules = {}): Money {
  const fields = readObject(input, field);
  const currency = readString(fields.currency_code, `${field}/currency_code`, 3, /^\w{3}$/);
  const value = readString(fields.value, `${field}/value`, 32, /^(-?\d+|-?\d*\.\d+)$/);
  const details = { field: `${field}/value`, value };
  if (!currencies.has(currency)) throw unprocessable('INVALID_CURRENCY_CODE', { field: `${field}/currency_code` });
  const decimals = value.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (withoutDecimals.has(currency) && decimals > 0) throw unprocessable('DECIMALS_NOT_SUPPORTED', details);
  if ((value.split('.')[1]?.length ?? 0) > 2) throw unprocessable('DECIMAL_PRECISION', details);
  const money = { currency_code: currency, value };
  if (rules.isPositive && toMinor(money) <= 0n) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', details);
  if (toMinor(money) < 0n) throw unprocessable('CANNOT_BE_NEGATIVE', details);
  if (toMinor(money) > 99_999_999_999_999_999n) throw unprocessable('MAX_VALUE_EXCEEDED', details);
  if (rules.currency !== undefined && rules.currency !== currency) {
    throw unprocessable(rules.mismatch ?? 'MULTI_CURRENCY_ORDER', { field: `${field}/currency_code` });
  }
  return toMoney(toMinor(money), currency);
}

/** An order's amount, whose parts must add up. */
export function readAmount(input: unknown, field: string): Amount {
  const total = readMoney(input, field, { isPositive: true });
  const parts = readOptionalObject(readObject(input, field).breakdown, `${field}/breakdown`);
  if (!parts) return total;
  const breakdown: Record<string, Money> = {};
  for (const name of [...added, ...taken]) {
    if (parts[name] === undefined) continue;
    breakdown[name] = readMoney(parts[name], `${field}/breakdown/${name}`, { currency: total.currency_code });
  }
  const sum = (names: readonly string[]) => names.reduce((all, name) => all + minorOf(breakdown[name]), 0n);
  if (sum(added) - sum(taken) !== toMinor(total)) {
    throw unprocessable('AMOUNT_MISMATCH', { field: `${field}/value`, value: total.value });
  }
  return { ...total, breakdown };
}

const minorOf = (money: Money | undefined) => (money ? toMinor(money) : 0n);

/** Compares the sums of items with the amount's parts. Without items there is nothing to compare. */
export function checkItemTotals(items: readonly Item[] | undefined, amount: Amount, field: string): void {
  if (!items) return;
  const total = amount.breakdown?.item_total;
  if (!total) throw unprocessable('ITEM_TOTAL_REQUIRED', { field: `${field}/breakdown/item_total` });
  const sum = items.reduce((all, item) => all + toMinor(item.unit_amount) * BigInt(item.quantity), 0n);
  if (sum !== toMinor(total)) throw unprocessable('ITEM_TOTAL_MISMATCH', { field: `${field}/breakdown/item_total` });
  if (!items.some(({ tax }) => tax)) return;
  const taxTotal = amount.breakdown?.tax_total;
  if (!taxTotal) throw unprocessable('TAX_TOTAL_REQUIRED', { field: `${field}/breakdown/tax_total` });
  const taxes = items.reduce((all, item) => all + minorOf(item.tax) * BigInt(item.quantity), 0n);
  if (taxes !== toMinor(taxTotal)) throw unprocessable('TAX_TOTAL_MISMATCH', { field: `${field}/breakdown/tax_total` });
}
