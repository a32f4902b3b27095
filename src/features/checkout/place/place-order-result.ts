import type { ReservationCap } from '#features/orders/index.ts';
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
  | { readonly ok: false; readonly code: 'EMPTY_CART' }
  | { readonly ok: false; readonly code: 'CART_CHANGED' }
  | { readonly ok: false; readonly code: 'SHIPPING_UNAVAILABLE' | 'PAYMENT_UNAVAILABLE' }
  /** `total`: the current total, in minor units. */
  | { readonly ok: false; readonly code: 'PRICE_CHANGED'; readonly total: number }
  /** Coupons of the cart do not apply any more. Only without an expected total, which would have changed. */
  | { readonly ok: false; readonly code: 'COUPONS_LOST'; readonly codes: readonly string[] }
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly shortages: readonly LineShortage[] }
  /** A limit of orders per hour is reached. `retryAfter`: seconds. */
  | {
      readonly ok: false;
      readonly code: 'TOO_MANY_ORDERS';
      readonly limit: OrderLimitName;
      readonly retryAfter: number;
    }
  /**
   * Unpaid orders would reserve too much. `max`: quantity that can be ordered; `name`: of the
   * product, empty for the limit of all products; `canPayNow`: by another payment method, which reserves for minutes.
   */
  | {
      readonly ok: false;
      readonly code: 'RESERVATION_LIMIT';
      readonly cap: ReservationCap;
      readonly max: number;
      readonly name: string;
      readonly canPayNow: boolean;
      readonly isSignedIn: boolean;
    }
  /** Money for the cart's open order is on its way. */
  | {
      readonly ok: false;
      readonly code: 'PAYMENT_IN_PROGRESS';
      readonly order: Pick<CheckoutAttempt, 'number' | 'token'>;
    }
  /** The key belongs to another order. `order` is null when it is another visitor's. */
  | {
      readonly ok: false;
      readonly code: 'REQUEST_KEY_USED';
      readonly order: Pick<CheckoutAttempt, 'number' | 'token'> | null;
    };

/** `available`: quantity that the shopper can order. */
export interface LineShortage {
  readonly variationId: number;
  readonly name: string;
  readonly available: number;
}
