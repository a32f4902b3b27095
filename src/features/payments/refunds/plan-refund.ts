import type { LineUnits } from '#features/inventory/index.ts';
import {
  type LockedOrder,
  lockOrder,
  type PositionUnits,
  type StatusNotAllowed,
  statusNotAllowed,
} from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { allocateToPayments, findRefundablePayments, type PaymentShare, sumLeft } from './refund-amounts.ts';
import { loadRefundBalance, type RefundBalance } from './refund-balance.ts';
import { checkRefundLimit, type RefundAuthor, type RefundOverLimit } from './refund-limit.ts';
import {
  calculateAmountLines,
  calculateLeft,
  calculatePartLines,
  limitToUnitsLeft,
  type NewRefundLine,
  type PartsRequest,
  type RefundLinesResult,
} from './refund-lines.ts';
import { sumGross } from './taxed-share.ts';
import { findUnitsToReturn } from './units-to-return.ts';

export interface RefundRequest {
  /** Minor units of the order's currency; null for the remaining amount. Ignored when `parts` is set. */
  readonly amount: number | null;
  /** Parts of the order to refund; null to refund an amount. */
  readonly parts: PartsRequest | null;
  /**
   * Whether the goods are back. With lines, exactly these units return to stock. With an amount, everything returns
   * to stock if nothing is left to refund afterwards, otherwise nothing. An order that is not a sale has released its
   * stock before.
   */
  readonly restock: boolean;
  /** Members of staff can refund at most the limit of their role per order. */
  readonly by: RefundAuthor;
  /** The payment to refund first. Default: the newest capture. */
  readonly paymentId?: number;
}

/** Amounts of a refund, and the payments that return them. */
export interface RefundPlan {
  readonly ok: true;
  /** Minor units. */
  readonly amount: number;
  readonly lines: readonly NewRefundLine[];
  readonly shares: readonly PaymentShare[];
  /** Which units return to stock: none, units of the lines, or all units of the order. */
  readonly restocked: 'nothing' | 'lines' | 'everything';
  /** Units that return to stock now, with `lines`: refunded units that are not back yet. */
  readonly units: readonly LineUnits[];
}

/** `left`: amount that can still be refunded, in minor units. */
export type RefundRefusal =
  | Refusal<'REFUND_TOO_LARGE', { left: number }>
  | RefundOverLimit
  | Refusal<'REFUND_AMOUNT_INVALID'>
  | Extract<RefundLinesResult, { ok: false }>
  | StatusNotAllowed;

/** Calculates a refund of a locked order, and checks all its limits. Writes nothing. */
export async function planRefund(
  tx: Tx,
  order: LockedOrder,
  request: RefundRequest,
): Promise<RefundPlan | RefundRefusal> {
  if (request.parts && !isSold(order)) return statusNotAllowed(order.status);
  const balance = await loadRefundBalance(tx, order);
  const parts = request.parts ? calculatePartLines(balance, request.parts) : null;
  if (parts?.ok === false) return parts;
  const payments = await findRefundablePayments(tx, order.id, request.paymentId);
  const left = sumLeft(payments);
  const amount = parts?.amount ?? request.amount ?? left;
  if (!Number.isSafeInteger(amount) || amount <= 0) return { ok: false, code: 'REFUND_AMOUNT_INVALID' };
  const shares = allocateToPayments(amount, payments);
  if (!shares) return { ok: false, code: 'REFUND_TOO_LARGE', left };
  const overLimit = await checkRefundLimit(tx, order.id, amount, request.by);
  if (overLimit) return overLimit;
  const lines = parts?.lines ?? divideFreeAmount(order, balance, amount, left);
  const restocked = request.restock && isSold(order) ? chooseRestocked(parts, amount === left) : 'nothing';
  const units = restocked === 'lines' ? await findUnitsToReturn(tx, order, lines) : [];
  return { ok: true, amount, lines, shares, restocked, units };
}

function chooseRestocked(
  parts: Extract<RefundLinesResult, { ok: true }> | null,
  isRest: boolean,
): RefundPlan['restocked'] {
  if (parts) return parts.lines.some(({ kind }) => kind === 'item') ? 'lines' : 'nothing';
  return isRest ? 'everything' : 'nothing';
}

export interface RefundPreview {
  /** Null for the remaining amount; else those units of `lines` that were not refunded yet. */
  readonly units: readonly PositionUnits[] | null;
  /** Minor units; 0 when nothing can be refunded. */
  readonly amount: number;
}

/**
 * Calculates how much a refund would return now, such that `requestRefund` accepts it.
 * @param lines null for the remaining amount
 */
export async function previewRefund(
  tx: Tx,
  orderId: number,
  lines: readonly PositionUnits[] | null,
): Promise<RefundPreview> {
  const order = await lockOrder(tx, orderId);
  if (!order) return { units: [], amount: 0 };
  const left = sumLeft(await findRefundablePayments(tx, orderId));
  if (!lines || !isSold(order)) return { units: left > 0 ? null : [], amount: left };
  const balance = await loadRefundBalance(tx, order);
  const units = limitToUnitsLeft(balance, lines);
  const parts = calculatePartLines(balance, { lines: units, shipping: false, fees: false });
  const amount = parts.ok ? parts.amount : 0;
  if (amount === 0) return { units: [], amount };
  return amount > left ? { units: left > 0 ? null : [], amount: left } : { units, amount };
}

/**
 * True when an order is a sale: it is paid, or was accepted before its payment. Money that came for an order
 * that is not a sale belongs to no part of it.
 */
export function isSold({ status, paidAt }: Pick<LockedOrder, 'status' | 'paidAt'>): boolean {
  return paidAt !== null || status === 'processing';
}

/**
 * Divides a free amount among the tax rates of an order.
 * @param left money of the order that can be refunded, in minor units
 */
export function divideFreeAmount(
  order: LockedOrder,
  balance: RefundBalance,
  amount: number,
  left: number,
): NewRefundLine[] {
  const needed = isSold(order) ? sumGross(calculateLeft(balance).values()) : 0;
  return calculateAmountLines(balance, amount, Math.max(left - needed, 0));
}
