import { foldText } from '#platform/input/fold-text.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import { findNearestWord } from '#platform/texts/edit-distance.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { Address } from './contract.ts';
import { getCountryData, type State } from './country-data.ts';
import { countriesWithStateCodes } from './country-exceptions.ts';

/**
 * Reduces text to letters and digits without accents and case, since 'Québec', 'Đà Nẵng' and 'N. Y.' are typed in
 * many ways.
 */
const simplify = (text: string): string =>
  foldText(text)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Words in the names of the data that people often leave out. */
const omittedWords = /^Co\. | (?:Governorate|Province|District|City)$/;

/** Lists spellings of a state's name: Co. Cork, County Cork and Cork. */
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
  // ISO 3166-2 and the e-commerce plugin add the country to the code: US-CA, JP13.
  for (const { code } of states) add(`${country}${code}`, code);
  if (states.length > 0) codesBySpelling.set(country, codes);
  return codes;
}

/**
 * Returns the code of a state that was typed as a code or a name. Unknown states, and states of countries without
 * known states, stay as typed.
 * @param country ISO 3166-1 alpha-2
 */
export function normalizeState(country: string, state: string): string {
  return getCodesBySpelling(country).get(simplify(state)) ?? state;
}

export const hasKnownStates = (country: string): boolean => (getCountryData(country)?.states.length ?? 0) > 0;

const isKnownState = (country: string, state: string): boolean =>
  getCountryData(country)?.states.some(({ code }) => code === state) ?? false;

/** `problem`: message in English for the owner of the shop. */
export type StateResult =
  | { readonly state: string; readonly problem?: never }
  | { readonly state?: never; readonly problem: string };

/**
 * Reads the state of a rule, such as a tax rate. An unknown state is refused, since a rule for it would never apply.
 * @returns the code of the state, or the typed text where the states of the country are not known
 */
export function readState(country: string, text: string): StateResult {
  const typed = normaliseLine(text);
  if (typed === '') return { state: '' };
  if (country === '') return { problem: `'${text}': a state needs its country` };
  const state = normalizeState(country, typed);
  if (!hasKnownStates(country) || isKnownState(country, state)) return { state };
  const states = getCountryData(country)?.states ?? [];
  const nearest = findNearestWord(
    typed.toLowerCase(),
    states.map(({ latinName }) => latinName.toLowerCase()),
  );
  const example = states.find(({ latinName }) => latinName.toLowerCase() === nearest) ?? states[0];
  const name = getCountryName(country, 'en');
  const hint = nearest === null ? 'expected a code or a name, such as' : 'did you mean';
  return {
    problem: `'${text}' is no state of ${name}; ${hint} ${example?.code} (${example?.latinName})${nearest === null ? '' : '?'}`,
  };
}

/**
 * @param locale as for `listStateNames`
 * @returns the known states of a country as options, sorted by name
 */
export function listStateOptions(country: string, locale: string): { value: string; label: string }[] {
  const data = getCountryData(country);
  if (!data) return [];
  const isNative = usesNativeFormat(data.language, locale);
  return data.states
    .map(({ code, name, latinName }) => ({ value: code, label: isNative ? name : latinName }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/**
 * @param locale BCP 47. Names are in the country's language for readers of that language, else in Latin letters.
 * @returns the names of the known states of a country, sorted
 */
export function listStateNames(country: string, locale: string): string[] {
  return listStateOptions(country, locale).map(({ label }) => label);
}

/** Whether readers of a locale write addresses of a country in its own script. */
export function usesNativeFormat(language: string, locale: string): boolean {
  return language !== '' && new Intl.Locale(locale).language === new Intl.Locale(language).language;
}

/** Returns a state as addresses of its country write it: as code or name. An unknown code is returned unchanged. */
export function formatState({ country, state }: Pick<Address, 'country' | 'state'>, locale: string): string {
  if (state === '' || countriesWithStateCodes.has(country)) return state;
  const data = getCountryData(country);
  const known = data?.states.find(({ code }) => code === state);
  if (!data || !known) return state;
  return usesNativeFormat(data.language, locale) ? known.name : known.latinName;
}
