import {
  type Address,
  type AddressField,
  addressFieldName,
  addressFields,
  addressKinds,
  toAddressForm,
} from '#features/addresses/index.ts';
import type { Cart } from '#features/cart/index.ts';
import { findDefaultAddresses } from '#features/customers/index.ts';
import type { OrderDetails } from '#features/orders/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ActingCustomer, Actor } from '#platform/sessions/actor.ts';
import { createCartForms } from './checkout-view.ts';
import { differentAddressField, emailField, paymentMethodField, phoneField, shippingMethodField } from './contract.ts';

/**
 * Creates the form of a first visit from the cart's destination and shipping option. For a customer, adds the email
 * address and the default addresses, which take precedence over the cart's destination. For a guest, uses the details
 * of the last order; another destination that the cart got afterwards replaces the addresses of that order.
 */
export async function createFirstForm(
  db: Db,
  cart: Cart,
  { customer }: Actor,
  lastOrder: OrderDetails | null,
): Promise<FormBody> {
  if (customer === null && lastOrder !== null) return createLastOrderForm(lastOrder, cart);
  const [destination = {}, ...others] = createCartForms(cart);
  const known = customer === null ? {} : await readCustomerForm(db, customer);
  return Object.assign({}, destination, known, ...others);
}

async function readCustomerForm(db: Db, { id, email }: ActingCustomer): Promise<FormBody> {
  return { [emailField]: email, ...toAddressForms(await findDefaultAddresses(db, id)) };
}

function toAddressForms({
  billing,
  shipping,
}: {
  readonly billing: Address | null;
  readonly shipping: Address | null;
}) {
  const isElsewhere =
    billing !== null && shipping !== null && addressFields.some((name) => billing[name] !== shipping[name]);
  return {
    ...(billing ? toAddressForm(billing, 'billing') : {}),
    ...(isElsewhere ? { ...toAddressForm(shipping, 'shipping'), [differentAddressField]: '1' } : {}),
  };
}

const nameFields = ['first_name', 'last_name', 'company'] as const;
const listFieldNames = (fields: readonly AddressField[]) =>
  addressKinds.flatMap((kind) => fields.map((field) => addressFieldName(kind, field)));
const nameFieldNames = listFieldNames(nameFields);
const placeFieldNames = listFieldNames(addressFields).filter((name) => !nameFieldNames.includes(name));

/** Notes, terms and other consents are not included: the shopper must enter them for each order. */
function createLastOrderForm(order: OrderDetails, cart: Cart): FormBody {
  const { email, phone, billing, delivery, paymentMethod, shippingMethod } = order;
  const known: FormBody = toAddressForms({ billing, shipping: delivery });
  const [destination = {}, other = {}, option = {}] = createCartForms(cart);
  const isSame =
    matchesKnownParts(cart.destination, delivery ?? billing) && matchesKnownParts(cart.billingAddress, billing);
  const names = Object.entries(known).filter(([name]) => nameFieldNames.includes(name));
  return {
    [emailField]: email,
    [phoneField]: phone,
    ...(isSame ? known : { ...Object.fromEntries(names), ...destination, ...other }),
    ...(shippingMethod === null ? {} : { [shippingMethodField]: shippingMethod }),
    ...option,
    [paymentMethodField]: paymentMethod,
  };
}

/** Whether an address matches all known parts of a cart's address, which may be only the country. */
function matchesKnownParts(place: TaxAddress | null, address: Address): boolean {
  const parts = ['country', 'state', 'postcode', 'city'] as const;
  return place === null || parts.every((part) => place[part] === '' || place[part] === address[part]);
}

/** Removes the details of the last order from a form, if the shopper has not changed any of them. */
export function withoutLastOrder(form: FormBody, order: OrderDetails, cart: Cart): FormBody {
  const { [shippingMethodField]: _option, [paymentMethodField]: _method, ...known } = createLastOrderForm(order, cart);
  const isUntouched = Object.entries(known).every(([name, value]) => readSingleLine(form, name) === value);
  return isUntouched ? Object.fromEntries(Object.entries(form).filter(([name]) => !(name in known))) : form;
}

/**
 * Fills in empty fields. Typed fields are kept. An address is filled in only as a whole: when a street or a city was
 * typed, no part of the known addresses is used.
 */
export function fillInForm(typed: FormBody, known: FormBody): FormBody {
  const isEmpty = (name: string) => readSingleLine(typed, name) === '';
  const isAddressBegun = !listFieldNames(['address_1', 'city']).every(isEmpty);
  const isOfPlace = (name: string) => name === differentAddressField || placeFieldNames.includes(name);
  const filledIn = Object.entries(known).filter(([name]) => (isOfPlace(name) ? !isAddressBegun : isEmpty(name)));
  return { ...typed, ...Object.fromEntries(filledIn) };
}
