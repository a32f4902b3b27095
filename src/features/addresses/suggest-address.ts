import { findNearestWord } from '#platform/texts/edit-distance.ts';
import type { Address } from './address.shared.ts';
import { getCountryData } from './country-data.ts';
import { normalizePostcode } from './postcodes/normalize-postcode.ts';
import { listStateNames } from './states.ts';

export interface AddressSuggestion {
  readonly field: 'postcode' | 'state';
  readonly value: string;
}

/** Letters that are often typed instead of digits, and these digits. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{ O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' },
  ...{ '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z' },
};

/**
 * Suggests corrections of an invalid postcode and an unknown state.
 * @param address normalized
 */
export function suggestAddressFields(address: Address, locale: string): AddressSuggestion[] {
  const found = { postcode: suggestPostcode(address), state: suggestState(address, locale) };
  return (['postcode', 'state'] as const).flatMap((field) => {
    const value = found[field];
    return value === null ? [] : [{ field, value }];
  });
}

function suggestPostcode({ country, postcode }: Address): string | null {
  const pattern = getCountryData(country)?.postcode?.pattern;
  if (!pattern || postcode === '' || pattern.test(postcode)) return null;
  const characters = Array.from(postcode.toUpperCase());
  const variants = characters.flatMap((character, index) => {
    const other = lookalikes[character];
    return other === undefined ? [] : [normalizePostcode(country, characters.toSpliced(index, 1, other).join(''))];
  });
  const valid = [...new Set(variants.filter((variant) => pattern.test(variant)))];
  return valid.length === 1 ? (valid[0] ?? null) : null;
}

function suggestState({ country, state }: Address, locale: string): string | null {
  const data = getCountryData(country);
  if (!data || state.length < 4 || data.states.some(({ code }) => code === state)) return null;
  const names = listStateNames(country, locale);
  const nearest = findNearestWord(
    state.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  return names.find((name) => name.toLowerCase() === nearest) ?? null;
}
