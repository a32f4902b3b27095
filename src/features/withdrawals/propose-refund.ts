import { getOrder } from '#features/orders/index.ts';
import { previewRefund, type RefundPreview } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Withdrawal } from './find-withdrawals.ts';
import { recognizeItems } from './recognize-items.ts';

/**
 * Proposes what to give back of what can still be refunded; staff decides. The whole order includes
 * its shipping costs (Directive 2011/83/EU, article 13(1)).
 * @returns null when the items can't be told from what was written
 */
export async function proposeRefund(
  shop: Shop,
  tx: Tx,
  { orderId, scope, items }: Pick<Withdrawal, 'orderId' | 'scope' | 'items'>,
): Promise<RefundPreview | null> {
  const order = orderId === null ? null : await getOrder(tx, { id: orderId });
  if (!order) return null;
  if (scope === 'whole') return previewRefund(tx, order.id, null);
  const units = recognizeItems(shop, order, items);
  return units && previewRefund(tx, order.id, units);
}
