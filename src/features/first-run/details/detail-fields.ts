import { hasKnownStates, normalizeState, readState } from '#features/addresses/index.ts';
import { createBankAccountFields, findBankAccountProblems, readBankAccount } from '#features/payments/index.ts';
import { currencies } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem, ValuesOf } from '#platform/forms/field.ts';
import { choice, choices, email, line, text } from '#platform/forms/kinds.ts';
import { isPriceBasisFixed } from '#platform/settings/price-basis.ts';
import { getCountryName, listCountries } from '#platform/texts/formats.ts';
import { firstRunTexts as texts } from '../texts.ts';

/** Names of currencies with a year are those of the past. */
const isOfThePast = (name: string): boolean => /\d{4}/.test(name);

function listCurrencyOptions({ locale }: Shop['choices']) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return currencies
    .map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
    .filter(({ label }) => !isOfThePast(label));
}

function listCountryOptions({ locale }: Shop['choices']) {
  const options = listCountries().map((value) => ({ value, label: getCountryName(value, locale) }));
  return options.sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** What the shop is called and where mails come from. */
function createNameFields({ t, config: { mailFrom } }: Shop) {
  const emailHint =
    mailFrom === null ? t(texts.shopEmailHint) : t(texts.shopEmailHintFixed, { from: mailFrom.replace(/[<>]/g, ' ') });
  return {
    name: line({ name: 'shop_name', label: t(texts.shopName), required: true, max: 200, autoComplete: 'organization' }),
    tagline: line({ name: 'tagline', label: t(texts.tagline), note: t(texts.optional), max: 200 }),
    address: text({
      ...{ name: 'shop_address', label: t(texts.address), hint: t(texts.addressHint), required: true, max: 1000 },
      autoComplete: 'street-address',
    }),
    email: email({ name: 'shop_email', label: t(texts.shopEmail), hint: emailHint, required: true }),
  };
}

const enteredOptions = ({ t }: Pick<Shop, 't'>) => [
  { value: 'including' as const, label: t(texts.enteredWith) },
  { value: 'excluding' as const, label: t(texts.enteredWithout) },
];

/** What amounts of prices mean. */
function createBasisFields(shop: Shop) {
  const { t } = shop;
  const place = { note: t(texts.optional), max: 200 };
  return {
    currency: choice({
      ...{ name: 'currency', label: t(texts.currency), required: true },
      options: listCurrencyOptions(shop.choices),
    }),
    entered: choice({
      ...{ name: 'entered', label: t(texts.entered), hint: t(texts.enteredHint), required: true, isOpen: true },
      options: enteredOptions(shop),
    }),
    country: choice({
      ...{ name: 'country', label: t(texts.country), hint: t(texts.countryHint), required: true },
      options: listCountryOptions(shop.choices),
    }),
    state: line({ name: 'state', label: t(texts.state), ...place, width: 'third' }),
    postcode: line({ name: 'postcode', label: t(texts.postcode), ...place, isCode: true, width: 'third' }),
    city: line({ name: 'city', label: t(texts.city), ...place, width: 'third' }),
  };
}

/** What the first run does not ask for. */
function createSellingFields(shop: Shop) {
  const { t } = shop;
  return {
    shown: choice({
      ...{ name: 'shown', label: t(texts.shown), required: true, isOpen: true },
      options: enteredOptions(shop),
    }),
    countries: choices({
      ...{ name: 'countries', label: t(texts.countries), hint: t(texts.countriesHint), required: true },
      options: listCountryOptions(shop.choices),
    }),
  };
}

/** The fields of a form by its sections. `basis` is null where it is fixed. */
export interface DetailSections {
  readonly names: ReturnType<typeof createNameFields>;
  readonly basis: ReturnType<typeof createBasisFields> | null;
  /** Null in the first run. */
  readonly selling: ReturnType<typeof createSellingFields> | null;
  readonly bank: ReturnType<typeof createBankAccountFields>;
}

export async function createDetailSections(
  shop: Shop,
  { isFirstRun }: { readonly isFirstRun: boolean },
): Promise<DetailSections> {
  return {
    names: createNameFields(shop),
    basis: (await isPriceBasisFixed(shop.db)) ? null : createBasisFields(shop),
    selling: isFirstRun ? null : createSellingFields(shop),
    bank: createBankAccountFields(shop.t),
  };
}

/** All fields by the keys of their values. Those of a section that is not there are null. */
export function listDetailFields({ names, basis, selling, bank }: DetailSections) {
  return { ...names, ...(basis ?? noBasis), ...(selling ?? noSelling), ...bank };
}

type Absent<Own> = { readonly [Key in keyof Own]: null };
const noBasis: Absent<ReturnType<typeof createBasisFields>> = {
  ...{ currency: null, entered: null, country: null, state: null, postcode: null, city: null },
};
const noSelling: Absent<ReturnType<typeof createSellingFields>> = { shown: null, countries: null };

export type DetailFields = ReturnType<typeof listDetailFields>;
export type DetailValues = ValuesOf<DetailFields>;

/** What the form of the first run shows before somebody has typed. */
export function readFirstValues(shop: Shop): Record<keyof DetailFields, string | readonly string[]> {
  const values = readDetailValues(shop);
  // The file may still have the bank account of the demo shop, which a live one would print on its invoices.
  return shop.config.mode === 'live'
    ? { ...values, address: '', email: '', accountName: '', iban: '', bic: '' }
    : values;
}

/** What the page of the shop shows before somebody has typed. */
export function readDetailValues(shop: Shop): Record<keyof DetailFields, string | readonly string[]> {
  const { name, tagline, address, email: shopEmail, currency, taxDisplay, countries } = shop.choices;
  const { pricesIncludeTax, baseAddress } = shop.choices;
  const { country = '', state = '', postcode = '', city = '' } = baseAddress ?? {};
  return {
    ...{ name, tagline, address: address.join('\n'), email: shopEmail, currency, shown: taxDisplay, countries },
    entered: pricesIncludeTax === false ? 'excluding' : 'including',
    ...{ country, state, postcode, city },
    ...readBankAccount(shop),
  };
}

/** What is wrong with values together. */
export function findDetailProblems({ t }: Pick<Shop, 't'>, values: DetailValues): FormProblem[] {
  const { country = '', state = '' } = values;
  const isUnknown = readState(country, state).problem !== undefined;
  return [
    ...(isUnknown ? [{ field: 'state', message: t(texts.stateUnknown) }] : []),
    ...findBankAccountProblems(t, values),
  ];
}

/** Rates name states by their codes. */
export const toStateCode = (country: string, state: string): string =>
  hasKnownStates(country) ? normalizeState(country, state) : state;
