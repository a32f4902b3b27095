import type { Address } from './contract.ts';
import { getCountryData, type State } from './country-data.ts';
import { countriesWithStateCodes } from './country-exceptions.ts';

/** Letters and digits without accents and case: 'Québec' and 'N. Y.' are typed in many ways. */
const simplify = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Words that are part of a name in the data, and often left out. */
const omittedWords = /^Co\. | (?:Governorate|Province|District|City)$/;

/** Spellings of a state's name: Co. Cork, County Cork and Cork. */
function listSpellings({ name, latinName }: State): string[] {
  return [name, latinName].flatMap((each) => {
    const short = each.replace(omittedWords, '');
    return each.startsWith('Co. ') ? [each, `County ${short}`, short] : [each, short];
  });
}

const codesBySpelling = new Map<string, ReadonlyMap<string, string>>();

function getCodesBySpelling(country: string): ReadonlyMap<string, string> {
  const known = codesBySpelling.get(country);
  if (known) return known;
  const states = getCountryData(country)?.states ?? [];
  const codes = new Map<string, string>();
  const add = (text: string, code: string) => {
    const key = simplify(text);
    if (!codes.has(key)) codes.set(key, code);
  };
  for (const { code } of states) add(code, code);
  for (const state of states) for (const text of listSpellings(state)) add(text, state.code);
  if (states.length > 0) codesBySpelling.set(country, codes);
  return codes;
}

/**
 * Returns the code of a state that was typed as a code or a name, as tax rates name it. Others stay
 * as they are, and so do those of countries whose states are not known.
 * @param country ISO 3166-1 alpha-2
 */
export function normalizeState(country: string, state: string): string {
  return getCodesBySpelling(country).get(simplify(state)) ?? state;
}

/**
 * Returns the names of the known states of a country, sorted.
 * @param locale BCP 47. Names are in the country's language for it, else in Latin letters.
 */
export function listStateNames(country: string, locale: string): string[] {
  const data = getCountryData(country);
  if (!data) return [];
  const isNative = usesNativeFormat(data.language, locale);
  return data.states
    .map(({ name, latinName }) => (isNative ? name : latinName))
    .sort((a, b) => a.localeCompare(b, locale));
}

/** Whether readers of a locale write addresses of a country in its own script. */
export function usesNativeFormat(language: string, locale: string): boolean {
  return language !== '' && new Intl.Locale(locale).language === new Intl.Locale(language).language;
}

/**
 * Returns a state as addresses of its country name it: by its code or its name. What is not a
 * known code is returned as it is.
 */
export function formatState({ country, state }: Pick<Address, 'country' | 'state'>, locale: string): string {
  if (state === '' || countriesWithStateCodes.has(country)) return state;
  const data = getCountryData(country);
  const known = data?.states.find(({ code }) => code === state);
  if (!data || !known) return state;
  return usesNativeFormat(data.language, locale) ? known.name : known.latinName;
}
