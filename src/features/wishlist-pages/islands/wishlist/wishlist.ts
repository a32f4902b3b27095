import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';
import { type WishlistsChanged, wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';
import { addItem, removeItem } from './add.ts';
import { followVariation, showStates } from './buttons.ts';
import { dispatchBlockEvents, listenForVariations } from './plugin-events.ts';
import { openPopup } from './popup.ts';
import { wishlistState } from './state.ts';

/** Runs the action of a button's link by script instead of opening the link's page. */
export function follow(link: HTMLAnchorElement): void {
  if (link.dataset.rel?.startsWith('prettyPhoto[')) void openPopup(link);
  else if (link.matches('.delete_item')) void removeItem(link);
  else void addItem(link);
}

wishlistState.subscribe(showStates);
document.addEventListener('vt:fragments-changed', showStates);
document.addEventListener(variationChangedEvent, (event) => {
  const { productId, variationId } = (event as CustomEvent<VariationChange>).detail;
  followVariation(productId, variationId);
});
// The shopper may have chosen a variation before this script was loaded.
for (const field of document.querySelectorAll<HTMLInputElement>('form input[name="variation_id"]')) {
  const product = field.form?.elements.namedItem('product_id');
  if (product instanceof HTMLInputElement && field.value !== '')
    followVariation(Number(product.value), Number(field.value));
}
listenForVariations(followVariation);
document.addEventListener(wishlistsChangedEvent, (event) => {
  // Without detail, the event is a request of other scripts to reload.
  if ((event as CustomEvent<WishlistsChanged | null>).detail) dispatchBlockEvents();
});
let loaded: unknown = null;
privateState.subscribe(({ known, state }) => {
  // Writes do not change the private state.
  if (!known || state.wishlists === loaded) return;
  dispatchBlockEvents({ isFirst: loaded === null });
  loaded = state.wishlists;
});
