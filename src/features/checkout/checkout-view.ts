import type { ReactNode } from 'react';
import { type AddressKind, addressFieldName, getSelectedCountry, readTypedAddress } from '#features/addresses/index.ts';
import type { Cart } from '#features/cart/index.ts';
import type { PaymentMethod } from '#features/payments/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { OrderCalculation } from './calculate-order.ts';
import { type CheckoutTitles, differentAddressField, paymentMethodField, shippingMethodField } from './contract.ts';
import { type AddressDemand, createAddressForm } from './form-fields.ts';
import { hasShippingAddress } from './read-form.ts';
import type { CheckoutField, MethodButtons } from './slots.ts';
import type { FieldSuggestion } from './suggestions.ts';
import { checkoutTexts as texts } from './texts.ts';

/** A message that belongs to no single field. */
export interface CheckoutNotice {
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string } | undefined;
  /** The total that it tells, in minor units: it holds as long as this is the total. */
  readonly total?: number | undefined;
}

export interface CheckoutView {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: OrderCalculation;
  /** The submitted form; empty at first. */
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  /** Whether they are listed above the form, too. */
  readonly listsProblems: boolean;
  /** What was probably meant, for some fields. */
  readonly suggestions: readonly FieldSuggestion[];
  readonly notices: readonly CheckoutNotice[];
  /** Why the code that was typed last was not accepted; null without a failure. */
  readonly couponFailure: string | null;
  readonly extraFields: readonly CheckoutField[];
  /** What they say above the order button. */
  readonly fieldNotes: readonly string[];
  /** Instead of the order button, by payment method. */
  readonly methodButtons: readonly MethodButtons[];
  /** Whether the shopper has agreed to a payment already, so that only the order is left. */
  readonly hasAgreed: boolean;
  /** Above the contact's fields. */
  readonly signIn: ReactNode;
  readonly requestKey: string;
  /** Id of the refusal that the page shows; null without one. */
  readonly refusal: string | null;
}

export const getCheckoutTitles = ({ t }: Pick<Shop, 't'>): CheckoutTitles => ({
  plain: t(texts.title),
  refused: t(texts.titleRefused),
});

/** Whether a street is needed. Of lines that can't be ordered now, the shopper may order others. */
export function needsFullAddress({ needsShipping, lines }: Pick<Cart, 'needsShipping' | 'lines'>): boolean {
  return needsShipping || lines.some(({ problem }) => problem !== null);
}

/** Reads what is known of an address, for taxes and shipping. Invalid fields count as they are. */
export function readTaxAddress(shop: Shop, kind: AddressKind, demand: AddressDemand): TaxAddress {
  const { form } = demand;
  const address = createAddressForm(shop, kind, demand);
  const country = getSelectedCountry(form, address);
  const { state, postcode, city } = readTypedAddress(
    { ...form, [addressFieldName(kind, 'country')]: country },
    address,
  );
  return { country, state, postcode, city };
}

/** Returns the payment method that is selected: the first one at first. */
export function findSelectedMethod({ form, order }: Pick<CheckoutView, 'form' | 'order'>): PaymentMethod | undefined {
  const submitted = readSingleLine(form, paymentMethodField);
  return order.methods.find(({ id }) => id === submitted) ?? order.methods[0];
}

/** Returns the country that the order ships to. */
export function getDeliveryCountry({ form, shop }: Pick<CheckoutView, 'form' | 'shop'>): string {
  const kind = hasShippingAddress(form) ? 'shipping' : 'billing';
  return getSelectedCountry(form, { kind, countries: shop.choices.countries });
}

/**
 * What a form takes over from the cart: its addresses, as far as they are known, and its shipping
 * option. The billing address is the destination unless the cart has another one.
 */
export function createCartForms({ destination, billingAddress, needsShipping, shippingMethod }: Cart): FormBody[] {
  const billing = billingAddress ?? destination;
  const isOtherAddress = needsShipping && destination !== null && !isSameAddress(billing, destination);
  return [
    billing ? toPlaceFields('billing', billing) : {},
    isOtherAddress ? { ...toPlaceFields('shipping', destination), [differentAddressField]: '1' } : {},
    shippingMethod === null ? {} : { [shippingMethodField]: shippingMethod },
  ];
}

const places = ['country', 'state', 'postcode', 'city'] as const;

function toPlaceFields(kind: AddressKind, address: TaxAddress): FormBody {
  return Object.fromEntries(places.map((name) => [addressFieldName(kind, name), address[name]]));
}

function isSameAddress(one: TaxAddress | null, other: TaxAddress): boolean {
  return places.every((name) => one?.[name] === other[name]);
}
