import { foldCase } from '#platform/input/fold-text.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';

export const maxCodeLength = 100;

/** Cleans a code for display: one line, without invisible characters. */
export const cleanCode = normaliseLine;

/**
 * Converts a code to the form in which codes are compared and stored in `code_key`: case is folded, also of
 * full-width letters and of all variants of i.
 * @returns null when the text can't be a code
 */
export function toCouponKey(code: string): string | null {
  // Normalization shortens a text to a sixth at most: a longer text can't become a valid code.
  if (code.length > maxCodeLength * 10) return null;
  const key = foldCase(code);
  return key === '' || key.length > maxCodeLength ? null : key;
}
