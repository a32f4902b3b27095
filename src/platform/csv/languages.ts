import type { LegacyEncoding } from './legacy-encodings.ts';

interface Language {
  readonly encodings: readonly LegacyEncoding[];
  /** Matches words whose non-ASCII letters all belong to the language, including common loan words. */
  readonly letters: RegExp;
  /** Matches letter sequences that no such word of the language has. */
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
  // Excludes non-ASCII letters beside Latin letters, but allows sizes such as `Tシャツ`.
  never: /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/,
});

/** Patterns that distinguish languages whose letters have the same bytes. */
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
  // Kana in EUC-JP look like obsolete Thai letters, or every second letter is the same.
  { ...defineScript('windows-874', 'Thai'), never: /[ฃฅ]|(?:ค[^ค]){3}/ },
  defineScript('gb18030', 'Han'),
  defineScript('big5', 'Han'),
  defineScript('euc-kr', 'Hangul'),
  ...(['shift_jis', 'euc-jp'] as const).map((each) => ({
    ...defineScript(each, 'Han', 'Hiragana', 'Katakana'),
    letters: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u,
  })),
];

/**
 * Characters that words of any language may contain, besides its letters: ASCII, signs, full-width Latin letters, the
 * Arabic tatweel.
 */
const nonLetters = /[\0-\x7fµªº\uff21-\uff5a\u0640]|\P{L}/gu;

/** Largest share of unusual words in a correct reading: a few words may be of another language, or may look wrong. */
const maxOddShare = 0.08;

/** Whether a text has more unusual words than a correct reading would have. */
export const exceedsUnusualShare = (words: readonly string[], odd: readonly string[]): boolean =>
  odd.length > maxOddShare * words.length;

/** Whether an encoding is meant for languages with Latin letters. */
export const isLatin = (encoding: LegacyEncoding): boolean =>
  western.includes(encoding) ||
  central.includes(encoding) ||
  encoding === 'windows-1254' ||
  encoding === 'windows-1257';

/** Whether all words fit one language that uses the encoding. */
export const fitsLanguage = (encoding: LegacyEncoding, words: readonly string[]): boolean =>
  languages.some(
    ({ encodings, letters, never }) =>
      encodings.includes(encoding) &&
      !exceedsUnusualShare(
        words,
        words.filter((word) => never.test(word) || !letters.test(word.replace(nonLetters, ''))),
      ),
  );

/** Whether all non-ASCII letters of the words belong to Western languages. */
export const areWestern = (words: readonly string[]): boolean =>
  !/[^\0-\x7fÀ-ÿŒœŸ]|[ÐðÞþ]/.test(words.join('').replace(/\P{L}/gu, ''));

/**
 * Matches usual places of signs beside letters and digits: `it’s`, `L’Escale`, `geht´s`, `Bern–Rom`, `20°C`, `m²`,
 * and `Acme™`, `£5`, `1½`, `1º`, `100 µm`.
 */
const usualSigns = new RegExp(
  [
    // The patterns are narrow since `Pa’s` may be `País` in Mac Roman, and `D’a` may be `Día`.
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

export function findOddSigns(words: readonly string[]): readonly string[] {
  const areQuoted = words.some((word) => opening.test(word)) && words.some((word) => closing.test(word));
  return words.filter((word) => {
    const bare = areQuoted ? word.replace(opening, '').replace(closing, '') : word;
    return /[µªºƒˆˇŸ\u02b0-\u02ff]|[^\0-\x7f\p{L}\p{M}\u0370-\u0fff\u3000-\u30ff\uff00-\uffef]/u.test(
      bare.replace(usualSigns, ''),
    );
  });
}

/** Whether the non-ASCII characters of the words are all signs such as € and ½, and no letters. */
export const areSigns = (words: readonly string[]): boolean =>
  !/[\p{L}\p{M}]/u.test(words.join('').replace(/[\0-\x7fµªº]/g, ''));
