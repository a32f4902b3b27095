export type { AddFailure } from './add/add-failures.ts';
export { type AddRequest, type AddSuccess, addToCart } from './add/add-to-cart.ts';
export { followUpAdd } from './add/follow-up-add.ts';
export { reserveNewCart } from './add/new-cart-limit.ts';
export { resolveVariations } from './add/new-cart-line.ts';
export { type CartDestination, calculateCart } from './calculate-cart.ts';
export { type Cart, getCart, priceCart } from './cart.ts';
export { closeCart, type OrderedLine } from './close-cart.ts';
export * from './contract.ts';
export { applyCoupon, type CouponFailure, removeAllCoupons, removeCoupon } from './coupons/change-coupons.ts';
export { CouponSection } from './coupons/coupon-section.tsx';
export { formatCouponProblem } from './coupons/format-coupons.ts';
export { selectShipping, setDestination } from './destination/destination.ts';
export { cart } from './feature.ts';
export { createCartHash, toCartHint } from './hints.ts';
export { type CartRows, emptyCartRows, findUploadsInCarts, lockCart } from './lines/cart-rows.ts';
export { countCart, removeLine, setQuantities } from './lines/change-lines.ts';
export { formatLineProblem, formatQuantityProblem } from './lines/format-problems.ts';
export type { PricedLine } from './lines/price-lines.ts';
export { isRequestKey } from './lines/recent-adds.ts';
export { mergeCarts } from './merge-carts.ts';
export { CartLink } from './mini-cart/cart-link.tsx';
export { MiniCartForm, type MiniCartMarkup } from './mini-cart/mini-cart.tsx';
export { type CartOwner, getCartOwner, getCartOwnerKey, keepCartOwner, resolveCartOwner } from './owner.ts';
export { formatSummaryRows } from './parts/delivery.tsx';
export { renderQuickAdd } from './parts/quick-add.tsx';
export { cartData } from './personal-data.ts';
export {
  addFollowUps,
  cartOpenOrders,
  cartReservations,
  type FindCartReservations,
  type FindOpenOrders,
  type FollowUpAdd,
} from './ports.ts';
export { getMaxQuantity } from './settings.ts';
export {
  type CartContribution,
  type CartStateInput,
  type ContributeToCart,
  cartContributions,
} from './state/ports.ts';
