import type { RefundProposal } from '#features/payments/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { amendmentTexts as texts } from './texts.ts';

/**
 * Refunds of parts of the order lower its money and its price by the same amount, so they don't change the surplus.
 */
const findSurplus = sqlQuery<{ readonly surplus: number }>(
  'amendments.find-surplus',
  `select captured_total - refunded_total - (total - credited_total)
    - (select coalesce(sum(l.gross), 0) from refunds r join refund_lines l on l.refund_id = r.id
      where r.order_id = o.id and r.status = 'requested' and l.kind = 'unallocated')::bigint as surplus
  from orders o where id = $1 and carried_total > 0 and status <> 'cancelled'`,
);

/**
 * Provides `payments.refund-proposals`: proposes to refund the amount that a replacing order has received beyond its
 * total.
 */
export async function proposeSurplus({ t }: Shop, tx: Tx, orderId: number): Promise<RefundProposal | null> {
  const { surplus = 0 } = (await findSurplus(tx, [orderId]))[0] ?? {};
  return surplus > 0 ? { amount: surplus, lead: t(texts.refundBegins) } : null;
}
