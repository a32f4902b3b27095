import { z } from 'zod';
import { clearDestination, getCart } from '#features/cart/index.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { checkoutPath, clearDetailsPath } from '../contract.ts';
import { deleteSavedForm } from '../saved-forms/saved-forms.ts';
import { forgetLastDetails } from './last-details.ts';

export const clearedNotice = 'detailsCleared';

/** Used when somebody finds another person's details in the form on a shared computer. */
export const clearDetails = defineMutation({
  name: 'checkout.clear-details',
  description: 'Empties the form of the checkout, and fills in nothing of earlier orders of this browser any more.',
  schema: z.unknown(),
  run: async ({ shop, getActor }) => {
    const actor = await getActor();
    const owner = getOwner(actor);
    if (owner === null) return { ok: true } as const;
    if (actor.visitorId !== null) await forgetLastDetails(shop.db, actor.visitorId, shop.clock.now());
    await clearDestination(shop, owner);
    await deleteSavedForm(shop.db, await getCart(shop, owner));
    return { ok: true } as const;
  },
  form: {
    path: clearDetailsPath,
    success: () => ({ redirectTo: checkoutPath, notices: [{ code: clearedNotice }] }),
  },
});
