import {
  type AddressI18n,
  type AddressKind,
  type AddressLocales,
  addressFields,
  addressI18nPath,
  createFieldMap,
  isAddressComplete,
} from '#features/addresses/contract.ts';
import { deliveryFirstField, differentAddressField, sameAddressField } from '#features/checkout/contract.ts';
import { call } from '#platform/http/browser/api.ts';

let asked: Promise<AddressLocales | null> | null = null;

/** Fetches the address requirements of all countries, once per page. */
export function fetchAddressLocales(): Promise<AddressLocales | null> {
  asked ??= call<AddressI18n>(addressI18nPath, {}).then((reply) => {
    if (reply.ok) return JSON.parse(reply.data.locale) as AddressLocales;
    asked = null;
    return null;
  });
  return asked;
}

function listKinds(fields: FormData): AddressKind[] {
  if (fields.has(deliveryFirstField)) return fields.has(sameAddressField) ? ['shipping'] : ['shipping', 'billing'];
  return fields.has(differentAddressField) ? ['billing', 'shipping'] : ['billing'];
}

/**
 * Whether the addresses of a checkout contain all fields that their countries require. Fields that the form does not
 * show may be missing.
 */
export async function hasCompleteAddresses(form: HTMLFormElement): Promise<boolean> {
  const locales = await fetchAddressLocales();
  // Assume completeness if the requirements can't be fetched: the server validates addresses again.
  if (!locales) return true;
  const fields = new FormData(form);
  const map = createFieldMap({
    read: (name) => fields.get(name)?.toString(),
    write: (name, value) => fields.set(name, value),
  });
  return listKinds(fields).every((kind) => {
    const omitted = addressFields.filter((field) => !fields.has(`${kind}_${field}`));
    const address = Object.fromEntries(addressFields.map((field) => [field, map.read(field, kind)]));
    return isAddressComplete(address, locales, omitted);
  });
}
