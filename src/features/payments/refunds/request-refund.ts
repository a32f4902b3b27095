import { eq } from 'drizzle-orm';
import { returnToStock } from '#features/inventory/index.ts';
import { type LockedOrder, lockOrder, type OrderNotFound, orderNotFound } from '#features/orders/index.ts';
import { orderLines } from '#features/orders/tables.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import { findPayment } from '../ledger/payment.ts';
import { recordTransaction, requestTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { refunds } from '../tables.ts';
import { freeReservedShares } from './change-refund-lines.ts';
import { finishRefunds } from './finish-refunds.ts';
import { divideFreeAmount, planRefund, type RefundRefusal, type RefundRequest } from './plan-refund.ts';
import type { PaymentShare } from './refund-amounts.ts';
import { findRefundablePayments, sumLeft } from './refund-amounts.ts';
import { loadRefundBalance } from './refund-balance.ts';
import type { NewRefundLine } from './refund-lines.ts';
import { sumGross } from './taxed-share.ts';
import { insertRefund } from './write-refund.ts';

export interface RefundInput extends RefundRequest {
  readonly orderId: number;
  readonly reason: string;
  /** Idempotency key. */
  readonly requestKey: string;
  /**
   * Whether the money was returned outside of the shop and its providers, so that no provider is asked. Offline
   * providers are never asked.
   */
  readonly isByHand?: boolean;
}

/**
 * `payments`: ids of the payments whose providers have to be asked, by `settle` after the commit; empty when the
 * refund is done.
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
  | Refusal<'REQUEST_KEY_USED'>
  | RefundRefusal
  | OrderNotFound;

/**
 * Requests a refund of an order's captured money. The lock of the order reserves the money, so that refunds never
 * exceed it. Refunds of offline providers are recorded as returned at once.
 */
export async function requestRefund(shop: Shop, tx: Tx, input: RefundInput): Promise<RefundResult> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return orderNotFound;
  const [existing] = await tx.select().from(refunds).where(eq(refunds.requestKey, input.requestKey));
  if (existing) return answerRepeatedRefund(existing, input);
  const plan = await planRefund(tx, order, input);
  if (!plan.ok) return plan;
  const { amount, lines, shares } = plan;
  const restock = plan.restocked !== 'nothing';
  const refundId = await insertRefund(shop, tx, order, { ...input, amount, restock, cause: 'staff' }, lines);
  const units = plan.restocked === 'everything' ? await listUnits(tx, order.id) : plan.units;
  if (units.length > 0) await returnToStock(shop, tx, order, units, { refundId });
  const requested = await requestShares(shop, tx, order, { ...input, refundId, shares });
  return { ok: true, changed: true, refundId, amount, restocked: restock, payments: requested };
}

function answerRepeatedRefund(existing: typeof refunds.$inferSelect, input: RefundInput): RefundResult {
  const { id: refundId, orderId, requestedAmount: amount, restock: restocked } = existing;
  const isSame = orderId === input.orderId && (input.amount === null || amount === input.amount);
  return isSame
    ? { ok: true, changed: false, refundId, amount, restocked, payments: [] }
    : { ok: false, code: 'REQUEST_KEY_USED' };
}

function listUnits(tx: Tx, orderId: number) {
  const { id: lineId, quantity } = orderLines;
  return tx.select({ lineId, quantity }).from(orderLines).where(eq(orderLines.orderId, orderId));
}

interface RequestedShares {
  readonly refundId: number;
  readonly shares: readonly PaymentShare[];
  readonly by: Author;
  readonly isByHand?: boolean;
}

/** @returns ids of the payments whose providers have to be asked */
export async function requestShares(
  shop: Shop,
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  { refundId, shares, by, isByHand = false }: RequestedShares,
): Promise<number[]> {
  const remote: number[] = [];
  for (const { paymentId, amount } of shares) {
    const transaction = { paymentId, refundId, kind: 'refund', amount, by } as const;
    if (!isByHand && (await isRemotePayment(shop, tx, paymentId))) {
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
 * Requests a refund of money that came too late. The order does not need this money, so the refund has no taxes. The
 * caller holds the order's lock.
 */
export async function refundLateMoney(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { paymentId, amount, reason }: LateMoney,
): Promise<void> {
  const plan = await planRefund(tx, order, { amount, parts: null, restock: false, by: 'job', paymentId });
  if (!plan.ok) throw new Error(`order ${order.id}: ${amount} of late money is no longer there`);
  const values = { amount, reason, restock: false, requestKey: crypto.randomUUID(), by: 'job' } as const;
  const refundId = await insertRefund(shop, tx, order, { ...values, cause: 'late-payment' }, plan.lines);
  await requestShares(shop, tx, order, { refundId, shares: plan.shares, by: 'job' });
}

interface ProviderRefund {
  readonly orderId: number;
  readonly paymentId: number;
  readonly amount: number;
  readonly provider: string;
  readonly providerReference: string;
  readonly at: Date;
  /** Remark that is stored with the refund's transaction. Default: none. */
  readonly failure?: string;
}

/**
 * Records a refund that was made at the provider, divided like a free amount. It returns nothing to stock. The caller
 * holds the order's lock.
 */
export async function recordProviderRefund(
  shop: Shop,
  tx: Tx,
  { orderId, provider, ...found }: ProviderRefund,
): Promise<void> {
  const { amount } = found;
  const by = createSystemActor(provider);
  const values = { amount, reason: '', restock: false, requestKey: crypto.randomUUID(), by, cause: 'staff' } as const;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const lines = await divideProviderAmount(tx, order, amount);
  const refundId = await insertRefund(shop, tx, order, values, lines);
  await recordTransaction(shop, tx, { ...found, refundId, kind: 'refund', by, status: 'succeeded' });
}

/**
 * Divides an amount that a provider has returned. When requested refunds have reserved this money, their reserved
 * parts are reduced by it, since they can return that much less.
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
