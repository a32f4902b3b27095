import { type Address, addressFields } from '#features/addresses/index.ts';
import {
  applyCoupon as applyCartCoupon,
  type Cart,
  cartPath,
  formatCouponProblem,
  getCart,
  removeCoupon as removeCartCoupon,
  selectShipping,
  setDestination,
} from '#features/cart/index.ts';
import { allocate, type Calculation, formatShippingRefusals, type TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toPublicCode } from '../errors.ts';
import { createStoreFailure, type StoreCall, type StoreFailure } from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';

/**
 * Converts between the store API and the delivery data and coupons that carts store. A cart stores country, state,
 * postcode and city of its destination and of the billing address. All other address fields appear only in the reply
 * to their own request.
 */

export interface CartDelivery {
  readonly shipping: Address;
  readonly billing: Address;
  readonly email: string;
  readonly phone: string;
  /** Phone number of the shipping address. Default: none */
  readonly shippingPhone?: string | undefined;
}

const emptyAddress = Object.fromEntries(addressFields.map((field) => [field, ''])) as Address;

/** Reads the addresses stored in a cart; unknown fields are empty. */
export function readDelivery({
  destination,
  billingAddress,
}: Pick<Cart, 'destination' | 'billingAddress'>): CartDelivery {
  const [shipping, billing] = [destination, billingAddress].map((address) => ({ ...emptyAddress, ...address }));
  return { shipping: shipping ?? emptyAddress, billing: billing ?? emptyAddress, email: '', phone: '' };
}

/**
 * Stores the destination of a cart: the shipping address, or the billing address while there is no other destination
 * or nothing needs shipping. Also stores the billing address, once it has a country. An empty cart stores nothing.
 * @returns the addresses that the reply shows
 */
export async function setDelivery({ shop, session }: StoreCall, delivery: CartDelivery): Promise<CartDelivery> {
  const cart = await getCart(shop, session.owner);
  const address = chooseDestination(cart, delivery);
  const billing = delivery.billing.country === '' ? null : delivery.billing;
  const isKept =
    address !== null &&
    isSameDestination(cart.destination, address) &&
    (billing === null || isSameDestination(cart.billingAddress, billing));
  if (cart.lines.length === 0 || address === null || isKept) return delivery;
  await setDestination(shop, session.owner, address, billing);
  const { country, state, postcode, city } = address;
  return { ...delivery, shipping: { ...delivery.shipping, country, state, postcode, city } };
}

function chooseDestination({ destination, needsShipping }: Cart, { shipping, billing }: CartDelivery): Address | null {
  const isOfBilling = billing.country !== '' && (destination === null || !needsShipping);
  if (isOfBilling && (shipping.country === '' || isSameDestination(destination, shipping))) return billing;
  return shipping.country === '' ? null : shipping;
}

function isSameDestination(one: TaxAddress | null, other: TaxAddress): boolean {
  const fields = ['country', 'state', 'postcode', 'city'] as const;
  return one !== null && fields.every((field) => one[field] === other[field]);
}

/** Stores the chosen rate. There is only one package, whose id is 0. */
export async function selectRate(
  { shop, session }: StoreCall,
  rateId: string,
): Promise<{ readonly ok: true } | StoreFailure> {
  const selected = await selectShipping(shop, session.owner, rateId);
  return selected.ok ? { ok: true } : createStoreFailure('cart_invalid_rate', shop.t(texts.noRate));
}

/** Coupon of a cart. The discount is in minor units without tax, `discountTax` is its tax. */
export interface StoreCoupon {
  readonly code: string;
  readonly kind: 'percent' | 'fixed_cart' | 'fixed_product';
  readonly discount: number;
  readonly discountTax: number;
}

const kinds = { percent: 'percent', cart: 'fixed_cart', item: 'fixed_product', shipping: 'fixed_cart' } as const;

/** Converts a code to lower case, in which clients compare codes, since other stores reply with lower case. */
export const toStoreCode = (code: string): string => code.toLowerCase();

/** Lists the coupons that apply. The discount of each line is divided among the coupons that reduce it. */
export function listCoupons({ coupons, lines, adjustments }: Calculation): readonly StoreCoupon[] {
  const shares = new Map<string, { net: number; gross: number }>();
  for (const { key, subtotalNet, net, subtotalGross, gross } of lines) {
    const own = adjustments.filter(({ lineKey }) => lineKey === key);
    if (own.length === 0) continue;
    const weights = own.map(({ amount }, index) => ({ key: String(index), weight: BigInt(-amount) }));
    const [nets, grosses] = [subtotalNet - net, subtotalGross - gross].map((sum) => allocate(BigInt(sum), weights));
    own.forEach(({ source }, index) => {
      const before = shares.get(source) ?? { net: 0, gross: 0 };
      const read = (amounts: typeof nets) => Number(amounts?.get(String(index)) ?? 0n);
      shares.set(source, { net: before.net + read(nets), gross: before.gross + read(grosses) });
    });
  }
  return coupons.map(({ code, source, kind }) => {
    const { net, gross } = shares.get(source) ?? { net: 0, gross: 0 };
    return { code, kind: kinds[kind], discount: net, discountTax: gross - net };
  });
}

/**
 * Adds a coupon to the cart. A coupon that the cart has already is refused.
 * @returns the coupon's code in the form of replies
 */
export async function applyCoupon(
  { shop, ip, session }: StoreCall,
  typed: string,
): Promise<{ readonly ok: true; readonly code: string } | StoreFailure> {
  const result = await applyCartCoupon(shop, { owner: session.owner, code: typed, ipAddress: ip });
  if (result.ok && result.isNew) return { ok: true, code: toStoreCode(result.code) };
  if (result.ok) return createStoreFailure('cart_coupon_error', shop.t(texts.couponRepeated, { code: result.code }));
  const message = formatCouponProblem(shop.renderContext(cartPath), shop.choices.currency, result);
  return result.code === 'COUPON_ATTEMPTS'
    ? { ...createStoreFailure('rate_limit_exceeded', message), retryAfter: result.retryAfter }
    : createStoreFailure('cart_coupon_error', message);
}

export async function removeCoupon(
  { shop, session }: StoreCall,
  code: string,
): Promise<{ readonly ok: true } | StoreFailure> {
  if (await removeCartCoupon(shop, session.owner, code)) return { ok: true };
  return createStoreFailure('cart_coupon_invalid_code', shop.t(texts.couponNotApplied, { code }));
}

interface DeliveryError {
  readonly code: string;
  readonly message: string;
}

/** Lists the reasons why coupons of the cart don't apply, and why nothing ships to its destination. */
export function listDeliveryErrors(shop: Shop, cart: Cart, calculation: Calculation): DeliveryError[] {
  if (cart.lines.length === 0) return [];
  const context = shop.renderContext(cartPath);
  const ofCoupons = calculation.problems.flatMap((problem) => {
    if (!('coupon' in problem)) return [];
    const reason = formatCouponProblem(context, calculation.currency, problem);
    return [{ code: toPublicCode(shop.wire, 'cart_coupon_error'), message: `${problem.coupon}: ${reason}` }];
  });
  const refusals = cart.destination ? formatShippingRefusals(context, calculation, cart.destination.country) : [];
  const ofShipping = refusals.map((message) => ({
    code: toPublicCode(shop.wire, 'invalid_shipping_option'),
    message,
  }));
  return [...ofCoupons, ...ofShipping];
}
