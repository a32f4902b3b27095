import { z } from 'zod';
import { countWishlistItems } from '#features/wishlists/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { wishlistAjaxCalls } from './calls.ts';
import { estimateRequests, wishlistPageRenderers } from './ports.ts';
import { createScriptGlobals } from './script-globals.tsx';
import { wishlistAjaxTexts } from './texts.ts';

/** Reads the count without creating a visitor. */
const countAction = defineAjaxAction({
  name: ({ themePrefix }) => `${themePrefix}_update_wishlist_count`,
  description: 'Counts the rows in all lists of the shopper.',
  endpoint: 'wishlistAjax',
  method: 'GET',
  schema: z.object({}),
  response: z.int(),
  run: async ({ shop, getActor }) => (await countWishlistItems(shop.db, getOwner(await getActor()))).count,
});

/** Wishlist calls for the scripts of a shop that moved here: `docs/store-api.md`, “Scripts of pages”. */
export const wishlistAjax: Feature = {
  name: 'wishlist-ajax',
  needs: ['cart', 'wishlists'],
  mutations: wishlistAjaxCalls,
  actions: [countAction],
  ports: [estimateRequests, wishlistPageRenderers],
  scriptGlobals: createScriptGlobals,
  texts: [wishlistAjaxTexts],
};
