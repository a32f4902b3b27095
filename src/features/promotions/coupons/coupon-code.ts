/** Maximum characters of a code. */
export const maxCodeLength = 100;

/** Removes spaces around and repeated within a code, and what PostgreSQL can't store. */
export function cleanCode(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Converts a code to the form in which codes are compared: in one case, also of letters that look
 * alike in another width.
 * @returns null for what can't be a code
 */
export function toCouponKey(code: string): string | null {
  // Normalizing can make a text longer, never shorter than a sixth.
  if (code.length > maxCodeLength * 10) return null;
  const key = cleanCode(code.normalize('NFKC')).toLowerCase();
  return key === '' || key.length > maxCodeLength ? null : key;
}
