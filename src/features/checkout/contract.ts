/** Paths and field names for server and browser. Names of address fields are in `addresses`. */

import { cartPath, checkoutPath } from '#features/cart/contract.ts';

export { checkoutPath, shippingMethodField } from '#features/cart/contract.ts';

/** Saves the form, and redirects to the sign-in page, which leads back to the checkout. */
export const checkoutSignInPath = `${checkoutPath}/sign-in`;
/** Empties the form, and stops filling in the details of the last order. */
export const clearDetailsPath = `${checkoutPath}/clear-details`;

/** Query parameter of the page and hidden field of its form: id of the refusal that the page shows. */
export const refusalField = 'refused';
export const refusedCheckoutPath = (refusal: string): string => `${checkoutPath}?${refusalField}=${refusal}`;
/** Path of the call that saves the form and reviews the order, below the shop's {rest}. */
export const checkoutReviewCallPath = (rest: string): string => `${rest}/checkout/review`;

/**
 * Starts the payment of a cart before its order, and redirects to the provider's page. Field: `paymentMethodField`.
 */
export const cartOrderPath = `${cartPath}/order`;
/**
 * Paths of the calls for wallets whose payment starts before the order, below the shop's {rest}
 * (`docs/extension-points.md`).
 */
export const cartOrderCallPath = (rest: string): string => `${rest}/cart/order`;
export const expressQuoteCallPath = (rest: string): string => `${rest}/checkout/express/quote`;
export const expressConfirmCallPath = (rest: string): string => `${rest}/checkout/express/confirm`;
export const checkoutOrderCallPath = (rest: string): string => `${rest}/checkout/order`;

export interface CheckoutOrderReply {
  /** Where the shopper continues without a script of the provider. */
  readonly redirectTo: string;
  /** Token of the order for the call that reports the result of its payment; null when nothing was ordered. */
  readonly order: string | null;
  /** Data with which the provider's script continues; null when it has nothing to do. */
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** Result for a payment method's buttons that have requested the order. They show the messages of a failure. */
export type OrderedForm =
  | ({ readonly ok: true } & CheckoutOrderReply)
  | { readonly ok: false; readonly messages: readonly string[] };

/**
 * Event that buttons replacing the order button dispatch on the form. The form calls `answer` with the pending
 * result.
 */
export const orderFormEvent = 'vt:order-form';
export interface OrderFormDetail {
  readonly answer: (ordered: Promise<OrderedForm>) => void;
}

export const expressPaymentField = 'payment';

/**
 * Amounts are in minor units. The script continues with `client`, or opens `redirectTo`: the page of the provider, or
 * the checkout when the shopper has already approved a payment for this cart.
 */
export interface ExpressStartReply {
  readonly payment: string;
  /** Includes delivery, as far as it is known for the cart. */
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  readonly redirectTo: string | null;
  readonly client: Readonly<Record<string, unknown>> | null;
}

/**
 * With `client`, the shopper returns to the provider to choose another way to pay; the provider's script then
 * confirms again.
 */
export interface ExpressConfirmReply {
  /** The page that shows the result, or where the shopper continues without a script. */
  readonly redirectTo: string;
  readonly client: Readonly<Record<string, unknown>> | null;
}

/**
 * The part of a delivery for which nothing can be shipped: the provider's window asks for another address or option.
 */
export type ExpressRefusal = 'country' | 'state' | 'postcode' | 'address' | 'method';

/** The order for an address. Amounts in minor units; shipping amounts as the shop displays prices. */
export interface ExpressQuote {
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  /** Null when the cart can be ordered to this address. Only then the total was sent to the provider. */
  readonly refusal: ExpressRefusal | null;
  readonly shipping: {
    readonly options: readonly { readonly id: string; readonly title: string; readonly amount: number }[];
    /** Null when nothing ships to the address. */
    readonly selected: string | null;
    readonly problems: readonly string[];
  };
}

export const checkoutFragment = 'checkout';

export interface CheckoutReviewReply {
  /** Inner HTML by key. Empty when the cart can no longer be ordered. */
  readonly fragments: Readonly<Record<string, string>>;
  readonly redirectTo: string | null;
}

export interface CheckoutBehaviourTexts {
  readonly reviewPath: string;
  readonly notUpdated: string;
  readonly retry: string;
  readonly titles: CheckoutTitles;
}

/** Title of the page: normally, and while it shows why an order was refused. */
export interface CheckoutTitles {
  readonly plain: string;
  readonly refused: string;
}

/** Returns the title for a page with or without problems. Keeps what follows the title's own text. */
export function markCheckoutTitle(title: string, { plain, refused }: CheckoutTitles, isRefused: boolean): string {
  const shown = [refused, plain].find((each) => title.startsWith(each));
  return shown === undefined ? title : (isRefused ? refused : plain) + title.slice(shown.length);
}

export const emailField = 'billing_email';
export const phoneField = 'billing_phone';
export const differentAddressField = 'ship_to_different_address';
export const paymentMethodField = 'payment_method';
/** Set in a form whose first address is the delivery address. */
export const deliveryFirstField = 'delivery_first';
/** In a form with `deliveryFirstField`: whether the billing address equals the delivery address. */
export const sameAddressField = 'use_delivery_address';
export const noteField = 'order_comments';
export const termsField = 'terms';
/** Idempotency key of the page: submitting a page twice creates only one order. */
export const requestKeyField = 'request_key';
/** `1` on a page that was opened with an approved payment. */
export const agreedField = 'has_agreed';
/** The total that the shopper has seen, in minor units. */
export const expectedTotalField = 'expected_total';
/**
 * Attribute of the field `expectedTotalField`: a `PaymentBreakdown` as JSON, which shows how the total is composed.
 */
export const totalPartsAttribute = 'data-parts';
/** Buttons for coupons in the form. A typed code that was not applied yet is applied first. */
export const applyCouponField = 'apply_coupon';
export const removeCouponField = 'remove_coupon';
/** Button that recalculates the totals without ordering. */
export const updateField = 'update_totals';
/** Button that applies a suggestion. Its value is the name of the field. */
export const suggestionField = 'use_suggestion';
/** Names of the fields that a review validates, separated by spaces: fields that the shopper has left. */
export const checkedFieldsField = 'checked_fields';
/** Whether the page lists the problems of the last form; a review then lists them, too. */
export const listsProblemsField = 'lists_problems';
