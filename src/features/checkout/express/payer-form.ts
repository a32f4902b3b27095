import { type AddressKind, addressFieldName, addressFields } from '#features/addresses/index.ts';
import type { RemotePayer } from '#features/payments/index.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { differentAddressField, emailField, phoneField, shippingMethodField } from '../contract.ts';

export function toPayerForm({ email, phone, billing, shipping, shippingMethod }: RemotePayer): FormBody {
  const known: Record<string, string | null | undefined> = {
    [emailField]: email,
    [phoneField]: phone,
    [shippingMethodField]: shippingMethod,
    ...toFields('billing', billing),
    ...toFields('shipping', shipping),
  };
  const form = Object.entries(known).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  // Set to '' when the provider has no delivery address, so that the order ships to the billing address.
  const isSentElsewhere = shipping !== null ? '1' : '';
  return {
    ...Object.fromEntries(form),
    ...(billing?.address_1 || shipping ? { [differentAddressField]: isSentElsewhere } : {}),
  };
}

function toFields(kind: AddressKind, address: RemotePayer['billing']): Record<string, string | undefined> {
  return Object.fromEntries(addressFields.map((field) => [addressFieldName(kind, field), address?.[field]]));
}

/** Completes the provider's details with typed fields. Details of the provider take precedence. */
export function fillGaps(typed: FormBody, payer: RemotePayer | null): FormBody {
  return payer === null ? typed : { ...typed, ...toPayerForm(payer) };
}

/**
 * Replaces details of the provider that are invalid for an order, such as an address without its county, by typed
 * ones. The country is never replaced: the shopper has approved the amount for that country.
 * @returns null when nothing was replaced
 */
export function replaceUnusable(filled: FormBody, typed: FormBody, problems: readonly FormProblem[]): FormBody | null {
  const replaced = problems.flatMap(({ field }) => {
    const value = readSingleLine(typed, field);
    const isCountry = field.endsWith('_country');
    return isCountry || value === '' || value === readSingleLine(filled, field) ? [] : [[field, value] as const];
  });
  return replaced.length === 0 ? null : { ...filled, ...Object.fromEntries(replaced) };
}
