import type { Text } from '#platform/texts/texts.ts';
import { type AddressField, addressFields } from './contract.ts';
import { checkoutTexts as texts } from './texts.ts';

export interface FieldRule {
  readonly required: boolean;
  readonly label: Text;
  /** Maximum number of characters. */
  readonly max: number;
  /** Pattern of valid values, with an example for the error message. */
  readonly pattern?: { readonly expression: RegExp; readonly example: string };
}

export type AddressRules = Readonly<Record<AddressField, FieldRule>>;

const defaultRules: AddressRules = {
  country: { required: true, label: texts.country, max: 2 },
  first_name: { required: true, label: texts.first_name, max: 100 },
  last_name: { required: true, label: texts.last_name, max: 100 },
  company: { required: false, label: texts.company, max: 200 },
  address_1: { required: true, label: texts.address_1, max: 200 },
  address_2: { required: false, label: texts.address_2, max: 200 },
  postcode: { required: true, label: texts.postcode, max: 20 },
  city: { required: true, label: texts.city, max: 100 },
  state: { required: false, label: texts.state, max: 100 },
};

type CountryRules = Partial<Record<AddressField, Partial<FieldRule>>>;

const postcodeRule = (expression: RegExp, example: string): CountryRules => ({
  postcode: { pattern: { expression, example } },
});

const countryRules: Readonly<Record<string, CountryRules>> = {
  AT: postcodeRule(/^\d{4}$/, '1010'),
  AU: { ...postcodeRule(/^\d{4}$/, '2000'), state: { required: true, label: texts.stateUs } },
  BE: postcodeRule(/^\d{4}$/, '1000'),
  CA: {
    postcode: { pattern: { expression: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, example: 'K1A 0B1' } },
    state: { required: true, label: texts.province },
  },
  CH: postcodeRule(/^\d{4}$/, '8001'),
  DE: postcodeRule(/^\d{5}$/, '10115'),
  DK: postcodeRule(/^\d{4}$/, '1050'),
  ES: { ...postcodeRule(/^\d{5}$/, '28001'), state: { label: texts.province } },
  FR: postcodeRule(/^\d{5}$/, '75001'),
  GB: {
    postcode: { pattern: { expression: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, example: 'SW1A 1AA' } },
    state: { label: texts.county },
  },
  HK: { postcode: { required: false }, state: { required: true } },
  IE: { postcode: { required: false, label: texts.eircode }, state: { label: texts.county } },
  IT: { ...postcodeRule(/^\d{5}$/, '00184'), state: { label: texts.province } },
  NL: postcodeRule(/^\d{4} ?[A-Z]{2}$/i, '1012 AB'),
  SE: postcodeRule(/^\d{3} ?\d{2}$/, '111 29'),
  US: {
    postcode: { label: texts.zip, pattern: { expression: /^\d{5}(-\d{4})?$/, example: '10001' } },
    state: { required: true, label: texts.stateUs },
  },
};

/** Returns the default rules, overridden by the country's (spec 5.3/4). */
export function getAddressRules(country: string): AddressRules {
  const overrides = Object.hasOwn(countryRules, country) ? countryRules[country] : undefined;
  const entries = addressFields.map((field) => [field, { ...defaultRules[field], ...overrides?.[field] }]);
  return Object.fromEntries(entries) as AddressRules;
}
