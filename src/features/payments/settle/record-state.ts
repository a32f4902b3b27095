import { eq } from 'drizzle-orm';
import { enqueueOrderMail, lockOrder, postponeExpiry } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import {
  hasEnded,
  isByHand,
  listDeclines,
  listTransactions,
  lockPayment,
  lockPaymentOfOrder,
  maxFailure,
  notReceived,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { finishTransaction, recordTransaction } from '../ledger/write-transactions.ts';
import { getKeySeconds, type RemoteProvider, type RemoteTransaction } from '../providers/remote-provider.ts';
import { recordProviderRefund } from '../refunds/request-refund.ts';
import { payments, type TransactionKind } from '../tables.ts';
import { paymentTexts as texts } from '../texts.ts';
import { applyConsequences, payCoveredOrder } from './apply-consequences.ts';
import { chooseStatus, type FetchedState, graceSeconds } from './choose-status.ts';
import { recordDispute } from './record-dispute.ts';
import { reportUnanswered } from './report-unanswered.ts';

/** Triggers check the sums after each row, so an authorization must be recorded before its capture. */
const kindOrder: readonly TransactionKind[] = ['authorize', 'capture', 'void', 'refund', 'dispute'];

/**
 * Records a provider's state of a payment, and its consequences for the order. Only adds transactions, so that a
 * state that was fetched earlier and recorded later undoes nothing. Lock order: order, payment.
 * @returns ids of the requests that the provider still works on: they have moved no money yet, and are not lost
 */
export async function recordState(
  shop: Shop,
  { id, orderId }: Payment,
  fetched: FetchedState,
): Promise<ReadonlySet<number>> {
  return inTransaction(shop.db, async (tx) => {
    const payment = await lockPaymentOfOrder(tx, { id, orderId });
    // The order was placed meanwhile, and may not be locked after its payment: the next call records the state.
    if (orderId === null && payment.orderId !== null) return new Set<number>();
    const { provider, state } = fetched;
    // The payment was declined meanwhile and continues as a new payment at the provider, so this state is about the
    // old one.
    if (state !== null && payment.reference !== null && state.reference !== payment.reference) return new Set<number>();
    const known = await listTransactions(tx, id);
    const told = state?.transactions.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)) ?? [];
    const remote = await chooseTransactionsOfPayment(tx, payment, known, { told, others: fetched.others });
    for (const transaction of remote)
      if (transaction.kind === 'dispute') await recordDispute(shop, tx, payment, provider, transaction);
      else if (transaction.status !== 'pending')
        await recordRemoteTransaction(shop, tx, payment, provider, { ...transaction, status: transaction.status });
    const recorded = remote.length === 0 ? known : await listTransactions(tx, id);
    const pending = findPendingRequests(recorded, remote);
    await reportUnanswered(shop, tx, payment, { provider, transactions: recorded, pending });
    const hasLost = await failLostRequests(shop, tx, recorded, { ...fetched, pending });
    const current = hasLost ? await listTransactions(tx, id) : recorded;
    if (
      orderId === null &&
      remote.some(({ kind, status }) => kind === 'capture' && status === 'succeeded') &&
      payment.captured === 0
    )
      shop.log.warn({ payment: id }, 'a payment was captured before its order was placed');
    await updatePayment(shop, tx, payment, { known, current }, fetched);
    // Carried-over money was approved and captured with its source payment, so the approval does not apply to this
    // part.
    const { isApproved = false, amount: agreedAmount } = (payment.sourceId === null ? state : null) ?? {};
    await applyConsequences(shop, tx, id, { isApproved, agreedAmount, provider });
    return pending;
  });
}

interface ToldTransactions {
  readonly told: readonly RemoteTransaction[];
  readonly others: readonly Payment[];
}

/**
 * Chooses which of the provider's transactions belong to a payment, without refunds that were recorded by hand. When
 * money was carried over, one payment at the provider is several payments in the shop: each gets the transactions
 * that it has requested. A refund that none has requested belongs to the first payment with enough money, by id, else
 * to several payments. Other transactions without a request belong to the source payment.
 */
