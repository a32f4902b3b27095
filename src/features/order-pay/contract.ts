/** Paths and fields of paying an order, for server and browser. The path of the page is defined by `orders`. */

export const orderPayCallPath = (rest: string): string => `${rest}/order/pay`;

/** Path of the call that tells whether a payment still waits for the shopper. */
export const paymentStatusCallPath = (rest: string): string => `${rest}/order/pay/status`;

/**
 * Dispatched on `document` by a provider's script when the shopper has completed the provider's step. The page then
 * asks immediately how the payment went.
 */
export const paymentDoneEvent = 'vt:payment-done';

export interface PaymentStatusReply {
  readonly isWaiting: boolean;
  /** Path of the page that shows what comes next, or of the page that asks again while the payment waits. */
  readonly redirectTo: string;
  /** Whether the payment waits because the chosen card or account was declined. The page says why. */
  readonly isDeclined: boolean;
  /** Translated reason of the decline, else null. */
  readonly message: string | null;
}

/** Field of the status call: the shopper has just completed the provider's step, maybe with another card. */
export const paymentDoneField = 'is_done';

export const paymentMethodField = 'payment_method';
export const orderTokenField = 'order_token';
/** Signed key with an expiry that lets the call pay the order without the cookie of its page. */
export const orderKeyField = 'order_key';

/** Settings that the page prints for scripts. Scripts send `order` to the call, merged with `payment_method`. */
export interface OrderPaySettings {
  readonly order: { readonly order_token: string; readonly order_key: string };
}

/** Next step of the shopper: the script opens `redirectTo`, or a script of the provider goes on with `client`. */
export interface OrderPayReply {
  /** The provider's page, or the page of the order when nothing is left to do. Null when a script goes on. */
  readonly redirectTo: string | null;
  readonly client: Readonly<Record<string, unknown>> | null;
}
