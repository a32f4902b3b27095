import { asc, eq } from 'drizzle-orm';
import { type LockedOrder, lockOrder, type OrderNotFound, orderNotFound } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toAuthorColumns } from '#platform/sessions/author.ts';
import { endedRefunds, paymentTransactions, type RefundLineKind, refundLines, refunds } from '../tables.ts';
import { selectFailed } from './load-refundable.ts';
import { planRefund, type RefundPlan } from './plan-refund.ts';
import { loadRefundBalance } from './refund-balance.ts';
import type { PartsRequest } from './refund-lines.ts';
import { type RefundInput, type RefundResult, requestShares } from './request-refund.ts';
import { insertRefund } from './write-refund.ts';

export interface RetryInput extends Pick<RefundInput, 'orderId' | 'requestKey' | 'by' | 'isByHand'> {
  readonly refundId: number;
}

export type RetryRefusal = typeof refundNotFailed | Exclude<RefundResult, { ok: true } | { code: 'REQUEST_KEY_USED' }>;

const refundNotFailed = { ok: false, code: 'REFUND_NOT_FAILED' } as const;

interface RetryPlan extends RefundPlan {
  readonly order: LockedOrder;
  readonly failed: typeof refunds.$inferSelect;
}

/** Calculates a failed refund again, because later refunds may have used the money that it was for. */
export async function planRetry(
  tx: Tx,
  { orderId, refundId, by }: Pick<RetryInput, 'orderId' | 'refundId' | 'by'>,
): Promise<RetryPlan | RetryRefusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const failed = await findFailed(tx, orderId, refundId);
  if (!failed) return refundNotFailed;
  const [first] = await tx
    .select({ paymentId: paymentTransactions.paymentId })
    .from(paymentTransactions)
    .where(eq(paymentTransactions.refundId, refundId))
    .orderBy(asc(paymentTransactions.id));
  const { requestedAmount: amount } = failed;
  const parts = await findParts(tx, order, refundId);
  const plan = await planRefund(tx, order, { amount, by, parts, restock: false, ...(first ?? {}) });
  return plan.ok ? { ...plan, order, failed } : plan;
}

/**
 * Requests a failed refund again, at the provider or by hand. Moves no units to stock, since the failed refund did
 * that if its `restock` is set.
 */
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

interface EndInput extends Pick<RetryInput, 'orderId' | 'refundId' | 'by'> {
  readonly reason: string;
}

/** Ends a failed refund that nobody will repeat. Its reserved amounts are free since it failed. */
export async function endRefund(
  { clock }: Shop,
  tx: Tx,
  { orderId, refundId, by, reason }: EndInput,
): Promise<{ readonly ok: true; readonly amount: number } | typeof refundNotFailed | OrderNotFound> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const failed = await findFailed(tx, orderId, refundId);
  if (!failed) return refundNotFailed;
  await tx.insert(endedRefunds).values({ refundId, reason, ...toAuthorColumns(by), endedAt: clock.now() });
  return { ok: true, amount: failed.requestedAmount };
}

/** Finds a failed refund of a locked order that was neither repeated nor ended. */
async function findFailed(tx: Tx, orderId: number, refundId: number): Promise<typeof refunds.$inferSelect | null> {
  if (!(await selectFailed(tx, [orderId])).some(({ id }) => id === refundId)) return null;
  const [failed] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
  return failed ?? null;
}

/** Finds the parts of an order that a refund was for; null when it was for an amount. */
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
