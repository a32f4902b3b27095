import { z } from 'zod';
import {
  type Address,
  type AddressForm,
  addressFields,
  createAddressField,
  readTypedAddress,
} from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { email, line, list, money, number, phone, record, text } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { ManualOrderInput } from '../order-file.ts';
import { draftTexts as texts } from './draft-texts.ts';
import { customerPicker, variationPicker } from './pickers.ts';

type LineDetails = Pick<ManualOrderInput['lines'][number], 'choices' | 'addons' | 'uploads'>;

const detailsSchema = z.strictObject({
  choices: z.record(z.string(), z.string()),
  addons: z.record(z.string(), z.array(z.string())),
  uploads: z.array(z.uuid()),
});

function readDetails(typed: string): LineDetails | null {
  try {
    return typed === '' ? null : (detailsSchema.safeParse(JSON.parse(typed)).data ?? null);
  } catch {
    return null;
  }
}

const describeDetails = (details: LineDetails | null): string =>
  details === null ? '' : [...Object.values(details.choices), ...Object.values(details.addons).flat()].join(', ');

/** Options and add-ons that a line has from elsewhere, such as a wishlist. They are shown, and kept as they are. */
const detailsKind: FieldKind<LineDetails | null> = {
  name: 'line-details',
  read: ({ form }, name) => ({ value: readDetails(readSingleLine(form, name)), problems: [] }),
  render: ({ field: { label }, name, state: { form } }) => {
    const typed = readSingleLine(form, name);
    const shown = describeDetails(readDetails(typed));
    return (
      <>
        <input type="hidden" name={name} value={typed} />
        {shown !== '' && (
          <p>
            {label}: {shown}
          </p>
        )}
      </>
    );
  },
  toText: describeDetails,
  json: () => detailsSchema.nullable(),
  toForm: (value, name) => ({ [name]: value === null ? '' : JSON.stringify(value) }),
};

/** An address, or null when nothing of it was typed. */
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
  // A field passes itself to its own kind only.
  return { ...field, kind: optional } as unknown as FieldOf<Address | null, FieldLook>;
}

export function createDraftFields(shop: Shop) {
  const { t, choices } = shop;
  const { currency, locale, countries } = choices;
  const amount = { currency, locale, min: 0 } as const;
  const address = { countries, canBeHidden: true };
  return {
    customer: record({ label: t(texts.customer), picker: customerPicker }),
    email: email({ label: t(texts.email), width: 'half' }),
    phone: phone({ label: t(texts.phone), width: 'half' }),
    billing: optionalAddress(shop, { ...address, kind: 'billing' }),
    delivery: optionalAddress(shop, { ...address, kind: 'shipping' }),
    lines: list({
      ...{ label: t(texts.lines), required: true, max: 100 },
      fields: {
        variation: record({ label: t(texts.item), required: true, picker: variationPicker }),
        quantity: number({ label: t(texts.quantity), min: 1, max: 9999, width: 'third' }),
        price: money({ label: t(texts.price), hint: t(texts.priceHint), ...amount, width: 'third' }),
        reason: line({ label: t(texts.reason), max: 200, width: 'third' }),
        details: { label: t(texts.details), kind: detailsKind },
      },
    }),
    coupons: line({ label: t(texts.coupons), hint: t(texts.couponsHint), max: 500 }),
    shippingTitle: line({ label: t(texts.shippingTitle), max: 200, width: 'half' }),
    shippingPrice: money({ label: t(texts.shippingPrice), hint: t(texts.shippingHint), ...amount, width: 'half' }),
    note: text({ label: t(texts.note), max: 2000 }),
    internalNote: text({ label: t(texts.internalNote), hint: t(texts.internalHint), max: 2000 }),
  };
}
