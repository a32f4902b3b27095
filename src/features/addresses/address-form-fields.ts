import type { FormProblem } from '#platform/forms/field.ts';
import type { TextLook } from '#platform/forms/field-look.shared.tsx';
import { formatValueProblem } from '#platform/forms/kinds/text.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { Text, Translate } from '#platform/texts/texts.ts';
import { getAddressRules, listAddressFields } from './address-rules.ts';
import { type AddressProblem, findAddressProblems, normalizeAddress } from './check-address.ts';
import {
  type Address,
  type AddressField,
  type AddressKind,
  addressFieldName,
  addressFields,
  stateCountryFieldName,
} from './contract.ts';
import { getCountryData } from './country-data.ts';
import { listStateOptions } from './states.ts';
import { addressTexts as texts } from './texts.ts';

export interface AddressForm {
  readonly kind: AddressKind;
  /** Codes of the countries to choose from. */
  readonly countries: readonly string[];
  readonly hidden?: readonly AddressField[];
  /** Required fields. Default: as the country's rules say. */
  readonly required?: readonly AddressField[];
  /** Makes the name of a field in messages, for a form with two addresses. Default: the field's label. */
  readonly formatLabel?: (label: string) => string;
  /** Whether the form may hide all fields. Browsers then enforce no required field. */
  readonly canBeHidden?: boolean;
  /** Optional fields that are folded until the shopper opens them. */
  readonly folded?: readonly AddressField[];
  /**
   * Whether the form updates itself when the country changes, by a script or its own button. Marks and notes then
   * follow the country. Forms without such an update get a button for it.
   */
  readonly followsCountry?: boolean;
}

/** Autofill tokens of the HTML standard. */
const autocomplete: Readonly<Record<AddressField, string>> = {
  country: 'country',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  address_1: 'address-line1',
  address_2: 'address-line2',
  postcode: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
};

export type AddressLook = TextLook & { readonly max: number };

type Widths = Partial<Record<AddressField, TextLook['width']>>;

/** Two fields share a row only when they follow each other. */
function getWidths(fields: readonly AddressField[]): Widths {
  const names = { first_name: 'half', last_name: 'half' } as const;
  const distance = Math.abs(fields.indexOf('postcode') - fields.indexOf('city'));
  if (distance === 1) return { ...names, postcode: 'third', city: 'two-thirds' };
  return { ...names, postcode: 'half', state: 'half' };
}

/** Returns the submitted country, or else the first of the countries to choose from. */
export function getSelectedCountry(form: FormBody, { kind, countries }: AddressForm): string {
  const submitted = readSingleLine(form, addressFieldName(kind, 'country'));
  return countries.find((country) => country === submitted) ?? countries[0] ?? '';
}

/** Declares the fields of an address, in the order and with the labels of a country. */
export function createAddressFields(
  { t, locale }: { readonly t: Translate; readonly locale: string },
  address: AddressForm,
  country: string,
): AddressLook[] {
  const {
    kind,
    countries,
    hidden = [],
    required: requiredFields,
    canBeHidden = false,
    followsCountry = false,
  } = address;
  const isRequired = (field: AddressField, code: string) =>
    requiredFields?.includes(field) ?? getAddressRules(code)[field].required;
  const fields = listAddressFields(country).filter((field) => !hidden.includes(field));
  const rules = getAddressRules(country);
  const widths = getWidths(fields);
  return fields.map((field): AddressLook => {
    const { label, max } = rules[field];
    const options =
      field === 'country' ? listCountryOptions(countries, locale) : listChoices({ t, locale }, field, country);
    const requirements = new Set(countries.map((each) => isRequired(field, each)));
    const isRenewedByScript = followsCountry && requirements.size > 1;
    const isShownRequired = isRenewedByScript ? isRequired(field, country) : !requirements.has(false);
    const isOptional = isRenewedByScript ? !isShownRequired : !requirements.has(true);
    return {
      name: addressFieldName(kind, field),
      control: options ? 'select' : 'line',
      label: t(label),
      note: isOptional ? t(formTexts.optional) : undefined,
      required: isRequired(field, country),
      // Browsers must not enforce a field whose necessity depends on a country that is chosen later.
      requiredInBrowser: !canBeHidden && !requirements.has(false),
      isMarked: isShownRequired,
      isRenewedByScript,
      max,
      autoComplete: `${kind} ${autocomplete[field]}`,
      inputMode: field === 'postcode' && hasNumericPostcodes(country) ? 'numeric' : undefined,
      width: widths[field],
      options,
    };
  });
}

