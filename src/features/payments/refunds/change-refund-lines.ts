import { and, asc, eq } from 'drizzle-orm';
import { type LockedOrder, lockOrder } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { refundLines, refundTaxLines } from '../tables.ts';
import { loadRefundBalance } from './refund-balance.ts';
import { calculateAmountLines } from './refund-lines.ts';
import { divideAmount, getGross, getTax, type TaxedShare } from './taxed-share.ts';
import { insertRefundLine, listRefundTaxes } from './write-refund.ts';

interface AnsweredAmounts {
  readonly id: number;
  /** As it was requested, in minor units. */
  readonly amount: number;
  /** What the payments have given back, in minor units. */
  readonly refunded: number;
}

/**
 * Makes the lines of a requested refund and their taxes what the payments have given back, when it
 * differs. Units stay refunded: what is left of their money can be refunded as an amount.
 */
export async function changeRefundLines(tx: Tx, orderId: number, refund: AnsweredAmounts): Promise<void> {
  if (refund.refunded === refund.amount) return;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  if (refund.refunded < refund.amount) await reduceLines(tx, order, refund);
  else await addLines(tx, order, refund);
}

async function reduceLines(tx: Tx, order: LockedOrder, { id: refundId, refunded }: AnsweredAmounts): Promise<void> {
  const lines = await listShares(tx, refundId);
  // Refunds of orders from before taxes were recorded may have no lines.
  if (lines.size === 0) return;
  for (const [key, share] of divideAmount(refunded, lines)) {
    const id = Number(key);
    const amounts = { net: share.net, tax: getTax(share), gross: getGross(share) };
    await tx.update(refundLines).set(amounts).where(eq(refundLines.id, id));
    for (const { rate, net, amount } of listRefundTaxes(order, share)) {
      const isTax = and(eq(refundTaxLines.refundLineId, id), eq(refundTaxLines.rateKey, rate.key));
      await tx.update(refundTaxLines).set({ net, amount }).where(isTax);
    }
  }
}

/** The lines of a refund by their ids. */
async function listShares(tx: Tx, refundId: number): Promise<ReadonlyMap<string, TaxedShare>> {
  const taxes = await tx
    .select()
    .from(refundTaxLines)
    .where(eq(refundTaxLines.refundId, refundId))
    .orderBy(asc(refundTaxLines.id));
  const lines = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  return new Map(
    lines.map(({ id, net, tax }) => {
      const own = taxes.filter(({ refundLineId }) => refundLineId === id);
      const rates = own.map(({ rateKey, amount, ...rate }) => ({ rate: { ...rate, key: rateKey }, amount }));
      return [String(id), { net, taxes: rates.length > 0 ? rates : [{ rate: null, amount: tax }] }];
    }),
  );
}

/** A provider may tell a larger amount than it was asked for. */
async function addLines(tx: Tx, order: LockedOrder, { id, amount, refunded }: AnsweredAmounts): Promise<void> {
  if (!order.taxesRecorded) return;
  const balance = await loadRefundBalance(tx, order);
  for (const line of calculateAmountLines(balance, refunded - amount, 0))
    await insertRefundLine(tx, order, id, line, false);
}
