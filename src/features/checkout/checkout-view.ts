import {
  type AddressKind,
  addressFieldName,
  getSelectedCountry,
  readTypedAddress,
  toAddressForm,
} from '#features/addresses/index.ts';
import type { Cart } from '#features/cart/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { OrderCalculation } from './calculate-order.ts';
import { shippingMethodField } from './contract.ts';
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

/** Returns the country that the order ships to. */
export function getDeliveryCountry(view: Pick<CheckoutView, 'form' | 'shop'>): string {
  const kind = hasShippingAddress(view.form) ? 'shipping' : 'billing';
  return getSelectedCountry(view.form, createAddressForm(view.shop, kind));
}

/** Returns the form of a first visit: with the destination and the shipping option of the cart. */
export function createFirstForm({ destination, shippingMethod }: Cart): FormBody {
  const others = { first_name: '', last_name: '', company: '', address_1: '', address_2: '' };
  return {
    ...(destination ? toAddressForm({ ...others, ...destination }, 'billing') : {}),
    ...(shippingMethod === null ? {} : { [shippingMethodField]: shippingMethod }),
  };
}
