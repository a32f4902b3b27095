/**
 * 'Café Crème, große' -> 'cafe-creme-grosse'. Letters of other scripts stay. At most 180
 * characters; 'item' when nothing is left.
 */
export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 180)
    .replace(/^-+|-+$/g, '');
  return slug || 'item';
}

/** What the database takes as a slug. */
const slugPattern = /^[^\s/?#%&]+$/;

/** The slug that somebody typed, or what is made of it where it could not be one; made of the name when it is empty. */
export const toSlug = (typed: string, name: string): string =>
  slugPattern.test(typed) ? typed : slugify(typed || name);
