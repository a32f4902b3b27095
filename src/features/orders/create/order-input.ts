import type { Address } from '#features/addresses/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { ConfirmedBy, OrderSource } from '../contract.ts';
import type { OrderLineSnapshot } from '../order.ts';
import type { LockedOrder } from '../status/order-status.ts';

/** The price of the line is in the line of the calculation with the same key. */
export interface OrderLineInput extends OrderLineSnapshot {
  readonly quantity: number;
  /** Whether some units of the line are on backorder. Default: no. */
  readonly isBackordered?: boolean;
}

export interface OrderInput {
  /** An id that was drawn from the sequence of order ids in advance. Default: the next id. */
  readonly id?: number | null;
  readonly source: OrderSource;
  /** Null when the shop placed the order. */
  readonly owner: Owner | null;
  /** Name of the actor, as `order_history` shows it. */
  readonly placedBy: Author;
  /** Id of an earlier order that this order adds to. When `supersedes` has the same order, this order replaces it. */
  readonly amendsOrderId: number | null;
  /**
   * Locked orders that this order replaces: orders of its cart that wait for their payment, or the order that it
   * amends.
   */
  readonly supersedes: readonly LockedOrder[];
  readonly lines: readonly OrderLineInput[];
  /** Calculation of the same lines. Its amounts are stored. */
  readonly calculation: Calculation;
  readonly email: string;
  /** Null when the order is not confirmed yet. */
  readonly confirmedBy: ConfirmedBy | null;
  /** Whether a provider is asked for the payment as soon as the order exists. */
  readonly isPaidNow: boolean;
  /** Whether the shopper agreed to the payment at its provider before the order was placed. */
  readonly isPaymentHeld: boolean;
  /** Network of the request (`getClientNetwork`); null when no request placed the order. */
  readonly network: string | null;
  readonly phone: string;
  readonly note: string;
  readonly billing: Address;
  /** Null when nothing is shipped. */
  readonly delivery: Address | null;
  readonly paymentMethod: string;
  readonly paymentTitle: string;
  /** Unique. Null for orders that are not placed by a form. */
  readonly requestKey: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Data of the request that features store, by the names of the features: `orders.created` passes it to them. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}
