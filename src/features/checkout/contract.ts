/** Paths and field names for server and browser. Those of addresses are in `addresses`. */

import { cartPath, checkoutPath } from '#features/cart/contract.ts';

export { checkoutPath, shippingMethodField } from '#features/cart/contract.ts';

/** Keeps what was typed, and leads to the page for signing in, which leads back. */
export const checkoutSignInPath = `${checkoutPath}/sign-in`;
/** Empties the form, and forgets the details of the last order. */
export const clearDetailsPath = `${checkoutPath}/clear-details`;

/** Parameter of the page, and hidden field of its form: the refusal that it shows. */
export const refusalField = 'refused';
/** Shows why a form was refused. */
export const refusedCheckoutPath = (refusal: string): string => `${checkoutPath}?${refusalField}=${refusal}`;
/** Path of the call that keeps what was typed and reviews the order, below the shop's {rest}. */
export const checkoutReviewCallPath = (rest: string): string => `${rest}/checkout/review`;

/** Begins the payment of a cart before its order, and leads to the provider's page. Field: `paymentMethodField`. */
export const cartOrderPath = `${cartPath}/order`;
/** Paths of the calls of wallets that begin before the order, below the shop's {rest} (`docs/extension-points.md`). */
export const cartOrderCallPath = (rest: string): string => `${rest}/cart/order`;
export const expressQuoteCallPath = (rest: string): string => `${rest}/checkout/express/quote`;
export const expressConfirmCallPath = (rest: string): string => `${rest}/checkout/express/confirm`;
/** Path of the call that orders the form of the checkout, below the shop's {rest}. */
export const checkoutOrderCallPath = (rest: string): string => `${rest}/checkout/order`;

/** The reply of the call that orders. */
export interface CheckoutOrderReply {
  /** Where the shopper goes on without a script of the provider. */
  readonly redirectTo: string;
  /** Names the order in the call that tells how its payment goes; null when nothing was ordered. */
  readonly order: string | null;
  /** What the provider's script goes on with; null when it has nothing to do. */
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** What a payment method's buttons get when they have asked for the order. They show the messages of a refusal. */
export type OrderedForm =
  | ({ readonly ok: true } & CheckoutOrderReply)
  | { readonly ok: false; readonly messages: readonly string[] };

/** Dispatched on the form by buttons in the place of the order button. The form answers with what follows. */
export const orderFormEvent = 'vt:order-form';
export interface OrderFormDetail {
  readonly answer: (ordered: Promise<OrderedForm>) => void;
}

/** Names the payment in those calls. */
export const expressPaymentField = 'payment';

/**
 * Amounts in minor units. The script goes on with `client`, or opens `redirectTo`: the page of the provider, or the
 * checkout for who has agreed to pay for this cart already.
 */
export interface ExpressStartReply {
  readonly payment: string;
  /** With the delivery that is known of the cart. */
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  readonly redirectTo: string | null;
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** With `client` the shopper goes back to the provider, to choose another way to pay: its script then confirms again. */
export interface ExpressConfirmReply {
  /** The page that shows how it went, or goes on without the script. */
  readonly redirectTo: string;
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** What is wrong with an address or a shipping option, so that nothing ships: the provider's window asks for another one. */
export type ExpressRefusal = 'country' | 'state' | 'postcode' | 'address' | 'method';

/** The order for an address. Amounts in minor units; those of options as the shop shows prices. */
export interface ExpressQuote {
  readonly total: number;
  readonly currency: string;
  readonly needsShipping: boolean;
  /** Null when it can be ordered. The provider was told the total only then. */
  readonly refusal: ExpressRefusal | null;
  readonly shipping: {
    readonly options: readonly { readonly id: string; readonly title: string; readonly amount: number }[];
    /** Null when nothing ships to the address. */
    readonly selected: string | null;
    /** Why nothing ships, in words. */
    readonly problems: readonly string[];
  };
}

/** Key of the fragment with the whole checkout. */
export const checkoutFragment = 'checkout';

/** Reply of the call that reviews the order. */
export interface CheckoutReviewReply {
  /** Inner HTML by key. Empty when the cart can't be ordered any more. */
  readonly fragments: Readonly<Record<string, string>>;
  /** Where the shopper must go instead; null to stay. */
  readonly redirectTo: string | null;
}

/** Texts of the behaviour, in the page. */
export interface CheckoutBehaviourTexts {
  readonly reviewPath: string;
  readonly notUpdated: string;
  readonly retry: string;
  readonly titles: CheckoutTitles;
}

/** The page's title in a browser: as it is, and while it says why an order was refused. */
export interface CheckoutTitles {
  readonly plain: string;
  readonly refused: string;
}

/** Marks a document's title while problems are left, and takes the mark away without any. */
export function markCheckoutTitle(title: string, { plain, refused }: CheckoutTitles, isRefused: boolean): string {
  const shown = [refused, plain].find((each) => title.startsWith(each));
  return shown === undefined ? title : (isRefused ? refused : plain) + title.slice(shown.length);
}

export const emailField = 'billing_email';
export const phoneField = 'billing_phone';
export const differentAddressField = 'ship_to_different_address';
export const paymentMethodField = 'payment_method';
/** Of a form whose first address is that of delivery. */
export const deliveryFirstField = 'delivery_first';
/** Of such a form: the billing address is that of delivery. */
export const sameAddressField = 'use_delivery_address';
export const noteField = 'order_comments';
export const termsField = 'terms';
/** Idempotency key of the page: submitting the same page twice creates one order. */
export const requestKeyField = 'request_key';
/** Of a page that was opened with a payment that was agreed to: `1`. */
export const agreedField = 'has_agreed';
/** The total shown to the shopper, in minor units. */
export const expectedTotalField = 'expected_total';
/** On that field: how the total is made up, as JSON of a `PaymentBreakdown`. */
export const totalPartsAttribute = 'data-parts';
/** Buttons of the coupons beside the form. A code that is typed and not applied is applied first. */
export const applyCouponField = 'apply_coupon';
export const removeCouponField = 'remove_coupon';
/** Button that recalculates the totals without ordering. */
export const updateField = 'update_totals';
/** Button that takes over the suggestion for a field, which is its value. */
export const suggestionField = 'use_suggestion';
/** Names of the fields that a review checks, separated by spaces: those that the shopper has left. */
export const checkedFieldsField = 'checked_fields';
/** Whether the page lists the problems of the last form, which a review then lists too. */
export const listsProblemsField = 'lists_problems';
