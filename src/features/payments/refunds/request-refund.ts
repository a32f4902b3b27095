import { eq } from 'drizzle-orm';
import { returnToStock } from '#features/inventory/index.ts';
import {
  canTransition,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
  type PositionUnits,
  type StatusNotAllowed,
  statusNotAllowed,
} from '#features/orders/index.ts';
import { orderLines } from '#features/orders/tables.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import { findPayment } from '../ledger/payment.ts';
import { recordTransaction, requestTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { refunds } from '../tables.ts';
import { freeReservedShares } from './change-refund-lines.ts';
import { finishRefunds } from './finish-refunds.ts';
import { allocateToPayments, type PaymentShare } from './refund-amounts.ts';
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
import { findRefundablePayments, sumLeft } from './refundable-payments.ts';
import { sumGross } from './taxed-share.ts';
import { insertRefund } from './write-refund.ts';

export interface RefundInput {
  readonly orderId: number;
  /** Minor units of the order's currency; null for the remaining amount. Ignored with parts. */
  readonly amount: number | null;
  /** What is refunded; null for an amount. */
  readonly parts: PartsRequest | null;
  readonly reason: string;
  /**
   * The goods are back. With lines, exactly these units return to stock; with an amount everything,
   * if nothing is left to refund afterwards, else nothing.
   */
  readonly restock: boolean;
  /** Idempotency key. */
  readonly requestKey: string;
  /** Staff gives back no more of an order than the limit of their role. */
  readonly by: RefundAuthor;
  /** The payment to take the money from first; default: the newest capture. */
  readonly paymentId?: number;
}

/**
 * `left`: what can still be refunded, in minor units. `payments`: those whose providers have to be
 * asked, by `settle` after the commit; none when the refund is done.
 */
export type RefundResult =
  | {
      readonly ok: true;
      readonly changed: boolean;
      readonly refundId: number;
      readonly amount: number;
      readonly restocked: boolean;
      readonly payments: readonly number[];
    }
  | { readonly ok: false; readonly code: 'REFUND_TOO_LARGE'; readonly left: number }
  | RefundOverLimit
  | { readonly ok: false; readonly code: 'REFUND_AMOUNT_INVALID' | 'REQUEST_KEY_USED' }
  | Extract<RefundLinesResult, { ok: false }>
  | OrderNotFound
  | StatusNotAllowed;

/**
 * Requests a refund of a paid order. The order's lock reserves the money, so refunds never exceed
 * what was paid. Money of offline providers is recorded as given back at once.
 */
export async function requestRefund(shop: Shop, tx: Tx, input: RefundInput): Promise<RefundResult> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return orderNotFound;
  const [existing] = await tx.select().from(refunds).where(eq(refunds.requestKey, input.requestKey));
  if (existing) return answerRepeatedRefund(existing, input);
  if (!isRefundable(order)) return statusNotAllowed(order.status);
  const balance = await loadRefundBalance(tx, order);
  const parts = input.parts ? calculatePartLines(balance, input.parts) : null;
  if (parts?.ok === false) return parts;
  const payments = await findRefundablePayments(tx, order.id, input.paymentId);
  const left = sumLeft(payments);
  const amount = parts?.amount ?? input.amount ?? left;
  if (!Number.isSafeInteger(amount) || amount <= 0) return { ok: false, code: 'REFUND_AMOUNT_INVALID' };
  const shares = allocateToPayments(amount, payments);
  if (!shares) return { ok: false, code: 'REFUND_TOO_LARGE', left };
  const overLimit = await checkRefundLimit(tx, order.id, amount, input.by);
  if (overLimit) return overLimit;
  const lines = parts?.lines ?? divideFreeAmount(order, balance, amount, left);
  const items = parts?.lines.filter(({ kind }) => kind === 'item') ?? null;
  const restocked = input.restock && (items ? items.length > 0 : amount === left);
  const refundId = await insertRefund(shop, tx, order, { ...input, amount, restock: restocked, cause: 'staff' }, lines);
  if (restocked) await returnRefundedItems(shop, tx, order, refundId, items);
  const requested = await requestShares(shop, tx, order, { refundId, shares, by: input.by });
  return { ok: true, changed: true, refundId, amount, restocked, payments: requested };
}

export interface RefundPreview {
  /** Null for the remaining amount; else the units of `lines` that were not refunded yet. */
  readonly units: readonly PositionUnits[] | null;
  /** Minor units; 0 when nothing can be refunded. */
  readonly amount: number;
}

/**
 * Calculates what a refund would give back now, such that `requestRefund` accepts it.
 * @param lines null: the remaining amount
 */
export async function previewRefund(
  tx: Tx,
  orderId: number,
  lines: readonly PositionUnits[] | null,
): Promise<RefundPreview> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isRefundable(order)) return { units: [], amount: 0 };
  const left = sumLeft(await findRefundablePayments(tx, orderId));
  if (!lines) return { units: left > 0 ? null : [], amount: left };
  const balance = await loadRefundBalance(tx, order);
  const units = limitToUnitsLeft(balance, lines);
  const parts = calculatePartLines(balance, { lines: units, shipping: false, fees: false });
  const amount = parts.ok ? parts.amount : 0;
  if (amount === 0) return { units: [], amount };
  return amount > left ? { units: left > 0 ? null : [], amount: left } : { units, amount };
}

function isRefundable({ status, paidAt }: LockedOrder): boolean {
  return paidAt !== null && canTransition(status, 'refunded');
}

