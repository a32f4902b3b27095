import { cutText } from '#platform/texts/plain-text.ts';

/** Names of `TextDecoder`, by the names that the detector has for them. */
const encodingsByName = {
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso8859-15': 'iso-8859-15',
  'koi8-r': 'koi8-r',
  ibm866: 'ibm866',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
  cp874: 'windows-874',
} as const;

/** An encoding of one language or a few, by its name for `TextDecoder`. */
export type LegacyEncoding = (typeof encodingsByName)[keyof typeof encodingsByName];

export const legacyEncodings: readonly LegacyEncoding[] = Object.values(encodingsByName);

export interface EncodingReading {
  readonly encoding: LegacyEncoding;
  /** Words of the file as they are read. */
  readonly example: string;
}

/** Readings of one text, the likeliest first. None: no encoding fits. */
export interface EncodingGuess {
  readonly isCertain: boolean;
  readonly readings: readonly EncodingReading[];
}

interface Reading extends EncodingReading {
  readonly score: number;
  /** Whether it has no letters of a language, but signs alone, such as € and ½: no other reading says more. */
  readonly isOfSigns: boolean;
}

/** How often files come in an encoding, beside what their bytes tell. Default: 1. */
const priors: Partial<Record<LegacyEncoding, number>> = { 'windows-1252': 2, 'x-mac-cyrillic': 0.5, ibm866: 0.2 };
/** By how much the likeliest reading must be likelier than the next one. */
const certainty = { western: 1.25, others: 1.5 };
/** A word may look wrong in a text that is read right. */
const maxOddShare = 0.1;
const maxReadings = 3;

/** Guesses in which encoding bytes are that are not UTF-8. Readings that give the same text are one. */
export async function guessEncoding(bytes: Uint8Array): Promise<EncodingGuess> {
  // Loaded only for such files: its model takes 100 ms and some megabytes of memory.
  const { detectAll } = await import('jschardet');
  const found = detectAll(bytes, { detectEncodings: Object.keys(encodingsByName), minimumThreshold: 0 });
  const readings = new Map<string, Reading>();
  for (const { encoding: name, confidence } of found) {
    const encoding = findEncoding(name ?? '');
    if (encoding === undefined) continue;
    const text = new TextDecoder(encoding).decode(bytes);
    const words = listForeignWords(text);
    if (words.filter(isOdd).length > maxOddShare * words.length) continue;
    const score = confidence * (priors[encoding] ?? 1);
    const isOfSigns = words.every((word) => /^[\0-\x7f]*[^\0-\x7f\p{L}][\0-\x7f]*$/u.test(word));
    const same = readings.get(text);
    // Of several that give the same text, that of spreadsheets of the west has its name.
    const hasName = !same || encoding === 'windows-1252' || (same.encoding !== 'windows-1252' && same.score < score);
    readings.set(text, {
      ...{ encoding: hasName ? encoding : same.encoding, score: Math.max(score, same?.score ?? 0) },
      ...{ example: toExample(words), isOfSigns },
    });
  }
  const ordered = [...readings.values()].toSorted((first, second) => second.score - first.score);
  const western = ordered.find(({ encoding, isOfSigns }) => encoding === 'windows-1252' && isOfSigns);
  if (western) return { isCertain: true, readings: [western] };
  const [first, second] = ordered;
  return {
    isCertain: first !== undefined && first.score > getCertainty(first) * (second?.score ?? 0),
    readings: ordered.slice(0, maxReadings).map(({ encoding, example }) => ({ encoding, example })),
  };
}

const getCertainty = ({ encoding }: EncodingReading) =>
  encoding === 'windows-1252' ? certainty.western : certainty.others;

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
 * Whether no language writes such a word: with undefined characters, signs between letters
 * (`¯ó³ty`), a capital after a small letter (`SchŸssel`), letters of two scripts, or Chinese within
 * a Latin word.
 */
const isOdd = (word: string): boolean =>
  /[\ufffd\x80-\x9f\ue000-\uf8ff]/.test(word) ||
  /\p{L}[¡-©«-³¶-¹»-¿÷×†‡‰∞≤≥∂∑∏∫√≈∆◊˘˙˚¸˝˛ˇ¯§®]\p{L}/u.test(word) ||
  /\p{Ll}(?![A-Z])\p{Lu}/u.test(word) ||
  /[a-z](?:\p{Script=Han}|[\u3000-\u303f\uff00-\uffef])+[a-z]/u.test(word) ||
  scripts.filter((script) => script.test(word)).length > 1;

const toExample = (words: readonly string[]) =>
  [...new Set(words.filter((word) => !isOdd(word)))]
    .slice(0, 3)
    .map((word) => cutText(word, 20))
    .join(', ');