async function chooseTransactionsOfPayment(
  tx: Tx,
  payment: Payment,
  known: readonly PaymentTransaction[],
  { told, others }: ToldTransactions,
): Promise<readonly RemoteTransaction[]> {
  if (others.length === 0) return leaveOutByHand(told, known);
  const ofOthers: PaymentTransaction[] = [];
  for (const { id } of others) ofOthers.push(...(await listTransactions(tx, id)));
  const all = [payment, ...others].sort((a, b) => a.id - b.id);
  const findHolder = ({ amount }: RemoteTransaction) => all.find((each) => getLeft(each) >= amount);
  return leaveOutByHand(told, [...known, ...ofOthers]).flatMap((each) => {
    if (isKnown(known, each)) return each;
    const isRefund = each.kind === 'refund';
    const holder = isRefund ? findHolder(each) : undefined;
    if (isRefund && each.status === 'succeeded' && !holder)
      return takeRefundShare(each, payment, { ofOthers, isLast: all.at(-1)?.id === payment.id });
    const owner = holder ?? all.find(({ sourceId }) => sourceId === null);
    return !isKnown(ofOthers, each) && owner?.id === payment.id ? each : [];
  });
}

const getLeft = ({ captured, refunded }: Payment): number => captured - refunded;

interface OtherShares {
  readonly ofOthers: readonly PaymentTransaction[];
  /** Whether no other part of the source payment has a higher id. */
  readonly isLast: boolean;
}

/**
 * Takes this payment's share of a refund that is larger than the money of any part, such as a chargeback of the whole
 * payment. Parts are recorded by id, so earlier parts have taken their shares. The last part takes the rest, also
 * money above the sum of all parts.
 */
function takeRefundShare(
  told: RemoteTransaction,
  payment: Payment,
  { ofOthers, isLast }: OtherShares,
): RemoteTransaction[] {
  if (findRequest(ofOthers, told)) return [];
  const taken = ofOthers
    .filter(({ kind, providerReference }) => kind === told.kind && providerReference === told.reference)
    .reduce((sum, { amount }) => sum + amount, 0);
  const rest = told.amount - taken;
  const amount = isLast ? rest : Math.min(getLeft(payment), rest);
  return amount > 0 ? [{ ...told, amount }] : [];
}

function isKnown(known: readonly PaymentTransaction[], told: RemoteTransaction): boolean {
  const isRecorded = known.some((each) => each.kind === told.kind && each.providerReference === told.reference);
  return isRecorded || findRequest(known, told) !== undefined;
}

type EndedTransaction = RemoteTransaction & { readonly status: 'succeeded' | 'failed' };

async function recordRemoteTransaction(
  shop: Shop,
  tx: Tx,
  payment: Payment,
  provider: RemoteProvider,
  { kind, reference, requestKey, amount, status, failure, at }: EndedTransaction,
): Promise<void> {
  const known = await listTransactions(tx, payment.id);
  if (known.some((each) => each.kind === kind && each.providerReference === reference)) return;
  const requested = findRequest(known, { kind, requestKey, amount });
  const isRefund = kind === 'refund' && status === 'succeeded';
  if (isRefund && !requested && payment.orderId !== null) await payCoveredOrder(shop, tx, payment.id, provider);
  const limited = isRefund ? await limitToCaptured(shop, tx, payment, amount) : { amount, failure: failure ?? '' };
  const found = { ...limited, providerReference: reference };
  if (requested) await finishTransaction(shop, tx, requested, { ...found, status });
  else if (isRefund && payment.orderId !== null && limited.amount > 0) {
    const { id: paymentId, orderId } = payment;
    await recordProviderRefund(shop, tx, { ...found, paymentId, orderId, provider: provider.id, at });
  } else {
    const by = createSystemActor(provider.id);
    await recordTransaction(shop, tx, { ...found, paymentId: payment.id, kind, status, by, at });
  }
}

/**
 * A provider may return more than the remaining money, after refunds by hand. The ledger records the remaining money,
 * and the excess as text.
 */
async function limitToCaptured(shop: Shop, tx: Tx, { id, currency }: Payment, amount: number) {
  const { captured, refunded } = await lockPayment(tx, id);
  const limited = Math.min(amount, captured - refunded);
  if (limited === amount) return { amount, failure: '' };
  shop.log.error({ payment: id, amount, left: limited }, 'a provider has given back more than was left of a payment');
  const rest = formatMoney({ amount: amount - limited, currency }, shop.choices.locale);
  return { amount: limited, failure: shop.t(texts.refundedMore, { amount: rest }) };
}

/**
 * Finds the request that a provider's transaction answers: by its key, or the oldest request of the same kind and
 * amount when the provider does not return keys.
 */
function findRequest(
  known: readonly PaymentTransaction[],
  { kind, requestKey, amount }: Pick<RemoteTransaction, 'kind' | 'requestKey' | 'amount'>,
): PaymentTransaction | undefined {
  const requests = known.filter((each) => each.status === 'requested' && each.kind === kind);
  return requests.find((each) => (requestKey === null ? each.amount === amount : each.requestKey === requestKey));
}

