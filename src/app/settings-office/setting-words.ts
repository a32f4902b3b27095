import type { ValueSchema } from './json-schema.ts';

/** Words that are written otherwise than in the name of a setting. */
const written: Readonly<Record<string, string>> = {
  ...{ api: 'API', bic: 'BIC', csv: 'CSV', iban: 'IBAN', id: 'ID', ids: 'IDs', pdf: 'PDF', sdk: 'SDK', sku: 'SKU' },
  ...{ url: 'URL', vat: 'VAT' },
};

/** 'Max quantity' for `maxQuantity`, 'Hide on scroll' for `hide-on-scroll`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => written[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a setting is called: its title, or the words of its path. */
export function nameSetting(path: readonly string[], { title }: ValueSchema): string {
  if (title !== undefined) return title;
  const words = path.map(toWords);
  return words.map((each, index) => (index === 0 ? each : each.charAt(0).toLowerCase() + each.slice(1))).join(': ');
}

/** Descriptions are in the Markdown of the manual: pages show their text. A field without a value is empty. */
export const toPlainDescription = (description: string): string =>
  description.replaceAll('`null`', 'empty').replaceAll('`', '');
