import type { PositionUnits } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What somebody waits to get back. */
export interface RefundProposal {
  /** Null for all that is left of the order. */
  readonly units: readonly PositionUnits[] | null;
  /** Who has asked for it. */
  readonly by: string;
}

/** Tells with which lines the refund of an order begins; the first proposal counts. The caller has locked nothing. */
export const refundProposals =
  definePort<(shop: Shop, tx: Tx, orderId: number) => Promise<RefundProposal | null>>('payments.refund-proposals');
