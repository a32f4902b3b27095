/** Postal addresses, for server and browser. */

export * from './address.shared.ts';
export * from './provider/address-locales.shared.ts';
export * from './provider/field-map.shared.ts';
export * from './provider/provider-address.shared.ts';
