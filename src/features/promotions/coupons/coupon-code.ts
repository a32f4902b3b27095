import { foldCase } from '#platform/input/fold-text.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';

/** Maximum characters of a code. */
export const maxCodeLength = 100;

/** A code as it is shown: on one line, without invisible characters. */
export const cleanCode = normaliseLine;

/**
 * Converts a code to the form in which codes are compared and stored in `code_key`: in one case, also
 * of letters that look alike in another width, and of every i.
 * @returns null for what can't be a code
 */
export function toCouponKey(code: string): string | null {
  // Normalizing can make a text longer, never shorter than a sixth.
  if (code.length > maxCodeLength * 10) return null;
  const key = foldCase(code);
  return key === '' || key.length > maxCodeLength ? null : key;
}
