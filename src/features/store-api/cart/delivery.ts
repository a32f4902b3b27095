import { type Address, addressFields } from '#features/addresses/index.ts';
import type { Cart, CartDestination } from '#features/cart/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import { createStoreFailure, type StoreCall, type StoreFailure } from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';

/**
 * Where the store API meets what carts keep of delivery and coupons. Carts keep neither yet: an
 * address counts for the reply of its call, and no coupon can be applied. Everything else of the
 * store API reads delivery and coupons here.
 */

export interface CartDelivery {
  readonly shipping: Address;
  readonly billing: Address;
  readonly email: string;
  readonly phone: string;
  /** Id of the chosen rate; null: the first one. */
  readonly rateId: string | null;
}

const emptyAddress = Object.fromEntries(addressFields.map((field) => [field, ''])) as Address;

const unknownDelivery: CartDelivery = {
  ...{ shipping: emptyAddress, billing: emptyAddress },
  ...{ email: '', phone: '', rateId: null },
};

/** Reads where the cart goes, as far as it is known. */
export function readDelivery(_cart: Cart): CartDelivery {
  return unknownDelivery;
}

/** Keeps where the cart goes. @returns what the reply shows */
export async function setDelivery(_call: StoreCall, delivery: CartDelivery): Promise<CartDelivery> {
  return delivery;
}

/** The destination for the calculation; null while the country is unknown, so shipping is left out. */
export function toDestination({ shipping, billing, rateId }: CartDelivery): CartDestination | null {
  if (shipping.country === '' && billing.country === '') return null;
  return {
    shippingAddress: shipping.country === '' ? null : shipping,
    billingAddress: billing.country === '' ? null : billing,
    shippingMethodIds: [rateId ?? ''],
  };
}

/** A coupon of a cart. Amounts are minor units without and of tax. */
export interface AppliedCoupon {
  readonly code: string;
  /** `percent`, `fixed_cart` or `fixed_product`. */
  readonly kind: string;
  readonly discount: number;
  readonly discountTax: number;
}

export function listCoupons(_calculation: Calculation): readonly AppliedCoupon[] {
  return [];
}

type CouponResult = { readonly ok: true } | StoreFailure;

export async function applyCoupon({ shop }: StoreCall, code: string): Promise<CouponResult> {
  return createStoreFailure('cart_coupon_error', shop.t(texts.noCoupon, { code }));
}

export async function removeCoupon({ shop }: StoreCall, code: string): Promise<CouponResult> {
  return createStoreFailure('cart_coupon_invalid_code', shop.t(texts.couponNotApplied, { code }));
}
