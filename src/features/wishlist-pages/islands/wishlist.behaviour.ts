import { wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import type { WishlistState } from '#features/wishlists/contract.ts';
import { privateState, syncPrivateState } from '#platform/sessions/browser/private-state.ts';
import { listenToScripts } from '#ui/browser/jquery.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import styles from '../wishlist-script.sheet.css?url';
import { readWishlistConfig } from './wishlist/config.ts';

/** Loads the script on hover, focus or click, and when the shopper's lists change what the page shows. */
const loadWishlist = () => Promise.all([import('./wishlist/wishlist.ts'), loadStyleSheet(styles)]);
const prepare = () => void loadWishlist().catch(() => {});

const links =
  '.wishlist-fragment[data-fragment-ref] a:not(.wishlist-added), a[data-rel^="prettyPhoto["]:not(.wishlist-added)';

/**
 * Shows which products are in the shopper's lists. Adds and removes products by calls, which need pages with forms
 * without script.
 */
export function behaviour(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const findLink = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>(links) : null);
  for (const type of ['pointerover', 'focusin'] as const)
    document.addEventListener(type, (event) => findLink(event) && prepare(), { signal, passive: true });
  document.addEventListener(
    'click',
    (event) => {
      const link = findLink(event);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      loadWishlist().then(
        ([{ follow }]) => follow(link),
        // Fall back to the link's page, which does the same.
        () => location.assign(link.href),
      );
    },
    { signal },
  );
  /** Handles the events with which scripts of a shop that moved here request new blocks or a new list. */
  const reload = () => {
    // A page of a list cancels this event, reloads itself, and then dispatches the events for such scripts.
    if (!document.dispatchEvent(new CustomEvent(wishlistsChangedEvent, { cancelable: true }))) return;
    prepare();
    void syncPrivateState();
  };
  for (const request of ['reload_fragments', 'reload_after_ajax'])
    listenToScripts(document, `${readWishlistConfig().prefix}_${request}`, reload, signal);
  const stop = privateState.subscribe(({ state }) => {
    const { items = [], lists = [] } = (state.wishlists ?? {}) as Partial<WishlistState>;
    // For shoppers without lists, the server's buttons are correct already.
    if (items.length > 0 || lists.length > 1) prepare();
  });
  return () => {
    controller.abort();
    stop();
  };
}
