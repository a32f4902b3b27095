import {
  type AddressKind,
  addressFieldName,
  addressKinds,
  readTypedAddress,
  suggestAddressFields,
} from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readEmail } from '#platform/forms/kinds/text.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { suggestEmail } from '#platform/mail/suggest-email.ts';
import { emailField, suggestionField } from './contract.ts';

/** A probable correction of a field. The shopper applies it with a button, or orders with the typed value. */
export interface FieldSuggestion {
  /** Name of the form field. */
  readonly field: string;
  readonly value: string;
}

export function findSuggestions({ choices }: Pick<Shop, 'choices'>, form: FormBody): FieldSuggestion[] {
  const email = suggestEmail(readEmail(form, emailField));
  const ofAddress = (kind: AddressKind) =>
    suggestAddressFields(readTypedAddress(form, { kind }), choices.locale).map(({ field, value }) => ({
      field: addressFieldName(kind, field),
      value,
    }));
  return [...(email === null ? [] : [{ field: emailField, value: email }]), ...addressKinds.flatMap(ofAddress)];
}

export function applySuggestion(shop: Pick<Shop, 'choices'>, form: FormBody): FormBody {
  const field = readSingleLine(form, suggestionField);
  const suggestion = findSuggestions(shop, form).find((each) => each.field === field);
  return suggestion ? { ...form, [field]: suggestion.value } : form;
}