/** Lists the states of a country as options. Undefined when the states are not known and a text field is shown. */
function listChoices(
  { t, locale }: { readonly t: Translate; readonly locale: string },
  field: AddressField,
  country: string,
): TextLook['options'] {
  const states = field === 'state' ? listStateOptions(country, locale) : [];
  return states.length === 0 ? undefined : [{ value: '', label: t(texts.chooseState) }, ...states];
}

/** Whether postcodes of the country consist of digits, so that a numeric keyboard is enough. */
function hasNumericPostcodes(country: string): boolean {
  const examples = getCountryData(country)?.postcode?.examples ?? [];
  return examples.length > 0 && examples.every((example) => /^\d+$/.test(example));
}

function listCountryOptions(countries: readonly string[], locale: string) {
  return countries
    .map((value) => ({ value, label: getCountryName(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

export function isStateOfOtherCountry(form: FormBody, kind: AddressKind): boolean {
  const offered = readSingleLine(form, stateCountryFieldName(kind));
  return offered !== '' && offered !== readSingleLine(form, addressFieldName(kind, 'country'));
}

/** Reads the typed address, written as its country does but unchecked. */
export function readTypedAddress(form: FormBody, { kind, hidden = [] }: Pick<AddressForm, 'kind' | 'hidden'>): Address {
  const read = (field: AddressField) =>
    hidden.includes(field) ? '' : readSingleLine(form, addressFieldName(kind, field));
  const address = Object.fromEntries(addressFields.map((field) => [field, read(field)])) as Address;
  return normalizeAddress(isStateOfOtherCountry(form, kind) ? { ...address, state: '' } : address);
}

/**
 * Reads and checks an address. State and postcode are written as the country does.
 * @returns the address even when there are problems, which are in the order of the fields
 */
export function readAddress(
  t: Translate,
  form: FormBody,
  fields: Pick<AddressForm, 'kind' | 'countries' | 'hidden' | 'required' | 'formatLabel'>,
): { readonly address: Address; readonly problems: readonly FormProblem[] } {
  const { kind, countries, hidden = [], required, formatLabel = (label) => label } = fields;
  const address = readTypedAddress(form, fields);
  const found = findAddressProblems(address, countries).filter(
    ({ field, problem }) => !hidden.includes(field) && (problem !== 'REQUIRED' || (required?.includes(field) ?? true)),
  );
  const problems = found.map((each) => ({
    field: addressFieldName(kind, each.field),
    message: formatAddressProblem(t, address, each, formatLabel),
  }));
  return { address, problems };
}

function formatAddressProblem(
  t: Translate,
  address: Address,
  { field, problem }: AddressProblem,
  formatLabel: (label: string) => string,
): string {
  if (field === 'country') return t(texts.countryInvalid);
  const { label, max, pattern, values } = getAddressRules(address.country)[field];
  if (problem === 'INVALID' && pattern?.example)
    return t(texts.postcodeInvalid, { kind: getPostcodeKind(label), example: pattern.example });
  if (problem === 'INVALID' && values) return t(texts.stateInvalid, { label: t(label), value: address[field] });
  return formatValueProblem(t, { label: formatLabel(t(label)), max }, problem);
}

/** Chooses the message that names the field as its label does. */
const getPostcodeKind = (label: Text) =>
  (['zip', 'eircode', 'pin'] as const).find((kind) => texts[kind] === label) ?? 'postcode';

export function toAddressForm(address: Address, kind: AddressKind): FormBody {
  return Object.fromEntries(addressFields.map((field) => [addressFieldName(kind, field), address[field]]));
}
