import {
  type AddressField,
  type AddressForm,
  addressFields,
  createAddressField,
  getSelectedCountry,
  listStateNames,
  toAddressForm,
} from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';

/** The submitted form that estimates delivery, with its problems; empty at first. */
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

export const createDestinationFields = (shop: Pick<Shop, 't' | 'choices'>) => ({
  address: createAddressField({ t: shop.t, locale: shop.choices.locale }, (form) => createDestinationForm(shop, form)),
});

export function toDestinationForm(destination: TaxAddress | null): FormBody {
  if (destination === null) return {};
  const others = { first_name: '', last_name: '', company: '', address_1: '', address_2: '' };
  return toAddressForm({ ...others, ...destination }, kind);
}
