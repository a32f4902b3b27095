import { addressFieldName, addressFields } from '#features/addresses/index.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { deliveryFirstField, differentAddressField, sameAddressField } from './contract.ts';

/**
 * Converts a form whose first address is the delivery address to the fields that are validated and saved: a billing
 * address, and a delivery address if it differs. Other forms are returned unchanged.
 */
export function readDeliveryFirst(form: FormBody): FormBody {
  if (readSingleLine(form, deliveryFirstField) === '') return form;
  const { [deliveryFirstField]: _, [sameAddressField]: isSame = '', ...fields } = form;
  if (isSame === '') return { ...fields, [differentAddressField]: '1' };
  const delivery = addressFields.map((field) => [
    addressFieldName('billing', field),
    fields[addressFieldName('shipping', field)] ?? '',
  ]);
  const replaced = [differentAddressField, ...addressFields.map((field) => addressFieldName('shipping', field))];
  const others = Object.entries(fields).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(others), ...Object.fromEntries(delivery) };
}
