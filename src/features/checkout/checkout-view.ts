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
  /** The total that the message states, in minor units: the message is valid while the order has this total. */
  readonly total?: number | undefined;
}

export interface CheckoutView {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: OrderCalculation;
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  /** Whether the problems are also listed above the form. */
  readonly listsProblems: boolean;
  readonly suggestions: readonly FieldSuggestion[];
  readonly notices: readonly CheckoutNotice[];
  /** The reason why the last entered coupon code was not accepted; null without a failure. */
  readonly couponFailure: string | null;
  readonly extraFields: readonly CheckoutField[];
  /** Messages of the extra fields, shown above the order button. */
  readonly fieldNotes: readonly string[];
  /** Buttons that replace the order button, by payment method. */
  readonly methodButtons: readonly MethodButtons[];
  /** Whether the shopper has already approved a payment, so that only the order is missing. */
  readonly hasAgreed: boolean;
  /** Rendered above the contact fields. */
  readonly signIn: ReactNode;
  readonly requestKey: string;
  /** Id of the refusal that the page shows; null without one. */
  readonly refusal: string | null;
}

export const getCheckoutTitles = ({ t }: Pick<Shop, 't'>): CheckoutTitles => ({
  plain: t(texts.title),
  refused: t(texts.titleRefused),
});

/**
 * Whether a full address with street is required. It is also required while lines can't be ordered, since the shopper
 * may replace them by others.
 */
export function needsFullAddress({ needsShipping, lines }: Pick<Cart, 'needsShipping' | 'lines'>): boolean {
  return needsShipping || lines.some(({ problem }) => problem !== null);
}

/** Reads the parts of an address that are known so far, for taxes and shipping. Invalid fields are used unchanged. */
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

/** Returns the selected payment method. The first method is selected by default. */
export function findSelectedMethod({ form, order }: Pick<CheckoutView, 'form' | 'order'>): PaymentMethod | undefined {
  const submitted = readSingleLine(form, paymentMethodField);
  return order.methods.find(({ id }) => id === submitted) ?? order.methods[0];
}

export function getDeliveryCountry({ form, shop }: Pick<CheckoutView, 'form' | 'shop'>): string {
  const kind = hasShippingAddress(form) ? 'shipping' : 'billing';
  return getSelectedCountry(form, { kind, countries: shop.choices.countries });
}

/**
 * Creates form fields from the cart: its addresses, as far as they are known, and its shipping option. The billing
 * address equals the destination unless the cart has a separate one.
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
