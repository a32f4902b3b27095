import { findValueProblem, type ValueProblem } from '#platform/forms/field.ts';
import { normaliseCode, normaliseLine } from '#platform/input/normalise-text.ts';
import { isCountry } from '#platform/texts/formats.ts';
import { getAddressRules, listAddressFields } from './address-rules.ts';
import type { Address, AddressField } from './contract.ts';
import { normalizePostcode } from './postcodes/normalize-postcode.ts';
import { normalizeState } from './states.ts';

/** Normalises an address or some of its fields, and writes state and postcode as the country does. */
export function normalizeAddress<Parts extends Pick<Address, 'country' | 'state' | 'postcode'>>(address: Parts): Parts {
  const texts = Object.entries(address as Readonly<Record<string, string>>);
  const typed = Object.fromEntries(texts.map(([field, text]) => [field, normaliseLine(text)])) as unknown as Parts;
  const country = normaliseCode(typed.country);
  const postcode = normalizePostcode(country, normaliseCode(typed.postcode));
  return { ...typed, country, state: normalizeState(country, typed.state), postcode };
}

export interface AddressProblem {
  readonly field: AddressField;
  readonly problem: ValueProblem;
}

/**
 * Checks a normalized address by the rules of its country.
 * @param countries codes of the countries to choose from. Default: all.
 * @returns the problems in the order of the fields
 */
export function findAddressProblems(address: Address, countries?: readonly string[]): AddressProblem[] {
  const { country } = address;
  const rules = getAddressRules(country);
  const isKnownCountry = (code: string) => (countries ? countries.includes(code) : isCountry(code));
  return listAddressFields(country).flatMap((field) => {
    const { required, max, pattern, values } = rules[field];
    const isValid = (value: string) =>
      field === 'country' ? isKnownCountry(value) : (pattern?.expression.test(value) ?? values?.has(value) ?? true);
    const problem = findValueProblem({ required, max, isValid }, address[field]);
    return problem === null ? [] : [{ field, problem }];
  });
}
