import {
  type Acceptance,
  acceptOrder,
  type ConfirmedBy,
  type LockedOrder,
  markPaid,
  type OrderDraft,
  orderPlaced,
  toOrderEvent,
} from '#features/orders/index.ts';
import type { PaymentMethod, PaymentStart } from '#features/payments/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CheckoutInput } from './read-form.ts';
import type { Review } from './review.ts';

interface Orderer {
  readonly cartId: string;
  readonly visitorId: string;
  readonly confirmedBy: ConfirmedBy | null;
  readonly requestHash: string;
}

/** All that an order is made of. */
export function toOrderDraft(
  { cart, lines, shippingLines, pricesIncludeTax }: Review,
  orderer: Orderer,
  { email, phone, note, billing, shipping, meta, requestKey }: CheckoutInput,
  method: PaymentMethod,
): OrderDraft {
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
export async function startPayment(shop: Shop, tx: Tx, order: LockedOrder, method: PaymentMethod): Promise<void> {
  const started = await method.start(shop, tx, order);
  if (started.status === 'processing' && started.paid) await markPaid(shop, tx, { orderId: order.id, by: method.id });
  else await acceptOrder(shop, tx, order, acceptanceOf(started), method.id);
  await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status: started.status });
}

function acceptanceOf(started: PaymentStart): Acceptance {
  switch (started.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: started.dueAt, instructions: started.instructions };
    case 'processing':
      return { to: 'processing', instructions: started.instructions };
  }
}
