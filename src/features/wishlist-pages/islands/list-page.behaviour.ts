import { shownField, type WishlistsChanged, wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import styles from '../wishlist-script.sheet.css?url';
import { watchDoubleClicks } from './list-page/double-clicks.ts';
import { watchReport } from './list-page/kept-report.ts';
import { watchLeaving } from './list-page/leaving.ts';
import { watchWidth } from './list-page/mobile-width.ts';
import { watchNotes } from './list-page/notes.ts';
import { PageRequests } from './list-page/page-requests.ts';
import { watchPanels } from './list-page/panels.ts';
import { watchQuantities } from './list-page/quantities.ts';
import { watchSelection } from './list-page/selection.ts';
import { watchSharing } from './list-page/sharing.ts';
import { watchSlideshow } from './list-page/slideshow.ts';
import { watchSorting } from './list-page/sorting.ts';
import { watchTitles } from './list-page/titles.ts';
import { readWishlistConfig } from './wishlist/config.ts';

/**
 * Serves pages of lists: their forms by calls, what is saved by itself, sorting, sharing. A wishlist
 * script that the shop brings along saves quantities, saves who can see each of all lists, and changes the layout.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const controller = new AbortController();
  const { signal } = controller;
  const { hasOtherScript } = readWishlistConfig();
  const requests = new PageRequests(element, signal);
  const quantities = hasOtherScript ? undefined : watchQuantities(element, signal);
  const notes = watchNotes(element, signal);
  watchLeaving(element, quantities ? [quantities, notes] : [notes], signal);
  watchDoubleClicks(element, signal);
  watchReport(element, signal);
  watchSelection(element, signal);
  watchSharing(element, signal);
  watchPanels(element, signal);
  watchSlideshow(element, signal);
  const sorting = watchSorting(element, requests, signal);
  requests.beforeSend = async (form) => {
    // The form of the list has what was typed. Others show the list again, as it was saved.
    const hasRows = shownField in form.elements;
    await Promise.all([quantities?.saveNow(), sorting.saveNow(), hasRows ? undefined : notes.saveNow()]);
  };
  watchTitles(element, requests, signal);
  if (!hasOtherScript) watchWidth(element, requests, signal);
  document.addEventListener(
    wishlistsChangedEvent,
    (event) => {
      const { isAdded = false } = (event as CustomEvent<WishlistsChanged | null>).detail ?? {};
      event.preventDefault();
      // What was added from below the list.
      void requests.reload({ scrollsToForm: isAdded });
    },
    { signal },
  );
  void loadStyleSheet(styles).catch(() => {});
  return () => {
    void quantities?.saveNow();
    void notes.saveNow();
    controller.abort();
  };
}
