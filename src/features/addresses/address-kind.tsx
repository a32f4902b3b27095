import { z } from 'zod';
import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { type AddressForm, readAddress, toAddressForm } from './address-form-fields.ts';
import { type Address, addressFields, updateAddressField } from './contract.ts';
import { formatAddress } from './format-address.ts';
import { AddressFields } from './parts/address-fields.tsx';
import { addressTexts as texts } from './texts.ts';

interface AddressOptions extends FieldLook {
  readonly locale: string;
  /** Chooses the address form for the submitted values, whose country may decide which fields exist. */
  readonly getAddressForm: (form: FormBody) => AddressForm;
}

/** The controls of an address are named by its kind: `billing_city`. */
const addressKind: FieldKind<Address, AddressOptions> = {
  name: 'address',
  read({ t, form }, _, { getAddressForm }) {
    const { address, problems } = readAddress(t, form, getAddressForm(form));
    return { value: address, problems };
  },
  render: ({ field: { locale, getAddressForm }, state: { t, form, problems = [] } }) => (
    <AddressFields {...getAddressForm(form)} {...{ context: { t, locale }, form, problems }} />
  ),
  toText: (address, { locale }) => formatAddress(address, locale).join(', '),
  json: () => z.record(z.enum(addressFields), z.string()),
  toForm: (address, _, { getAddressForm }) => toAddressForm(address, getAddressForm({}).kind),
  update: (form) => (updateAddressField in form ? form : null),
};

export const createAddressField = (
  { t, locale }: { readonly t: Translate; readonly locale: string },
  address: AddressForm | ((form: FormBody) => AddressForm),
): FieldOf<Address, AddressOptions> => ({
  ...{ label: t(texts.address), locale, kind: addressKind },
  getAddressForm: typeof address === 'function' ? address : () => address,
});
