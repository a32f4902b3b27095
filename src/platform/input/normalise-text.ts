/** Letters, marks and pictographs after which a joiner or a variation selector changes what is shown. */
const shapedByNext = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Inherited}\p{scx=Hangul}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]`;

/** Joiners, variation selectors, vowels of Khmer and Mongolian, and the tags in flags of regions. */
const shaping = String.raw`[\u200C\u200D\uFE00-\uFE0F\u17B4\u17B5\u180B-\u180F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]`;

/** What is invisible in every text: directions, byte order marks, soft hyphens, controls. */
const invisible = new RegExp(
  String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]--[${shaping}\u115F\u1160\n\t]]`,
  'gv',
);
const anyInvisible = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]--[\n\t]]/gv;

/**
 * Shaping characters that shape nothing, because they follow a space, a digit or a Latin letter. Han
 * letters have variants (`葛󠄀`) but no joiners.
 */
const meaninglessShaping = new RegExp(
  String.raw`(?<!${shapedByNext}[\uFE00-\uFE0F\u{E0020}-\u{E007F}]*)(?<!\p{scx=Han}(?=[\u{E0100}-\u{E01EF}]))${shaping}`,
  'gv',
);

/** Whether it has only visible ASCII characters and spaces, as nearly everything has. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

function normaliseSpaces(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/**
 * Converts text that somebody typed or copied, before anything checks it: composed letters (NFC), no
 * invisible characters or controls other than line breaks and tabs, plain spaces, none around it.
 * Joiners stay in the scripts and emoji that they shape.
 */
export function normaliseText(text: string): string {
  if (isPlain(text)) return text.trim();
  const visible = text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '').replace(meaninglessShaping, '');
  return normaliseSpaces(visible.normalize('NFC'));
}

/** The same on one line: line breaks, tabs and several spaces become one space. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, ' ');
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
    .replace(anyInvisible, '')
    .replace(/[\u00B4\u02B9\u02BB\u02BC\u2018\u2019\u2032]/g, "'")
    .normalize('NFKC')
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
