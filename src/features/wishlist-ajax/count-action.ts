import { z } from 'zod';
import { countWishlistItems } from '#features/wishlists/index.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { getCountAction } from './contract.ts';

/** The number of rows in all lists of the shopper. Creates no visitor. */
export const countAction = defineAjaxAction({
  name: getCountAction,
  description: 'Counts the rows in all lists of the shopper.',
  endpoint: 'wishlistAjax',
  method: 'GET',
  schema: z.object({}),
  response: z.int(),
  run: async ({ shop, getActor }) => (await countWishlistItems(shop.db, getOwner(await getActor()))).count,
});
