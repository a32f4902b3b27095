import type { Shop } from '#platform/features/shop.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import { hasEnded, listOrderPayments, type Payment } from '../ledger/payment.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { settle } from './settle.ts';

/** Each call asks the provider, so reloading the page is limited. */
const settleLimit: RateLimit = { name: 'payment-returns', seconds: 60, max: 30 };

/**
 * Settles a payment in a request of the shopper. If that fails, the job does it later.
 * @param returnedAt like `returnedAt` of `settle`
 */
export async function settleOnRequest(
  shop: Shop,
  { id, publicId }: Payment,
  returnedAt: Date | null = null,
): Promise<void> {
  const use = await shop.limits.consume([{ limit: settleLimit, key: publicId }]);
  if (!use.ok) return;
  try {
    await settle(shop, id, returnedAt);
  } catch (error) {
    shop.log.warn({ err: error, payment: id }, 'a payment could not be settled');
  }
}

/**
 * Settles the remote payments of an order that have not ended, so that a shopper does not pay an order again whose
 * money has come meanwhile. The caller must hold no locks.
 * @param returnedAt like `returnedAt` of `settle`
 */
export async function settleOrderPayments(shop: Shop, orderId: number, returnedAt: Date | null = null): Promise<void> {
  const found = await listOrderPayments(shop.db, orderId);
  const open = found.filter((payment) => !hasEnded(payment) && findRemoteProvider(shop, payment.provider) !== null);
  await Promise.all(open.map((payment) => settleOnRequest(shop, payment, returnedAt)));
}
