import type { CouponProblem } from '#features/pricing/index.ts';
import { cleanCode, toCouponKey } from '#features/promotions/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { getOwnerKey, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { calculateCart } from '../calculate-cart.ts';
import { type Cart, getCart } from '../cart.ts';
import { maxCoupons } from '../contract.ts';
import { cartSettings } from '../settings.ts';

/** Reasons that would reveal to a person who guesses codes that a code exists. All of them get the same answer. */
type SecretReason = 'COUPON_UNKNOWN' | 'COUPON_DISABLED' | 'COUPON_NOT_STARTED' | 'COUPON_EMAIL_NOT_ALLOWED';

type AmountReason = 'COUPON_MIN_SPEND' | 'COUPON_MAX_SPEND' | 'COUPON_NOT_WITH_OTHERS';

export type CouponFailure = { readonly ok: false } & (
  | { readonly code: 'COUPON_REQUIRED' | 'COUPON_CART_EMPTY' | 'COUPON_LIMIT' | 'COUPON_INVALID' }
  /** `retryAfter`: seconds. */
  | { readonly code: 'COUPON_ATTEMPTS'; readonly retryAfter: number }
  | { readonly code: Exclude<CouponProblem['code'], SecretReason | AmountReason>; readonly coupon: string }
  | Extract<CouponProblem, { readonly code: AmountReason }>
);

export interface CouponApplied {
  readonly ok: true;
  readonly cart: Cart;
  /** The code as the shop writes it. */
  readonly code: string;
  /** False when the cart already had the coupon. */
  readonly isNew: boolean;
}

interface CouponRequest {
  /** Null for a visitor without a cart. */
  readonly owner: Owner | null;
  /** The code as it was typed. */
  readonly code: string;
  /** Client address of the request; null without a request. */
  readonly ipAddress: string | null;
}

/**
 * Adds a coupon to the owner's cart if it applies at the moment, or else changes nothing. Codes that don't apply
 * count towards the limits of attempts.
 */
export async function applyCoupon(
  shop: Shop,
  { owner, code, ipAddress }: CouponRequest,
): Promise<CouponApplied | CouponFailure> {
  const typed = cleanCode(code);
  if (typed === '') return { ok: false, code: 'COUPON_REQUIRED' };
  const allowance = await shop.limits.consume(getLimitUses(shop, owner, ipAddress));
  if (!allowance.ok) return { ok: false, code: 'COUPON_ATTEMPTS', retryAfter: allowance.retryAfter };
  const result = await applyToCart(shop, owner, typed);
  if (result.ok) await allowance.giveBack();
  return result;
}

const hourSeconds = 60 * 60;

function getLimitUses(shop: Shop, owner: Owner | null, ipAddress: string | null): LimitUse[] {
  const { couponAttemptsPerHour, couponAttemptsPerNetwork } = shop.settings(cartSettings);
  const network = ipAddress === null ? null : getClientNetwork(ipAddress);
  const candidates = [
    { name: 'coupons-by-owner', max: couponAttemptsPerHour, key: owner && getOwnerKey(owner) },
    { name: 'coupons-by-network', max: couponAttemptsPerNetwork, key: network },
  ];
  return candidates.flatMap(({ name, max, key }) =>
    max === null || key === null ? [] : [{ limit: { name, max, seconds: hourSeconds }, key }],
  );
}

async function applyToCart(shop: Shop, owner: Owner | null, typed: string): Promise<CouponApplied | CouponFailure> {
  const cart = await getCart(shop, owner);
  if (owner === null || cart.lines.length === 0) return { ok: false, code: 'COUPON_CART_EMPTY' };
  const existing = findCode(cart, typed);
  if (existing !== undefined) return { ok: true, cart, code: existing, isNew: false };
  if (cart.coupons.length >= maxCoupons) return { ok: false, code: 'COUPON_LIMIT' };
  const { coupons, problems } = await calculateCart(shop, shop.db, { ...cart, coupons: [...cart.coupons, typed] });
  const problem = problems.find((each) => 'coupon' in each && each.coupon === typed);
  if (problem && 'coupon' in problem) return toFailure(problem);
  const applied = coupons.find(({ code }) => toCouponKey(code) === toCouponKey(typed));
  if (!applied) return { ok: false, code: 'COUPON_INVALID' };
  await addCode(shop.db, [...toOwnerValues(owner), applied.code, shop.clock.now()]);
  return { ok: true, cart: await getCart(shop, owner), code: applied.code, isNew: true };
}

function toFailure(problem: CouponProblem): CouponFailure {
  switch (problem.code) {
    case 'COUPON_UNKNOWN':
    case 'COUPON_DISABLED':
    case 'COUPON_NOT_STARTED':
    case 'COUPON_EMAIL_NOT_ALLOWED':
      return { ok: false, code: 'COUPON_INVALID' };
    case 'COUPON_MIN_SPEND':
    case 'COUPON_MAX_SPEND':
    case 'COUPON_NOT_WITH_OTHERS':
      return { ok: false, ...problem };
    default:
      return { ok: false, code: problem.code, coupon: problem.coupon };
  }
}

function findCode({ coupons }: Cart, typed: string): string | undefined {
  const key = toCouponKey(typed);
  return coupons.find((code) => toCouponKey(code) === key);
}

/** Adds nothing when a concurrent request has already added the code. */
const addCode = sqlQuery<{ version: number }>(
  'cart.add-coupon',
  `update carts set coupon_codes = coupon_codes || $3::text, version = nextval('cart_versions'), updated_at = $4
  where ${isOwnedSql('carts')} and state = 'open' and not $3::text = any(coupon_codes) and cardinality(coupon_codes) < ${maxCoupons}
  returning version`,
);

const deleteCode = sqlQuery<{ version: number }>(
  'cart.remove-coupon',
  `update carts set coupon_codes = array_remove(coupon_codes, $3::text), version = nextval('cart_versions'), updated_at = $4
  where ${isOwnedSql('carts')} and state = 'open' and $3::text = any(coupon_codes) returning version`,
);

/** Removes a coupon from the owner's cart. @returns false when the cart does not have it */
export async function removeCoupon(shop: Shop, owner: Owner, typed: string): Promise<boolean> {
  const code = findCode(await getCart(shop, owner), cleanCode(typed));
  if (code === undefined) return false;
  return (await deleteCode(shop.db, [...toOwnerValues(owner), code, shop.clock.now()])).length > 0;
}

const deleteCodes = sqlQuery<{ version: number }>(
  'cart.remove-coupons',
  `update carts set coupon_codes = '{}', version = nextval('cart_versions'), updated_at = $3
  where ${isOwnedSql('carts')} and state = 'open' and cardinality(coupon_codes) > 0 returning version`,
);

export async function removeAllCoupons(shop: Shop, owner: Owner): Promise<void> {
  await deleteCodes(shop.db, [...toOwnerValues(owner), shop.clock.now()]);
}
