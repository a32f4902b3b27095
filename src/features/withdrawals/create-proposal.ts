import { canCancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { previewRefund, type RefundPreview, type RefundProposal } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findOpenWithdrawal, type Withdrawal } from './find-withdrawals.ts';
import { recognizeItems } from './recognize-items.ts';
import { withdrawalTexts as texts } from './texts.ts';
import { listWithdrawableLines, type WithdrawableLine } from './withdrawal-lines.ts';

/** `units` and `amount` describe a refund; for other actions they are empty and 0. */
export interface WithdrawalProposal extends RefundPreview {
  /** `await-payment`: the order is unpaid and can't be cancelled. `none`: nothing is left to refund. */
  readonly action: 'refund' | 'cancel' | 'await-payment' | 'none';
}

/**
 * Proposes how to handle a withdrawal; staff decide. A paid order is refunded, without amounts refunded before. A
 * refund of the whole order includes its shipping costs (Directive 2011/83/EU, article 13(1)). An unpaid order is
 * cancelled. Units that are recorded for the withdrawal take precedence over the shopper's text; units already
 * refunded for it are left out.
 * @returns null when the items can't be recognised in the shopper's text
 */
export async function createProposal(
  shop: Shop,
  tx: Tx,
  { id, orderId, scope, items }: Pick<Withdrawal, 'orderId' | 'scope' | 'items'> & { readonly id?: number },
): Promise<WithdrawalProposal | null> {
  const order = orderId === null ? null : await getOrder(tx, { id: orderId });
  if (!order) return null;
  const lines = id === undefined ? [] : await listWithdrawableLines(tx, order.id, id);
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const isAll = scope === 'whole' && (chosen.length === 0 || lines.every(({ quantity, left }) => quantity >= left));
  const units = isAll ? null : chosen.length > 0 ? toUnits(chosen) : recognizeItems(shop, order, items);
  const isWhole = isAll || (units !== null && sumQuantities(units) === sumQuantities(order.lines));
  if (isUnpaid(order)) {
    const canCancel = isWhole && (await canCancelOrder(tx, order));
    return { action: canCancel ? 'cancel' : 'await-payment', units: [], amount: 0 };
  }
  if (!isAll && units === null) return null;
  if (units?.length === 0) return { action: 'none', units, amount: 0 };
  const refund = await previewRefund(tx, order.id, units);
  return { action: refund.amount === 0 ? 'none' : 'refund', ...refund };
}

/** Provides `payments.refund-proposals`: proposes the refund for the newest open withdrawal from an order. */
export async function proposeRefund(shop: Shop, tx: Tx, orderId: number): Promise<RefundProposal | null> {
  const withdrawal = await findOpenWithdrawal(tx, orderId);
  const proposal = withdrawal && (await createProposal(shop, tx, withdrawal));
  if (!withdrawal || proposal?.action !== 'refund') return null;
  return { units: proposal.units, lead: shop.t(texts.refundBegins, { name: withdrawal.name }) };
}

const toUnits = (lines: readonly WithdrawableLine[]) =>
  lines.flatMap(({ position, quantity, refunded }) =>
    quantity > refunded ? [{ position, quantity: quantity - refunded }] : [],
  );

function isUnpaid({ paidAt, status }: Order): boolean {
  return paidAt === null && status !== 'cancelled';
}

function sumQuantities(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
