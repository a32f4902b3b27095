import { type AddressKind, addressFieldName, addressFields } from '#features/addresses/index.ts';
import type { RemotePayer } from '#features/payments/index.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { differentAddressField, emailField, phoneField, shippingMethodField } from '../contract.ts';

/** The fields of the checkout that a provider knows of who has agreed to pay. */
export function toPayerForm({ email, phone, billing, shipping, shippingMethod }: RemotePayer): FormBody {
  const known: Record<string, string | null | undefined> = {
    [emailField]: email,
    [phoneField]: phone,
    [shippingMethodField]: shippingMethod,
    ...toFields('billing', billing),
    ...toFields('shipping', shipping),
  };
  const form = Object.entries(known).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  // Only the provider knows where it is sent.
  const isSentElsewhere = shipping !== null ? '1' : '';
  return {
    ...Object.fromEntries(form),
    ...(billing?.address_1 || shipping ? { [differentAddressField]: isSentElsewhere } : {}),
  };
}

function toFields(kind: AddressKind, address: RemotePayer['billing']): Record<string, string | undefined> {
  return Object.fromEntries(addressFields.map((field) => [addressFieldName(kind, field), address?.[field]]));
}

/** What was typed fills in only what the provider does not tell. */
export function fillGaps(typed: FormBody, payer: RemotePayer | null): FormBody {
  return payer === null ? typed : { ...typed, ...toPayerForm(payer) };
}

/**
 * What was typed instead of details that the provider tells and that are not good enough for an order, such as an
 * address without its county. Never the country: the shopper has agreed to pay for it.
 * @returns null when nothing was
 */
export function replaceUnusable(filled: FormBody, typed: FormBody, problems: readonly FormProblem[]): FormBody | null {
  const replaced = problems.flatMap(({ field }) => {
    const value = readSingleLine(typed, field);
    const isCountry = field.endsWith('_country');
    return isCountry || value === '' || value === readSingleLine(filled, field) ? [] : [[field, value] as const];
  });
  return replaced.length === 0 ? null : { ...filled, ...Object.fromEntries(replaced) };
}
