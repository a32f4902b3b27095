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
  /** `action`: the next step of the shopper; null when the shopper can only wait. */
  { readonly ok: true; readonly action: NextAction | null } | StartPaymentFailure | Refusal<'PAYMENT_NOT_STARTED'>;

/**
 * Pays an existing order with the chosen payment method. Asks the providers of the order's open payments first, so
 * that a shopper who comes back after paying, or pays in two tabs, starts no second payment. Repeating the call goes
 * on with the same payment. The caller must hold no locks.
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
