import { getOrder, lockOrder, type Order, type PositionUnits } from '#features/orders/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findPayment } from '../ledger/payment.ts';
import { paymentProviders } from '../providers/provider.ts';
import { isSold } from './plan-refund.ts';
import { findRefundablePayments, sumLeft } from './refund-amounts.ts';
import { loadRefundBalance } from './refund-balance.ts';
import { calculatePartLines, limitToUnitsLeft } from './refund-lines.ts';
import { type RefundProposal, refundProposals } from './refund-proposals.ts';

/** A failed refund that was neither repeated nor ended. */
export interface FailedRefund {
  readonly id: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly at: Date;
}

export const selectFailed = sqlQuery<FailedRefund>(
  'payments.list-failed-refunds',
  `select r.id, r.requested_amount as amount, r.reason, r.created_at as at from refunds r
  where r.order_id = $1 and r.status = 'failed' and not exists (select from refunds f where f.follows_id = r.id)
    and not exists (select from ended_refunds e where e.refund_id = r.id) order by r.id desc`,
);

const selectInvoice = sqlQuery<{ label: string }>(
  'payments.find-invoice-to-credit',
  `select label from documents d where order_id = $1 and kind = 'invoice'
    and not exists (select from documents c where c.kind = 'credit-note' and c.cancelled_invoice_id = d.id) order by id desc limit 1`,
);

/** A payment that money can be returned to. */
export interface RefundMethod {
  readonly paymentId: number;
  readonly title: string;
  /** Whether the provider is asked to return the money. Otherwise staff return it outside of the shop. */
  readonly isRemote: boolean;
}

/** An order with the amounts that can still be refunded, in minor units. */
export interface RefundableOrder extends Order {
  readonly left: number;
  /** Ids of the order's lines, in the order of the lines. */
  readonly lineIds: readonly number[];
  /** Lines with units that were not refunded yet, and how many. */
  readonly units: readonly PositionUnits[];
  readonly shippingLeft: number;
  readonly feesLeft: number;
  /** Whether the remaining parts are worth the remaining amount. */
  readonly isWhole: boolean;
  readonly methods: readonly RefundMethod[];
  readonly failed: readonly FailedRefund[];
  /** Label of the invoice to which a credit note would be issued; null without such an invoice. */
  readonly invoice: string | null;
  readonly proposal: RefundProposal | null;
}

export async function loadRefundable(shop: Shop, db: Db, id: number): Promise<RefundableOrder | null> {
  const order = await getOrder(db, { id });
  return order && inTransaction(db, async (tx) => ({ ...order, ...(await loadLeft(shop, tx, order)) }));
}

async function loadLeft(shop: Shop, tx: Tx, { id, lines }: Order): Promise<Omit<RefundableOrder, keyof Order>> {
  const order = await lockOrder(tx, id);
  const payments = await findRefundablePayments(tx, id);
  const titles = new Map(shop.implementations(paymentProviders).map((each) => [each.id, each]));
  const methods: RefundMethod[] = [];
  for (const payment of payments) {
    if (payment.left <= 0) continue;
    const { provider: name } = (await findPayment(tx, payment.id)) ?? { provider: '' };
    const provider = titles.get(name);
    methods.push({
      ...{ paymentId: payment.id, title: provider?.title(shop) ?? name, isRemote: provider?.kind === 'remote' },
    });
  }
  const [failed, [invoice]] = [await selectFailed(tx, [id]), await selectInvoice(tx, [id])];
  const found = { methods, failed, invoice: invoice?.label ?? null };
  const left = sumLeft(payments);
  const proposal = await findProposal(shop, tx, id);
  if (!order || left === 0 || !isSold(order)) {
    const noParts = { lineIds: [], units: [], shippingLeft: 0, feesLeft: 0, isWhole: false };
    return { ...found, ...noParts, left, proposal: left === 0 ? null : proposal };
  }
  const balance = await loadRefundBalance(tx, order);
  const ordered = lines.map(({ quantity }, index) => ({ position: index + 1, quantity }));
  const units = limitToUnitsLeft(balance, ordered);
  const value = (parts: { shipping: boolean; fees: boolean }, of: readonly PositionUnits[] = []) => {
    const calculated = calculatePartLines(balance, { lines: of, ...parts });
    return calculated.ok ? calculated.amount : 0;
  };
  return {
    ...{ ...found, left, units, proposal, lineIds: balance.sold.flatMap(({ lineId }) => lineId ?? []) },
    shippingLeft: value({ shipping: true, fees: false }),
    feesLeft: value({ shipping: false, fees: true }),
    isWhole: value({ shipping: true, fees: true }, units) === left,
  };
}

async function findProposal(shop: Shop, tx: Tx, orderId: number): Promise<RefundProposal | null> {
  for (const find of shop.implementations(refundProposals)) {
    const proposal = await find(shop, tx, orderId);
    if (proposal) return proposal;
  }
  return null;
}
