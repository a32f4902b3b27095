import type { ReservationCap } from '#features/orders/index.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { CheckoutAttempt } from '../attempts.ts';
import type { OrderLimitName } from './order-limits.ts';

export interface PlaceOrderSuccess {
  readonly ok: true;
  readonly number: number;
  readonly token: string;
  /** The form was submitted before; this is the order that it created. */
  readonly isRepeated: boolean;
  /** The shopper may have to pay at a remote provider now: `findNextStep` tells. */
  readonly isPaymentOpen: boolean;
}

export type PlaceOrderFailure =
  | Refusal<'EMPTY_CART' | 'CART_CHANGED' | 'SHIPPING_UNAVAILABLE' | 'PAYMENT_UNAVAILABLE'>
  /** `total`: the current total, in minor units. */
  | Refusal<'PRICE_CHANGED', { total: number }>
  /** Coupons of the cart do not apply any more. Only without an expected total, which would have changed. */
  | Refusal<'COUPONS_LOST', { codes: readonly string[] }>
  | Refusal<'OUT_OF_STOCK', { shortages: readonly LineShortage[] }>
  /** A limit of orders per hour is reached. `retryAfter`: seconds. */
  | Refusal<'TOO_MANY_ORDERS', { limit: OrderLimitName; retryAfter: number }>
  /**
   * Unpaid orders would reserve too much. `max`: quantity that can be ordered; `name`: of the
   * product, empty for the limit of all products; `canPayNow`: by another payment method, which reserves for minutes.
   */
  | Refusal<
      'RESERVATION_LIMIT',
      { cap: ReservationCap; max: number; name: string; canPayNow: boolean; isSignedIn: boolean }
    >
  /** Money for the cart's open order is on its way. */
  | Refusal<'PAYMENT_IN_PROGRESS', { order: Pick<CheckoutAttempt, 'number' | 'token'> }>
  /** The key belongs to another order. `order` is null when it is another visitor's. */
  | Refusal<'REQUEST_KEY_USED', { order: Pick<CheckoutAttempt, 'number' | 'token'> | null }>;

/** `available`: quantity that the shopper can order. */
export interface LineShortage {
  readonly variationId: number;
  readonly name: string;
  readonly available: number;
}
