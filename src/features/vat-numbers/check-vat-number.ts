import { normaliseCode } from '#platform/input/normalise-text.ts';
import type { vatFormats } from './formats.ts';

/** Maximum number of characters of a typed number. The longest VAT numbers have 16. */
export const maxVatNumberLength = 30;

type VatFormat = NonNullable<(typeof vatFormats)[string]>;

/** `country`: ISO 3166-1 alpha-2 code of the country whose format the number does not match. */
export type VatNumberResult =
  | { readonly ok: true; readonly number: string }
  | { readonly ok: false; readonly country: string };

/** Prefixes that differ from the code of their country. Northern Ireland uses the number format of Great Britain. */
const countriesByPrefix: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/**
 * Checks format and checksum of a VAT number, but not whether the number was issued. Returns a number of a country
 * without a known format as it was typed.
 * @param country country of the billing address (ISO 3166-1 alpha-2), for numbers without a prefix
 * @returns the number with the prefix of its country, without separators
 */
export async function checkVatNumber(text: string, country: string): Promise<VatNumberResult> {
  const { vatFormats } = await import('./formats.ts');
  const written = normaliseCode(text)
    .toUpperCase()
    .replace(/[\s./,'-]/g, '');
  const prefix = /^[A-Z]{2}/.exec(written)?.[0] ?? '';
  const prefixCountry = countriesByPrefix[prefix] ?? prefix;
  // Try the country of the address first: French numbers may begin with letters that are the prefix of another
  // country.
  for (const owner of [country, prefixCountry]) {
    const format = vatFormats[owner];
    const number = prefix === 'XI' ? written.slice(2) : written;
    if (!format || !isValidNumber(format, number)) continue;
    if (prefix === 'XI') return { ok: true, number: written };
    return { ok: true, number: addPrefix(format.compact(number), owner) };
  }
  const owner = vatFormats[prefixCountry] ? prefixCountry : country;
  if (vatFormats[owner] || !/^[A-Z0-9]+$/.test(written)) return { ok: false, country: owner };
  return { ok: true, number: written };
}

/** Treats errors as invalid: validators of some countries throw for numbers that are too short. */
function isValidNumber(format: VatFormat, number: string): boolean {
  try {
    return format.validate(number).isValid;
  } catch {
    return false;
  }
}

function addPrefix(number: string, country: string): string {
  const prefix = country === 'GR' ? 'EL' : country;
  return number.startsWith(prefix) ? number : prefix + number;
}
