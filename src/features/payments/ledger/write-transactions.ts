import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { paymentTransactions, type TransactionKind } from '../tables.ts';
import { maxFailure, type PaymentTransaction } from './payment.ts';

interface NewTransaction {
  readonly paymentId: number;
  readonly kind: TransactionKind;
  /** Minor units. */
  readonly amount: number;
  readonly by: Author;
  readonly refundId?: number;
  /** The payment of another order to which the money was carried over. */
  readonly carriedToId?: number;
  /** The provider's id, if it is already known. */
  readonly providerReference?: string | null;
}

/**
 * Stores a request to a provider, with a new request key. The caller holds the locks of the order and the payment;
 * the provider is called after the commit.
 */
export async function requestTransaction(
  { clock }: Shop,
  tx: Tx,
  { by, ...transaction }: NewTransaction,
): Promise<void> {
  const request = { status: 'requested', requestKey: randomUUID(), requestedAt: clock.now() } as const;
  await tx.insert(paymentTransactions).values({ ...transaction, ...toAuthorColumns(by), ...request });
}

interface FinishedTransaction extends NewTransaction {
  readonly status: 'succeeded' | 'failed';
  readonly at?: Date;
  readonly failure?: string;
}

/** Records a transaction that the shop did not request. Triggers update the sums. */
export async function recordTransaction(
  { clock }: Shop,
  tx: Tx,
  { at = clock.now(), by, ...transaction }: FinishedTransaction,
): Promise<void> {
  const end = { requestKey: randomUUID(), requestedAt: at, finishedAt: at };
  await tx.insert(paymentTransactions).values({ ...transaction, ...toAuthorColumns(by), ...end });
}

interface TransactionEnd {
  readonly status: 'succeeded' | 'failed';
  readonly providerReference?: string | null;
  /** The provider's amount, when it differs from the requested amount. */
  readonly amount?: number;
  readonly failure?: string;
}

/** Finishes a requested transaction of a locked payment. Triggers update the sums. */
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
