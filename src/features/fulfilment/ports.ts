import type { LockedOrder, Order } from '#features/orders/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

interface ChargedDelivery {
  /** Units by the position of their line. */
  readonly quantities: readonly number[];
  /** Of the shipping line. */
  readonly title: string;
  /** Minor units, entered like prices. */
  readonly amount: number;
}

/** How the delivery is charged of what is replaced for nothing. Payments need shipments, so shipments ask by a port. */
export interface DeliveryCharge {
  /** Prices units of an order at nothing. @returns null when prices of the order can't be compared with those of now */
  readonly calculate: (shop: Shop, db: Db, order: Order, delivery: ChargedDelivery) => Promise<Calculation | null>;
  /** Asks for the money of a new order, as it was paid for the first one. */
  readonly request: (shop: Shop, tx: Tx, order: LockedOrder, first: Order) => Promise<void>;
}

/** Charges the delivery of replacements; the last one counts. */
export const deliveryCharges = definePort<DeliveryCharge>('fulfilment.delivery-charges');
