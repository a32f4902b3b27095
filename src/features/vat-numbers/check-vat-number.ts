import { normaliseCode } from '#platform/input/normalise-text.ts';
import type { vatFormats } from './formats.ts';

/** Maximum number of characters. The longest numbers have 16. */
export const maxVatNumberLength = 30;

type VatFormat = NonNullable<(typeof vatFormats)[string]>;

/** `country`: ISO 3166-1 alpha-2, whose format the number does not have. */
export type VatNumberResult =
  | { readonly ok: true; readonly number: string }
  | { readonly ok: false; readonly country: string };

/** Prefixes that are not the code of their country. Northern Ireland has the numbers of Great Britain. */
const countriesByPrefix: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/**
 * Checks form and checksum of a VAT number. Does not ask whether it was issued. A number of a
 * country without a known format is kept as it is written.
 * @param country of the billing address (ISO 3166-1 alpha-2): of a number without prefix
 * @returns the number with the prefix of its country, without separators
 */
export async function checkVatNumber(text: string, country: string): Promise<VatNumberResult> {
  const { vatFormats } = await import('./formats.ts');
  const written = normaliseCode(text)
    .toUpperCase()
    .replace(/[\s./,'-]/g, '');
  const prefix = /^[A-Z]{2}/.exec(written)?.[0] ?? '';
  const prefixCountry = countriesByPrefix[prefix] ?? prefix;
  // French numbers may begin with letters that are the prefix of another country.
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

/** The validators of some countries throw for texts that are too short for their format. */
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
