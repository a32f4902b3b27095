import { normaliseCode } from '#platform/input/normalise-text.ts';
import { type CountryData, getCountryData } from '../country-data.ts';

/** The form of a country's postcodes in their usual spelling: capital letters, with separators. */
export interface PostcodeShape {
  readonly pattern: RegExp;
  canBegin(text: string): boolean;
  /** Letters at the beginning of each postcode that many people leave out: `LV-` in LV-1010, `AD` in AD500. */
  readonly prefix: string;
  readonly examples: readonly string[];
  /** Lists shorter spellings of a postcode, which stand for a larger area. */
  readonly listShorter: (postcode: string) => readonly string[];
}

const separators = [' ', '-'] as const;

const shapes = new Map<string, PostcodeShape | null>();

/**
 * @param country ISO 3166-1 alpha-2
 * @returns null where any postcode is valid
 */
export function getPostcodeShape(country: string): PostcodeShape | null {
  const known = shapes.get(country);
  if (known !== undefined) return known;
  const postcode = getCountryData(country)?.postcode;
  const shape = postcode ? toShape(postcode) : null;
  // Only codes of countries are cached, because any other text may be typed.
  if (shape) shapes.set(country, shape);
  return shape;
}

function toShape({ pattern: known, examples, listShorter }: NonNullable<CountryData['postcode']>): PostcodeShape {
  const source = toUsualSpelling(known.source, examples);
  const [pattern, beginning] = [new RegExp(`^(?:${source})$`), new RegExp(`^(?:${toBeginning(source)})$`)];
  return {
    pattern,
    canBegin: (text) => beginning.test(text),
    prefix: findPrefix(examples),
    examples,
    listShorter,
  };
}

/** Makes the pattern of postcodes in one spelling: separators are required or absent, as in the examples. */
function toUsualSpelling(source: string, examples: readonly string[]): string {
  const hasSeparator = examples.some((example) => /[ -]/.test(example));
  return source
    .replace(/\(\?:[A-Z]+[ -]\)\?/g, '')
    .replaceAll(String.raw`[ \-]`, '-')
    .replace(/([ -])\?/g, hasSeparator ? '$1' : '');
}

/**
 * Makes a pattern of all texts with which a match of the given pattern can begin: its last characters may be missing.
 */
function toBeginning(source: string): string {
  const tokens = /\{[^}]*\}|\(\?:|\\.|\[(?:\\.|[^\]])*\]|[A-Za-z0-9 -]/g;
  return source.replace(tokens, (token) => (/^[{(]/.test(token) ? token : `(?:${token}|$)`));
}

/** A prefix has at least two letters: a single letter may be an area, such as in the only example of a country. */
function findPrefix(examples: readonly string[]): string {
  const [first = '', ...others] = examples.map((example) => /^[A-Z]{2,}/.exec(example)?.[0] ?? '');
  return others.every((prefix) => prefix === first) ? first : '';
}

/** Maximum length of a typed postcode. Longer texts are no postcodes, and each reading of them costs time. */
const maxLength = 40;

export function toPlainPostcode(text: string): string {
  return normaliseCode(text.slice(0, maxLength)).toUpperCase();
}

export const compactPostcode = (plain: string): string => plain.replace(/[\s-]/g, '');

/**
 * Lists the possible readings of a typed postcode or of its beginning, the most probable first: with the typed
 * separators, without separators, with a separator in another place, without the prefix of mail from abroad (D-10115,
 * GB-SW1A), and with the omitted prefix.
 * @param plain result of `toPlainPostcode`
 */
export function* listPossiblePostcodes(country: string, shape: PostcodeShape, plain: string): Generator<string> {
  const withoutPrefix = [/^[A-Z]{1,3}[ -]+(?=\d)/, new RegExp(`^${country}[ -]?(?=.)`)]
    .filter((prefix) => prefix.test(plain))
    .map((prefix) => plain.replace(prefix, ''));
  const withPrefix = shape.prefix === '' ? [] : [`${shape.prefix}${compactPostcode(plain)}`];
  for (const text of [plain, ...withoutPrefix, ...withPrefix]) yield* listSpacings(text);
}

function* listSpacings(plain: string): Generator<string> {
  const parts = plain.split(/[\s-]+/).filter((part) => part !== '');
  if (parts.length > 1) for (const separator of separators) yield parts.join(separator);
  const compact = parts.join('');
  yield compact;
  for (let at = compact.length - 1; at > 0; at--)
    for (const separator of separators) yield `${compact.slice(0, at)}${separator}${compact.slice(at)}`;
}

/** @returns the postcode in its usual spelling; null when it is not a postcode of the country */
export function spellPostcode(country: string, shape: PostcodeShape, plain: string): string | null {
  return listPossiblePostcodes(country, shape, plain).find((reading) => shape.pattern.test(reading)) ?? null;
}

/**
 * Reads the part of a postcode before a separator: NG1, D02, the 2725 of 2725-079.
 * @returns null when postcodes of the country have no such part
 */
export function spellFirstPart(country: string, shape: PostcodeShape, plain: string): string | null {
  return (
    listPossiblePostcodes(country, shape, plain).find((reading) =>
      separators.some((separator) => shape.canBegin(`${reading}${separator}`)),
    ) ?? null
  );
}
