import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { formatMoment, getListFormat } from '#platform/texts/formats.ts';
import { auditTexts as texts } from './texts.ts';

const money = z.strictObject({ amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) });
/** A text that somebody typed may have the format of a date without being a valid date. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Formats a value that no field describes.
 * @returns '' when there is no value
 */
export function formatPlainValue(shop: Shop, value: unknown): string {
  const { t, choices } = shop;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? texts.yes : texts.no);
  if (typeof value === 'string' && isMoment(value)) return formatMoment(new Date(value), choices.locale);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return getListFormat(choices.locale, { type: 'unit' }).format(value.map((each) => formatPlainValue(shop, each)));
  const amount = money.safeParse(value);
  if (amount.success) return formatMoney(amount.data, choices.locale);
  return Object.entries(value)
    .map(([name, each]) => [toWords(name), formatPlainValue(shop, each)] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join(', ');
}

/** Turns a name into words: 'Is enabled' for `isEnabled`, 'Edit coupon' for `edit-coupon`. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
