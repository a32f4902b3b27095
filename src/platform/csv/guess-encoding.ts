import { cutText } from '#platform/texts/plain-text.ts';
import { areSigns, areWestern, exceedsUnusualShare, findOddSigns, fitsLanguage, isLatin } from './languages.ts';
import { encodingsByName, type LegacyEncoding } from './legacy-encodings.ts';

export interface EncodingReading {
  readonly encoding: LegacyEncoding;
  readonly example: string;
}

/** Possible encodings with their texts, the likeliest first. Empty when no encoding fits. */
export interface EncodingGuess {
  readonly isCertain: boolean;
  readonly readings: readonly EncodingReading[];
}

interface Reading extends EncodingReading {
  readonly score: number;
  readonly words: readonly string[];
  readonly fit: number;
}

/** How well the words of a reading match words of real languages. A higher number is a better match. */
const fits = {
  /** The words fit no language, or have signs at unusual places. */
  none: 0,
  western: 1,
  language: 2,
  /** All non-ASCII characters are signs such as € and ½, as Western spreadsheets write them. */
  signs: 3,
};

/** Prior weight of an encoding, independent of the bytes. Default: 1. */
const priors: Partial<Record<LegacyEncoding, number>> = { 'windows-1252': 2, 'x-mac-cyrillic': 0.5, ibm866: 0.2 };
/**
 * Factor by which the likeliest reading must be likelier than another one that fits, with few and with many words.
 */
const certainty = {
  latin: { few: 10, many: 3 },
  // The report names a guessed encoding of these scripts, so a smaller factor is enough.
  others: { few: 5, many: 1.7 },
};
const manyWords = 5;
/** Words of non-Latin scripts with a lower score are hardly recognised. */
const minScore = 0.003;
const maxReadings = 3;

/** Guesses the encoding of bytes that are not UTF-8. Encodings that give the same text are one reading. */
export async function guessEncoding(bytes: Uint8Array): Promise<EncodingGuess> {
  // Imported only for such files: its model takes 100 ms and some megabytes of memory.
  const { detectAll } = await import('jschardet');
  const found = detectAll(bytes, { detectEncodings: Object.keys(encodingsByName), minimumThreshold: 0 });
  const readings = new Map<string, Reading>();
  for (const { encoding: name, confidence } of found) {
    const encoding = findEncoding(name ?? '');
    if (encoding === undefined) continue;
    // Decoded as a stream, since Node 20 otherwise decodes Windows-1252 as Latin-1.
    const text = new TextDecoder(encoding).decode(bytes, { stream: true });
    // No real text has the control characters of ISO-8859 at the bytes where Windows encodings have letters and
    // signs.
    if (encoding.startsWith('iso-') && /[\x80-\x9f]/.test(text)) continue;
    const words = [...new Set(listForeignWords(text))];
    if (exceedsUnusualShare(words, words.filter(isOdd))) continue;
    const score = confidence * (priors[encoding] ?? 1);
    const same = readings.get(text);
    // Of several encodings with the same text, the reading is named after Windows-1252 if that is one of them.
    const hasName = !same || encoding === 'windows-1252' || (same.encoding !== 'windows-1252' && same.score < score);
    readings.set(text, {
      ...{ encoding: hasName ? encoding : same.encoding, score: Math.max(score, same?.score ?? 0), words },
      ...{ example: toExample(words), fit: Math.max(getFit(encoding, words), same?.fit ?? 0) },
    });
  }
  const ordered = [...readings.values()]
    .filter(({ fit }, _, all) => fit > fits.none || all.every((each) => each.fit === fits.none))
    .toSorted(compareReadings);
  const [first, ...rivals] = ordered;
  return {
    isCertain: first !== undefined && isRecognised(first) && !rivals.some((rival) => isRival(first, rival)),
    readings: ordered.slice(0, maxReadings).map(({ encoding, example }) => ({ encoding, example })),
  };
}

function getFit(encoding: LegacyEncoding, words: readonly string[]): number {
  if (exceedsUnusualShare(words, findOddSigns(words))) return fits.none;
  if (areSigns(words)) return encoding === 'windows-1252' ? fits.signs : isLatin(encoding) ? fits.language : fits.none;
  if (fitsLanguage(encoding, words)) return fits.language;
  return encoding === 'windows-1252' && areWestern(words) ? fits.western : fits.none;
}

const compareReadings = (first: Reading, second: Reading) =>
  Number(second.fit === fits.signs) - Number(first.fit === fits.signs) || second.score - first.score;

/**
 * Whether the words of a reading support it. Words of non-Latin scripts must have two adjacent non-ASCII characters,
 * and a score above chance.
 */
function isRecognised({ encoding, fit, score, words }: Reading): boolean {
  if (fit === fits.western) return words.length >= manyWords;
  if (fit === fits.none || isLatin(encoding)) return fit > fits.none;
  return score > minScore && words.some((word) => /[^\0-\x7f]{2}/.test(word));
}

/** Whether another reading is also plausible, so that the person must choose the encoding. */
function isRival(first: Reading, rival: Reading): boolean {
  // `Tric™` may be `Tricô` in Mac Roman, but `Acme™` makes no word in Mac Roman.
  if (first.fit === fits.signs) return areSigns(rival.words) || first.words.some((word) => /[^aeiouy\d]™$/.test(word));
  const isLong = first.words.length >= manyWords;
  if (isLong && rival.fit < first.fit) return false;
  const { few, many } = isLatin(first.encoding) ? certainty.latin : certainty.others;
  return rival.score * (isLong ? many : few) > first.score;
}

const simplify = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const encodingsBySimpleName = new Map(
  Object.entries(encodingsByName).map(([name, encoding]) => [simplify(name), encoding]),
);
const findEncoding = (name: string) => encodingsBySimpleName.get(simplify(name));

const listForeignWords = (text: string): string[] =>
  (text.match(/[^\s,;"'<>()/\\|.:!?=-]+/gu) ?? []).filter((word) => /[^\0-\x7f]/.test(word));

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
];

/**
 * Whether a word exists in no language: it has undefined characters, signs between letters
 * (`¯ó³ty`), a capital after a small letter (`SchŸssel`), letters of two scripts, or Chinese within
 * a Latin word.
 */
const isOdd = (word: string): boolean =>
  /[\ufffd\x80-\x9f\ue000-\uf8ff]/.test(word) ||
  /\p{L}[¡-©«-³¶-¹»-¿÷×†‡‰∞≤≥∂∑∏∫√≈∆◊˘˙˚¸˝˛ˇ¯§®]\p{L}/u.test(word) ||
  /\p{Ll}(?![A-Z])\p{Lu}|^\p{Lu}(?![A-Z])\p{Lu}\p{Ll}/u.test(word) ||
  /[a-z](?:\p{Script=Han}|[\u3000-\u303f\uff00-\uffef])+[a-z]/u.test(word) ||
  scripts.filter((script) => script.test(word)).length > 1;

const toExample = (words: readonly string[]) =>
  [...new Set(words.filter((word) => !isOdd(word)))]
    .slice(0, 3)
    .map((word) => cutText(word, 20))
    .join(', ');
