import { cutText } from './plain-text.ts';

const maxSlugLength = 180;

/**
 * Converts a text to a slug: 'Café Crème, große' -> 'cafe-creme-grosse'. Other scripts keep their letters and marks,
 * as shops that move from other platforms have them in their addresses: 'Ваза «Прибой»' -> 'ваза-прибой'. Returns
 * 'item' when nothing is left.
 */
export function slugify(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    // NFKD would split the vowel am of Thai and Lao into two letters permanently.
    .replace(/[^\u0e33\u0eb3]+/g, (part) => part.normalize('NFKD'))
    // Removes marks of Latin letters, and marks without a letter, such as the variation selector that makes a sign an
    // emoji.
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return cutText(words, maxSlugLength).replace(/^-+|-+$/g, '') || 'item';
}

/** Slugs that the domain `slug` of the database accepts. */
const slugPattern = /^[^\s/?#%&]+$/;

/** Returns the typed slug if it is valid, otherwise a slug made from it, or from the name when nothing was typed. */
export const toSlug = (typed: string, name: string): string =>
  slugPattern.test(typed) ? typed : slugify(typed || name);
