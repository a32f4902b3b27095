import { normaliseCode } from '#platform/input/normalise-text.ts';
import { getPostcodeShape, spellPostcode, toPlainPostcode } from './postcode-shape.ts';

/**
 * Returns a postcode in the usual spelling of its country: case, spaces and hyphens, without the country's prefix for
 * mail from abroad (D-10115). An invalid postcode stays as typed, in plain characters.
 * @param country ISO 3166-1 alpha-2
 */
export function normalizePostcode(country: string, postcode: string): string {
  const shape = getPostcodeShape(country);
  return (shape && spellPostcode(country, shape, toPlainPostcode(postcode))) ?? normaliseCode(postcode);
}
