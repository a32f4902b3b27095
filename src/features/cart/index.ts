export { type AddEachResult, addEachToCart } from './add/add-each.ts';
export { type AddFailure, createAddFailure, createFileFailure, type RefusedProduct } from './add/add-failures.ts';
export { type AddRequest, type AddSuccess, addToCart } from './add/add-to-cart.ts';
export { followUpAdd } from './add/follow-up-add.ts';
export { readFormKey } from './add/form-key.ts';
export { getNewCartUses, reserveNewCart } from './add/new-cart-limit.ts';
export { resolveVariations } from './add/new-cart-line.ts';
export {
  type CartDestination,
  calculateCart,
  getDestinationCountry,
  getShownTotal,
  toCalculationLine,
} from './calculate-cart.ts';
export { type Cart, getCart, priceCart } from './cart.ts';
export { closeCart, type OrderedLine } from './close-cart.ts';
export * from './contract.ts';
export { applyCoupon, type CouponFailure, removeAllCoupons, removeCoupon } from './coupons/change-coupons.ts';
export { CouponSection } from './coupons/coupon-section.tsx';
export { formatCouponProblem } from './coupons/format-coupons.ts';
export {
  clearDestination,
  type DestinationResult,
  selectShipping,
  setDestination,
  setVatNumber,
} from './destination.ts';
export { cartErrors } from './errors.ts';
export { formatDelivery } from './estimate-dates.ts';
export { cart } from './feature.ts';
export { correctCartHint, createCartHash, readCartHint, toCartHint } from './hints.ts';
export {
  type CartRows,
  emptyCartRows,
  emptyLine,
  findUploadsInCarts,
  lockCart,
  readCartRows,
  type SeenLine,
  type SeenStock,
  saveSeenLines,
} from './lines/cart-rows.ts';
export { countCart, type QuantityProblem, removeLine, restoreLine, setQuantities } from './lines/change-lines.ts';
export { formatLineProblem, formatQuantityProblem } from './lines/format-problems.ts';
export { getLinePath, isOrderable, type PricedLine, sumQuantities } from './lines/price-lines.ts';
export { isRequestKey } from './lines/recent-adds.ts';
export { mergeCarts } from './merge-carts.ts';
export { type ExpressInput, ExpressSection } from './parts/express-section.tsx';
export { FreeShippingNote } from './parts/free-shipping-note.tsx';
export { LineChoices } from './parts/line-choices.tsx';
export { cartData } from './personal-data.ts';
export {
  type AddFollowUp,
  addFollowUps,
  cartOpenOrders,
  cartReservations,
  type FindCartReservations,
  type FindOpenOrders,
  type FollowUpAdd,
} from './ports.ts';
export {
  cartReply,
  cartReplyFields,
  type FormTexts,
  formFields,
  formSchema,
  readFirstValue,
  readQuantity,
  readRequestedFragments,
  toFormTexts,
} from './schemas.ts';
export { AsideNotice, BuyNowNotice, formatAside } from './set-aside/put-back-form.tsx';
export { putBack } from './set-aside/set-aside.ts';
export { cartSettings, getMaxQuantity } from './settings.ts';
export { createCartReply, type LoadedCart, loadCart } from './state/cart-state.ts';
export { InlineCartState } from './state/inline-state.tsx';
export {
  type CartContribution,
  type CartStateInput,
  type ContributeToCart,
  cartContributions,
} from './state/ports.ts';
export { formatScriptTexts } from './state/script-texts.ts';
export { cartTexts } from './texts.ts';
