import type { LockedOrder, Order } from '#features/orders/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

interface ChargedDelivery {
  /** Units by the position of their line. */
  readonly quantities: readonly number[];
  /** Title of the shipping line. */
  readonly title: string;
  /** Minor units, entered like prices. */
  readonly amount: number;
}

/**
 * Calculates delivery charges of replacements. A port, because payments depend on this feature and not the other way
 * round.
 */
export interface DeliveryCharge {
  /**
   * Prices units of an order at zero, with the delivery charge.
   * @returns null when prices of the order can't be compared with current ones
   */
  readonly calculate: (shop: Shop, db: Db, order: Order, delivery: ChargedDelivery) => Promise<Calculation | null>;
  /** Requests the payment of a new order, by the method of the first order. */
  readonly request: (shop: Shop, tx: Tx, order: LockedOrder, first: Order) => Promise<void>;
}

/** Charges the delivery of replacements. Only the implementation that is provided last is used. */
export const deliveryCharges = definePort<DeliveryCharge>('fulfilment.delivery-charges');
