import { getOrder, type Order, type PositionUnits } from '#features/orders/index.ts';
import { previewRefund, type RefundPreview } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Withdrawal } from './find-withdrawals.ts';

/**
 * Proposes what to give back of what can still be refunded; staff decides. The whole order includes
 * its shipping costs (Directive 2011/83/EU, article 13(1)).
 * @returns null when the items can't be told from what was written
 */
export async function proposeRefund(
  tx: Tx,
  { orderId, scope, items }: Pick<Withdrawal, 'orderId' | 'scope' | 'items'>,
): Promise<RefundPreview | null> {
  const order = orderId === null ? null : await getOrder(tx, { id: orderId });
  if (!order) return null;
  if (scope === 'whole') return previewRefund(tx, order.id, null);
  const units = recognizeItems(order, items);
  return units && previewRefund(tx, order.id, units);
}

/**
 * Reads items such as `2 × Bowl`, one in each line.
 * @returns null when they can't be told from what was written
 */
export function recognizeItems(order: Order, items: string): PositionUnits[] | null {
  const units: PositionUnits[] = [];
  for (const text of items.split('\n').filter((line) => line.trim() !== '')) {
    const [, count = '1', name = ''] = /^\s*(?:(\d{1,4})\s*[x×*]\s*)?(.+?)\s*$/i.exec(text) ?? [];
    const index = order.lines.findIndex((line) => line.name.toLowerCase() === name.toLowerCase());
    const line = order.lines[index];
    const isKnown = units.some(({ position }) => position === index + 1);
    if (!line || isKnown || Number(count) < 1 || Number(count) > line.quantity) return null;
    units.push({ position: index + 1, quantity: Number(count) });
  }
  return units.length === 0 ? null : units;
}

/** Writes units of an order so that `recognizeItems` reads them. */
export function formatItems(order: Order, units: readonly PositionUnits[]): string {
  return units.map(({ position, quantity }) => `${quantity} × ${order.lines[position - 1]?.name}`).join('\n');
}
