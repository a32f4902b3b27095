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
 * The form of a first visit: what is known of the cart's destination and shipping. For a customer, the
 * email address and the defaults of the address book, which go before the cart's destination. For a guest,
 * the details of the last order; a destination that the cart got since goes before its addresses.
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

/** Notes, terms and other consents are asked for each time. */
function createLastOrderForm(order: OrderDetails, cart: Cart): FormBody {
  const { email, phone, billing, delivery, paymentMethod, shippingMethod } = order;
  const known: FormBody = toAddressForms({ billing, shipping: delivery });
  const [destination = {}, other = {}, option = {}] = createCartForms(cart);
  const isSame = isWithin(cart.destination, delivery ?? billing) && isWithin(cart.billingAddress, billing);
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

/** Whether an address has all that the cart knows of where it goes, which may be the country alone. */
function isWithin(place: TaxAddress | null, address: Address): boolean {
  const parts = ['country', 'state', 'postcode', 'city'] as const;
  return place === null || parts.every((part) => place[part] === '' || place[part] === address[part]);
}

/** A form without the details of the last order, if they are as they were filled in: nobody has typed them. */
export function withoutLastOrder(form: FormBody, order: OrderDetails, cart: Cart): FormBody {
  const { [shippingMethodField]: _option, [paymentMethodField]: _method, ...known } = createLastOrderForm(order, cart);
  const isUntouched = Object.entries(known).every(([name, value]) => readSingleLine(form, name) === value);
  return isUntouched ? Object.fromEntries(Object.entries(form).filter(([name]) => !(name in known))) : form;
}

/**
 * Fills in what was left empty. What was typed stays. An address is one whole: where a street or a city was typed,
 * nothing of the known addresses is added, and else they are taken as they are.
 */
export function fillInForm(typed: FormBody, known: FormBody): FormBody {
  const isEmpty = (name: string) => readSingleLine(typed, name) === '';
  const isAddressBegun = !listFieldNames(['address_1', 'city']).every(isEmpty);
  const isOfPlace = (name: string) => name === differentAddressField || placeFieldNames.includes(name);
  const filledIn = Object.entries(known).filter(([name]) => (isOfPlace(name) ? !isAddressBegun : isEmpty(name)));
  return { ...typed, ...Object.fromEntries(filledIn) };
}
