import {
  beginStartedPayment,
  type NextAction,
  type StartPaymentFailure,
  settleOrderPayments,
  startPayment,
} from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';

export type PayOrderResult =
  /** `action`: what the shopper does next; null when nothing is left to do but wait. */
  { readonly ok: true; readonly action: NextAction | null } | StartPaymentFailure | Refusal<'PAYMENT_NOT_STARTED'>;

/**
 * Pays an order that exists with the chosen payment method. First asks the providers of
 * its open payments: who comes back after paying, or pays in two tabs, starts no second payment.
 * Repeating it goes on with the same payment. Nothing may be locked.
 */
export async function payOrder(
  shop: Shop,
  payment: { readonly orderId: number; readonly method: string; readonly by: Author; readonly network: string | null },
): Promise<PayOrderResult> {
  await settleOrderPayments(shop, payment.orderId);
  const started = await startPayment(shop, payment);
  if (!started.ok) return started;
  if (started.paymentId === null) return { ok: true, action: null };
  const begun = await beginStartedPayment(shop, started.paymentId);
  return begun.ok ? begun : { ok: false, code: 'PAYMENT_NOT_STARTED' };
}
