import type { Shop } from '#platform/features/shop.ts';
import { type Actor, findStaffActor, isPermitted } from '#platform/sessions/actor.ts';

/**
 * Whether somebody may edit pages, and so has the admin bar. Staff are shoppers in the shop: there, whoever has signed in is
 * looked up by their address. Only for what a page shows them; what they may change is checked in the back office, which asks
 * for their second factor too.
 */
export async function canEditPages(shop: Shop, actor: Actor): Promise<boolean> {
  if (actor.kind === 'staff') return isPermitted(actor, 'content.write');
  const staff = actor.customer === null ? null : await findStaffActor(shop, actor.customer.email);
  return staff !== null && isPermitted(staff, 'content.write');
}
