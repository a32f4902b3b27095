import type { Text } from '#platform/texts/texts.ts';
import { type AddressField, addressFields } from './contract.ts';
import { type CountryData, getCountryData } from './country-data.ts';
import { addressTexts as texts } from './texts.ts';

export interface FieldRule {
  readonly required: boolean;
  readonly label: Text;
  /** Maximum number of characters. */
  readonly max: number;
  /** Pattern of valid values, with an example for the error message. The example is empty when none is known. */
  readonly pattern?: { readonly expression: RegExp; readonly example: string };
  readonly values?: ReadonlySet<string>;
}

export type AddressRules = Readonly<Record<AddressField, FieldRule>>;

/** Pattern where the postcodes of a country are not known. It refuses values of punctuation only, such as '!!'. */
const anyPostcode = { expression: /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, example: '' };

const defaultRules: AddressRules = {
  country: { required: true, label: texts.country, max: 2 },
  first_name: { required: true, label: texts.first_name, max: 100 },
  last_name: { required: true, label: texts.last_name, max: 100 },
  company: { required: false, label: texts.company, max: 200 },
  address_1: { required: true, label: texts.address_1, max: 200 },
  address_2: { required: false, label: texts.address_2, max: 200 },
  postcode: { required: true, label: texts.postcode, max: 20, pattern: anyPostcode },
  city: { required: true, label: texts.city, max: 100 },
  state: { required: false, label: texts.state, max: 100 },
};

const stateLabels = {
  area: texts.area,
  county: texts.county,
  department: texts.department,
  district: texts.district,
  do_si: texts.province,
  emirate: texts.emirate,
  island: texts.island,
  oblast: texts.oblast,
  parish: texts.parish,
  prefecture: texts.prefecture,
  province: texts.province,
  region: texts.region,
  state: texts.stateUs,
} as const satisfies Record<NonNullable<CountryData['stateType']>, Text>;

const postcodeLabels = {
  eircode: texts.eircode,
  pin: texts.pin,
  postal: texts.postcode,
  zip: texts.zip,
} as const satisfies Record<NonNullable<CountryData['postcodeType']>, Text>;

const cityLabels = {
  city: texts.city,
  district: texts.district,
  post_town: texts.city,
  suburb: texts.suburb,
} as const satisfies Record<NonNullable<CountryData['cityType']>, Text>;

const rulesByCountry = new Map<string, AddressRules>();

/**
 * Returns the default rules, overridden by the country's.
 * @param country ISO 3166-1 alpha-2; the default rules apply to anything else
 */
export function getAddressRules(country: string): AddressRules {
  const known = rulesByCountry.get(country);
  if (known) return known;
  const data = getCountryData(country);
  if (!data) return defaultRules;
  const rules = toRules(data);
  rulesByCountry.set(country, rules);
  return rules;
}

function toRules({ required, postcode, states, ...types }: CountryData): AddressRules {
  // Where addresses need no state, an unknown state is accepted: the data may lack a new one.
  const values = required.has('state') && states.length > 0 ? new Set(states.map(({ code }) => code)) : null;
  const pattern = postcode && { expression: postcode.pattern, example: postcode.examples[0] ?? '' };
  return {
    ...defaultRules,
    postcode: {
      ...defaultRules.postcode,
      required: required.has('postcode'),
      label: types.postcodeType ? postcodeLabels[types.postcodeType] : texts.postcode,
      ...(pattern ? { pattern } : {}),
    },
    city: {
      ...defaultRules.city,
      required: required.has('city'),
      label: types.cityType ? cityLabels[types.cityType] : texts.city,
    },
    state: {
      ...defaultRules.state,
      required: required.has('state'),
      label: types.stateType ? stateLabels[types.stateType] : texts.state,
      ...(values ? { values } : {}),
    },
  };
}

const placeFields = { Z: 'postcode', C: 'city', S: 'state' } as const satisfies Record<string, AddressField>;

/** Returns all fields, with postcode, city and state in the order in which the country writes them. */
export function listAddressFields(country: string): AddressField[] {
  const format = getCountryData(country)?.latinFormat ?? '';
  const order: AddressField[] = Array.from(format.matchAll(/%([ZCS])/g), ([, letter]) => placeFields[letter as 'Z']);
  const others = addressFields.filter((field) => !Object.values<string>(placeFields).includes(field));
  return [...new Set([...others, ...order, ...addressFields])];
}
