import { toAddressForm } from '#features/addresses/index.ts';
import type { Cart } from '#features/cart/index.ts';
import { findDefaultAddresses } from '#features/customers/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ActingCustomer, Actor } from '#platform/sessions/actor.ts';
import { createCartForms } from './checkout-view.ts';
import { differentAddressField, emailField } from './contract.ts';

/**
 * The form of a first visit: what is known of the cart's destination and shipping, and for a customer
 * the e-mail address and the defaults of the address book, which go before the cart's destination.
 */
export async function createFirstForm(db: Db, cart: Cart, { customer }: Actor): Promise<FormBody> {
  const [destination = {}, ...others] = createCartForms(cart);
  const known = customer === null ? {} : await readCustomerForm(db, customer);
  return Object.assign({}, destination, known, ...others);
}

async function readCustomerForm(db: Db, { id, email }: ActingCustomer): Promise<FormBody> {
  const { billing, shipping } = await findDefaultAddresses(db, id);
  const isElsewhere = billing !== null && shipping !== null && JSON.stringify(billing) !== JSON.stringify(shipping);
  return {
    [emailField]: email,
    ...(billing ? toAddressForm(billing, 'billing') : {}),
    ...(isElsewhere ? { ...toAddressForm(shipping, 'shipping'), [differentAddressField]: '1' } : {}),
  };
}
