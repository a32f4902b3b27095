import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import type { PhoneProblem } from '../contract.ts';

/**
 * Reads an international number, or a national one of the given country.
 * @param country two letters; empty or unknown: the number must have its country code
 * @returns E.164, or what is wrong with it
 */
export function readPhone(typed: string, country: string): string | PhoneProblem {
  const code = country.toUpperCase();
  const from: CountryCode | undefined = isSupportedCountry(code) ? code : undefined;
  const problem = validatePhoneNumberLength(typed, from);
  if (problem === 'TOO_SHORT') return 'PHONE_TOO_SHORT';
  if (problem === 'TOO_LONG') return 'PHONE_TOO_LONG';
  if (problem !== undefined) return 'PHONE_INVALID';
  const number = parsePhoneNumberWithError(typed, from === undefined ? {} : { defaultCountry: from });
  return number.isValid() ? number.number : 'PHONE_INVALID';
}
