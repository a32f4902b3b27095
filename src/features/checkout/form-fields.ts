import type { AddressForm, AddressKind } from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FormField, maxEmailLength, maxPhoneLength } from '#platform/forms/fields.ts';
import { formTexts } from '#platform/forms/texts.ts';
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
    note: { name: noteField, kind: 'text', label: t(texts.note), note: t(formTexts.optional), max: 2000 },
  };
}

/** Declares the fields of one address of the checkout. The other address is hidden at first. */
export function createAddressForm(
  { t, settings, choices }: Pick<Shop, 't' | 'settings' | 'choices'>,
  kind: AddressKind,
): AddressForm {
  const common = {
    kind,
    countries: choices.countries,
    followsCountry: true,
    hidden: settings(checkoutSettings).company === 'hidden' ? (['company'] as const) : [],
  };
  if (kind === 'billing') return common;
  return { ...common, canBeHidden: true, formatLabel: (label) => t(texts.deliveryLabel, { label }) };
}
