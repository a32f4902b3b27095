import type { LockedOrder } from '#features/orders/index.ts';
import { listTaxBases, type TaxLine } from '#features/pricing/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { type RefundCause, refundLines, refunds, refundTaxLines } from '../tables.ts';
import type { NewRefundLine } from './refund-lines.ts';
import { getGross, getTax, type TaxedShare } from './taxed-share.ts';

export interface RefundValues {
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly restock: boolean;
  readonly requestKey: string;
  readonly by: Author;
  readonly cause: RefundCause;
  /** Id of the failed refund that this refund repeats. */
  readonly followsId?: number;
}

/**
 * Inserts a requested refund with its lines.
 * @returns its id
 */
export async function insertRefund(
  { clock }: Shop,
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  { amount, reason, restock, requestKey, by, cause, followsId }: RefundValues,
  lines: readonly NewRefundLine[],
): Promise<number> {
  const values = { orderId: order.id, amount, requestedAmount: amount, reason, restock, requestKey, cause, followsId };
  const [refund] = await tx
    .insert(refunds)
    .values({ ...values, ...toAuthorColumns(by), status: 'requested', createdAt: clock.now() })
    .returning({ id: refunds.id });
  if (!refund) throw new Error('the refund was not written');
  for (const line of lines) await insertRefundLine(tx, refund.id, line);
  return refund.id;
}

export async function insertRefundLine(tx: Tx, refundId: number, line: NewRefundLine): Promise<void> {
  const { kind, lineId: orderLineId, quantity, net } = line;
  const amounts = { net, tax: getTax(line), gross: getGross(line) };
  const [written] = await tx
    .insert(refundLines)
    .values({ refundId, kind, orderLineId, quantity, ...amounts })
    .returning({ id: refundLines.id });
  if (!written) throw new Error('the line of the refund was not written');
  const refundLineId = written.id;
  const rows = listRefundTaxes(line).map(({ rate, ...tax }, position) => {
    const { key: rateKey, name, taxClass, rate: percent, isCompound } = rate;
    return { ...tax, refundId, refundLineId, position, rateKey, name, taxClass, rate: percent, isCompound };
  });
  if (rows.length > 0) await tx.insert(refundTaxLines).values(rows);
}

/** Lists the taxes of a share with the net amount to which each rate applies. */
export function listRefundTaxes({ net, taxes }: TaxedShare): TaxLine[] {
  const bases = listTaxBases(net, taxes);
  return taxes.map((tax, position) => ({ ...tax, net: bases[position] ?? net }));
}
