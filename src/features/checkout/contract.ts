/** Paths and field names for server and browser. Those of addresses are in `addresses`. */

export { checkoutPath, shippingMethodField } from '#features/cart/contract.ts';

export const emailField = 'billing_email';
export const phoneField = 'billing_phone';
export const differentAddressField = 'ship_to_different_address';
export const paymentMethodField = 'payment_method';
export const noteField = 'order_comments';
export const termsField = 'terms';
/** Idempotency key of the page: submitting the same page twice creates one order. */
export const requestKeyField = 'request_key';
/** The total shown to the shopper, in minor units. */
export const expectedTotalField = 'expected_total';
/** Buttons of the coupons beside the form. A code that is typed and not applied is applied first. */
export const applyCouponField = 'apply_coupon';
export const removeCouponField = 'remove_coupon';
/** Button that recalculates the totals without ordering. */
export const updateField = 'update_totals';
