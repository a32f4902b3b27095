import { cutText } from './plain-text.ts';

const maxSlugLength = 180;

/**
 * 'Café Crème, große' -> 'cafe-creme-grosse'. Other scripts keep their letters and marks, as shops
 * that move here have them in their addresses: 'Ваза «Прибой»' -> 'ваза-прибой'. 'item' when nothing
 * is left.
 */
export function slugify(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    // The vowel am of Thai and Lao would become two letters for good.
    .replace(/[^\u0e33\u0eb3]+/g, (part) => part.normalize('NFKD'))
    // Marks of Latin letters, and marks without a letter, such as the one that makes an emoji of a sign.
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return cutText(words, maxSlugLength).replace(/^-+|-+$/g, '') || 'item';
}

/** What the database takes as a slug. */
const slugPattern = /^[^\s/?#%&]+$/;

/** The slug that somebody typed, or what is made of it where it could not be one; made of the name when it is empty. */
export const toSlug = (typed: string, name: string): string =>
  slugPattern.test(typed) ? typed : slugify(typed || name);
