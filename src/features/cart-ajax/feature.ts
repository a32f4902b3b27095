import type { Feature } from '#platform/features/feature.ts';
import { cartFragments } from './ports.ts';
import { registerCartAjax } from './routes.tsx';
import { createScriptGlobals } from './script-globals.ts';
import { cartAjaxTexts } from './texts.ts';

/** Cart calls for the scripts of a shop that moved here: `docs/store-api.md`, “Scripts of pages”. */
export const cartAjax: Feature = {
  name: 'cart-ajax',
  needs: ['addresses', 'cart', 'cart-page', 'catalog', 'mini-cart', 'pricing'],
  routes: registerCartAjax,
  ports: [cartFragments],
  scriptGlobals: createScriptGlobals,
  texts: [cartAjaxTexts],
};
