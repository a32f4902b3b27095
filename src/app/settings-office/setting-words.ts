import type { ValueSchema } from './json-schema.ts';

/** Words whose spelling differs from that in the name of a setting. */
const written: Readonly<Record<string, string>> = {
  ...{ api: 'API', bic: 'BIC', csv: 'CSV', iban: 'IBAN', id: 'ID', ids: 'IDs', pdf: 'PDF', sdk: 'SDK', sku: 'SKU' },
  ...{ url: 'URL', vat: 'VAT' },
};

/** Returns 'Max quantity' for `maxQuantity`, 'Hide on scroll' for `hide-on-scroll`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => written[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the title of a setting, or else the words of its path. */
export function nameSetting(path: readonly string[], { title }: ValueSchema): string {
  if (title !== undefined) return title;
  const words = path.map(toWords);
  return words.map((each, index) => (index === 0 ? each : each.charAt(0).toLowerCase() + each.slice(1))).join(': ');
}

/** Converts a description from the manual's Markdown to plain text. In a form, `null` is an empty field. */
export const toPlainDescription = (description: string): string =>
  description.replaceAll('`null`', 'empty').replaceAll('`', '');
