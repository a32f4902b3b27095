import {
  type AddressField,
  type AddressForm,
  addressFields,
  getSelectedCountry,
  listStateNames,
  readAddress,
  toAddressForm,
} from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/** The submitted estimate of delivery with its problems; empty at first. */
export interface DestinationFormState {
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
}

const kind = 'shipping';

/** Declares country and postcode, and the state where the country has states. Only the country is required. */
export function createDestinationForm(
  { choices: { countries, locale } }: Pick<Shop, 'choices'>,
  form: FormBody,
): AddressForm {
  const common = { kind, countries, required: ['country'], followsCountry: true } as const;
  const hasStates = listStateNames(getSelectedCountry(form, common), locale).length > 0;
  const shown: readonly AddressField[] = ['country', 'postcode', ...(hasStates ? (['state'] as const) : [])];
  return { ...common, hidden: addressFields.filter((field) => !shown.includes(field)) };
}

/** Reads and checks a destination. Problems are in the order of the fields. */
export function readDestination(
  shop: Pick<Shop, 't' | 'choices'>,
  form: FormBody,
): { readonly address: TaxAddress; readonly problems: readonly FormProblem[] } {
  const { address, problems } = readAddress(shop.t, form, createDestinationForm(shop, form));
  const { country, state, postcode, city } = address;
  return { address: { country, state, postcode, city }, problems };
}

/** Returns the form that shows a destination. */
export function toDestinationForm(destination: TaxAddress | null): FormBody {
  if (destination === null) return {};
  const others = { first_name: '', last_name: '', company: '', address_1: '', address_2: '' };
  return toAddressForm({ ...others, ...destination }, kind);
}
