import { and, asc, eq } from 'drizzle-orm';
import { type LockedOrder, lockOrder, orderNotFound } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentTransactions, type RefundLineKind, refundLines, refunds } from '../tables.ts';
import { planRefund, planUnallocatedRefund, type RefundPlan } from './plan-refund.ts';
import { loadRefundBalance } from './refund-balance.ts';
import type { PartsRequest } from './refund-lines.ts';
import { type RefundInput, type RefundResult, requestShares } from './request-refund.ts';
import { insertRefund } from './write-refund.ts';

export interface RetryInput extends Pick<RefundInput, 'orderId' | 'requestKey' | 'by' | 'isByHand'> {
  readonly refundId: number;
}

export type RetryRefusal =
  | { readonly ok: false; readonly code: 'REFUND_NOT_FAILED' }
  | Exclude<RefundResult, { ok: true } | { code: 'REQUEST_KEY_USED' }>;

interface RetryPlan extends RefundPlan {
  readonly order: LockedOrder;
  readonly failed: typeof refunds.$inferSelect;
}

/** Calculates a failed refund once more: other refunds may have taken what it was for. */
export async function planRetry(
  tx: Tx,
  { orderId, refundId, by }: Pick<RetryInput, 'orderId' | 'refundId' | 'by'>,
): Promise<RetryPlan | RetryRefusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const [failed] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), eq(refunds.status, 'failed')));
  const [follower] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.followsId, refundId));
  if (!failed || follower) return { ok: false, code: 'REFUND_NOT_FAILED' };
  const [first] = await tx
    .select({ paymentId: paymentTransactions.paymentId })
    .from(paymentTransactions)
    .where(eq(paymentTransactions.refundId, refundId))
    .orderBy(asc(paymentTransactions.id));
  const { requestedAmount: amount } = failed;
  const request = { amount, by, ...(first ?? {}) };
  const plan =
    failed.cause === 'late-payment'
      ? await planUnallocatedRefund(tx, order, request)
      : await planRefund(tx, order, { ...request, parts: await findParts(tx, order, refundId), restock: false });
  return plan.ok ? { ...plan, order, failed } : plan;
}

/** Does a failed refund again, at the provider or by hand. Its units went back to stock before, if they did. */
export async function retryRefund(shop: Shop, tx: Tx, input: RetryInput): Promise<RefundResult | RetryRefusal> {
  const plan = await planRetry(tx, input);
  if (!plan.ok) return plan;
  const { order, amount, lines, shares, failed } = plan;
  const { reason, restock, cause, id: followsId } = failed;
  const values = { ...input, amount, reason, restock, cause, followsId };
  const refundId = await insertRefund(shop, tx, order, values, lines);
  const payments = await requestShares(shop, tx, order, { ...input, refundId, shares });
  return { ok: true, changed: true, refundId, amount, restocked: false, payments };
}

/** The parts of an order that a refund was for; null for an amount. */
async function findParts(tx: Tx, order: LockedOrder, refundId: number): Promise<PartsRequest | null> {
  const lines = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  const has = (...kinds: readonly RefundLineKind[]) => lines.some(({ kind }) => kinds.includes(kind));
  if (lines.length === 0 || has('amount', 'unallocated')) return null;
  const items = (await loadRefundBalance(tx, order)).sold.filter(({ kind }) => kind === 'item');
  const units = lines.flatMap(({ orderLineId, quantity }) =>
    orderLineId && quantity
      ? [{ position: items.findIndex(({ lineId }) => lineId === orderLineId) + 1, quantity }]
      : [],
  );
  return { lines: units, shipping: has('shipping'), fees: has('fee') };
}
