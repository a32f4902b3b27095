/** What is invisible in every text, also what shapes letters: joiners, directions, controls. */
const invisible = /(?![\n\t])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]/gu;

/** Whether it has only visible ASCII characters and spaces, as nearly everything has. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

export function normaliseSpaces(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/**
 * Converts a code that somebody typed or copied, before anything checks or compares it: a phone or
 * VAT number, postcode, coupon, SKU, email address, amount. Beyond `normaliseLine`: letters of one
 * width (NFKC), digits 0 to 9, '-' for every dash, "'" for every apostrophe, nothing invisible.
 */
export function normaliseCode(text: string): string {
  if (isPlain(text)) return text.trim().replace(/ {2,}/g, ' ');
  const plain = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    // NFKC makes a space with a mark of this apostrophe, and several primes of one character.
    .replace(/\u00B4/g, "'")
    .normalize('NFKC')
    .replace(/[\u02B9\u02BB\u02BC\u2018\u2019\u2032]/g, "'")
    .replace(/[\p{Pd}\u2212\u2043\u02D7]/gu, '-')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(getDigitValue(digit)))
    // Japanese keyboards write the long vowel mark where a dash is meant.
    .replace(/(?<=\d)\u30FC(?=\d)/g, '-');
  return normaliseSpaces(plain).replace(/\s+/g, ' ');
}

/** Digits of a script follow each other from its zero, in blocks of ten. */
function getDigitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
