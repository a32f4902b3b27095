import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentTransactions, type TransactionKind } from '../tables.ts';
import { maxFailure, type PaymentTransaction } from './payment.ts';

interface NewTransaction {
  readonly paymentId: number;
  readonly kind: TransactionKind;
  /** Minor units. */
  readonly amount: number;
  /** `shop`, `shopper`, `job` or the provider's id. */
  readonly by: string;
  readonly refundId?: number;
}

/**
 * Writes what a provider will be asked to do, with a new request key. The caller holds the locks of
 * order and payment; the provider is called after the commit.
 */
export async function requestTransaction({ clock }: Shop, tx: Tx, transaction: NewTransaction): Promise<void> {
  const requestedAt = clock.now();
  await tx
    .insert(paymentTransactions)
    .values({ ...transaction, status: 'requested', requestKey: randomUUID(), requestedAt });
}

interface FinishedTransaction extends NewTransaction {
  readonly status: 'succeeded' | 'failed';
  readonly providerReference?: string | null;
  readonly at?: Date;
}

/** Records what has happened without a request of the shop. Triggers add it to the sums. */
export async function recordTransaction(
  { clock }: Shop,
  tx: Tx,
  { at = clock.now(), ...transaction }: FinishedTransaction,
): Promise<void> {
  const times = { requestedAt: at, finishedAt: at };
  await tx.insert(paymentTransactions).values({ ...transaction, ...times, requestKey: randomUUID() });
}

interface TransactionEnd {
  readonly status: 'succeeded' | 'failed';
  readonly providerReference?: string | null;
  /** The provider's amount when it differs from the requested one. */
  readonly amount?: number;
  readonly failure?: string;
}

/** Finishes a requested transaction of a locked payment. Triggers add it to the sums. */
export async function finishTransaction(
  { clock }: Shop,
  tx: Tx,
  { id }: PaymentTransaction,
  end: TransactionEnd,
): Promise<void> {
  await tx
    .update(paymentTransactions)
    .set({ ...end, failure: (end.failure ?? '').slice(0, maxFailure), finishedAt: clock.now() })
    .where(eq(paymentTransactions.id, id));
}
