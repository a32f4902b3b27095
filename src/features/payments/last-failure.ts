import type { Shop } from '#platform/features/shop.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { hasEnded, listOrderPayments } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { paymentTexts as texts } from './texts.ts';

/**
 * Says why the last payment of an order ended without money, and what to do, in words for the
 * shopper. The provider's own reason is never shown as it is.
 * @returns null when the newest payment has not ended
 */
export async function describeLastFailure(shop: Shop, t: Translate, orderId: number): Promise<string | null> {
  const [newest] = (await listOrderPayments(shop.db, orderId)).filter(({ provider }) =>
    findRemoteProvider(shop, provider),
  );
  const provider = newest && findRemoteProvider(shop, newest.provider);
  if (!newest || !provider || !hasEnded(newest)) return null;
  const title = provider.title(shop);
  const reason = newest.failure === '' ? null : (provider.describeFailure?.(shop, newest.failure) ?? null);
  if (reason !== null) return t(texts.failedBecause, { title, reason });
  if (newest.status === 'cancelled') return t(texts.failedCancelled, { title });
  return t(newest.status === 'expired' ? texts.failedExpired : texts.failedDeclined, { title });
}
