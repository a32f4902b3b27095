import { eq } from 'drizzle-orm';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  findPayment,
  findSourcePayment,
  listCarriedPayments,
  listDeclines,
  listTransactions,
  lockPaymentOfOrder,
  maxFailure,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { finishTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import {
  getKeySeconds,
  type MoneyAnswer,
  type RemoteProvider,
  type RemoteState,
} from '../providers/remote-provider.ts';
import { payments } from '../tables.ts';
import { applyConsequences } from './apply-consequences.ts';
import { callProvider, createCallOptions, toRemotePayment } from './call-provider.ts';
import { askToPayAgain, recordState } from './record-state.ts';
import { reportSilence } from './report-unanswered.ts';

/** An authorization leads to a capture, and a late capture to a refund: each is a round. */
const maxRounds = 4;

/**
 * Copies the provider's state of a payment to the shop, and sends the shop's open requests to the provider. This is
 * the only function that changes a remote payment after it has begun: the shopper's return, events and jobs call it.
 * It may be called at any time, also concurrently. Parts of the payment that belong to other orders are settled with
 * it, since the provider has only one payment.
 * @param returnedAt when the shopper came back from the provider, or agreed there. Only then is money requested again
 * that the provider has declined, from another card or account. Default: the shopper did not come back
 * @throws when the provider does not return the state; open requests stay requested
 */
export async function settle(shop: Shop, paymentId: number, returnedAt: Date | null = null): Promise<void> {
  const asked = await findPayment(shop.db, paymentId);
  const provider = asked && findRemoteProvider(shop, asked.provider);
  if (!asked || !provider) return;
  const payment = await findSourcePayment(shop.db, asked);
  const fetchedAt = shop.clock.now();
  const state = await fetchState(shop, provider, payment);
  // Read the parts after the state, so that all payments whose requests the state may contain are listed.
  const all = [payment, ...(await listCarriedPayments(shop.db, payment.id))];
  for (const each of all) {
    const fetched = { provider, state, fetchedAt, returnedAt, others: all.filter(({ id }) => id !== each.id) };
    const pending = await recordState(shop, each, fetched);
    for (let round = 0; round < maxRounds; round += 1)
      if (!(await sendRequests(shop, provider, each.id, pending))) break;
  }
}

async function fetchState(shop: Shop, provider: RemoteProvider, payment: Payment): Promise<RemoteState | null> {
  try {
    return await provider.fetchState(shop, await toRemotePayment(shop, payment), createCallOptions());
  } catch (error) {
    await reportSilence(shop, provider, payment);
    throw error;
  }
}

/**
 * @param pending ids of the requests that the provider works on
 * @returns whether an answer was recorded, which may have led to further requests
 */
async function sendRequests(
  shop: Shop,
  provider: RemoteProvider,
  paymentId: number,
  pending: ReadonlySet<number>,
): Promise<boolean> {
  const payment = await findPayment(shop.db, paymentId);
  if (!payment) return false;
  let isAnswered = false;
  for (const transaction of await listTransactions(shop.db, paymentId)) {
    if (transaction.status !== 'requested' || pending.has(transaction.id) || !isKeyValid(shop, provider, transaction))
      continue;
    const answer = await callProvider(shop, provider, payment, transaction);
    if (answer === null || answer.status === 'pending') continue;
    await recordAnswer(shop, provider, payment, transaction, answer);
    isAnswered = true;
  }
  return isAnswered;
}

/** After its lifetime a key could start the same work a second time. */
function isKeyValid({ clock }: Shop, provider: RemoteProvider, { kind, requestedAt }: PaymentTransaction): boolean {
  return clock.now().getTime() - requestedAt.getTime() < getKeySeconds(provider, kind) * 1000;
}

async function recordAnswer(
  shop: Shop,
  provider: RemoteProvider,
  payment: Payment,
  { id, requestedAt }: PaymentTransaction,
  answer: Exclude<MoneyAnswer, { status: 'pending' }>,
): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const { id: paymentId } = await lockPaymentOfOrder(tx, payment);
    const known = await listTransactions(tx, paymentId);
    const transaction = known.find((each) => each.id === id);
    // A concurrent call has recorded the answer.
    if (transaction?.status !== 'requested') return;
    const end =
      answer.status === 'succeeded'
        ? { status: answer.status, providerReference: answer.reference }
        : { status: 'failed' as const, failure: answer.reason, providerReference: answer.declinedReference ?? null };
    await finishTransaction(shop, tx, transaction, end);
    const isPaymentDeclined =
      answer.status !== 'succeeded' && (transaction.kind === 'capture' || transaction.kind === 'authorize');
    if (isPaymentDeclined)
      await tx
        .update(payments)
        .set(toDeclinedPayment(answer, listDeclines(known).length + 1))
        .where(eq(payments.id, paymentId));
    await applyConsequences(shop, tx, paymentId, { provider, isApproved: false });
    // The page has told the shopper that the payment is being processed, and the shopper has left it.
    const hasLeft = shop.clock.now().getTime() - requestedAt.getTime() > shopperPatience;
    if (isPaymentDeclined && answer.status === 'failed' && payment.orderId !== null && hasLeft)
      await askToPayAgain(shop, tx, payment.orderId);
  });
}

/** Milliseconds that a shopper waits for an answer. */
const shopperPatience = 10 * 60 * 1000;

/**
 * How often the money of a payment is requested, each time from another card or account that the shopper has chosen.
 */
const maxDeclines = 3;

/** The shopper may continue the same payment while the provider returns an action, until `maxDeclines` declines. */
function toDeclinedPayment(
  answer: Extract<MoneyAnswer, { status: 'failed' | 'needs_shopper' }>,
  declines: number,
): Partial<typeof payments.$inferInsert> {
  if (answer.status === 'needs_shopper' && declines < maxDeclines)
    return {
      ...{ status: 'requires_action', nextAction: answer.action },
      ...(answer.reference === undefined ? {} : { reference: answer.reference }),
    };
  return { status: 'failed', failure: answer.reason.slice(0, maxFailure), nextAction: null };
}
