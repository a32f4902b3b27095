import type { Order, PositionUnits } from '#features/orders/index.ts';

export interface RefundProposal {
  /** Null for the whole order. */
  readonly units: readonly PositionUnits[] | null;
  /** Minor units. */
  readonly amount: number;
}

/**
 * Proposes what to give back; staff decides. The whole order includes its shipping costs (Directive
 * 2011/83/EU, article 13(1)).
 * @returns null when the items can't be told from what was written
 */
export function proposeRefund(order: Order, scope: 'whole' | 'part', items: string): RefundProposal | null {
  const left = order.capturedTotal - order.refundedTotal;
  if (scope === 'whole') return { units: null, amount: left };
  const units = recognizeItems(order, items);
  if (!units) return null;
  const amount = units.reduce((sum, { position, quantity }) => {
    const line = order.lines[position - 1];
    return sum + (line ? Math.round((line.gross * quantity) / line.quantity) : 0);
  }, 0);
  return { units, amount: Math.min(amount, left) };
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
