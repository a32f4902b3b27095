import { setTimeout as sleep } from 'node:timers/promises';
import { fetchHeldApproval, findExpressProvider, listExpressProviders } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { findStartedPayment } from './held-attempts.ts';

/** A payment that the shopper has approved, but that has no order yet. */
export interface AgreedPayment {
  readonly publicId: string;
  readonly title: string;
  /** Minor units. */
  readonly amount: number;
}

/** Limits the requests to the provider: each view of the checkout causes one. */
const askLimit: RateLimit = { name: 'express-views', seconds: 60, max: 10 };

const approvalTimeout = 3000;

/**
 * Finds an approved payment of the actor's cart: approved in another tab, in a window that was closed before the shop
 * was notified, or before the shopper left. Asks the provider if a payment was started, but waits only as long as a
 * page may take.
 */
export async function findAgreedPayment(shop: Shop, actor: Actor): Promise<AgreedPayment | null> {
  const owner = getOwner(actor);
  const providers = listExpressProviders(shop);
  if (owner === null || providers.length === 0) return null;
  const held = await findStartedPayment(shop, owner, providers);
  const provider = held && findExpressProvider(shop, held.provider);
  if (!held || !provider) return null;
  const { publicId, paymentId } = held;
  if (!(await shop.limits.consume([{ limit: askLimit, key: publicId }])).ok) return null;
  const approval = await Promise.race([
    fetchHeldApproval(shop, paymentId),
    sleep(approvalTimeout, null, { ref: false }),
  ]);
  if (approval?.state !== 'approved') return null;
  return { publicId, title: provider.title(shop), amount: approval.amount };
}
