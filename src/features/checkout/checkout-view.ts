import { type AddressKind, addressFieldName, getSelectedCountry, readTypedAddress } from '#features/addresses/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import type { OrderCalculation } from './calculate-order.ts';
import { createAddressForm } from './form-fields.ts';
import { hasShippingAddress } from './read-form.ts';
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
  /** Why the code that was typed last was not accepted; null without a failure. */
  readonly couponFailure: string | null;
  readonly extraFields: readonly CheckoutField[];
  readonly requestKey: string;
}

/** Reads what is known of an address, for taxes and shipping. Invalid fields count as they are. */
export function readTaxAddress({ form, shop }: Pick<CheckoutView, 'form' | 'shop'>, kind: AddressKind): TaxAddress {
  const address = createAddressForm(shop, kind);
  const country = getSelectedCountry(form, address);
  const { state, postcode, city } = readTypedAddress(
    { ...form, [addressFieldName(kind, 'country')]: country },
    address,
  );
  return { country, state, postcode, city };
}

/** Returns the localized name of the country that the order ships to. */
export function getDeliveryCountryName(view: Pick<CheckoutView, 'form' | 'shop' | 'context'>): string {
  const kind = hasShippingAddress(view.form) ? 'shipping' : 'billing';
  const country = getSelectedCountry(view.form, createAddressForm(view.shop, kind));
  return getCountryName(country, view.context.locale);
}
