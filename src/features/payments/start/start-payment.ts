import {
  awaitsRest,
  calculateAmountDue,
  cancelOrder,
  changePaymentMethod,
  getOrder,
  hasMissedEvent,
  type LockedOrder,
  lockOrder,
  type Order,
  reassessOrder,
  resumePayment,
  setInitialStatus,
} from '#features/orders/index.ts';
import { getBaseAddress } from '#features/pricing/index.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import { getUncaptured, hasEnded, listOrderPayments, type Payment } from '../ledger/payment.ts';
import { cancelOfflinePayments, isPaymentInProgress } from '../ledger/payments-of-order.ts';
import {
  getAvailablePaymentMethods,
  type OfflineProvider,
  type PaymentMethod,
  paymentProviders,
} from '../providers/provider.ts';
import type { RemoteProvider } from '../providers/remote-provider.ts';
import { canContinue } from './begin-payment.ts';
import { decidePaymentStart, insertPayment, toInitialStatus } from './create-payment.ts';

/**
 * Why an order can't be paid now. `ORDER_NOT_PAYABLE`: the order has ended, or is paid on delivery. `EVENT_STARTED`:
 * see `hasMissedEvent`. `ORDER_BEING_PAID`: see `isBeingPaid`.
 */
export type StartPaymentFailure = Refusal<
  'ORDER_PAID' | 'ORDER_NOT_PAYABLE' | 'EVENT_STARTED' | 'ORDER_BEING_PAID' | 'METHOD_UNAVAILABLE'
>;

/** `paymentId`: id of the remote payment to begin; null when the order waits for an offline payment. */
export type StartPaymentResult = { readonly ok: true; readonly paymentId: number | null } | StartPaymentFailure;

type PayableOrder = Parameters<typeof calculateAmountDue>[0] &
  Pick<Order, 'source' | 'status' | 'paidAt' | 'dueAt' | 'paymentMethod' | 'capturedTotal' | 'refundedTotal' | 'lines'>;

/**
 * True when an order waits for money that any provider may collect. An open payment of the order may still prevent
 * it.
 */
export function isPayable(shop: Shop, order: PayableOrder): boolean {
  const { status, paidAt, dueAt, paymentMethod } = order;
  if (paidAt !== null || calculateAmountDue(order) === 0 || hasMissedEvent(order, shop.clock.now())) return false;
  if (dueAt !== null && dueAt <= shop.clock.now()) return false;
  if (status === 'on-hold') return findOfflineProvider(shop, paymentMethod)?.allowsOtherPayment === true;
  return status === 'pending' || status === 'failed' || awaitsRest(order);
}

function findOfflineProvider(shop: Shop, id: string): OfflineProvider | null {
  const provider = shop.implementations(paymentProviders).find((each) => each.id === id);
  return provider?.kind === 'offline' ? provider : null;
}

/** True when the shopper has completed a payment, and the provider or the shop has not finished it yet. */
export async function isBeingPaid(db: Db, orderId: number): Promise<boolean> {
  if (await isPaymentInProgress(db, orderId)) return true;
  const payments = await listOrderPayments(db, orderId);
  return payments.some((payment) => !hasEnded(payment) && (payment.status === 'pending' || getUncaptured(payment) > 0));
}

/**
 * Lists the payment methods for the amount that is still due of an order, without the offline method whose money it
 * awaits.
 */
export async function listOrderPaymentMethods(shop: Shop, db: Db, order: Order): Promise<PaymentMethod[]> {
  const methods = await getAvailablePaymentMethods(shop, db, {
    total: calculateAmountDue(order),
    currency: order.currency,
    country: (order.billing ?? order.delivery)?.country ?? getBaseAddress(shop.choices).country,
    needsShipping: order.delivery !== null,
  });
  // An order that is shipped before it is fully paid can't wait for an offline method.
  const offered = awaitsRest(order) ? methods.filter(({ provider }) => provider.kind === 'remote') : methods;
  return offered.filter(({ id }) => order.status !== 'on-hold' || id !== order.paymentMethod);
}

