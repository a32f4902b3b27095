import type { PositionUnits } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * Proposed refund: units of lines, null for everything that is left of the order, or an amount in minor units of its
 * currency.
 */
export type RefundProposal = ({ readonly units: readonly PositionUnits[] | null } | { readonly amount: number }) & {
  /** Whether the items are back and can be sold again. Default: staff decide that in the form. */
  readonly restock?: boolean;
  /** A sentence for staff that says why the refund is proposed. */
  readonly lead: string;
};

/** Proposes the initial values of an order's refund. The first proposal counts. The caller holds no locks. */
export const refundProposals =
  definePort<(shop: Shop, tx: Tx, orderId: number) => Promise<RefundProposal | null>>('payments.refund-proposals');
