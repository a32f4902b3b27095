import type { VariationChange } from '#features/product-form/contract.ts';
import { getJQuery, listenToScripts, type ScriptEvent } from '#ui/browser/jquery.ts';
import { readWishlistConfig } from './config.ts';

type BodyEvent = 'adding_to_wishlist' | 'added_to_wishlist' | 'removed_from_wishlist' | 'moved_to_another_wishlist';

/**
 * Dispatches an event of the wishlist plugin on the body, for scripts of a shop that moved here. jQuery handlers
 * receive the arguments; other handlers find them in `detail`.
 */
export function dispatchPluginEvent(name: BodyEvent, args: readonly unknown[] = []): void {
  dispatch(document.body, name, args);
}

/**
 * Tells scripts of a shop that moved here that blocks were replaced, so that they initialise them.
 * @param loaded set after a load without write; `isFirst` for the first one. Undefined after a write
 */
export function dispatchBlockEvents(loaded?: { readonly isFirst: boolean }): void {
  const { prefix } = readWishlistConfig();
  dispatch(document.body, `${prefix}_fragments_replaced`, []);
  dispatch(document, `${prefix}_init_after_ajax`, []);
  if (loaded) dispatch(document, `${prefix}_fragments_loaded`, [{}, {}, loaded.isFirst]);
}

function dispatch(target: EventTarget, type: string, args: readonly unknown[]): void {
  const jQuery = getJQuery();
  // jQuery would run its handlers for a native event as well, but without arguments.
  if (jQuery) jQuery(target).trigger(type, args);
  else target.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: args }));
}

/**
 * Calls `follow` when a product form of scripts of a shop that moved here has found a variation, or with null after a
 * reset.
 */
export function listenForVariations(follow: (productId: number, variationId: number | null) => void): void {
  const read = ({ target }: ScriptEvent, variation: unknown) => {
    const productId = Number((target as Element).closest<HTMLElement>('form[data-product_id]')?.dataset.product_id);
    const { variation_id: id } = (variation ?? {}) as { readonly variation_id?: VariationChange['variationId'] };
    if (productId > 0) follow(productId, id ?? null);
  };
  listenToScripts(document, 'found_variation', read);
  listenToScripts(document, 'reset_data', (event) => read(event, null));
}