/**
 * Leaves out refunds that staff made at the provider and recorded by hand, since both are the same money: for each
 * amount, as many as were recorded.
 */
function leaveOutByHand(
  told: readonly RemoteTransaction[],
  known: readonly PaymentTransaction[],
): readonly RemoteTransaction[] {
  const byHand = known.filter(isByHand).map(({ amount }) => amount);
  if (byHand.length === 0) return told;
  return told.filter((transaction) => {
    const { kind, status, reference, requestKey, amount } = transaction;
    if (kind !== 'refund' || status === 'failed' || findRequest(known, transaction)) return true;
    // Requests of the shop, also requests that it gave up as lost, were not made by staff at the provider.
    const isKnown = (each: PaymentTransaction) =>
      each.providerReference === reference || each.requestKey === requestKey;
    if (known.some((each) => each.kind === kind && isKnown(each))) return true;
    const found = byHand.indexOf(amount);
    if (found >= 0) byHand.splice(found, 1);
    return found < 0;
  });
}

function findPendingRequests(
  known: readonly PaymentTransaction[],
  remote: readonly RemoteTransaction[],
): ReadonlySet<number> {
  let open = known;
  const found = remote.flatMap((transaction) => {
    const request = transaction.status === 'pending' ? findRequest(open, transaction) : undefined;
    open = open.filter((each) => each !== request);
    return request?.id ?? [];
  });
  return new Set(found);
}

/**
 * Marks requests as failed that never arrived: the provider does not know them, and their keys are no longer valid.
 * @returns whether there were any
 */
async function failLostRequests(
  shop: Shop,
  tx: Tx,
  recorded: readonly PaymentTransaction[],
  {
    provider,
    fetchedAt,
    pending,
  }: Pick<FetchedState, 'provider' | 'fetchedAt'> & { readonly pending: ReadonlySet<number> },
): Promise<boolean> {
  const lost = recorded.filter(({ id, kind, status, requestedAt }) => {
    if (kind === 'dispute' || status !== 'requested' || pending.has(id)) return false;
    const age = fetchedAt.getTime() - requestedAt.getTime();
    return age > (getKeySeconds(provider, kind) + graceSeconds) * 1000;
  });
  for (const transaction of lost)
    await finishTransaction(shop, tx, transaction, { status: 'failed', failure: notReceived });
  return lost.length > 0;
}

async function updatePayment(
  shop: Shop,
  tx: Tx,
  payment: Payment,
  {
    known,
    current,
  }: { readonly known: readonly PaymentTransaction[]; readonly current: readonly PaymentTransaction[] },
  fetched: FetchedState,
): Promise<void> {
  const { state } = fetched;
  const now = shop.clock.now();
  if (payment.sourceId !== null) {
    await tx.update(payments).set({ settledAt: now }).where(eq(payments.id, payment.id));
    return;
  }
  const decline = findNewDecline(known, current);
  const status = decline ? 'failed' : chooseStatus(payment, current, known, fetched);
  const nextAction = status === 'requires_action' ? payment.nextAction : null;
  const reference = payment.reference ?? state?.reference ?? null;
  const authorizedUntil = state?.authorizedUntil ?? payment.authorizedUntil;
  const instrument = state?.instrument ?? payment.instrument;
  const failure =
    (hasEnded({ status }) && (decline?.failure || state?.failure)?.slice(0, maxFailure)) || payment.failure;
  await tx
    .update(payments)
    .set({ status, nextAction, reference, authorizedUntil, instrument, failure, settledAt: now, updatedAt: now })
    .where(eq(payments.id, payment.id));
  // The shopper has left after completing the payment. Its end is reported by an event or the job, so a mail is
  // needed.
  const hasLeft = payment.status === 'pending' || payment.status === 'open' || decline !== undefined;
  if (payment.orderId !== null && hasLeft && hasEnded({ status })) await askToPayAgain(shop, tx, payment.orderId);
}

/**
 * Tells a shopper who has left that the payment has failed. Extends the order's due time, so that there is time for
 * another payment.
 */
export async function askToPayAgain(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order?.status === 'pending' || order?.status === 'failed') await postponeExpiry(shop, tx, order);
  await enqueueOrderMail(shop, tx, { order: orderId, kind: 'payment-failed' });
}

/** Finds a request for money that the provider has worked on and finally declined. */
function findNewDecline(
  known: readonly PaymentTransaction[],
  current: readonly PaymentTransaction[],
): PaymentTransaction | undefined {
  const requested = new Set(known.flatMap(({ id, status }) => (status === 'requested' ? id : [])));
  return listDeclines(current).find(({ id }) => requested.has(id));
}
