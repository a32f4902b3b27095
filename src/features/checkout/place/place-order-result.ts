import type { ReservationCap } from '#features/orders/index.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { CheckoutAttempt } from '../attempts.ts';
import type { OrderLimitName } from './order-limits.ts';

export interface PlaceOrderSuccess {
  readonly ok: true;
  readonly number: number;
  readonly token: string;
  /** Whether the form was submitted before, and this order is the one that it created. */
  readonly isRepeated: boolean;
  /** Whether the shopper may have to pay at a remote provider now, see `findNextStep`. */
  readonly isPaymentOpen: boolean;
}

export type PlaceOrderFailure =
  | Refusal<'EMPTY_CART' | 'CART_CHANGED' | 'SHIPPING_UNAVAILABLE' | 'PAYMENT_UNAVAILABLE'>
  /** `total` is the current total in minor units. */
  | Refusal<'PRICE_CHANGED', { total: number }>
  /** Coupons of the cart no longer apply. Used only without an expected total; otherwise the total has changed. */
  | Refusal<'COUPONS_LOST', { codes: readonly string[] }>
  | Refusal<'OUT_OF_STOCK', { shortages: readonly LineShortage[] }>
  /** A limit of orders per hour is reached. `retryAfter` is in seconds. */
  | Refusal<'TOO_MANY_ORDERS', { limit: OrderLimitName; retryAfter: number }>
  /**
   * Unpaid orders would reserve too much. `max` is the quantity that can be ordered; `name` is the product's, empty
   * for the limit of all products; `canPayNow` tells whether another payment method, which reserves stock only for
   * minutes, is available.
   */
  | Refusal<
      'RESERVATION_LIMIT',
      { cap: ReservationCap; max: number; name: string; canPayNow: boolean; isSignedIn: boolean }
    >
  /** A payment of the cart's open order is in progress. */
  | Refusal<'PAYMENT_IN_PROGRESS', { order: Pick<CheckoutAttempt, 'number' | 'token'> }>
  /** The request key belongs to another order. `order` is null when it is another visitor's. */
  | Refusal<'REQUEST_KEY_USED', { order: Pick<CheckoutAttempt, 'number' | 'token'> | null }>;

/** `available` is the quantity that the shopper can order. */
export interface LineShortage {
  readonly variationId: number;
  readonly name: string;
  readonly available: number;
}
