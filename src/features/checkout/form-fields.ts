import {
  type AddressField,
  type AddressForm,
  type AddressKind,
  getAddressRules,
  getSelectedCountry,
} from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormField, maxPhoneLength } from '#platform/forms/fields.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import { emailField, noteField, phoneField } from './contract.ts';
import { checkoutSettings } from './settings.ts';
import { checkoutTexts as texts } from './texts.ts';

export interface CheckoutFields {
  readonly email: FormField;
  /** Null when the shop does not ask for it. */
  readonly phone: FormField | null;
  readonly note: FormField;
}

/** Declares the fields of the checkout that belong to no address. */
export function createCheckoutFields({ t, settings }: Pick<Shop, 't' | 'settings'>): CheckoutFields {
  const { phone } = settings(checkoutSettings);
  return {
    email: {
      name: emailField,
      kind: 'email',
      label: t(texts.email),
      hint: t(texts.emailHint),
      required: true,
      max: maxEmailLength,
      autoComplete: 'email',
    },
    phone:
      phone === 'hidden'
        ? null
        : {
            name: phoneField,
            kind: 'phone',
            label: t(texts.phone),
            hint: t(texts.phoneHint),
            note: phone === 'optional' ? t(formTexts.optional) : undefined,
            required: phone === 'required',
            max: maxPhoneLength,
            autoComplete: 'tel',
          },
    note: {
      name: noteField,
      kind: 'text',
      label: t(texts.note),
      note: t(formTexts.optional),
      max: 2000,
      autoComplete: 'off',
    },
  };
}

/** What decides which fields of an address the checkout asks for. */
export interface AddressDemand {
  readonly form: FormBody;
  /** As `needsFullAddress` says of the cart. */
  readonly needsFullAddress: boolean;
}

/**
 * Declares the fields of one address of the checkout. The other address is hidden at first. Without
 * shipping only a name is asked for, and of the place what decides about taxes.
 */
export function createAddressForm(
  { t, settings, choices }: Pick<Shop, 't' | 'settings' | 'choices'>,
  kind: AddressKind,
  { form, needsFullAddress }: AddressDemand,
): AddressForm {
  const { countries } = choices;
  const company: AddressField[] = settings(checkoutSettings).company === 'hidden' ? ['company'] : [];
  const unneeded = needsFullAddress ? [] : listUnneededFields(getSelectedCountry(form, { kind, countries }));
  const common: AddressForm = {
    kind,
    countries,
    followsCountry: true,
    hidden: [...company, ...unneeded],
    folded: ['company', 'address_2'],
  };
  if (kind === 'billing') return common;
  return { ...common, canBeHidden: true, formatLabel: (label) => t(texts.deliveryLabel, { label }) };
}

/** Taxes differ within those countries whose addresses need a state (docs/decisions/0048). */
function listUnneededFields(country: string): AddressField[] {
  const hasStates = getAddressRules(country).state.required;
  return ['address_1', 'address_2', 'city', ...(hasStates ? [] : (['postcode', 'state'] as const))];
}
