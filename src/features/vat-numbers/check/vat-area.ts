import { isMemberState } from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';

/**
 * Postcodes, without spaces, of places that belong to member states but not to the tax area (Directive 2006/112/EC,
 * article 6).
 */
const outside: Readonly<Record<string, RegExp>> = {
  DE: /^(27498|78266)$/,
  ES: /^(35|38|51|52)/,
  FI: /^22/,
  GR: /^63086$/,
  IT: /^(23041|22061)$/,
};

/**
 * Returns the VAT prefix of a place in the tax area of the European Union: `EL` for Greece, `FR` for Monaco, and `XI`
 * for Northern Ireland, which belongs to the area for goods.
 * @returns null for a place outside of the area
 */
export function getVatArea({ country, postcode }: Pick<TaxAddress, 'country' | 'postcode'>): string | null {
  const code = postcode.replace(/\s/g, '').toUpperCase();
  if (country === 'GB') return code.startsWith('BT') ? 'XI' : null;
  if (country === 'MC') return 'FR';
  if (!isMemberState(country) || outside[country]?.test(code)) return null;
  return country === 'GR' ? 'EL' : country;
}

/** Returns the prefix of the member state that issued the number; null for numbers of other countries. */
export function getAreaOfNumber(number: string): string | null {
  const prefix = number.slice(0, 2);
  if (prefix === 'XI' || prefix === 'EL') return prefix;
  return prefix !== 'GR' && isMemberState(prefix) ? prefix : null;
}
