import type { Shop } from '#platform/features/shop.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { hasEnded, listDeclines, listOrderPayments, listTransactions, type Payment } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { paymentTexts as texts } from './texts.ts';

/**
 * Explains to the shopper why the last payment of an order did not begin, ended without money, or waits for another
 * card or account, and what to do. The provider's own reason is never shown unchanged.
 * @returns null when nothing was declined or unanswered
 */
export async function describeLastFailure(shop: Shop, t: Translate, orderId: number): Promise<string | null> {
  const payments = await listOrderPayments(shop.db, orderId);
  const newest = payments.find((payment) => findRemoteProvider(shop, payment.provider));
  const provider = newest && findRemoteProvider(shop, newest.provider);
  if (!newest || !provider) return null;
  // The shopper has chosen another payment method since.
  const isReplaced = newest.id !== payments[0]?.id;
  if (newest.status === 'created') return isReplaced ? null : t(texts.unanswered, { title: provider.title(shop) });
  const failure = hasEnded(newest) ? newest.failure : await findLastDecline(shop, newest);
  if (failure === null) return null;
  const title = provider.title(shop);
  const reason = failure === '' ? null : (provider.describeFailure?.(shop, failure) ?? null);
  if (reason !== null) return t(texts.failedBecause, { title, reason });
  if (!hasEnded(newest)) return t(texts.declinedOnce, { title });
  if (newest.status === 'cancelled') return t(texts.failedCancelled, { title });
  return t(newest.status === 'expired' ? texts.failedExpired : texts.failedDeclined, { title });
}

/** @returns the provider's reason; null unless the payment waits for the shopper after a decline */
async function findLastDecline({ db }: Shop, { id, status }: Payment): Promise<string | null> {
  if (status !== 'requires_action') return null;
  return listDeclines(await listTransactions(db, id)).at(-1)?.failure ?? null;
}
