import { eq } from 'drizzle-orm';
import { enqueueOrderMail, lockOrder } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import {
  hasEnded,
  isDeclined,
  listTransactions,
  lockPayment,
  maxFailure,
  notReceived,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { finishTransaction, recordTransaction } from '../ledger/write-transactions.ts';
import type { RemoteProvider, RemoteState, RemoteTransaction } from '../providers/provider.ts';
import { recordProviderRefund } from '../refunds/request-refund.ts';
import { type PaymentStatus, payments, type TransactionKind } from '../tables.ts';
import { applyConsequences, payCoveredOrder } from './apply-consequences.ts';

interface FetchedState {
  readonly provider: RemoteProvider;
  /** Null when the provider does not know the payment. */
  readonly state: RemoteState | null;
  /** When the provider was asked. */
  readonly fetchedAt: Date;
}

/** Sums are checked after each row, so money is authorized before it is captured. */
const kindOrder: readonly TransactionKind[] = ['authorize', 'capture', 'void', 'refund', 'dispute'];

/**
 * Records what a provider knows of a payment, and what follows for its order. Only adds: a state
 * that was fetched before another one was recorded undoes nothing. Lock order: order, payment.
 */
export async function recordState(shop: Shop, { id, orderId }: Payment, fetched: FetchedState): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (orderId !== null) await lockOrder(tx, orderId);
    const payment = await lockPayment(tx, id);
    // The order was placed meanwhile, so it is not locked: the next call records the state.
    if (payment.orderId !== orderId) return;
    const { provider, state, fetchedAt } = fetched;
    const known = await listTransactions(tx, id);
    const remote = state?.transactions.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)) ?? [];
    for (const transaction of remote) await recordRemoteTransaction(shop, tx, payment, provider, transaction);
    await failLostRequests(shop, tx, id, { provider, fetchedAt });
    if (
      orderId === null &&
      remote.some(({ kind, status }) => kind === 'capture' && status === 'succeeded') &&
      payment.captured === 0
    )
      shop.log.warn({ payment: id }, 'a payment was captured before its order was placed');
    await updatePayment(shop, tx, payment, known, fetched);
    await applyConsequences(shop, tx, id, { isApproved: state?.isApproved ?? false, provider });
  });
}

async function recordRemoteTransaction(
  shop: Shop,
  tx: Tx,
  payment: Payment,
  provider: RemoteProvider,
  { kind, reference, requestKey, amount, status, at }: RemoteTransaction,
): Promise<void> {
  const known = await listTransactions(tx, payment.id);
  if (known.some((each) => each.kind === kind && each.providerReference === reference)) return;
  const requested = findRequest(known, { kind, requestKey, amount });
  if (requested) {
    await finishTransaction(shop, tx, requested, { status, providerReference: reference, amount });
    return;
  }
  const found = { paymentId: payment.id, amount, providerReference: reference, at };
  if (kind === 'refund' && status === 'succeeded' && payment.orderId !== null) {
    await payCoveredOrder(shop, tx, payment.id, provider);
    await recordProviderRefund(shop, tx, { ...found, orderId: payment.orderId, provider: provider.id });
  } else await recordTransaction(shop, tx, { ...found, kind, status, by: createSystemActor(provider.id) });
}

/**
 * Finds the request that a provider's transaction answers: by its key, or the oldest of the same
 * kind and amount when the provider does not tell keys.
 */
function findRequest(
  known: readonly PaymentTransaction[],
  { kind, requestKey, amount }: Pick<RemoteTransaction, 'kind' | 'requestKey' | 'amount'>,
): PaymentTransaction | undefined {
  const requests = known.filter((each) => each.status === 'requested' && each.kind === kind);
  return requests.find((each) => (requestKey === null ? each.amount === amount : each.requestKey === requestKey));
}

/** Seconds after the lifetime of a request key in which a request may still be on its way. */
const graceSeconds = 120;

/** Requests that the provider does not know although their keys are no longer valid never arrived. */
async function failLostRequests(
  shop: Shop,
  tx: Tx,
  paymentId: number,
  { provider, fetchedAt }: Pick<FetchedState, 'provider' | 'fetchedAt'>,
): Promise<void> {
  const latest = new Date(fetchedAt.getTime() - (provider.requestKeySeconds + graceSeconds) * 1000);
  for (const transaction of await listTransactions(tx, paymentId)) {
    if (transaction.status === 'requested' && transaction.requestedAt < latest)
      await finishTransaction(shop, tx, transaction, { status: 'failed', failure: notReceived });
  }
}

const ranks: Readonly<Record<PaymentStatus, number>> = {
  ...{ created: 0, requires_action: 1, pending: 2, failed: 3, cancelled: 3, expired: 3, open: 4 },
};

async function updatePayment(
  shop: Shop,
  tx: Tx,
  payment: Payment,
  known: readonly PaymentTransaction[],
  { provider, state, fetchedAt }: FetchedState,
): Promise<void> {
  const now = shop.clock.now();
  const status = chooseStatus(payment, known, { provider, state, fetchedAt });
  const nextAction = status === 'requires_action' ? payment.nextAction : null;
  const reference = payment.reference ?? state?.reference ?? null;
  const authorizedUntil = state?.authorizedUntil ?? payment.authorizedUntil;
  const failure = (hasEnded({ status }) && state?.failure?.slice(0, maxFailure)) || payment.failure;
  await tx
    .update(payments)
    .set({ status, nextAction, reference, authorizedUntil, failure, settledAt: now, updatedAt: now })
    .where(eq(payments.id, payment.id));
  // The shopper has left: a provider that works on a payment tells its end by an event.
  if (payment.orderId !== null && payment.status === 'pending' && hasEnded({ status }))
    await enqueueOrderMail(shop, tx, { order: payment.orderId, kind: 'payment-failed' });
}

function chooseStatus(
  payment: Payment,
  known: readonly PaymentTransaction[],
  { provider, state, fetchedAt }: FetchedState,
): PaymentStatus {
  if (state === null) {
    const age = fetchedAt.getTime() - payment.createdAt.getTime();
    const wasNeverBegun = payment.status === 'created' && age > (provider.requestKeySeconds + graceSeconds) * 1000;
    return wasNeverBegun ? 'expired' : payment.status;
  }
  // The provider still offers a payment whose capture it has declined.
  if (payment.status === 'failed' && (isDeclined(known, 'capture') || isDeclined(known, 'authorize'))) return 'failed';
  if (ranks[state.status] >= ranks[payment.status]) return state.status;
  if (!hasEnded(state)) return payment.status;
  // An open payment ends when nothing was captured and the state knows all that is recorded.
  const isOlder = known.some(
    (each) =>
      each.status === 'succeeded' &&
      !state.transactions.some(({ kind, reference }) => kind === each.kind && reference === each.providerReference),
  );
  return isOlder || payment.captured > 0 ? payment.status : state.status;
}
