import { getCountryName } from '#platform/texts/formats.ts';
import type { Address } from './contract.ts';
import { getCountryData } from './country-data.ts';
import { formatState, usesNativeFormat } from './states.ts';

/**
 * Formats a postal address as its country does, one string per line, with the country's name last. Fields that the
 * country's format lacks have lines of their own.
 * @param locale BCP 47 language of the country's name. It also decides between the formats for the country's own and
 * for Latin letters.
 */
export function formatAddress(address: Address, locale: string): string[] {
  const { first_name, last_name, company, address_1, address_2, city, postcode, country } = address;
  const values: AddressValues = {
    N: [`${first_name} ${last_name}`.trim()],
    O: [company],
    A: [address_1, address_2],
    C: [city],
    S: [formatState(address, locale)],
    Z: [postcode],
  };
  const lines = getFormatLines(country, locale).flatMap((line) => formatLine(line, values));
  return [...lines, getCountryName(country, locale)].filter((line) => line !== '');
}

/** Values by the letters of a format, one value for each line. */
type AddressValues = Readonly<Record<string, readonly string[]>>;

const defaultFormat = '%N%n%O%n%A%n%C%n%S%n%Z';

/** Returns the lines of a country's format, extended by the fields that the format lacks. */
function getFormatLines(country: string, locale: string): string[] {
  const data = getCountryData(country);
  const isNative = data !== null && usesNativeFormat(data.language, locale);
  const lines = ((isNative ? data.format : data?.latinFormat) ?? defaultFormat).split('%n');
  const has = (letter: string) => lines.some((line) => line.includes(`%${letter}`));
  const insertAfter = (letter: string, line: string) =>
    void lines.splice(lines.findIndex((each) => each.includes(letter)) + 1, 0, line);
  if (!has('C')) insertAfter('%A', '%C');
  if (!has('S')) insertAfter('%C', '%S');
  if (!has('Z')) lines.push('%Z');
  return lines;
}

/**
 * Fills one line of a format. Text between two fields is dropped when either field is empty. A line without fields is
 * dropped, since it repeats the country.
 */
function formatLine(line: string, values: AddressValues): string[] {
  if (/^%[A-Z]$/.test(line)) return (values[line.slice(1)] ?? []).filter((value) => value !== '');
  let text = '';
  let separator = '';
  let isStart = true;
  for (const [token] of line.matchAll(/%[A-Z]|[^%]+/g)) {
    if (!token.startsWith('%')) {
      separator = text === '' && !isStart ? '' : token;
      continue;
    }
    isStart = false;
    const value = (values[token.slice(1)] ?? []).filter((each) => each !== '').join(', ');
    if (value === '') continue;
    text += `${separator}${value}`;
    separator = '';
  }
  return text === '' ? [] : [text];
}
