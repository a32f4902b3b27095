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
  const { parts, unallocated } = await listShares(tx, refundId);
  const [sumOfParts, sumUnallocated] = [sumGross(parts.values()), sumGross(unallocated.values())];
  const unneeded = sumUnallocated > 0 ? await findUnneeded(tx, order, refunded, sumOfParts) : 0;
  const ofParts = Math.min(refunded - Math.min(unneeded, sumUnallocated, refunded), sumOfParts);
  await writeShares(tx, divideAmount(ofParts, parts));
  await writeShares(tx, divideAmount(refunded - ofParts, unallocated));
}

/**
 * The order's money, in minor units, that it did not need before a refund gave some back.
 * @param sumOfParts what the refund has reserved of the order's parts
 */
async function findUnneeded(tx: Tx, order: LockedOrder, refunded: number, sumOfParts: number): Promise<number> {
  const money = sumLeft(await findRefundablePayments(tx, order.id)) + refunded;
  const needed = sumGross(calculateLeft(await loadRefundBalance(tx, order)).values()) + sumOfParts;
  return Math.max(money - needed, 0);
}

/**
 * Takes back what requested refunds have reserved of an order's parts, newest first. Until they are answered it counts in
 * them as money that belongs to no part.
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

/** The lines of a refund by their ids: parts of the order, and money that belongs to none. */
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

/** A provider may tell a larger amount than it was asked for. */
async function addLines(tx: Tx, order: LockedOrder, { id, amount, refunded }: AnsweredAmounts): Promise<void> {
  const balance = await loadRefundBalance(tx, order);
  for (const line of calculateAmountLines(balance, refunded - amount, 0)) await insertRefundLine(tx, id, line);
}