interface NewPayment {
  readonly orderId: number;
  readonly method: string;
  /** `shopper`, or another author of the request. */
  readonly by: Author;
  /** Network of the request; null without a request. */
  readonly network?: string | null;
}

/**
 * Starts the payment of an existing order, with any provider that is available for it: continues the provider's open
 * payment, or stores a new payment, so that the request key of a declined payment is never used again. An order on
 * hold stays on hold until its money comes, by any payment. Payments of other providers are not ended: `settle`
 * refunds money that they capture in excess, so call it first. An overdue order expires. Lock order: order, cart,
 * stock, coupons.
 */
export async function startPayment(shop: Shop, input: NewPayment): Promise<StartPaymentResult> {
  return inTransaction(shop.db, async (tx) => {
    const locked = await lockOrder(tx, input.orderId);
    const order = locked && (await getOrder(tx, { id: locked.id }));
    if (!locked || !order) return { ok: false, code: 'ORDER_NOT_PAYABLE' };
    const payments = await listOrderPayments(tx, locked.id);
    if (locked.paidAt !== null || calculateAmountDue(locked) === 0) return { ok: false, code: 'ORDER_PAID' };
    if (await isBeingPaid(tx, locked.id)) return { ok: false, code: 'ORDER_BEING_PAID' };
    if (!isPayable(shop, order)) return refuse(shop, tx, order);
    const methods = await listOrderPaymentMethods(shop, tx, order);
    const method = methods.find(({ id }) => id === input.method);
    if (!method) return { ok: false, code: 'METHOD_UNAVAILABLE' };
    const { by, network = null } = input;
    const { provider } = method;
    return provider.kind === 'remote'
      ? { ok: true, paymentId: await startRemote(shop, tx, locked, { payments, method, provider, by, network }) }
      : startOffline(shop, tx, locked, { method, by, network });
  });
}

async function refuse(shop: Shop, tx: Tx, order: Order): Promise<StartPaymentFailure> {
  const now = shop.clock.now();
  const isOverdue = order.dueAt !== null && order.dueAt <= now;
  if (isOverdue) await cancelOrder(shop, tx, { orderId: order.id, reason: 'expired', by: 'job' });
  return { ok: false, code: !isOverdue && hasMissedEvent(order, now) ? 'EVENT_STARTED' : 'ORDER_NOT_PAYABLE' };
}

interface ChosenMethod {
  readonly method: PaymentMethod;
  readonly by: Author;
  readonly network: string | null;
}

interface RemoteChoice {
  readonly provider: RemoteProvider;
  readonly payments: readonly Payment[];
}

async function startRemote(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { payments, method: { id, title }, provider, by, network }: ChosenMethod & RemoteChoice,
): Promise<number> {
  const resumed = await resumePayment(shop, tx, order, by);
  // An order on hold keeps its payment method, since its money may still come by that method.
  if (order.status !== 'on-hold') await changePaymentMethod(shop, tx, resumed, { id, title, by });
  const open = payments.find(
    (payment) =>
      payment.provider === id && payment.amount === calculateAmountDue(order) && canContinue(shop, provider, payment),
  );
  return open?.id ?? insertPayment(shop, tx, order, { provider: id, status: 'created', network });
}

async function startOffline(
  shop: Shop,
  tx: Tx,
  locked: LockedOrder,
  { method: { id, title, provider }, by, network }: ChosenMethod,
): Promise<StartPaymentResult> {
  const order = await reassessOrder(shop, tx, locked);
  if (!order) return { ok: false, code: 'METHOD_UNAVAILABLE' };
  await cancelOfflinePayments(shop, tx, order.id);
  const changed = await changePaymentMethod(shop, tx, order, { id, title, by });
  await insertPayment(shop, tx, order, { provider: id, status: 'open', network });
  const start = decidePaymentStart(shop, { ...changed, total: calculateAmountDue(order) }, provider);
  await setInitialStatus(shop, tx, changed, toInitialStatus(start), by);
  return { ok: true, paymentId: null };
}
