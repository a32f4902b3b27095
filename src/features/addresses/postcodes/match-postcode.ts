import { readPostcodePattern } from './postcode-pattern.ts';
import {
  compactPostcode,
  getPostcodeShape,
  listPossiblePostcodes,
  type PostcodeShape,
  spellFirstPart,
  spellPostcode,
  toPlainPostcode,
} from './postcode-shape.ts';

/** Keys of a postcode that are compared with patterns. */
export interface PostcodeKeys {
  /** The canonical patterns that match the postcode, except ranges: `SW1A 1AA`, `SW1A`, `SW1*`. */
  readonly patterns: readonly string[];
  /** Values that ranges may contain: the postcode and its first part, `01067`. */
  readonly values: readonly string[];
}

/**
 * Maximum characters of a postcode here: a form that is not validated yet may contain a longer one, and each
 * character adds a key.
 */
const maxKeyLength = 20;

/**
 * Lists the keys of a postcode. Rates in the database are found by these keys.
 * @param postcode also a part of a postcode, such as the part that wallets disclose before an order: `SW1A`
 */
export function listPostcodeKeys(country: string, postcode: string): PostcodeKeys {
  const plain = toPlainPostcode(postcode);
  const shape = getPostcodeShape(country);
  const spelling = shape ? readPostcode(country, shape, plain) : compactPostcode(plain);
  if (spelling === '') return { patterns: [], values: [] };
  const spellings = [spelling, ...(shape?.listShorter(spelling) ?? [])].map((each) => each.slice(0, maxKeyLength));
  const firstParts = spellings.flatMap(listFirstParts);
  const patterns = [
    ...spellings.flatMap((each) => [each, ...listBeginnings(each)]),
    ...firstParts.flatMap((part) => [part, `${part} *`]),
    ...listCompactPatterns(shape, compactPostcode(spelling)),
  ];
  return {
    patterns: [...new Set(patterns)],
    values: [...new Set([...spellings, ...firstParts, ...firstParts.flatMap(padDistrict)].map((each) => each.trim()))],
  };
}

/**
 * Returns the usual spelling of a postcode or of its beginning. Other texts are compared as typed, without
 * separators.
 */
function readPostcode(country: string, shape: PostcodeShape, plain: string): string {
  const whole = spellPostcode(country, shape, plain);
  if (whole !== null) return whole;
  const firstPart = spellFirstPart(country, shape, plain);
  // The separator marks a complete first part: NG1 is not the beginning of NG10.
  if (firstPart !== null) return `${firstPart} `;
  return (
    listPossiblePostcodes(country, shape, plain).find((reading) => shape.canBegin(reading)) ?? compactPostcode(plain)
  );
}

/** Lists the parts before separators. The district SW1A also belongs to SW1. */
function listFirstParts(spelling: string): string[] {
  return [...spelling.matchAll(/[ -]/g)].flatMap(({ index }) => {
    const part = spelling.slice(0, index);
    return /\d[A-Z]$/.test(part) ? [part, part.slice(0, -1)] : [part];
  });
}

const listBeginnings = (text: string): string[] => Array.from(text, (_, index) => `${text.slice(0, index + 1)}*`);

/** Lists patterns without separators, except patterns that would match another postcode: PH31* is not PH3 1AA. */
function listCompactPatterns(shape: PostcodeShape | null, compact: string): string[] {
  const isOther = (pattern: string) => shape?.canBegin(pattern.slice(0, -1)) ?? false;
  return [compact, ...listBeginnings(compact).filter((pattern) => !isOther(pattern))];
}

/** Pads the number of a district to two digits, which ranges compare: NG01...NG16. */
function padDistrict(firstPart: string): string[] {
  const [, letters, digits] = /^([A-Z]+)(\d{1,2})$/.exec(firstPart) ?? [];
  return letters === undefined || digits === undefined ? [] : [`${letters}${digits.padStart(2, '0')}`];
}

export type MatchPostcode = (keys: PostcodeKeys) => boolean;

/**
 * Compiles patterns, so that one look-up finds a postcode among thousands of patterns. Patterns that match no
 * postcode of the country are left out.
 */
export function compilePostcodes(country: string, patterns: readonly string[]): MatchPostcode {
  const read = patterns.flatMap((text) => readPostcodePattern(country, text).pattern ?? []);
  const texts = new Set(read);
  const ranges = read.filter((pattern) => pattern.includes('...')).map((pattern) => pattern.split('...'));
  return ({ patterns: keys, values }) =>
    keys.some((key) => texts.has(key)) ||
    ranges.some(([from = '', to = '']) => values.some((value) => isInRange(value, from, to)));
}

/** Compares numbers with leading zeros, since spreadsheets drop these zeros: 1000...5999 contains 01067. */
function isInRange(value: string, from: string, to: string): boolean {
  const isNumeric = [value, from, to].every((text) => /^\d{1,15}$/.test(text));
  if (!isNumeric) return value.length === from.length && from <= value && value <= to;
  return value.length >= to.length && Number(from) <= Number(value) && Number(value) <= Number(to);
}
