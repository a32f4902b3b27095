import { getOrder, type Order, orderPath, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import {
  type ClientStep,
  findClientStep,
  isBeingPaid,
  isPayable,
  settleOrderPayments,
} from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** `step`: the payment that a script goes on with; null when no payment waits for a script. */
export type PaymentProgress =
  | { readonly order: Order; readonly step: ClientStep; readonly path: string }
  | { readonly order: Order; readonly step: null; readonly path: string };

/**
 * Asks the providers of an order's open payments, and finds the page on which the shopper goes on. The caller must
 * hold no locks.
 * @param returnedAt when the shopper completed the provider's step; null when the request does not say so
 */
export async function findPaymentProgress(
  shop: Shop,
  { id, ...known }: Order,
  returnedAt: Date | null = null,
): Promise<PaymentProgress> {
  await settleOrderPayments(shop, id, returnedAt);
  const order = (await getOrder(shop.db, { id })) ?? { id, ...known };
  if (!isPayable(shop, order) || (await isBeingPaid(shop.db, id)))
    return { order, step: null, path: orderPath(order.token) };
  const step = await findClientStep(shop.db, id);
  return step === null
    ? { order, step, path: orderPayPath(order.token) }
    : { order, step, path: orderPayStepPath(order.token) };
}
