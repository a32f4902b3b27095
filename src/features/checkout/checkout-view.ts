import type { ReactNode } from 'react';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { normalizeState } from './address-states.ts';
import type { OrderCalculation } from './calculate-order.ts';
import { type AddressField, type AddressKind, addressFieldName } from './contract.ts';
import { type FormProblem, hasShippingAddress, readSingleLine } from './read-form.ts';
import type { CheckoutField } from './slots.ts';

/** A message that belongs to no single field. */
export interface CheckoutNotice {
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string };
}

export interface CheckoutView {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: OrderCalculation;
  /** The submitted form; empty at first. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  readonly notices: readonly CheckoutNotice[];
  readonly extraFields: readonly CheckoutField[];
  readonly requestKey: string;
}

export function findFieldError({ problems }: Pick<CheckoutView, 'problems'>, field: string): ReactNode {
  return problems.find((problem) => problem.field === field)?.message;
}

/** Returns the submitted country, else the first that the shop sells to. */
export function getSelectedCountry({ form, shop }: Pick<CheckoutView, 'form' | 'shop'>, kind: AddressKind): string {
  const { countries } = shop.choices;
  const submitted = readSingleLine(form, addressFieldName(kind, 'country'));
  return countries.find((country) => country === submitted) ?? countries[0] ?? '';
}

/** Reads what is known of an address, for taxes and shipping. Invalid fields count as they are. */
export function readTaxAddress(view: Pick<CheckoutView, 'form' | 'shop'>, kind: AddressKind): TaxAddress {
  const read = (field: AddressField) => readSingleLine(view.form, addressFieldName(kind, field));
  const country = getSelectedCountry(view, kind);
  return {
    country,
    state: normalizeState(country, read('state')),
    postcode: read('postcode'),
    city: read('city'),
  };
}

/** Returns the localized name of the country that the order ships to. */
export function getDeliveryCountryName(view: Pick<CheckoutView, 'form' | 'shop' | 'context'>): string {
  const country = getSelectedCountry(view, hasShippingAddress(view.form) ? 'shipping' : 'billing');
  return getCountryName(country, view.context.locale);
}
