import {
  getOrder,
  type LockedOrder,
  orderPath,
  orderPayPath,
  orderPayStepPath,
  orderPlaced,
  setInitialStatus,
  toOrderEvent,
} from '#features/orders/index.ts';
import {
  attachHeldPayment,
  beginOrderPayment,
  createPayment,
  decidePaymentStart,
  describeLastFailure,
  type PaymentMethod,
  type PaymentStart,
  recordCapture,
  toInitialStatus,
} from '#features/payments/index.ts';
import { awaitAll, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { PlaceOrderSuccess } from './place-order-result.ts';

interface PaymentOrigin {
  /** Client network of the request; null without one. */
  readonly network?: string | null | undefined;
  /** Id of the locked payment that started before the order. Default: a new payment is inserted. */
  readonly heldId?: number | undefined;
  /** Author and reference of a payment whose money was received at once. */
  readonly received?: { readonly by: Author; readonly reference: string } | undefined;
}

/** Writes the payment of a new order, and sets the initial status of the order accordingly. */
export async function authorizePayment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { provider }: PaymentMethod,
  { network = null, heldId, received }: PaymentOrigin = {},
): Promise<PaymentStart> {
  const start = decidePaymentStart(shop, order, provider);
  const writePayment = () =>
    heldId === undefined
      ? createPayment(shop, tx, order, provider, network)
      : attachHeldPayment(shop, tx, heldId, order);
  const by = createSystemActor(provider.id);
  const isPaid = start.status === 'processing' && start.isPaid;
  const [, status] = await awaitAll([
    writePayment(),
    isPaid ? start.status : setInitialStatus(shop, tx, order, toInitialStatus(start), by),
  ]);
  if (isPaid) await recordCapture(shop, tx, { orderId: order.id, by, ...received });
  await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status });
  return start;
}

export interface NextStep {
  /**
   * Path or URL: the provider's page, the page where the provider's script continues, the order's page, or the page
   * to pay again or in another way.
   */
  readonly path: string;
  /** Data with which the provider's script continues; null when it has nothing to do. */
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** Starts the payment of a placed order at its remote provider. Must run after the order's transaction. */
export async function findNextStep(
  shop: Shop,
  { number, token, isPaymentOpen }: Pick<PlaceOrderSuccess, 'number' | 'token' | 'isPaymentOpen'>,
): Promise<NextStep> {
  if (!isPaymentOpen) return { path: orderPath(token), client: null };
  const action = await beginOrderPayment(shop, number);
  if (action?.kind === 'redirect') return { path: action.url, client: null };
  if (action?.kind === 'client') return { path: orderPayStepPath(token), client: action.data };
  const order = await getOrder(shop.db, { token });
  const failure = order && (await describeLastFailure(shop, shop.t, order.id));
  return { path: failure === null ? orderPath(token) : orderPayPath(token), client: null };
}
