import { getCountryData } from './country-data.ts';

const separators = /[\s-]+/g;

/** Puts the separators of an example into a postcode without any: SW1A1AA becomes SW1A 1AA. */
function applySpacing(compact: string, example: string): string | null {
  if (compact.length !== example.replace(separators, '').length) return null;
  const letters = compact[Symbol.iterator]();
  return example.replace(/[^\s-]/g, () => letters.next().value ?? '');
}

/**
 * Returns a postcode in the usual spelling of its country: case, spaces and hyphens, without the
 * country's prefix for mail from abroad (D-10115). One that is not valid stays as it was typed.
 * @param country ISO 3166-1 alpha-2
 */
export function normalizePostcode(country: string, postcode: string): string {
  const rule = getCountryData(country)?.postcode;
  if (!rule) return postcode;
  const typed = postcode.toUpperCase().trim().replace(/\s+/g, ' ');
  const findSpelling = (text: string): string | undefined => {
    const compact = text.replace(separators, '');
    const spaced = rule.examples.map((example) => applySpacing(compact, example));
    return [...spaced, compact, text].find((each) => each !== null && rule.pattern.test(each)) ?? undefined;
  };
  return findSpelling(typed) ?? findSpelling(typed.replace(/^[A-Z]{1,2}[ -](?=\d)/, '')) ?? postcode;
}
