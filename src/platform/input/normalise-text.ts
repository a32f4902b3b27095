import { isPlain, normaliseSpaces } from './normalise-code.shared.ts';

export { normaliseCode } from './normalise-code.shared.ts';

/** Letters, marks and pictographs whose appearance a following joiner or variation selector changes. */
const shapedByNext = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Inherited}\p{scx=Hangul}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]`;

/**
 * Shaping characters: joiners, variation selectors, vowels of Khmer and Mongolian, and the tags in flags of regions.
 */
const shaping = String.raw`[\u200C\u200D\uFE00-\uFE0F\u17B4\u17B5\u180B-\u180F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]`;

/** Characters that are invisible in every text: directions, byte order marks, soft hyphens, controls. */
const invisible = new RegExp(
  String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]--[${shaping}\u115F\u1160\n\t]]`,
  'gv',
);

/** Shaping characters that may stand between a letter and another shaping character. */
const continued = String.raw`[\uFE00-\uFE0F\u{E0020}-\u{E007F}\u17B4\u17B5\u180B-\u180D\u180F]`;

/**
 * Matches shaping characters together with the characters that they shape. The first group matches a shaping
 * character that shapes nothing, because it follows a space, a digit or a Latin letter. Han letters have variants
 * (`葛󠄀`) but no joiners. Lookbehind at each shaping character would take quadratic time.
 */
const shapingWithBase = new RegExp(
  String.raw`[${shapedByNext}--${shaping}](?:${continued}+${shaping}?|${shaping})|\p{scx=Han}[\u{E0100}-\u{E01EF}]|(${shaping})`,
  'gv',
);

/**
 * Normalises text that somebody typed or copied, before it is checked: composed letters (NFC), no
 * invisible characters or controls except line breaks and tabs, plain spaces, no spaces at both ends.
 * Joiners stay in the scripts and emoji that they shape.
 */
export function normaliseText(text: string): string {
  if (isPlain(text)) return text.trim();
  const visible = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(shapingWithBase, (found, alone?: string) => (alone === undefined ? found : ''));
  return normaliseSpaces(visible.normalize('NFC'));
}

/** Normalises text to one line: line breaks, tabs and several spaces become one space. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, ' ');
}
