/**
 * Paths and field names for server and browser. Address fields start with `billing_` or `shipping_`
 * (spec 2.5/2).
 */

export { checkoutPath } from '#features/cart/contract.ts';

export type AddressKind = 'billing' | 'shipping';

export const addressFields = [
  'country',
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'postcode',
  'city',
  'state',
] as const;

export type AddressField = (typeof addressFields)[number];

export const addressFieldName = (kind: AddressKind, field: AddressField): string => `${kind}_${field}`;

export const emailField = 'billing_email';
export const phoneField = 'billing_phone';
export const differentAddressField = 'ship_to_different_address';
export const shippingMethodField = 'shipping_method';
export const paymentMethodField = 'payment_method';
export const noteField = 'order_comments';
export const termsField = 'terms';
/** Idempotency key of the page: submitting the same page twice creates one order. */
export const requestKeyField = 'request_key';
/** The total shown to the shopper, in minor units. */
export const expectedTotalField = 'expected_total';
/** Button that recalculates the totals without ordering. */
export const updateField = 'update_totals';
