import { isPlain, normaliseSpaces } from './normalise-code.shared.ts';

export { normaliseCode } from './normalise-code.shared.ts';

/** Letters, marks and pictographs after which a joiner or a variation selector changes what is shown. */
const shapedByNext = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Inherited}\p{scx=Hangul}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]`;

/** Joiners, variation selectors, vowels of Khmer and Mongolian, and the tags in flags of regions. */
const shaping = String.raw`[\u200C\u200D\uFE00-\uFE0F\u17B4\u17B5\u180B-\u180F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]`;

/** What is invisible in every text: directions, byte order marks, soft hyphens, controls. */
const invisible = new RegExp(
  String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFC]--[${shaping}\u115F\u1160\n\t]]`,
  'gv',
);

/** Of those, what may stand between a letter and another shaping character. */
const continued = String.raw`[\uFE00-\uFE0F\u{E0020}-\u{E007F}\u17B4\u17B5\u180B-\u180D\u180F]`;

/**
 * Shaping characters: with what they shape, or alone in the first group, because they follow a space,
 * a digit or a Latin letter. Han letters have variants (`葛󠄀`) but no joiners. Looking back from each
 * of them instead would take time that grows with the square of their number.
 */
const shapingWithBase = new RegExp(
  String.raw`[${shapedByNext}--${shaping}](?:${continued}+${shaping}?|${shaping})|\p{scx=Han}[\u{E0100}-\u{E01EF}]|(${shaping})`,
  'gv',
);

/**
 * Converts text that somebody typed or copied, before anything checks it: composed letters (NFC), no
 * invisible characters or controls other than line breaks and tabs, plain spaces, none around it.
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

/** The same on one line: line breaks, tabs and several spaces become one space. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, ' ');
}
