import { eq } from 'drizzle-orm';
import { getOrder } from '#features/orders/index.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentCancelPath, paymentPath } from '../contract.ts';
import { findPayment, hasEnded, lockPaymentOfOrder, maxFailure, type Payment } from '../ledger/payment.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import type {
  BeginAnswer,
  BeginOptions,
  NextAction,
  PaymentContent,
  RemoteProvider,
} from '../providers/remote-provider.ts';
import { applyConsequences } from '../settle/apply-consequences.ts';
import { createCallOptions, toRemotePayment } from '../settle/call-provider.ts';
import { settleOnRequest } from '../settle/settle-on-request.ts';
import { payments } from '../tables.ts';
import { createOrderContent } from './payment-content.ts';

/**
 * Asks the remote provider of a new order to begin its payment, after the order's transaction.
 * @returns next step of the shopper; null for an order without remote payment, and when the provider did not answer:
 * the page of the order offers to try again
 */
export async function beginOrderPayment(shop: Shop, orderNumber: number): Promise<NextAction | null> {
  const before = new Date(shop.clock.now().getTime() - freshTime);
  const findPayments = async () => (await selectWaiting(shop.db, [orderNumber, before]))[0];
  let found = await findPayments();
  // The provider may have ended an old payment since. A shopper who comes back later then sees that, and starts a new
  // payment.
  const old = found?.old ? await findPayment(shop.db, found.old) : null;
  if (old) {
    await settleOnRequest(shop, old);
    found = await findPayments();
  }
  return found?.waiting ? beginPayment(shop, found.waiting) : null;
}

/**
 * Milliseconds after the begin of a payment in which the provider is not asked about it when its order is placed
 * again.
 */
const freshTime = 60 * 60 * 1000;

/**
 * Asks the provider to begin a payment that `startPayment` has stored.
 * @param content content of a payment before its order. Default: that of the order
 * @returns next step of the shopper; null when the shopper can only wait. Not ok when the provider has refused the
 * payment or did not answer
 */
export async function beginStartedPayment(
  shop: Shop,
  paymentId: number,
  content?: PaymentContent,
): Promise<{ readonly ok: true; readonly action: NextAction | null } | { readonly ok: false }> {
  const action = await beginPayment(shop, paymentId, content);
  if (action !== null) return { ok: true, action };
  const payment = await findPayment(shop.db, paymentId);
  return payment && payment.status !== 'created' && !hasEnded(payment) ? { ok: true, action } : { ok: false };
}

/** `old`: a payment that began before $2 and has not ended. */
const selectWaiting = sqlQuery<{ waiting: number | null; old: number | null }>(
  'payments.find-waiting-payment',
  `select
    (select p.id from payments p where p.order_id = o.id and p.status in ('created', 'requires_action') order by p.id desc limit 1) as waiting,
    (select p.id from payments p where p.order_id = o.id and p.status in ('requires_action', 'pending', 'open')
      and p.captured = 0 and p.created_at < $2 order by p.id desc limit 1) as old
  from orders o where o.number = $1`,
);

/**
 * Asks a remote provider to begin a payment, with the public id as the request key. The answer is stored; when it was
 * lost, the provider is asked again. The caller must hold no locks.
 */
async function beginPayment(shop: Shop, paymentId: number, heldContent?: PaymentContent): Promise<NextAction | null> {
  const payment = await findPayment(shop.db, paymentId);
  const provider = payment && findRemoteProvider(shop, payment.provider);
  if (!payment || !provider) return null;
  if (payment.status !== 'created' && payment.status !== 'requires_action') return null;
  if (payment.nextAction) return payment.nextAction;
  if (!isKeyValid(shop, provider, payment)) return null;
  const content = heldContent ?? (await loadOrderContent(shop, payment));
  if (!content) return null;
  const remotePayment = await toRemotePayment(shop, payment);
  try {
    const answer = await provider.begin(shop, remotePayment, createBeginOptions(shop, payment, content));
    return await recordBegin(shop, payment, provider, answer);
  } catch (error) {
    shop.log.warn({ err: error, payment: paymentId }, 'a payment provider did not begin a payment');
    return null;
  }
}

async function loadOrderContent({ db }: Shop, { orderId, amount }: Payment): Promise<PaymentContent | null> {
  const order = orderId === null ? null : await getOrder(db, { id: orderId });
  return order && createOrderContent(order, amount);
}

function createBeginOptions({ config, choices }: Shop, { publicId }: Payment, content: PaymentContent): BeginOptions {
  const [returnUrl, cancelUrl] = [paymentPath(publicId), paymentCancelPath(publicId)].map(
    (path) => new URL(path, config.publicUrl).href,
  ) as [string, string];
  return { ...createCallOptions(), content, returnUrl, cancelUrl, locale: choices.locale };
}

/**
 * True when the shopper can continue a payment: it has not ended, and it has begun or its request key is still valid.
 */
export function canContinue(shop: Shop, provider: RemoteProvider, payment: Payment): boolean {
  return !hasEnded(payment) && (payment.status !== 'created' || isKeyValid(shop, provider, payment));
}

/** After its lifetime the key could begin a second payment. */
function isKeyValid({ clock }: Shop, { requestKeySeconds }: RemoteProvider, { createdAt }: Payment): boolean {
  return clock.now().getTime() - createdAt.getTime() < requestKeySeconds.begin * 1000;
}

async function recordBegin(
  shop: Shop,
  begun: Payment,
  provider: RemoteProvider,
  answer: BeginAnswer,
): Promise<NextAction | null> {
  return inTransaction(shop.db, async (tx) => {
    const { id, ...payment } = await lockPaymentOfOrder(tx, begun);
    const updatedAt = shop.clock.now();
    // An event, or the same request in another process, was faster than this answer.
    if (payment.status !== 'created') {
      const isWaiting = payment.status === 'requires_action' && answer.ok;
      if (isWaiting) await tx.update(payments).set({ nextAction: answer.action, updatedAt }).where(eq(payments.id, id));
      return isWaiting ? answer.action : null;
    }
    const change = answer.ok
      ? { status: 'requires_action' as const, reference: answer.reference, nextAction: answer.action, updatedAt }
      : { status: 'failed' as const, failure: answer.reason.slice(0, maxFailure), updatedAt };
    await tx.update(payments).set(change).where(eq(payments.id, id));
    if (!answer.ok) await applyConsequences(shop, tx, id, { provider, isApproved: false });
    return answer.ok ? answer.action : null;
  });
}
