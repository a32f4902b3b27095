import type { Address, ConfirmedBy } from '../contract.ts';
import type { OrderLine, OrderShippingLine } from '../order.ts';
import type { LockedOrder } from '../status/order-status.ts';

/** Everything that an order is created from. Amounts in minor units of `currency`. */
export interface OrderInput {
  readonly visitorId: string;
  /** A locked order, pending or failed, that this one replaces. */
  readonly supersedes: LockedOrder | null;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly OrderLine[];
  readonly shipping: readonly OrderShippingLine[];
  readonly email: string;
  /** Null when the order is not confirmed yet. */
  readonly confirmedBy: ConfirmedBy | null;
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
}
