import type { LegacyEncoding } from './legacy-encodings.ts';

interface Language {
  readonly encodings: readonly LegacyEncoding[];
  /** Its letters that are not ASCII, with those of words that it often borrows. */
  readonly letters: RegExp;
  /** What none of its words with such letters has. */
  readonly never: RegExp;
}

const western: readonly LegacyEncoding[] = ['windows-1252', 'iso-8859-15', 'macintosh'];
const central: readonly LegacyEncoding[] = ['windows-1250', 'iso-8859-2'];
const cyrillic: readonly LegacyEncoding[] = ['windows-1251', 'iso-8859-5', 'koi8-r', 'ibm866', 'x-mac-cyrillic'];

const define = (encodings: readonly LegacyEncoding[], letters: string, never = '(?!)'): Language => ({
  ...{ encodings, letters: new RegExp(`^[${letters}]*$`, 'iu'), never: new RegExp(never, 'iu') },
});
const defineScript = (encoding: LegacyEncoding, ...names: readonly string[]): Language => ({
  ...define([encoding], names.map((name) => `\\p{Script=${name}}`).join('')),
  // A letter of a Latin word, not a size such as `Tシャツ`.
  never: /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/,
});

/** What tells the languages apart whose letters have the same bytes. */
const languages: readonly Language[] = [
  define(western, 'àâæçèéêëîïôœùûü', 'è[aiou]|(?<![aeou])[ëï](?![aeu])|(?<!o)ù|ñ'),
  define(western, 'äöüßéàè', 'è[aiou]'),
  define(western, 'áéíóúüñ', 'ñ(?![aeiouáéíóú])'),
  define(western, 'áâãàçéêíóôõúü', 'ã(?!o|e|s?$)|õ(?!e)'),
  define(western, 'àèéìíòóùú', '[àèìòù](?!$)'),
  define(western, 'àèéíïòóúüç', 'è[aiou]'),
  define(western, 'éëïöüáóèêç', '(?<![aeiou])[ëï]'),
  define(western, 'æøåéöäüà'),
  define(['windows-1252'], 'áéíóúýþæöð', 'þ$|þ[bcdfgklmnpqstvwxz]'),
  define(['windows-1252', 'windows-1257', 'iso-8859-15'], 'äöõüšžé', '[qwxy]'),
  define(central, 'ąćęłńóśźż', '[qvx]|ń[aeiouyó]|^[ęń]|[śźćń]i'),
  define(central, 'áčďéěíňóřšťúůýž', '[qwx]|č[rlm]es?$|rč[ms]|([bcdfgklmprstvzčšžřň])\\1'),
  define(
    central,
    'áäčďéíĺľňóôŕšťúýž',
    '[qwx]|č[rlm]es?$|rč[ms]|([bcfglmprtvzčňř])\\1|(?<![bdhkmstv])[ĺŕ]|[ĺŕ](?![bcdhkmnpstvzčšžňť])',
  ),
  define(central, 'áéíóöőúüű', '[qwx]'),
  define(central, 'ăâîşţ', '[qwyk]'),
  define(central, 'čćđšž', '[qwxy]|č[rlm]es?$|rč[ms]|([a-zčćđšž])\\1'),
  define(['windows-1254'], 'çğıİöşüâîû', '[qwx]|^[ğı]'),
  define(['windows-1257'], 'ąčęėįšųūž', '[qwx]|[aeou]ė|č[rlm]es?$|[^aeiou]į[a-z]|([b-dfghj-np-tvz])\\1'),
  define(['windows-1257'], 'āčēģīķļņšūž', '[qwxy]|č[rlm]es?$|rč[ms]|[aeou][āēīū]|[āēū][aeo]'),
  define(cyrillic, 'а-яё', '^[ьъы]'),
  define(cyrillic, 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', '^ь'),
  define(cyrillic, 'абвгдежзіийклмнопрстуўфхцчшыьэюяё', '^[ьы]'),
  define(cyrillic, 'абвгдђежзијклљмнњопрстћуфхцчџшѓќѕ'),
  define(['windows-1253'], 'α-ωά-ώΐΰϊϋ'),
  defineScript('windows-1255', 'Hebrew'),
  defineScript('windows-1256', 'Arabic'),
  // Kana of EUC-JP are old letters of Thai, or each second letter is the same.
  { ...defineScript('windows-874', 'Thai'), never: /[ฃฅ]|(?:ค[^ค]){3}/ },
  defineScript('gb18030', 'Han'),
  defineScript('big5', 'Han'),
  defineScript('euc-kr', 'Hangul'),
  ...(['shift_jis', 'euc-jp'] as const).map((each) => ({
    ...defineScript(each, 'Han', 'Hiragana', 'Katakana'),
    letters: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u,
  })),
];

/** With letters that are beside those of every language: signs, full-width Latin ones and the Arabic line. */
const nonLetters = /[\0-\x7fµªº\uff21-\uff5a\u0640]|\P{L}/gu;

/** A few words of a text may be of another language, or may look wrong although it is read right. */
const maxOddShare = 0.08;

/** Whether these are too many of the words of a text that is read right. */
export const areManyOf = (words: readonly string[], odd: readonly string[]): boolean =>
  odd.length > maxOddShare * words.length;

/** Whether an encoding has the letters of languages that are written as this text. */
export const isLatin = (encoding: LegacyEncoding): boolean =>
  western.includes(encoding) ||
  central.includes(encoding) ||
  encoding === 'windows-1254' ||
  encoding === 'windows-1257';

/** Whether words can be those of one language that is written in the encoding. */
export const fitsLanguage = (encoding: LegacyEncoding, words: readonly string[]): boolean =>
  languages.some(
    ({ encodings, letters, never }) =>
      encodings.includes(encoding) &&
      !areManyOf(
        words,
        words.filter((word) => never.test(word) || !letters.test(word.replace(nonLetters, ''))),
      ),
  );

/** Whether words of several languages of the west have all letters. */
export const areWestern = (words: readonly string[]): boolean =>
  !/[^\0-\x7fÀ-ÿŒœŸ]|[ÐðÞþ]/.test(words.join('').replace(/\P{L}/gu, ''));

/**
 * Where people write signs beside letters and figures: `it’s`, `L’Escale`, `geht´s`, `Bern–Rom`, `20°C`, `m²`, `Acme™`,
 * `£5`, `1½`, `1º`, `100 µm`.
 */
const usualSigns = new RegExp(
  [
    // `Pa’s` is `País` of Mac Roman, and `D’a` is `Día`.
    '(?<=[A-Za-z]{3}|^it|^he)’s$|(?<=n)’t$|’(?:re|ve|ll)$|(?<=^I)’[md]$|s’$|(?<=[A-Z])’(?=[A-Z])|^[OD]’(?=[A-Z])',
    '^(?:[cdjlmnst]|[Qq]u|[Uu]n|[A-Za-z][a-z]*ll|[CDJLMNST])’(?=[aeiouyhAEIOUYHÀ-ÿ]\\p{L}{2})',
    '´(?=s$)|(?<=l)·(?=l)|(?<=[\\p{L}\\d])[–—](?=[A-Z\\d])|(?<=^[nN]|\\d)°|°(?=[CF]$)|(?<=\\d|^[kcdm]?m)[²³]',
    '[×±€£¥¢](?=\\d)|(?<=\\d)[×€£¥¢½¼¾ªº]|(?<=^[nN])[ºª]|µ(?=[mlgs]$)|^[–—×±€£½¼¾§°©®•·«»]$',
    '(?<=\\p{Script=Cyrillic})’(?=\\p{Script=Cyrillic})|^№|(?<=[\\p{L}\\d])[®©™…]$|^[¿¡](?=\\p{Lu})|^[©§•](?=[\\p{Lu}\\d])',
  ].join('|'),
  'gu',
);
const opening = /^[«“„‘‚»](?=[\p{L}\d])/u;
const closing = /(?<=[\p{L}\d])[»”“’‘«]$/u;

/** Words with a sign where people write none. */
export function findOddSigns(words: readonly string[]): readonly string[] {
  const areQuoted = words.some((word) => opening.test(word)) && words.some((word) => closing.test(word));
  return words.filter((word) => {
    const bare = areQuoted ? word.replace(opening, '').replace(closing, '') : word;
    return /[µªºƒˆˇŸ\u02b0-\u02ff]|[^\0-\x7f\p{L}\p{M}\u0370-\u0fff\u3000-\u30ff\uff00-\uffef]/u.test(
      bare.replace(usualSigns, ''),
    );
  });
}

/** Whether words have no letters that are not ASCII, but signs such as € and ½. */
export const areSigns = (words: readonly string[]): boolean =>
  !/[\p{L}\p{M}]/u.test(words.join('').replace(/[\0-\x7fµªº]/g, ''));
