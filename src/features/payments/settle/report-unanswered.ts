import { eq } from 'drizzle-orm';
import { addNote, enqueueOrderMail, lockOrder } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import {
  listTransactions,
  lockPayment,
  notReceived,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import type { RemoteProvider } from '../providers/remote-provider.ts';
import { payments } from '../tables.ts';

/** Milliseconds without an answer to a request for money, after which staff are told. */
const patience = 24 * 60 * 60 * 1000;

const isForMoney = ({ kind }: PaymentTransaction) => kind === 'authorize' || kind === 'capture';

/**
 * True when the order of a payment has waited too long for money that its shopper agreed to, and staff were not told
 * yet.
 */
function isOverdue(
  { clock }: Shop,
  { orderId, reportedAt }: Payment,
  transactions: readonly PaymentTransaction[],
  pending: ReadonlySet<number>,
): boolean {
  const money = transactions.filter(isForMoney);
  const isWaiting = money.some(({ id, status }) => status === 'requested' && !pending.has(id));
  if (orderId === null || reportedAt !== null || !isWaiting) return false;
  const asked = money.filter(({ status, failure }) => status === 'requested' || failure === notReceived);
  return asked.some(({ requestedAt }) => clock.now().getTime() - requestedAt.getTime() >= patience);
}

/**
 * Tells staff once that money was requested a day ago and has not come, while the provider does not report that it
 * works on the request: an authorization expires if it is not captured. The shop continues to ask. The caller holds
 * the locks of the order and the payment.
 */
export async function reportUnanswered(
  shop: Shop,
  tx: Tx,
  payment: Payment,
  {
    provider,
    transactions,
    pending,
  }: {
    readonly provider: RemoteProvider;
    readonly transactions: readonly PaymentTransaction[];
    /** Ids of the requests that the provider still works on. */
    readonly pending: ReadonlySet<number>;
  },
): Promise<void> {
  const { id, orderId, authorizedUntil } = payment;
  if (orderId === null || !isOverdue(shop, payment, transactions, pending)) return;
  await tx.update(payments).set({ reportedAt: shop.clock.now() }).where(eq(payments.id, id));
  const until = authorizedUntil === null ? '' : `, authorized until ${authorizedUntil.toISOString().slice(0, 16)}Z`;
  const text = `${provider.title(shop)} has not answered for a day whether the money was captured${until}`;
  const note = await addNote(shop, tx, { orderId, text, toCustomer: false, by: createSystemActor(provider.id) });
  if (note.ok) await enqueueOrderMail(shop, tx, { order: orderId, kind: 'payment-unanswered', note: note.noteId });
}

/**
 * Tells staff of a payment whose state the provider does not return. It is then unknown which requests the provider
 * works on.
 */
export async function reportSilence(
  shop: Shop,
  provider: RemoteProvider,
  { id, orderId, ...payment }: Payment,
): Promise<void> {
  const heardAt = payment.settledAt ?? payment.createdAt;
  if (orderId === null || payment.reportedAt !== null || shop.clock.now().getTime() - heardAt.getTime() < patience)
    return;
  await inTransaction(shop.db, async (tx) => {
    await lockOrder(tx, orderId);
    const transactions = await listTransactions(tx, id);
    await reportUnanswered(shop, tx, await lockPayment(tx, id), { provider, transactions, pending: new Set() });
  });
}
