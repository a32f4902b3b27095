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
  /** Of the request; null without one. */
  readonly network?: string | null | undefined;
  /** Id of the locked payment that began before the order. Default: a new one is written. */
  readonly heldId?: number | undefined;
  /** Who has taken the money of a payment that is paid at once, and by what it is found again. */
  readonly received?: { readonly by: Author; readonly reference: string } | undefined;
}

/**
 * Writes the payment of a new order, and sets the order's initial status by it.
 */
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

/** What follows an order. */
export interface NextStep {
  /** The provider's page, the one where its script goes on, that of the order, or where it is paid again or otherwise. */
  readonly path: string;
  /** What the provider's script goes on with; null when it has nothing to do. */
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** Begins the payment of a placed order with its remote provider, after the order's transaction. */
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
