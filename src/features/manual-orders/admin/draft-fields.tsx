import {
  type Address,
  type AddressForm,
  addressFields,
  createAddressField,
  readTypedAddress,
} from '#features/addresses/index.ts';
import { maxVatNumberLength } from '#features/vat-numbers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { email, line, list, money, number, phone, record, text } from '#platform/forms/kinds.ts';
import { draftTexts as texts } from './draft-texts.ts';
import { createDetailsField } from './line-details.tsx';
import { customerPicker, variationPicker } from './pickers.ts';
import { createShippingField } from './shipping-field.ts';

/** Creates a field for an address; its value is null when no part of the address was entered. */
function optionalAddress({ t, choices }: Shop, address: AddressForm): FieldOf<Address | null, FieldLook> {
  const field = createAddressField({ t, locale: choices.locale }, address);
  const { kind } = field;
  const isTyped = (typed: Address) =>
    addressFields.some((name) => name !== 'country' && name !== 'state' && typed[name] !== '');
  const optional: FieldKind<Address | null, typeof field> = {
    ...kind,
    read: (input, name, own) =>
      isTyped(readTypedAddress(input.form, address)) ? kind.read(input, name, own) : { value: null, problems: [] },
    toText: (value, own, context) => (value === null ? '' : kind.toText(value, own, context)),
    json: (own) => kind.json(own).nullable(),
    toForm: (value, name, own) => (value === null ? {} : kind.toForm(value, name, own)),
  };
  // This cast is safe: a field passes itself to its own kind only.
  return { ...field, kind: optional } as unknown as FieldOf<Address | null, FieldLook>;
}

/** @param draftId null for a new draft */
export function createDraftFields(shop: Shop, draftId: number | null) {
  const { t, choices } = shop;
  const { currency, locale, countries } = choices;
  const amount = { currency, locale, min: 0 } as const;
  const address = { countries, canBeHidden: true };
  return {
    customer: record({ label: t(texts.customer), picker: customerPicker }),
    email: email({ label: t(texts.email), width: 'half' }),
    phone: phone({ label: t(texts.phone), width: 'half' }),
    billing: optionalAddress(shop, { ...address, kind: 'billing' }),
    vatNumber: line({ label: t(texts.vatNumber), hint: t(texts.vatNumberHint), max: maxVatNumberLength, isCode: true }),
    delivery: optionalAddress(shop, { ...address, kind: 'shipping' }),
    lines: list({
      ...{ label: t(texts.lines), required: true, max: 100 },
      fields: {
        variation: record({ label: t(texts.item), required: true, picker: variationPicker }),
        quantity: number({ label: t(texts.quantity), min: 1, max: 9999, width: 'third' }),
        price: money({ label: t(texts.price), hint: t(texts.priceHint), ...amount, width: 'third' }),
        reason: line({ label: t(texts.reason), max: 200, width: 'third' }),
        details: createDetailsField(shop),
      },
    }),
    coupons: line({ label: t(texts.coupons), hint: t(texts.couponsHint), max: 500 }),
    shippingMethod: createShippingField(shop, draftId),
    shippingTitle: line({ label: t(texts.shippingTitle), max: 200, width: 'half' }),
    shippingPrice: money({ label: t(texts.shippingPrice), hint: t(texts.shippingHint), ...amount, width: 'half' }),
    note: text({ label: t(texts.note), max: 2000 }),
    internalNote: text({ label: t(texts.internalNote), hint: t(texts.internalHint), max: 2000 }),
  };
}