/**
 * Divides a free amount among the tax rates of an order.
 * @param left money of the order that can be refunded, in minor units
 */
function divideFreeAmount(order: LockedOrder, balance: RefundBalance, amount: number, left: number): NewRefundLine[] {
  // An order that was never paid needs no money: it sold nothing.
  const needed = order.paidAt === null ? 0 : sumGross(calculateLeft(balance).values());
  return calculateAmountLines(balance, amount, Math.max(left - needed, 0));
}

function answerRepeatedRefund(existing: typeof refunds.$inferSelect, input: RefundInput): RefundResult {
  const { id: refundId, orderId, requestedAmount: amount, restock: restocked } = existing;
  const isSame = orderId === input.orderId && (input.amount === null || amount === input.amount);
  return isSame
    ? { ok: true, changed: false, refundId, amount, restocked, payments: [] }
    : { ok: false, code: 'REQUEST_KEY_USED' };
}

/** @param lines null: all items of the order */
async function returnRefundedItems(
  shop: Shop,
  tx: Tx,
  { id: orderId }: LockedOrder,
  refundId: number,
  lines: readonly NewRefundLine[] | null,
): Promise<void> {
  const refunded = lines?.flatMap(({ lineId, quantity }) => (lineId && quantity ? [{ lineId, quantity }] : []));
  const units = refunded ?? (await listUnits(tx, orderId));
  await returnToStock(shop, tx, orderId, units, `refund:${refundId}`);
}

function listUnits(tx: Tx, orderId: number) {
  const { id: lineId, quantity } = orderLines;
  return tx.select({ lineId, quantity }).from(orderLines).where(eq(orderLines.orderId, orderId));
}

interface RequestedShares {
  readonly refundId: number;
  readonly shares: readonly PaymentShare[];
  readonly by: Author;
}

/** @returns the payments whose providers have to be asked */
async function requestShares(
  shop: Shop,
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  { refundId, shares, by }: RequestedShares,
): Promise<number[]> {
  const remote: number[] = [];
  for (const { paymentId, amount } of shares) {
    const transaction = { paymentId, refundId, kind: 'refund', amount, by } as const;
    if (await isRemotePayment(shop, tx, paymentId)) {
      await requestTransaction(shop, tx, transaction);
      remote.push(paymentId);
    } else await recordTransaction(shop, tx, { ...transaction, status: 'succeeded' });
  }
  await finishRefunds(shop, tx, order.id);
  return remote;
}

async function isRemotePayment(shop: Shop, tx: Tx, paymentId: number): Promise<boolean> {
  const payment = await findPayment(tx, paymentId);
  return payment !== null && findRemoteProvider(shop, payment.provider) !== null;
}

interface LateMoney {
  readonly paymentId: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
}

/**
 * Requests that money which came too late is given back, without taxes: the order did not need it.
 * The caller holds the order's lock.
 */
export async function refundLateMoney(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { paymentId, amount, reason }: LateMoney,
): Promise<void> {
  const orderId = order.id;
  const payments = await findRefundablePayments(tx, orderId, paymentId);
  const shares = allocateToPayments(amount, payments);
  if (!shares) throw new Error(`order ${orderId}: ${amount} of late money is no longer there`);
  const values = { amount, reason, restock: false, requestKey: crypto.randomUUID(), by: 'job' } as const;
  const noItem = { lineId: null, quantity: null, taxes: [] };
  const lines: NewRefundLine[] = [{ ...noItem, kind: 'unallocated', net: amount }];
  const refundId = await insertRefund(shop, tx, order, { ...values, cause: 'late-payment' }, lines);
  await requestShares(shop, tx, order, { refundId, shares, by: 'job' });
}

interface ProviderRefund {
  readonly orderId: number;
  readonly paymentId: number;
  readonly amount: number;
  readonly provider: string;
  readonly providerReference: string;
  readonly at: Date;
}

/**
 * Records a refund that was made at the provider, divided like a free amount. It returns nothing to
 * stock. The caller holds the order's lock.
 */
export async function recordProviderRefund(
  shop: Shop,
  tx: Tx,
  { orderId, paymentId, amount, provider, providerReference, at }: ProviderRefund,
): Promise<void> {
  const requestKey = crypto.randomUUID();
  const values = {
    amount,
    reason: '',
    restock: false,
    requestKey,
    by: createSystemActor(provider),
    cause: 'staff',
  } as const;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const lines = await divideProviderAmount(tx, order, amount);
  const refundId = await insertRefund(shop, tx, order, values, lines);
  const transaction = { paymentId, refundId, kind: 'refund', amount, by: values.by, providerReference, at } as const;
  await recordTransaction(shop, tx, { ...transaction, status: 'succeeded' });
}

/**
 * Divides what a provider has given back. When requested refunds have reserved this money, it takes the parts of the order
 * from them: it is gone, and they can give back that much less.
 */
async function divideProviderAmount(tx: Tx, order: LockedOrder, amount: number): Promise<NewRefundLine[]> {
  const left = sumLeft(await findRefundablePayments(tx, order.id));
  const lines = divideFreeAmount(order, await loadRefundBalance(tx, order), amount, left);
  const unallocated = sumGross(lines.filter(({ kind }) => kind === 'unallocated'));
  const reserved = Math.min(unallocated, amount - left);
  if (reserved <= 0) return lines;
  await freeReservedShares(tx, order, reserved);
  return divideFreeAmount(order, await loadRefundBalance(tx, order), amount, left);
}
