import { hasKnownStates, normalizeState, readState } from '#features/addresses/index.ts';
import { createBankAccountFields, findBankAccountProblems, readBankAccount } from '#features/payments/index.ts';
import { getBaseAddress } from '#features/pricing/index.ts';
import type { FormSection } from '#platform/admin/forms/form.ts';
import type { ReadSettings } from '#platform/config/settings.ts';
import { currencies, shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem, ValuesOf } from '#platform/forms/field.ts';
import { choice, choices, email, line, text } from '#platform/forms/kinds.ts';
import { getCountryName, listCountries } from '#platform/texts/formats.ts';
import { firstRunTexts as texts } from '../texts.ts';

/** Currencies with a year in their name are no longer in use. */
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

/** Creates the fields that determine what prices mean, such as currency and taxes. */
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

/** Some valid time zones are not in the list of `Intl`. */
function listZones({ settings }: Pick<Shop, 'settings'>): string[] {
  const { timeZone } = settings(shopDetails);
  return [...new Set([...(timeZone === null ? [] : [timeZone]), ...Intl.supportedValuesOf('timeZone'), 'UTC'])];
}

/** Creates the fields that the first run does not show. */
function createSellingFields(shop: Shop, isFixed: boolean) {
  const { t } = shop;
  return {
    shown: choice({
      ...{ name: 'shown', label: t(texts.shown), required: true, isOpen: true },
      ...(isFixed && { hint: describeBasis(shop) }),
      options: enteredOptions(shop),
    }),
    countries: choices({
      ...{ name: 'countries', label: t(texts.countries), hint: t(texts.countriesHint), required: true },
      options: listCountryOptions(shop.choices),
    }),
    timeZone: choice({
      ...{ name: 'time_zone', label: t(texts.timeZone), hint: t(texts.timeZoneHint) },
      options: listZones(shop).map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    }),
  };
}

interface DetailOptions {
  /** Whether products or orders exist, whose prices depend on the currency and tax basis. */
  readonly isFixed: boolean;
  readonly isFirstRun: boolean;
}

/** Creates all fields by the keys of their values. Fields that the form does not show are null. */
export function createDetailFields(shop: Shop, { isFixed, isFirstRun }: DetailOptions): DetailFields {
  return {
    ...createNameFields(shop),
    ...(isFixed ? noBasis : createBasisFields(shop)),
    ...(isFirstRun ? noSelling : createSellingFields(shop, isFixed)),
    ...createBankAccountFields(shop.t),
  };
}

type Absent<Own> = { readonly [Key in keyof Own]: null };
const noBasis: Absent<ReturnType<typeof createBasisFields>> = {
  ...{ currency: null, entered: null, country: null, state: null, postcode: null, city: null },
};
const noSelling: Absent<ReturnType<typeof createSellingFields>> = {
  ...{ shown: null, countries: null, timeZone: null },
};

type OrAbsent<Own> = { readonly [Key in keyof Own]: Own[Key] | null };
type DetailFields = ReturnType<typeof createNameFields> &
  OrAbsent<ReturnType<typeof createBasisFields>> &
  OrAbsent<ReturnType<typeof createSellingFields>> &
  ReturnType<typeof createBankAccountFields>;
export type DetailValues = ValuesOf<DetailFields>;

export const detailSections: readonly FormSection<keyof DetailFields>[] = [
  { title: texts.shop, help: texts.shopHelp, fields: ['name', 'tagline', 'address', 'email', 'timeZone'] },
  { title: texts.prices, fields: ['currency', 'entered', 'country', 'state', 'postcode', 'city', 'shown'] },
  { title: texts.countries, fields: ['countries'], isFolded: true },
  { title: texts.bank, help: texts.bankHint, fields: ['accountName', 'iban', 'bic'] },
];

export function readDetailValues(shop: { readonly settings: ReadSettings }) {
  const { name, tagline, address, email: shopEmail, currency, ...selling } = shop.settings(shopDetails);
  const { country, state = '', postcode = '', city = '' } = selling.baseAddress;
  const entered: 'including' | 'excluding' = selling.pricesIncludeTax ? 'including' : 'excluding';
  return {
    ...{ name, tagline, address: address.join('\n'), email: shopEmail, currency, entered },
    ...{ country, state, postcode, city, shown: selling.taxDisplay, countries: selling.countries },
    timeZone: selling.timeZone ?? '',
    ...readBankAccount(shop),
  };
}

/** Returns the initial values of the first run's form. */
export function readFirstValues(shop: Shop): DetailValues {
  const values = readDetailValues(shop);
  // Leave out the bank account: it may be the demo shop's, from `shop.config.ts`, and a live shop would print it on
  // its invoices.
  return shop.config.mode === 'live'
    ? { ...values, address: '', email: '', accountName: '', iban: '', bic: '' }
    : values;
}

/** Finds problems that concern several values. */
export function findDetailProblems({ t }: Pick<Shop, 't'>, values: DetailValues): FormProblem[] {
  const { country = '', state = '' } = values;
  const isUnknown = readState(country, state).problem !== undefined;
  return [
    ...(isUnknown ? [{ field: 'state', message: t(texts.stateUnknown) }] : []),
    ...findBankAccountProblems(t, values),
  ];
}

/** Returns the code of a state, because tax rates name states by their codes. */
export const toStateCode = (country: string, state: string): string =>
  hasKnownStates(country) ? normalizeState(country, state) : state;

function describeBasis({ t, choices }: Shop): string {
  const { currency, locale, pricesIncludeTax } = choices;
  const entered = t(pricesIncludeTax === false ? texts.enteredWithout : texts.enteredWith);
  return t(texts.fixed, { currency, entered, country: getCountryName(getBaseAddress(choices).country, locale) });
}
