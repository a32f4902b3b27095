import { carryAttribution } from '#features/attribution/index.ts';
import {
  createOrder,
  DiscountsUsedUp,
  getOrder,
  isAwaitingConfirmation,
  type LockedOrder,
  lockOrder,
  nameShortages,
  type Order,
  type OrderInput,
} from '#features/orders/index.ts';
import { carryPayments } from '#features/payments/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { toOwner } from '#platform/sessions/owner.ts';
import { type AmendmentInput, type AmendmentPlan, type PlanFailure, planAmendment } from './plan-amendment.ts';
import { type Settlement, settleDifference } from './settle-difference.ts';

export interface Amendment extends AmendmentInput {
  readonly orderId: number;
  readonly settlement: Settlement;
  readonly by: Actor;
}

export type AmendmentResult =
  | { readonly ok: true; readonly before: Order; readonly after: Order }
  | PlanFailure
  | Refusal<'ORDER_NOT_FOUND' | 'ORDER_NOT_AMENDABLE' | 'PAYMENT_IN_PROGRESS'>
  | Refusal<'OUT_OF_STOCK', { name: string; available: number }>
  /** The message of this refusal names the coupons. */
  | Refusal<'DISCOUNTS_USED_UP'>;

/** Whether an order can be amended, as far as its row and its refunds tell. */
export function isAmendable(
  order: Pick<LockedOrder, 'status' | 'source' | 'confirmedAt' | 'suspicion' | 'refundedTotal'>,
): boolean {
  if (order.refundedTotal > 0 || isAwaitingConfirmation(order)) return false;
  // A pending order of the checkout can't be amended: the shopper is still at the checkout and may change the order
  // there.
  if (order.status === 'pending' || order.status === 'failed') return order.source !== 'checkout';
  return order.status === 'on-hold' || order.status === 'processing';
}

const findObstacle = sqlQuery<object>(
  'amendments.find-obstacle',
  `select from shipments where order_id = $1 union all select from refunds where order_id = $1 and status <> 'failed'
  union all select from replacements where order_id = $1 limit 1`,
);

/**
 * Replaces an order by a new order with the requested content. Nothing of the first order may be shipped or refunded,
 * and it must not be a free replacement. The new order takes over its stock, coupons, payments and source. After a
 * refusal the transaction must be rolled back.
 */
export async function amendOrder(shop: Shop, tx: Tx, { orderId, ...amendment }: Amendment): Promise<AmendmentResult> {
  const locked = await lockOrder(tx, orderId);
  const before = locked && (await getOrder(tx, { id: orderId }));
  if (!before) return { ok: false, code: 'ORDER_NOT_FOUND' };
  if (!isAmendable(locked) || (await findObstacle(tx, [orderId])).length > 0)
    return { ok: false, code: 'ORDER_NOT_AMENDABLE' };
  const plan = await planAmendment(shop, tx, before, amendment, amendment.by);
  if (!plan.ok) return plan;
  const created = await replaceOrder(shop, tx, { locked, before, plan, by: amendment.by });
  if (!created.ok) return created;
  await carryPayments(shop, tx, locked.id, created.order.id);
  await settleDifference(shop, tx, { order: created.order.id, before, settlement: amendment.settlement });
  const after = await getOrder(tx, { id: created.order.id });
  if (!after) throw new Error(`order ${created.order.number} was not written`);
  return { ok: true, before, after };
}

interface Replacement {
  readonly locked: LockedOrder;
  readonly before: Order;
  readonly plan: AmendmentPlan;
  readonly by: Actor;
}

async function replaceOrder(
  shop: Shop,
  tx: Tx,
  { locked, before, plan, by }: Replacement,
): Promise<{ readonly ok: true; readonly order: LockedOrder } | Extract<AmendmentResult, { ok: false }>> {
  try {
    const input = await toOrderInput(tx, before, plan, { locked, by });
    // Texts of the new order stay in the language of the shopper.
    const created = await createOrder(shop.inLocale(before.locale), tx, input);
    if (created.ok) return created;
    if (created.code === 'PAYMENT_IN_PROGRESS') return { ok: false, code: created.code };
    if (created.code !== 'OUT_OF_STOCK') throw new Error(`an amendment was refused: ${created.code}`);
    const [{ name, available } = { name: '', available: 0 }] = nameShortages(created.shortages, plan.lines);
    return { ok: false, code: 'OUT_OF_STOCK', name, available };
  } catch (error) {
    if (error instanceof DiscountsUsedUp) return { ok: false, code: 'DISCOUNTS_USED_UP' };
    throw error;
  }
}

async function toOrderInput(
  tx: Tx,
  { id, email, phone, note, billing, delivery, paymentMethod, paymentTitle, meta, ...before }: Order,
  { lines, calculation, needsShipping }: AmendmentPlan,
  { locked, by }: Pick<Replacement, 'locked' | 'by'>,
): Promise<OrderInput> {
  const address = billing ?? delivery;
  if (!address) throw new Error(`order ${before.number} has no address`);
  return {
    ...{ source: 'admin', amendsOrderId: id, placedBy: by, owner: toOwner(before), supersedes: [locked] },
    ...{ lines, calculation, email, phone, note, meta, paymentMethod, paymentTitle, requestKey: null, network: null },
    confirmedBy: before.confirmedBy ?? 'shop',
    ...{ isPaidNow: false, isPaymentHeld: false },
    ...{ billing: address, delivery: needsShipping ? (delivery ?? address) : null },
    extensions: await carryAttribution(tx, id),
  };
}
