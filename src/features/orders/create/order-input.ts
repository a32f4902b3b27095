import type { Address } from '#features/addresses/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { ConfirmedBy, OrderSource } from '../contract.ts';
import type { OrderLineSnapshot } from '../order.ts';
import type { LockedOrder } from '../status/order-status.ts';

/** The line of the calculation with the same key has its price. */
export interface OrderLineInput extends OrderLineSnapshot {
  readonly quantity: number;
  /** Whether a part of it is on backorder. Default: no. */
  readonly isBackordered?: boolean;
}

/** Everything that an order is created from. */
export interface OrderInput {
  /** Drawn before from the sequence of order ids. Default: the next one. */
  readonly id?: number | null;
  readonly source: OrderSource;
  /** Null when the shop placed it. */
  readonly owner: Owner | null;
  /** The actor's name, as `order_history` shows it. */
  readonly placedBy: Author;
  /** Id of an earlier order that this one adds to, or replaces when it supersedes it. */
  readonly amendsOrderId: number | null;
  /** Locked orders that this one replaces: those of its cart that wait for their payment, or the one that it amends. */
  readonly supersedes: readonly LockedOrder[];
  readonly lines: readonly OrderLineInput[];
  /** Of the same lines. Its amounts are stored. */
  readonly calculation: Calculation;
  readonly email: string;
  /** Null when the order is not confirmed yet. */
  readonly confirmedBy: ConfirmedBy | null;
  /** A provider is asked for the money as soon as the order is there. */
  readonly isPaidNow: boolean;
  /** The shopper has agreed to the payment before the order, at its provider. */
  readonly isPaymentHeld: boolean;
  /** Of the request (`getClientNetwork`); null without one. */
  readonly network: string | null;
  readonly phone: string;
  readonly note: string;
  readonly billing: Address;
  /** Null when nothing is shipped. */
  readonly delivery: Address | null;
  readonly paymentMethod: string;
  readonly paymentTitle: string;
  /** Unique. Null for orders that no form places. */
  readonly requestKey: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  /** What features keep of the request, by their names: `orders.created` passes it on. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}
