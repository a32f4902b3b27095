import {
  type InitialStatus,
  type LockedOrder,
  orderPlaced,
  setInitialStatus,
  toOrderEvent,
} from '#features/orders/index.ts';
import {
  beginOrderPayment,
  createPayment,
  decidePaymentStart,
  type PaymentMethod,
  type PaymentStart,
  recordCapture,
} from '#features/payments/index.ts';
import { awaitAll, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Writes the payment of a new order, and sets the order's initial status by it. */
export async function authorizePayment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { provider }: PaymentMethod,
): Promise<PaymentStart> {
  const start = decidePaymentStart(shop, order, provider);
  if (start.status === 'processing' && start.isPaid) {
    await createPayment(shop, tx, order, provider);
    await recordCapture(shop, tx, { orderId: order.id, by: provider.id });
  } else
    await awaitAll([
      createPayment(shop, tx, order, provider),
      setInitialStatus(shop, tx, order, toInitialStatus(start), provider.id),
    ]);
  await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status: start.status });
  return start;
}

function toInitialStatus(start: PaymentStart): InitialStatus {
  switch (start.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: start.dueAt, instructions: start.instructions };
    case 'processing':
      return { to: 'processing', instructions: start.instructions };
  }
}

/**
 * Begins the payment of a placed order with its remote provider, after the order's transaction.
 * @returns the provider's page to which the shopper is sent, null when there is none
 */
export async function findPaymentPage(shop: Shop, orderNumber: number): Promise<string | null> {
  const action = await beginOrderPayment(shop, orderNumber);
  return action?.kind === 'redirect' ? action.url : null;
}
