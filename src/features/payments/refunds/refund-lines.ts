import type { PositionUnits } from '#features/orders/index.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { RefundLineKind } from '../tables.ts';
import { calculateUnitShare } from './refund-amounts.ts';
import type { RefundBalance, SoldPart } from './refund-balance.ts';
import {
  divideAmount,
  getGross,
  limitToLeft,
  mapAmounts,
  type SharesByRates,
  subtractByRates,
  sumByRates,
  sumGross,
  type TaxedShare,
} from './taxed-share.ts';

export interface PartsRequest {
  readonly lines: readonly PositionUnits[];
  /** Whether the remaining shipping costs are refunded. */
  readonly shipping: boolean;
  /** Whether the remaining fees are refunded. */
  readonly fees: boolean;
}

/** A part of an order that a refund returns. Only items have a line and units. */
export interface NewRefundLine extends TaxedShare {
  readonly kind: RefundLineKind;
  readonly lineId: number | null;
  readonly quantity: number | null;
}

/** `left`: units of the line that were neither refunded nor replaced yet. */
export type RefundLinesResult =
  | { readonly ok: true; readonly lines: readonly NewRefundLine[]; readonly amount: number }
  | Refusal<'REFUND_LINE_INVALID', { position: number; left: number }>;

/** Returns the amounts that can still be refunded, by tax rates. */
export function calculateLeft({ sold, refunded }: RefundBalance): SharesByRates {
  return subtractByRates(sumByRates(sold), sumByRates(refunded.filter(({ kind }) => kind !== 'unallocated')));
}

/**
 * Calculates the amounts of refunding parts of an order. Units that were refunded before count, so that all refunds
 * of a line add up to it, in its net amount and in the tax of each rate. After refunds of free amounts, a part
 * returns at most the remaining amount of its tax rates.
 */
export function calculatePartLines(balance: RefundBalance, { lines, shipping, fees }: PartsRequest): RefundLinesResult {
  const items = balance.sold.filter(({ kind }) => kind === 'item');
  const found: NewRefundLine[] = [];
  let left = calculateLeft(balance);
  const add = (part: Omit<NewRefundLine, 'net' | 'taxes'>, share: TaxedShare) => {
    const limited = limitToLeft(share, left);
    left = subtractByRates(left, sumByRates([limited]));
    if (part.kind === 'item' || getGross(limited) > 0) found.push({ ...part, ...limited });
  };
  for (const { position, quantity } of lines) {
    const line = items[position - 1];
    const done = line ? countUnits([...balance.refunded, ...found], line) : 0;
    const unitsLeft = (line?.quantity ?? 0) - (line?.replaced ?? 0) - done;
    if (!line || quantity < 1 || quantity > unitsLeft)
      return { ok: false, code: 'REFUND_LINE_INVALID', position, left: unitsLeft };
    const share = mapAmounts(line, (amount) => calculateUnitShare(amount, line.quantity ?? 1, done, quantity));
    add({ kind: 'item', lineId: line.lineId, quantity }, share);
  }
  for (const kind of [...(shipping ? ['shipping' as const] : []), ...(fees ? ['fee' as const] : [])])
    for (const share of calculateCostsLeft(balance, kind).values()) add({ kind, lineId: null, quantity: null }, share);
  return { ok: true, lines: found, amount: sumGross(found) };
}

/**
 * Limits units of lines to units that were neither refunded nor replaced yet. Lines without such units are left out.
 */
export function limitToUnitsLeft({ sold, refunded }: RefundBalance, lines: readonly PositionUnits[]): PositionUnits[] {
  const items = sold.filter(({ kind }) => kind === 'item');
  return lines.flatMap(({ position, quantity }) => {
    const line = items[position - 1];
    const left = line ? (line.quantity ?? 0) - (line.replaced ?? 0) - countUnits(refunded, line) : 0;
    return left > 0 ? [{ position, quantity: Math.min(quantity, left) }] : [];
  });
}

function countUnits(parts: readonly Pick<NewRefundLine, 'lineId' | 'quantity'>[], { lineId }: SoldPart): number {
  return parts.reduce((sum, part) => sum + (part.lineId === lineId ? (part.quantity ?? 0) : 0), 0);
}

function calculateCostsLeft({ sold, refunded }: RefundBalance, kind: 'shipping' | 'fee'): SharesByRates {
  const sum = (parts: readonly (TaxedShare & { readonly kind: string })[]) =>
    sumByRates(parts.filter((part) => part.kind === kind));
  return subtractByRates(sum(sold), sum(refunded));
}

/**
 * Divides a free amount among the tax rates of an order, in proportion to the remaining amount of each rate. Money
 * above these amounts belongs to no part of the order.
 * @param unneeded minor units of the order's money that the order does not need: this money is refunded first
 */
export function calculateAmountLines(balance: RefundBalance, amount: number, unneeded: number): NewRefundLine[] {
  const left = calculateLeft(balance);
  const divided = Math.min(amount - Math.min(unneeded, amount), sumGross(left.values()));
  const shares = [...divideAmount(divided, left).values()].filter((share) => getGross(share) > 0);
  const noItem = { lineId: null, quantity: null };
  const lines: NewRefundLine[] = shares.map((share) => ({ ...share, ...noItem, kind: 'amount' }));
  return amount > divided ? [...lines, { ...noItem, kind: 'unallocated', net: amount - divided, taxes: [] }] : lines;
}
