import { authorizePayment } from '#features/checkout/index.ts';
import {
  calculateAmountDue,
  enqueueOrderMail,
  keepCarriedTotal,
  type LockedOrder,
  markOrderPaid,
  type Order,
  orderPlaced,
  setInitialStatus,
  toOrderEvent,
} from '#features/orders/index.ts';
import { getAvailablePaymentMethods, onAccount, type PaymentMethod } from '#features/payments/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What an order does until its remaining amount is paid. */
export type Settlement = 'wait' | 'ship';

interface Difference {
  /** Id of the new order, which has taken over the money. */
  readonly order: number;
  /** The order from which the money comes. */
  readonly before: Order;
  readonly settlement: Settlement;
}

/** Starts a new order that has taken over money, depending on the amount that is still to be paid. */
export async function settleDifference(
  shop: Shop,
  tx: Tx,
  { order: id, before, settlement }: Difference,
): Promise<void> {
  const order = await keepCarriedTotal(tx, id);
  if (calculateAmountDue(order) === 0) {
    await announce(shop, tx, order);
    await markOrderPaid(shop, tx, { orderId: id, by: 'shop' });
  } else if (order.carriedTotal > 0) {
    const start = { to: 'processing', instructions: [] } as const;
    const status = settlement === 'ship' ? await setInitialStatus(shop, tx, order, start, 'shop') : order.status;
    await announce(shop, tx, order, status);
    await askToPay(shop, tx, order);
  } else await requestPayment(shop, tx, order, before);
}

/** Requests the payment of a new order by the payment method of the first order, or else by a link. */
export async function requestPayment(shop: Shop, tx: Tx, order: LockedOrder, before: Order): Promise<void> {
  const method = await findMethod(shop, tx, order, before);
  const start = method && (await authorizePayment(shop, tx, order, method));
  if (!start) await announce(shop, tx, order);
  if (!start || start.status === 'pending') await askToPay(shop, tx, order);
}

const announce = (shop: Shop, tx: Tx, order: LockedOrder, status = order.status): Promise<void> =>
  shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status });

const askToPay = (shop: Shop, tx: Tx, { id }: LockedOrder): Promise<void> =>
  enqueueOrderMail(shop, tx, { order: id, kind: 'payment-request' });

/** @returns null when the first order's payment method is not available for an order of this total */
async function findMethod(
  shop: Shop,
  db: Db,
  { total, currency, paymentMethod }: LockedOrder,
  before: Order,
): Promise<PaymentMethod | null> {
  // Staff agreed on payment on account, which no checkout offers.
  if (paymentMethod === onAccount.id) return { id: onAccount.id, title: before.paymentTitle, provider: onAccount };
  const country = (before.billing ?? before.delivery)?.country ?? '';
  const context = { total, currency, country, needsShipping: before.delivery !== null };
  const methods = await getAvailablePaymentMethods(shop, db, context);
  return methods.find(({ id }) => id === paymentMethod) ?? null;
}
