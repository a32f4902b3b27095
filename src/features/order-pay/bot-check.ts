import { botCheckSettings } from '#features/bot-check/index.ts';
import { countFailedPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

export const botCheckPurpose = 'order-pay';

/** True when so many payments of the actor or its network have failed that somebody may be testing stolen cards. */
export async function isBotCheckNeeded(shop: Shop, actor: Actor): Promise<boolean> {
  return (await countFailedPayments(shop, shop.db, actor)) >= shop.settings(botCheckSettings).failedPayments;
}
