import { eq, sql } from 'drizzle-orm';
import type { LockedOrder } from '#features/orders/index.ts';
import { calculateAmountDue } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hashNetwork } from '../ledger/failed-payments.ts';
import { findPayment, hasEnded, isAbandoned, listTransactions, lockPayment } from '../ledger/payment.ts';
import { findRemoteProvider, paymentProviders } from '../providers/provider.ts';
import type { AmountChange, RemotePayer, RemoteProvider, RemoteState } from '../providers/remote-provider.ts';
import { createCallOptions, toRemotePayment } from '../settle/call-provider.ts';
import { settleOnRequest } from '../settle/settle-on-request.ts';
import { payments, type TransactionKind } from '../tables.ts';

type HeldValues = Omit<NewHeldPayment, 'network'> & { readonly now: Date; readonly networkHash: string | null };

const insertHeld = namedQuery<HeldValues, { publicId: string }>(
  'payments.insert-held-payment',
  `insert into payments (attempt_id, provider, amount, currency, status, created_at, updated_at, network_hash)
  values ($attemptId, $provider, $amount, $currency, 'created', $now, $now, $networkHash) returning public_id as "publicId"`,
);

interface NewHeldPayment {
  /** Id of the checkout attempt to which the payment belongs until the order exists. */
  readonly attemptId: number;
  readonly provider: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly network: string | null;
}

/**
 * Stores a payment that begins before its order.
 * @returns its public id
 */
export async function insertHeldPayment(shop: Shop, tx: Tx, held: NewHeldPayment): Promise<string> {
  const networkHash = hashNetwork(shop, held.network);
  const [payment] = await insertHeld(tx, { ...held, now: shop.clock.now(), networkHash });
  if (!payment) throw new Error('the payment was not written');
  return payment.publicId;
}

type ExpressProvider = RemoteProvider & { readonly express: NonNullable<RemoteProvider['express']> };

export function listExpressProviders(shop: Shop): string[] {
  const providers = shop.implementations(paymentProviders);
  return providers.flatMap((each) => (each.kind === 'remote' && each.express ? each.id : []));
}

/** Returns the provider with this id if it begins payments before their order, else null. */
export function findExpressProvider(shop: Shop, id: string): ExpressProvider | null {
  const provider = findRemoteProvider(shop, id);
  return provider?.express ? (provider as ExpressProvider) : null;
}

/**
 * Sends a new amount to the provider for a payment that the shopper has not agreed to yet. Also sends an amount that
 * equals the stored amount, since the answer to an earlier change may be lost. A provider may accept a change after
 * the shopper has agreed, so the state is fetched afterwards: an amount is stored only if the shopper had not agreed
 * before. The caller must hold no locks.
 * @returns false when the provider has refused the change or did not answer, or the shopper has already agreed
 *   to another amount
 */
export async function changeHeldAmount(shop: Shop, paymentId: number, change: AmountChange): Promise<boolean> {
  const { amount } = change;
  const payment = await findPayment(shop.db, paymentId);
  const provider = payment && findExpressProvider(shop, payment.provider);
  const isOpen = payment?.status === 'created' || payment?.status === 'requires_action';
  if (!provider || payment.orderId !== null || !isOpen) return false;
  try {
    const remotePayment = await toRemotePayment(shop, payment);
    if (!(await provider.express.changeAmount(shop, remotePayment, change, createCallOptions()))) return false;
    const state = await provider.fetchState(shop, remotePayment, createCallOptions());
    const hasAgreed = state?.status !== 'requires_action' || state.isApproved;
    if (hasAgreed) return amount === payment.amount && amount === state?.amount;
  } catch (error) {
    shop.log.warn({ err: error, payment: paymentId }, 'a payment provider did not change an amount');
    return false;
  }
  await inTransaction(shop.db, async (tx) => {
    const { orderId } = await lockPayment(tx, paymentId);
    if (orderId === null)
      await tx.update(payments).set({ amount, updatedAt: shop.clock.now() }).where(eq(payments.id, paymentId));
  });
  return true;
}

/** Records the provider's state of a payment, unless the provider does not answer. The caller must hold no locks. */
export async function refreshHeldPayment(shop: Shop, paymentId: number): Promise<void> {
  const payment = await findPayment(shop.db, paymentId);
  if (payment) await settleOnRequest(shop, payment);
}

/**
 * `approved`: the shopper has agreed to pay `amount`, in minor units; `payer` is the shopper's data if the provider
 * passes it on. `unknown`: the provider did not answer.
 */
export type HeldApproval =
  | { readonly state: 'approved'; readonly amount: number; readonly payer: RemotePayer | null }
  | { readonly state: 'waiting' | 'ended' | 'unknown' };

function sumSucceeded({ transactions }: RemoteState, kind: TransactionKind): number {
  const moved = transactions.filter((each) => each.kind === kind && each.status === 'succeeded');
  return moved.reduce((sum, { amount }) => sum + amount, 0);
}

/** Asks the provider whether the shopper has agreed to pay, and how much. The caller must hold no locks. */
export async function fetchHeldApproval(shop: Shop, paymentId: number): Promise<HeldApproval> {
  const payment = await findPayment(shop.db, paymentId);
  const provider = payment && findExpressProvider(shop, payment.provider);
  if (!payment || !provider || hasEnded(payment) || isAbandoned(shop, payment)) return { state: 'ended' };
  try {
    const state = await provider.fetchState(shop, await toRemotePayment(shop, payment), createCallOptions());
    if (state === null) return { state: 'waiting' };
    if (hasEnded(state)) return { state: 'ended' };
    const agreed = sumSucceeded(state, 'authorize') || sumSucceeded(state, 'capture');
    if (sumSucceeded(state, 'refund') > 0) return { state: 'ended' };
    const { payer = null } = state;
    if (agreed === 0 && !state.isApproved) return { state: 'waiting' };
    const amount = agreed || (state.amount ?? payment.amount);
    if (amount === payment.amount) return { state: 'approved', amount, payer };
    shop.log.warn({ payment: paymentId }, 'the amount of a payment was changed after it was agreed to');
    return { state: 'ended' };
  } catch (error) {
    shop.log.warn({ err: error, payment: paymentId }, 'a payment provider did not tell a state');
    return { state: 'unknown' };
  }
}

/**
 * Locks a payment that began before its order. Lock order: payment, cart.
 * @returns whether the payment can still pay for an order
 */
export async function lockHeldPayment(shop: Shop, tx: Tx, paymentId: number): Promise<boolean> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.orderId !== null || hasEnded(payment) || isAbandoned(shop, payment)) return false;
  const returns = (await listTransactions(tx, paymentId)).filter(({ kind }) => kind === 'void' || kind === 'refund');
  return returns.every(({ status }) => status === 'failed');
}

/**
 * Assigns the locked payment that began before a new order to this order, with its captured money. The caller settles
 * it after the commit. A payment without moved money becomes `pending`, so that the job settles it otherwise.
 */
export async function attachHeldPayment(shop: Shop, tx: Tx, paymentId: number, order: LockedOrder): Promise<void> {
  const amount = calculateAmountDue(order);
  await tx
    .update(payments)
    .set({
      ...{ orderId: order.id, amount, updatedAt: shop.clock.now() },
      status: sql`case when ${payments.authorized} + ${payments.captured} > 0 then ${payments.status} else 'pending' end`,
    })
    .where(eq(payments.id, paymentId));
}
