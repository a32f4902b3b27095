import type { PositionUnits } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What is to be given back: units of lines, null for all that is left of the order, or minor units of its currency. */
export type RefundProposal = ({ readonly units: readonly PositionUnits[] | null } | { readonly amount: number }) & {
  /** Whether its items are here and can be sold again. Default: staff tick it once they are. */
  readonly restock?: boolean;
  /** A sentence for staff that says why. */
  readonly lead: string;
};

/** Tells with what the refund of an order begins; the first proposal counts. The caller has locked nothing. */
export const refundProposals =
  definePort<(shop: Shop, tx: Tx, orderId: number) => Promise<RefundProposal | null>>('payments.refund-proposals');
