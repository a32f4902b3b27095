import { type Settlement, settleDifference } from '#features/amendments/index.ts';
import { carryAttribution } from '#features/attribution/index.ts';
import {
  createOrder,
  DiscountsUsedUp,
  getOrder,
  keepVatNumber,
  nameShortages,
  type Order,
  type OrderInput,
} from '#features/orders/index.ts';
import { carryOver } from '#features/payments/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { toOwner } from '#platform/sessions/owner.ts';
import { type ExchangeInput, type ExchangePlan, type ExchangeRefusal, planExchange } from './plan-exchange.ts';
import { exchangeTexts as texts } from './texts.ts';

export interface Exchange extends ExchangeInput {
  readonly orderId: number;
  /** Whether the new order waits or is shipped until its remaining amount is paid. */
  readonly settlement: Settlement;
  /** Idempotency key. */
  readonly requestKey: string;
  readonly by: Actor;
}

export type ExchangeResult =
  | { readonly ok: true; readonly before: Order; readonly after: Order; readonly carried: number }
  | ExchangeRefusal
  | Refusal<'DISCOUNTS_USED_UP'>;

const insertExchange = sqlQuery(
  'exchanges.insert-exchange',
  'insert into exchanges (order_id, exchanged_order_id, refund_id) values ($1, $2, $3)',
);

/**
 * Places an order for the new items, paid with the money of the returned units. After a refusal the transaction must
 * be rolled back. Lock order: the first order, its payments, stock, the new order.
 */
export async function exchangeItems(shop: Shop, tx: Tx, exchange: Exchange): Promise<ExchangeResult> {
  const { orderId, settlement, requestKey, by } = exchange;
  const plan = await planExchange(shop, tx, orderId, exchange, by);
  if (!plan.ok) return plan;
  const { locked, order: before, refund } = plan;
  const placed = await placeOrder(shop, tx, plan, by);
  if (!placed.ok) return placed;
  const { id: to, number } = placed.order;
  const reason = shop.inLocale(before.locale).t(texts.reason, { number: String(number) });
  const refundId = await carryOver(shop, tx, locked, { plan: refund, to, reason, requestKey, by });
  await insertExchange(tx, [to, orderId, refundId]);
  await settleDifference(shop, tx, { order: to, before, settlement });
  const after = await getOrder(tx, { id: to });
  if (!after) throw new Error(`order ${number} was not written`);
  return { ok: true, before, after, carried: refund.amount };
}

async function placeOrder(shop: Shop, tx: Tx, plan: ExchangePlan, by: Actor) {
  const { order, quote } = plan;
  try {
    // The texts of the new order are in the shopper's language.
    const created = await createOrder(shop.inLocale(order.locale), tx, await toOrderInput(tx, plan, by));
    if (created.ok) return created;
    if (created.code !== 'OUT_OF_STOCK') throw new Error(`an exchange was refused: ${created.code}`);
    return { ...created, shortages: nameShortages(created.shortages, quote.lines) };
  } catch (error) {
    if (error instanceof DiscountsUsedUp) return { ok: false, code: 'DISCOUNTS_USED_UP' } as const;
    throw error;
  }
}

async function toOrderInput(
  tx: Tx,
  { order, quote: { lines, calculation, needsShipping } }: ExchangePlan,
  by: Actor,
): Promise<OrderInput> {
  const { id, number, email, phone, billing, delivery, meta, paymentMethod, paymentTitle } = order;
  if (!billing) throw new Error(`order ${number} has no address`);
  return {
    ...{ source: 'admin', amendsOrderId: null, placedBy: by, owner: toOwner(order), supersedes: [] },
    ...{ lines, calculation, email, phone, note: '', meta: keepVatNumber(meta), paymentMethod, paymentTitle },
    ...{ requestKey: null, network: null, confirmedBy: 'shop', isPaidNow: false, isPaymentHeld: false },
    ...{ billing, delivery: needsShipping ? (delivery ?? billing) : null },
    extensions: await carryAttribution(tx, id),
  };
}
