import { readPostcodePattern } from './postcode-pattern.ts';
import {
  compactPostcode,
  getPostcodeShape,
  listReadings,
  type PostcodeShape,
  spellFirstPart,
  spellPostcode,
  toPlainPostcode,
} from './postcode-shape.ts';

/** What patterns compare of a postcode. */
export interface PostcodeKeys {
  /** The canonical patterns that match the postcode, except ranges: `SW1A 1AA`, `SW1A`, `SW1*`. */
  readonly patterns: readonly string[];
  /** What ranges contain: the postcode and its first part, `01067`. */
  readonly values: readonly string[];
}

/** A form that is not validated yet may have longer ones, and each letter makes a key. */
const maxKeyLength = 20;

/**
 * Lists what matches a postcode: rates in the database are found by these keys.
 * @param postcode also a part of one, such as wallets tell before an order: `SW1A`
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

/** What is no postcode of the country is compared as it was typed. */
function readPostcode(country: string, shape: PostcodeShape, plain: string): string {
  const whole = spellPostcode(country, shape, plain);
  if (whole !== null) return whole;
  const firstPart = spellFirstPart(country, shape, plain);
  // The separator tells that the part is whole: NG1 is not the beginning of NG10.
  if (firstPart !== null) return `${firstPart} `;
  return listReadings(country, shape, plain).find((reading) => shape.canBegin(reading)) ?? compactPostcode(plain);
}

/** The parts before separators. The district SW1A belongs to SW1, too. */
function listFirstParts(spelling: string): string[] {
  return [...spelling.matchAll(/[ -]/g)].flatMap(({ index }) => {
    const part = spelling.slice(0, index);
    return /\d[A-Z]$/.test(part) ? [part, part.slice(0, -1)] : [part];
  });
}

const listBeginnings = (text: string): string[] => Array.from(text, (_, index) => `${text.slice(0, index + 1)}*`);

/** Patterns without separators, unless the same text begins another postcode: PH31* is not PH3 1AA. */
function listCompactPatterns(shape: PostcodeShape | null, compact: string): string[] {
  const isOther = (pattern: string) => shape?.canBegin(pattern.slice(0, -1)) ?? false;
  return [compact, ...listBeginnings(compact).filter((pattern) => !isOther(pattern))];
}

/** Ranges of districts compare two digits: NG01...NG16. */
function padDistrict(firstPart: string): string[] {
  const [, letters, digits] = /^([A-Z]+)(\d{1,2})$/.exec(firstPart) ?? [];
  return letters === undefined || digits === undefined ? [] : [`${letters}${digits.padStart(2, '0')}`];
}

/** Tells whether one of the patterns that were compiled matches. */
export type MatchPostcode = (keys: PostcodeKeys) => boolean;

/**
 * Compiles patterns, so that one look-up finds a postcode among thousands of them. Patterns that
 * match no postcode of the country are left out.
 */
export function compilePostcodes(country: string, patterns: readonly string[]): MatchPostcode {
  const read = patterns.flatMap((text) => readPostcodePattern(country, text).pattern ?? []);
  const texts = new Set(read);
  const ranges = read.filter((pattern) => pattern.includes('...')).map((pattern) => pattern.split('...'));
  return ({ patterns: keys, values }) =>
    keys.some((key) => texts.has(key)) ||
    ranges.some(([from = '', to = '']) => values.some((value) => isInRange(value, from, to)));
}

/** Numbers compare with zeros before them, since spreadsheets drop these: 1000...5999 has 01067. */
function isInRange(value: string, from: string, to: string): boolean {
  const isNumeric = [value, from, to].every((text) => /^\d{1,15}$/.test(text));
  if (!isNumeric) return value.length === from.length && from <= value && value <= to;
  return value.length >= to.length && Number(from) <= Number(value) && Number(value) <= Number(to);
}
