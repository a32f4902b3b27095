/** Paths and fields of paying an order, for server and browser. The page's path is that of `orders`. */

/** Path of the call that pays an order, below the shop's {rest}. */
export const orderPayCallPath = (rest: string): string => `${rest}/order/pay`;

/** Path of the call that tells whether a payment still waits for the shopper, below the shop's {rest}. */
export const paymentStatusCallPath = (rest: string): string => `${rest}/order/pay/status`;

/**
 * Dispatched on `document` by a provider's script when the shopper has done their part: the page then
 * asks at once how the payment went.
 */
export const paymentDoneEvent = 'vt:payment-done';

/** The reply of the call that tells how a payment goes. */
export interface PaymentStatusReply {
  readonly isWaiting: boolean;
  /** The page that shows what comes next; the page that asks while the payment waits. */
  readonly redirectTo: string;
  /** Whether it waits because what the shopper chose to pay with was declined. The page says why. */
  readonly isDeclined: boolean;
  /** Why it was declined, in words; else null. */
  readonly message: string | null;
}

/** Of the call that tells how a payment goes: the shopper has just done their part, maybe with another card. */
export const paymentDoneField = 'is_done';

export const paymentMethodField = 'payment_method';
/** Names the order in the call. */
export const orderTokenField = 'order_token';
/** Signed, with an expiry: lets the call pay the order without the cookie of its page. */
export const orderKeyField = 'order_key';

/** What the page prints for scripts. `order` is sent to the call, merged with `payment_method`. */
export interface OrderPaySettings {
  readonly order: { readonly order_token: string; readonly order_key: string };
}

/** What the shopper does next: opens `redirectTo`, or a script of the provider goes on with `client`. */
export interface OrderPayReply {
  /** The provider's page, or the page of the order when nothing is left to do. Null when a script goes on. */
  readonly redirectTo: string | null;
  readonly client: Readonly<Record<string, unknown>> | null;
}
