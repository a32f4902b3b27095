/**
 * Fields in the order of a form without country. Names are the checkout's field names without `billing_` and
 * `shipping_`.
 */
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

/**
 * `country` is ISO 3166-1 alpha-2. `state` is a code of ISO 3166-2 without the country where the states are known,
 * else the typed text.
 */
export type Address = Readonly<Record<AddressField, string>>;

/** Name of the button that shows the fields of another country, without sending the form. */
export const updateAddressField = 'update_address';

/**
 * Name of the field with the country whose states a form offers. Codes are ambiguous between countries: CA is
 * California, and Cagliari in Italy. A state of another country was not chosen for this one.
 */
export const stateCountryFieldName = (kind: AddressKind): string => `${kind}_state_country`;

/** A form may have two addresses. Their field names start with the kind. */
export const addressKinds = ['billing', 'shipping'] as const;

export type AddressKind = (typeof addressKinds)[number];

export const addressFieldName = (kind: AddressKind, field: AddressField): string => `${kind}_${field}`;
