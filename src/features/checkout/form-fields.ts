import {
  type AddressField,
  type AddressForm,
  type AddressKind,
  getAddressRules,
  getSelectedCountry,
} from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { email, phone, type TypedText, text } from '#platform/forms/kinds.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { emailField, noteField, phoneField } from './contract.ts';
import { checkoutSettings } from './settings.ts';
import { checkoutTexts as texts } from './texts.ts';

export interface CheckoutFields {
  readonly email: TypedText;
  /** Null when the shop does not ask for it. */
  readonly phone: TypedText | null;
  readonly note: TypedText;
}

export function createCheckoutFields({ t, settings }: Pick<Shop, 't' | 'settings'>): CheckoutFields {
  const { phone: demand } = settings(checkoutSettings);
  const optional = t(formTexts.optional);
  return {
    email: email({
      ...{ name: emailField, label: t(texts.email), hint: t(texts.emailHint), required: true, autoComplete: 'email' },
    }),
    phone:
      demand === 'hidden'
        ? null
        : phone({
            ...{ name: phoneField, label: t(texts.phone), hint: t(texts.phoneHint), autoComplete: 'tel' },
            ...{ required: demand === 'required', note: demand === 'optional' ? optional : undefined },
          }),
    note: text({ name: noteField, label: t(texts.note), note: optional, max: 2000, autoComplete: 'off' }),
  };
}

export interface AddressDemand {
  readonly form: FormBody;
  /** Result of `needsFullAddress` for the cart. */
  readonly needsFullAddress: boolean;
}

/**
 * Declares the fields of one address of the checkout. The delivery address is hidden at first. Without shipping, only
 * a name and the parts that determine taxes are shown.
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

/** Taxes differ only within countries whose addresses require a state (docs/decisions/0035). */
function listUnneededFields(country: string): AddressField[] {
  const hasStates = getAddressRules(country).state.required;
  return ['address_1', 'address_2', 'city', ...(hasStates ? [] : (['postcode', 'state'] as const))];
}
