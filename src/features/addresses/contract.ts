/** Postal addresses, for server and browser. */

export * from './address.shared.ts';
export * from './provider/address-locales.shared.ts';
export * from './provider/field-map.shared.ts';
export * from './provider/provider-address.shared.ts';

/** Path from which payment scripts load their setting `i18n`. */
export const addressI18nPath = '/api/addresses/i18n';
