import {
  type ConfirmedBy,
  type InitialStatus,
  type LockedOrder,
  markOrderPaid,
  type OrderInput,
  orderPlaced,
  setInitialStatus,
  toOrderEvent,
} from '#features/orders/index.ts';
import type { PaymentAuthorization, PaymentMethod } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CheckoutInput } from './read-form.ts';
import type { OrderCalculation } from './review.ts';

interface OrderSource {
  readonly cartId: string;
  readonly visitorId: string;
  readonly confirmedBy: ConfirmedBy | null;
  readonly requestHash: string;
}

/** All that an order is made of. */
export function toOrderInput(
  { cart, lines, shippingLines, pricesIncludeTax }: OrderCalculation,
  orderer: OrderSource,
  { email, phone, note, billing, shipping, meta, requestKey }: CheckoutInput,
  method: PaymentMethod,
): OrderInput {
  return {
    ...orderer,
    cartVersion: cart.version,
    currency: cart.currency,
    pricesIncludeTax,
    lines,
    shipping: shippingLines,
    email,
    phone,
    note,
    billing,
    delivery: cart.needsShipping ? (shipping ?? billing) : null,
    paymentMethod: method.id,
    paymentTitle: method.title,
    requestKey,
    meta,
  };
}

/** Begins the payment of a new order, which says how the order goes on. */
export async function authorizePayment(shop: Shop, tx: Tx, order: LockedOrder, method: PaymentMethod): Promise<void> {
  const started = await method.authorize(shop, tx, order);
  if (started.status === 'processing' && started.paid)
    await markOrderPaid(shop, tx, { orderId: order.id, by: method.id });
  else await setInitialStatus(shop, tx, order, toInitialStatus(started), method.id);
  await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status: started.status });
}

function toInitialStatus(started: PaymentAuthorization): InitialStatus {
  switch (started.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: started.dueAt, instructions: started.instructions };
    case 'processing':
      return { to: 'processing', instructions: started.instructions };
  }
}
