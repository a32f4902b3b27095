import { z } from 'zod';
import type { Page } from '#platform/pages/page.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { getAddressRules, listAddressFields } from '../address-rules.ts';
import { type AddressField, addressI18nPath } from '../contract.ts';
import type { AddressI18n, AddressLocales, LocaleFieldRule, LocaleRules } from './address-locales.shared.ts';

/** Distance between the priorities of two fields, so that a script can insert others between them. */
const priorityStep = 10;

function createRules(t: Translate, country: string): [AddressField, Required<LocaleFieldRule>][] {
  const rules = getAddressRules(country);
  return listAddressFields(country).map((field, index) => {
    const { label, required } = rules[field];
    return [field, { label: t(label), required, priority: (index + 1) * priorityStep }];
  });
}

/** Collects the rules of the given countries. A country's entry contains only what differs from the default. */
export function createAddressLocales(t: Translate, countries: readonly string[]): AddressLocales {
  const defaults = Object.fromEntries(createRules(t, '')) as Record<AddressField, Required<LocaleFieldRule>>;
  const createDifferences = (country: string): LocaleRules =>
    Object.fromEntries(
      createRules(t, country).flatMap(([field, rule]) => {
        const differences = Object.entries(rule).filter(
          ([name, value]) => defaults[field][name as keyof LocaleFieldRule] !== value,
        );
        return differences.length === 0 ? [] : [[field, Object.fromEntries(differences)]];
      }),
    );
  return {
    default: defaults,
    ...Object.fromEntries(countries.map((country) => [country, createDifferences(country)])),
  };
}

/** The rules are a separate page: shop and browser cache it, and only scripts that need it load it. */
export const addressI18nPage: Page = {
  name: 'address-i18n',
  path: addressI18nPath,
  api: {
    name: 'addresses.get-i18n',
    description: 'Returns the rules of addresses in the countries that the shop sells to, for payment scripts.',
    response: z.strictObject({
      locale: z.string().describe('JSON: rules of fields by country, and under `default` those of all others'),
    }),
  },
  load: async ({ t, choices }) => {
    const i18n: AddressI18n = { locale: JSON.stringify(createAddressLocales(t, choices.countries)) };
    return { kind: 'raw', type: 'application/json; charset=utf-8', body: JSON.stringify(i18n), tags: [] };
  },
};
