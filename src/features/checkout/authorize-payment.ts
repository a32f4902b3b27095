import {
  type InitialStatus,
  type LockedOrder,
  markOrderPaid,
  orderPlaced,
  setInitialStatus,
  toOrderEvent,
} from '#features/orders/index.ts';
import type { PaymentAuthorization, PaymentMethod } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Authorizes the payment of a new order, and sets the order's initial status by the result. */
export async function authorizePayment(shop: Shop, tx: Tx, order: LockedOrder, method: PaymentMethod): Promise<void> {
  const authorization = await method.authorize(shop, tx, order);
  if (authorization.status === 'processing' && authorization.isPaid)
    await markOrderPaid(shop, tx, { orderId: order.id, by: method.id });
  else await setInitialStatus(shop, tx, order, toInitialStatus(authorization), method.id);
  await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status: authorization.status });
}

function toInitialStatus(authorization: PaymentAuthorization): InitialStatus {
  switch (authorization.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: authorization.dueAt, instructions: authorization.instructions };
    case 'processing':
      return { to: 'processing', instructions: authorization.instructions };
  }
}
