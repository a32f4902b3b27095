import type { Feature } from '#platform/features/feature.ts';
import { itemCalls } from './calls/item-calls.ts';
import { listCalls } from './calls/list-calls.ts';
import { reloadCall } from './calls/reload-call.ts';
import { countAction } from './count-action.ts';
import { estimateRequests, wishlistPageRenderers } from './ports.ts';
import { createScriptGlobals } from './script-globals.tsx';
import { wishlistAjaxTexts } from './texts.ts';

/** Wishlist calls for the scripts of a shop that moved here: `docs/store-api.md`, “Scripts of pages”. */
export const wishlistAjax: Feature = {
  name: 'wishlist-ajax',
  needs: ['cart', 'wishlists'],
  mutations: [...itemCalls, ...listCalls, reloadCall],
  actions: [countAction],
  ports: [estimateRequests, wishlistPageRenderers],
  scriptGlobals: createScriptGlobals,
  texts: [wishlistAjaxTexts],
};
