/** Characters that are invisible in every text, including joiners, directions and controls. */
const invisible = /(?![\n\t])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]/gu;

/** Whether the text has only visible ASCII characters and spaces, as almost all texts have. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

export function normaliseSpaces(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/**
 * Normalises a code that somebody typed or copied, before it is checked or compared: a phone or
 * VAT number, postcode, coupon, SKU, email address, amount. In addition to `normaliseLine`, letters get one
 * width (NFKC), digits become 0 to 9, dashes '-', apostrophes "'", and invisible characters are removed.
 */
export function normaliseCode(text: string): string {
  if (isPlain(text)) return text.trim().replace(/ {2,}/g, ' ');
  const plain = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    // NFKC would convert this apostrophe to a space with a mark, and a multiple prime to several primes.
    .replace(/\u00B4/g, "'")
    .normalize('NFKC')
    .replace(/[\u02B9\u02BB\u02BC\u2018\u2019\u2032]/g, "'")
    .replace(/[\p{Pd}\u2212\u2043\u02D7]/gu, '-')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(getDigitValue(digit)))
    // Japanese keyboards write the long vowel mark in place of a dash.
    .replace(/(?<=\d)\u30FC(?=\d)/g, '-');
  return normaliseSpaces(plain).replace(/\s+/g, ' ');
}

/** In Unicode the digits of a script follow each other from its zero, in blocks of ten. */
function getDigitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
