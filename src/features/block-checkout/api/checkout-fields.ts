import { createAccountField } from '#features/accounts/index.ts';
import { type Address, type AddressKind, addressFieldName, addressFields } from '#features/addresses/index.ts';
import { couponCodeField } from '#features/cart/index.ts';
import {
  deliveryFirstField,
  differentAddressField,
  emailField,
  expectedTotalField,
  hasShippingAddress,
  noteField,
  paymentMethodField,
  phoneField,
  requestKeyField,
  sameAddressField,
  shippingMethodField,
  termsField,
} from '#features/checkout/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import { readSingleLine, readText } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { AddressInput, OrderInput, UpdateInput } from './checkout-schemas.ts';

/** Converts between the fields of the checkout's form and the public shape of the store API. */

/** Values as they were typed. */
export interface TypedFields {
  readonly billing: Address;
  /** Equal to `billing` when the order ships to the billing address. */
  readonly shipping: Address;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly paymentMethod: string;
  /** Fields of features and the acceptance of the terms, by `{store_plugin}/{name}`. */
  readonly additional: Readonly<Record<string, string>>;
}

export const noAddress = Object.fromEntries(addressFields.map((field) => [field, ''])) as Address;

export const noFields: TypedFields = {
  ...{ billing: noAddress, shipping: noAddress, email: '', phone: '', note: '', paymentMethod: '', additional: {} },
};

/** Fields that have their own property in the public shape, or none. */
const ownFields: ReadonlySet<string> = new Set([
  ...(['billing', 'shipping'] as const).flatMap((kind) => addressFields.map((field) => addressFieldName(kind, field))),
  ...[emailField, phoneField, noteField, paymentMethodField, shippingMethodField, differentAddressField],
  ...[requestKeyField, expectedTotalField, couponCodeField, deliveryFirstField, sameAddressField],
]);

export function toTypedFields({ storePlugin }: Pick<WireNames, 'storePlugin'>, form: FormBody): TypedFields {
  const billing = readAddressOf(form, 'billing');
  const others = Object.keys(form).filter((name) => !ownFields.has(name));
  return {
    billing,
    shipping: hasShippingAddress(form) ? readAddressOf(form, 'shipping') : billing,
    email: readSingleLine(form, emailField),
    phone: readSingleLine(form, phoneField),
    note: readText(form, noteField),
    paymentMethod: readSingleLine(form, paymentMethodField),
    additional: Object.fromEntries(others.map((name) => [`${storePlugin}/${name}`, readText(form, name)])),
  };
}

function readAddressOf(form: FormBody, kind: AddressKind): Address {
  return Object.fromEntries(
    addressFields.map((field) => [field, readSingleLine(form, addressFieldName(kind, field))]),
  ) as Address;
}

/** Fields whose value in the form is '1' or empty. */
const tickBoxes: readonly string[] = [termsField, createAccountField];

/** Converts fields for a reply. Fields that were sent as a boolean become a boolean. */
export function toAdditionalFields(
  { storePlugin }: Pick<WireNames, 'storePlugin'>,
  { additional }: Pick<TypedFields, 'additional'>,
): Record<string, string | boolean> {
  const prefix = `${storePlugin}/`;
  const fields = Object.entries(additional).map(([key, value]) => [
    key,
    key.startsWith(prefix) && tickBoxes.includes(key.slice(prefix.length)) ? value !== '' : value,
  ]);
  return Object.fromEntries(fields);
}

type SentFields = Pick<Partial<OrderInput>, 'shipping_address' | 'additional_fields'> & {
  readonly [Name in 'customer_note' | 'order_notes' | 'payment_method']?: string | undefined;
} & Pick<UpdateInput, 'billing_address'>;

/** Adds the fields of a call to the known fields. Omitted fields stay unchanged. */
export function mergeFields(known: TypedFields, input: SentFields): TypedFields {
  const { billing_address = {}, shipping_address = {}, additional_fields = {} } = input;
  const additional = Object.entries(additional_fields).map(([name, value]) => [name, toFormValue(value)]);
  return {
    billing: mergeAddress(known.billing, billing_address),
    shipping: mergeAddress(known.shipping, shipping_address),
    email: billing_address.email ?? known.email,
    // An order has one phone number, from either address. An empty number in a call removes the known one.
    phone: billing_address.phone || (shipping_address.phone ?? billing_address.phone ?? known.phone),
    note: input.customer_note ?? input.order_notes ?? known.note,
    paymentMethod: input.payment_method ?? known.paymentMethod,
    additional: { ...known.additional, ...Object.fromEntries(additional) },
  };
}

function toFormValue(value: string | boolean | number): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  return String(value);
}

function mergeAddress(known: Address, given: AddressInput): Address {
  const merged = addressFields.map((field) => [field, given[field] ?? known[field]]);
  const address = Object.fromEntries(merged) as Address;
  return { ...address, country: address.country.toUpperCase() };
}

/**
 * Makes the form that is validated and stored.
 * @param needsShipping without shipping the shipping address does not count
 */
export function toForm(
  { storePlugin }: Pick<WireNames, 'storePlugin'>,
  { billing, shipping, email, phone, note, paymentMethod, additional }: TypedFields,
  needsShipping: boolean,
): FormBody {
  const prefix = `${storePlugin}/`;
  const others = Object.entries(additional).flatMap(([key, value]) => {
    const name = key.slice(prefix.length);
    return key.startsWith(prefix) && !ownFields.has(name) ? [[name, value] as const] : [];
  });
  const isEmpty = addressFields.every((field) => shipping[field] === '');
  const isSame = isEmpty || addressFields.every((field) => shipping[field] === billing[field]);
  return {
    ...Object.fromEntries(others),
    ...toAddressFields('billing', billing),
    ...(needsShipping && !isSame ? { ...toAddressFields('shipping', shipping), [differentAddressField]: '1' } : {}),
    ...{ [emailField]: email, [phoneField]: phone, [noteField]: note, [paymentMethodField]: paymentMethod },
  };
}

const toAddressFields = (kind: AddressKind, address: Address) =>
  Object.fromEntries(addressFields.map((field) => [addressFieldName(kind, field), address[field]]));

/** Converts the name of a form field to the public shape: `billing_address.city`. */
export function toParam({ storePlugin }: Pick<WireNames, 'storePlugin'>, field: string): string {
  if (field === noteField) return 'customer_note';
  if (field === paymentMethodField) return field;
  if (field === shippingMethodField) return 'shipping_rate';
  if (!ownFields.has(field)) return `additional_fields.${storePlugin}/${field}`;
  return field.replace(/^(billing|shipping)_/, '$1_address.');
}
