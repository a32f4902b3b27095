import { getCountryName } from '#platform/texts/formats.ts';
import {
  compactPostcode,
  getPostcodeShape,
  listPossiblePostcodes,
  type PostcodeShape,
  spellFirstPart,
  spellPostcode,
  toPlainPostcode,
} from './postcode-shape.ts';

/** `pattern`: canonical spelling for comparisons. `problem`: message in English for the owner of the shop. */
export type PostcodePatternResult =
  | { readonly pattern: string; readonly problem?: never }
  | { readonly pattern?: never; readonly problem: string };

const range = /^(.+?)\s*\.{3}\s*(.+)$/;

/** Syntax of patterns when the country is not known. */
const anyPattern = /^[\p{L}\p{N}]+\*?$/u;

/**
 * Reads a pattern of postcodes: a postcode (`SW1A 1AA`), its part before a separator (`NG1`), a beginning (`NG1*`) or
 * a range (`1000...1999`). Case, separators and prefixes do not matter.
 * @param country ISO 3166-1 alpha-2; empty for all countries
 * @returns a problem when no postcode of the country matches
 */
export function readPostcodePattern(country: string, text: string): PostcodePatternResult {
  const plain = toPlainPostcode(text);
  const shape = getPostcodeShape(country);
  const [, from = '', to = ''] = range.exec(plain) ?? [];
  if (from !== '') return readRange(country, shape, { text, from, to });
  if (!/^[^*]*[\p{L}\p{N}][^*]*\*?$/u.test(plain) || (!shape && !anyPattern.test(compactPostcode(plain))))
    return { problem: `'${text}': expected a postcode, D0* or 1000...1999` };
  if (!shape) return { pattern: compactPostcode(plain) };
  if (plain.endsWith('*')) return readBeginning(country, shape, { text, plain: plain.slice(0, -1) });
  const pattern = spellPostcode(country, shape, plain) ?? spellFirstPart(country, shape, plain);
  return pattern === null ? refuse(country, shape, text) : { pattern };
}

/** @param plain pattern without `*`. A separator at its end means that the part before it is complete: `NG1 *` */
function readBeginning(
  country: string,
  shape: PostcodeShape,
  { text, plain }: { readonly text: string; readonly plain: string },
): PostcodePatternResult {
  const body = plain.replace(/[\s-]+$/, '');
  const firstPart = body === plain ? null : spellFirstPart(country, shape, body);
  if (firstPart !== null) return { pattern: firstPart };
  const found = listPossiblePostcodes(country, shape, body).find((reading) => shape.canBegin(reading));
  return found === undefined ? refuse(country, shape, text) : { pattern: `${found}*` };
}

interface TypedRange {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

function readRange(country: string, shape: PostcodeShape | null, typed: TypedRange): PostcodePatternResult {
  const { text } = typed;
  const ends = shape ? [typed.from, typed.to].map((end) => readEnd(country, shape, end)) : [];
  const [from, to] = !shape || ends.some((end) => end === null) ? padNumbers(country, shape, typed) : ends;
  if (!from || !to) return shape ? refuse(country, shape, text) : { problem: `'${text}': expected numbers in a range` };
  const [first, last] = padDistricts(from, to);
  if (toLayout(first) !== toLayout(last))
    return { problem: `'${text}': both ends of a range must be written alike, such as 1000...1999 or NG1...NG16` };
  return first <= last
    ? { pattern: `${first}...${last}` }
    : { problem: `'${text}': the first end of the range is above the last` };
}

/** Reads an end of a range: a whole postcode or its first part. A shorter text would make a range of beginnings. */
function readEnd(country: string, shape: PostcodeShape, end: string): string | null {
  return spellPostcode(country, shape, end) ?? spellFirstPart(country, shape, end);
}

/** Adds leading zeros to numbers that lack them: to one end when the other is complete, or to both ends. */
function padNumbers(country: string, shape: PostcodeShape | null, { from, to }: TypedRange): string[] {
  if (![from, to].every((end) => /^\d{1,12}$/.test(end))) return [];
  const length = Math.max(from.length, to.length);
  const padded = [length, length + 1].map((digits) => [from, to].map((end) => end.padStart(digits, '0')));
  return padded.find((ends) => !shape || ends.every((end) => readEnd(country, shape, end) === end)) ?? [];
}

/** Pads the districts of one area to two digits, so that NG1...NG16 contains NG9. */
function padDistricts(from: string, to: string): [string, string] {
  const [first, last] = [from, to].map((end) => /^([A-Z]+)(\d{1,2})$/.exec(end));
  if (!first || !last || first[1] !== last[1]) return [from, to];
  const pad = ([, letters = '', digits = '']: RegExpExecArray) => `${letters}${digits.padStart(2, '0')}`;
  return [pad(first), pad(last)];
}

/**
 * Returns the layout that both ends of a range must share. Letters of areas are kept, since a range of districts is
 * within one area.
 */
function toLayout(end: string): string {
  const isDistrict = /^[A-Z]+\d{1,2}$/.test(end);
  return (isDistrict ? end : end.replace(/[A-Z]/g, 'A')).replace(/\d/g, '0');
}

function refuse(country: string, shape: PostcodeShape, text: string): PostcodePatternResult {
  const [place, [example]] = [getCountryName(country, 'en'), shape.examples];
  const problem = `'${text}': no postcode of ${place} is like this. They look like ${example}; expected one, its beginning with *, or a range such as ${createRangeExample(shape)}`;
  return { problem };
}

/** Makes a range of first parts when these are numbers or numbers within an area, else of whole postcodes. */
function createRangeExample({ examples }: PostcodeShape): string {
  const parts = examples.map((example) => example.split(/[ -]/).find((part) => /\d/.test(part)) ?? '');
  const from = parts.find((part) => /^[A-Z]*\d+$/.test(part)) ?? parts[0] ?? '';
  return `${from}...${from.replace(/\d(?=\D*$)/, '9')}`;
}
