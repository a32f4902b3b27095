import { and, asc, desc, eq } from 'drizzle-orm';
import { type LockedOrder, lockOrder } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { refundLines, refunds, refundTaxLines } from '../tables.ts';
import { findRefundablePayments, sumLeft } from './refund-amounts.ts';
import { loadRefundBalance } from './refund-balance.ts';
import { calculateAmountLines, calculateLeft } from './refund-lines.ts';
import { divideAmount, getGross, getTax, sumGross, type TaxedShare } from './taxed-share.ts';
import { insertRefundLine, listRefundTaxes } from './write-refund.ts';

interface AnsweredAmounts {
  readonly id: number;
  /** Requested amount in minor units. */
  readonly amount: number;
  /** Amount that the payments have returned, in minor units. */
  readonly refunded: number;
}

/**
 * Adjusts the lines of a requested refund and their taxes to the amount that the payments have returned, when it
 * differs from the requested amount. The units stay refunded: the rest of their money can be refunded as an amount.
 */
export async function changeRefundLines(tx: Tx, orderId: number, refund: AnsweredAmounts): Promise<void> {
  if (refund.refunded === refund.amount) return;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  if (refund.refunded < refund.amount) await reduceLines(tx, order, refund);
  else await addLines(tx, order, refund);
}

async function reduceLines(tx: Tx, order: LockedOrder, { id: refundId, refunded }: AnsweredAmounts): Promise<void> {
  const { parts, unallocated } = await listShares(tx, refundId);
  const [sumOfParts, sumUnallocated] = [sumGross(parts.values()), sumGross(unallocated.values())];
  const unneeded = sumUnallocated > 0 ? await findUnneeded(tx, order, refunded, sumOfParts) : 0;
  const ofParts = Math.min(refunded - Math.min(unneeded, sumUnallocated, refunded), sumOfParts);
  await writeShares(tx, divideAmount(ofParts, parts));
  await writeShares(tx, divideAmount(refunded - ofParts, unallocated));
}

/**
 * Calculates the money, in minor units, that the order did not need before the refund returned some of it.
 * @param sumOfParts amount that the refund has reserved of the order's parts
 */
async function findUnneeded(tx: Tx, order: LockedOrder, refunded: number, sumOfParts: number): Promise<number> {
  const money = sumLeft(await findRefundablePayments(tx, order.id)) + refunded;
  const needed = sumGross(calculateLeft(await loadRefundBalance(tx, order)).values()) + sumOfParts;
  return Math.max(money - needed, 0);
}

/**
 * Frees amounts that requested refunds have reserved of the order's parts, newest refunds first. Until these refunds
 * are answered, the freed amounts are lines of them that belong to no part.
 * @param amount minor units
 */
export async function freeReservedShares(tx: Tx, order: LockedOrder, amount: number): Promise<void> {
  const requested = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'requested')))
    .orderBy(desc(refunds.id));
  let left = amount;
  for (const { id } of requested) {
    const { parts } = await listShares(tx, id);
    const sumOfParts = sumGross(parts.values());
    const taken = Math.min(left, sumOfParts);
    if (taken === 0) continue;
    await writeShares(tx, divideAmount(sumOfParts - taken, parts));
    const line = { kind: 'unallocated', lineId: null, quantity: null, net: taken, taxes: [] } as const;
    await insertRefundLine(tx, id, line);
    left -= taken;
  }
}

async function writeShares(tx: Tx, shares: SharesById): Promise<void> {
  for (const [key, share] of shares) {
    const id = Number(key);
    const amounts = { net: share.net, tax: getTax(share), gross: getGross(share) };
    await tx.update(refundLines).set(amounts).where(eq(refundLines.id, id));
    for (const { rate, net, amount } of listRefundTaxes(share)) {
      const isTax = and(eq(refundTaxLines.refundLineId, id), eq(refundTaxLines.rateKey, rate.key));
      await tx.update(refundTaxLines).set({ net, amount }).where(isTax);
    }
  }
}

type SharesById = ReadonlyMap<string, TaxedShare>;

/** Lists the lines of a refund by their ids: lines of parts of the order, and unallocated lines. */
async function listShares(tx: Tx, refundId: number): Promise<{ parts: SharesById; unallocated: SharesById }> {
  const taxes = await tx
    .select()
    .from(refundTaxLines)
    .where(eq(refundTaxLines.refundId, refundId))
    .orderBy(asc(refundTaxLines.id));
  const lines = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  const toShare = ({ id, net }: (typeof lines)[number]): [string, TaxedShare] => {
    const own = taxes.filter(({ refundLineId }) => refundLineId === id);
    const rates = own.map(({ rateKey, amount, ...rate }) => ({ rate: { ...rate, key: rateKey }, amount }));
    return [String(id), { net, taxes: rates }];
  };
  const isUnallocated = ({ kind }: (typeof lines)[number]) => kind === 'unallocated';
  return {
    parts: new Map(lines.filter((line) => !isUnallocated(line)).map(toShare)),
    unallocated: new Map(lines.filter(isUnallocated).map(toShare)),
  };
}

/** A provider may return more than the requested amount. */
async function addLines(tx: Tx, order: LockedOrder, { id, amount, refunded }: AnsweredAmounts): Promise<void> {
  const balance = await loadRefundBalance(tx, order);
  for (const line of calculateAmountLines(balance, refunded - amount, 0)) await insertRefundLine(tx, id, line);
}
