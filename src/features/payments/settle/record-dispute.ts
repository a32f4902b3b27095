import { addNote, enqueueOrderMail } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { listTransactions, type Payment } from '../ledger/payment.ts';
import { finishTransaction, recordTransaction, requestTransaction } from '../ledger/write-transactions.ts';
import type { RemoteProvider, RemoteTransaction } from '../providers/remote-provider.ts';

const outcomes = { pending: 'opened', failed: 'won', succeeded: 'lost' } as const;

/**
 * Records that the shopper of a locked order disputes a payment, and how the dispute ended. The opening and the end
 * each get one entry in the order's history and one mail to the shop. No money is moved here: the provider reports a
 * lost dispute as a refund, too.
 */
export async function recordDispute(
  shop: Shop,
  tx: Tx,
  { id: paymentId, orderId, currency }: Payment,
  provider: RemoteProvider,
  { reference, amount, status, at }: RemoteTransaction,
): Promise<void> {
  // A dispute without an order would have no history to be written to. It is recorded when the payment has an order.
  if (orderId === null) return;
  const disputes = (await listTransactions(tx, paymentId)).filter(({ kind }) => kind === 'dispute');
  const known = disputes.find(({ providerReference }) => providerReference === reference);
  if (known && (known.status !== 'requested' || status === 'pending')) return;
  const by = createSystemActor(provider.id);
  const dispute = { paymentId, kind: 'dispute', amount, providerReference: reference, by } as const;
  if (status === 'pending') await requestTransaction(shop, tx, dispute);
  else if (known) await finishTransaction(shop, tx, known, { status, amount });
  else await recordTransaction(shop, tx, { ...dispute, status, at });
  const outcome = outcomes[status];
  const shown = formatMoney({ amount, currency }, shop.choices.locale);
  const text = `dispute ${reference} of ${shown} with ${provider.title(shop)}: ${outcome}`;
  const note = await addNote(shop, tx, { orderId, text, toCustomer: false, by });
  if (note.ok) await enqueueOrderMail(shop, tx, { order: orderId, kind: `dispute-${outcome}`, note: note.noteId });
}
