import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { refundLines, refunds, refundTaxLines } from '../tables.ts';
import type { NewRefundLine } from './refund-lines.ts';
import { getGross, getTax } from './taxed-share.ts';

export interface RefundValues {
  readonly orderId: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly restock: boolean;
  readonly requestKey: string;
  readonly by: string;
  readonly cause: 'staff' | 'late-payment';
}

/** Inserts a requested refund with its lines. @returns its id */
export async function insertRefund(
  { clock }: Shop,
  tx: Tx,
  { orderId, amount, reason, restock, requestKey, by, cause }: RefundValues,
  lines: readonly NewRefundLine[],
): Promise<number> {
  const values = { orderId, amount, requestedAmount: amount, reason, restock, requestKey, by, cause };
  const [refund] = await tx
    .insert(refunds)
    .values({ ...values, status: 'requested', createdAt: clock.now() })
    .returning({ id: refunds.id });
  if (!refund) throw new Error('the refund was not written');
  for (const line of lines) await insertRefundLine(tx, refund.id, line, restock && line.kind === 'item');
  return refund.id;
}

/** Adds a line with its taxes to a requested refund. */
export async function insertRefundLine(
  tx: Tx,
  refundId: number,
  line: NewRefundLine,
  restocked: boolean,
): Promise<void> {
  const { kind, lineId: orderLineId, quantity, net, taxes } = line;
  const amounts = { net, tax: getTax(line), gross: getGross(line) };
  const [written] = await tx
    .insert(refundLines)
    .values({ refundId, kind, orderLineId, quantity, ...amounts, restocked })
    .returning({ id: refundLines.id });
  if (!written) throw new Error('the line of the refund was not written');
  const refundLineId = written.id;
  const rows = taxes.flatMap(({ rate, amount }, position) => {
    if (!rate) return [];
    const { key: rateKey, name, taxClass, rate: percent, isCompound } = rate;
    return [{ refundId, refundLineId, position, rateKey, name, taxClass, rate: percent, isCompound, net, amount }];
  });
  if (rows.length > 0) await tx.insert(refundTaxLines).values(rows);
}
