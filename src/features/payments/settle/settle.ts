import { eq } from 'drizzle-orm';
import { lockOrder } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  findPayment,
  listTransactions,
  lockPayment,
  maxFailure,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { finishTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider, type MoneyAnswer, type RemoteProvider } from '../providers/provider.ts';
import { payments } from '../tables.ts';
import { applyConsequences } from './apply-consequences.ts';
import { callProvider, createCallOptions, toRemotePayment } from './call-provider.ts';
import { recordState } from './record-state.ts';

/** An authorization leads to a capture, a late capture to a refund: each is a round. */
const maxRounds = 4;

/**
 * Makes the provider's state of a payment the shop's, and asks the provider for what the shop has
 * requested. The only way in which a remote payment changes after it has begun: return of the
 * shopper, events and jobs only call this. Safe to call at any time, by several at once.
 * @throws when the provider does not tell the state; what was requested stays requested
 */
export async function settle(shop: Shop, paymentId: number): Promise<void> {
  const payment = await findPayment(shop.db, paymentId);
  const provider = payment && findRemoteProvider(shop, payment.provider);
  if (!payment || !provider) return;
  const fetchedAt = shop.clock.now();
  const state = await provider.fetchState(shop, await toRemotePayment(shop, payment), createCallOptions());
  await recordState(shop, payment, { provider, state, fetchedAt });
  for (let round = 0; round < maxRounds; round += 1) {
    if (!(await sendRequests(shop, provider, paymentId))) return;
  }
}

/** @returns whether an answer was recorded, which may have led to further requests */
async function sendRequests(shop: Shop, provider: RemoteProvider, paymentId: number): Promise<boolean> {
  const payment = await findPayment(shop.db, paymentId);
  if (!payment) return false;
  let isAnswered = false;
  for (const transaction of await listTransactions(shop.db, paymentId)) {
    if (transaction.status !== 'requested' || !isKeyValid(shop, provider, transaction)) continue;
    const answer = await callProvider(shop, provider, payment, transaction);
    if (answer === null || answer.status === 'pending') continue;
    await recordAnswer(shop, provider, payment, transaction, answer);
    isAnswered = true;
  }
  return isAnswered;
}

/** Past its lifetime a key could start the work a second time. */
function isKeyValid({ clock }: Shop, { requestKeySeconds }: RemoteProvider, { requestedAt }: PaymentTransaction) {
  return clock.now().getTime() - requestedAt.getTime() < requestKeySeconds * 1000;
}

async function recordAnswer(
  shop: Shop,
  provider: RemoteProvider,
  { id: paymentId, orderId }: Payment,
  { id }: PaymentTransaction,
  answer: Exclude<MoneyAnswer, { status: 'pending' }>,
): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (orderId !== null) await lockOrder(tx, orderId);
    await lockPayment(tx, paymentId);
    const transaction = (await listTransactions(tx, paymentId)).find((each) => each.id === id);
    // Another call has recorded it meanwhile.
    if (transaction?.status !== 'requested') return;
    const end =
      answer.status === 'succeeded'
        ? { status: answer.status, providerReference: answer.reference }
        : { status: answer.status, failure: answer.reason };
    await finishTransaction(shop, tx, transaction, end);
    const isPaymentDeclined =
      end.status === 'failed' && (transaction.kind === 'capture' || transaction.kind === 'authorize');
    if (isPaymentDeclined)
      await tx
        .update(payments)
        .set({ status: 'failed', failure: (end.failure ?? '').slice(0, maxFailure) })
        .where(eq(payments.id, paymentId));
    await applyConsequences(shop, tx, paymentId, { provider, isApproved: false });
  });
}
