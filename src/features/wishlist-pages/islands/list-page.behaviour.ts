import { shownField, type WishlistsChanged, wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import styles from '../wishlist-script.sheet.css?url';
import { watchControls } from './list-page/controls.ts';
import { watchReport } from './list-page/kept-report.ts';
import { PageRequests } from './list-page/page-requests.ts';
import { watchSorting } from './list-page/sorting.ts';
import { watchTitles } from './list-page/titles.ts';
import { watchLeaving, watchQuantities, watchTypedFields } from './list-page/typed-fields.ts';
import { readWishlistConfig } from './wishlist/config.ts';

/**
 * Enhances pages of lists: submits forms by calls, saves typed values automatically, and handles sorting and sharing.
 * When the shop brings a wishlist script along, that script saves quantities and the privacy of lists on the
 * overview, and changes the layout.
 */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const { hasOtherScript } = readWishlistConfig();
  const requests = new PageRequests(element, signal);
  const notes = watchTypedFields(element, 'note', signal);
  const typed = hasOtherScript ? [notes] : [notes, watchQuantities(element, signal)];
  watchLeaving(element, typed, signal);
  watchReport(element, signal);
  watchControls(element, signal);
  const sorting = watchSorting(element, requests, signal);
  requests.beforeSend = async (form) => {
    // The list's form submits the notes itself. Other forms reload the list, so notes must be saved before.
    const saved = typed.filter((fields) => fields !== notes || !(shownField in form.elements));
    await Promise.all([sorting.saveNow(), ...saved.map((fields) => fields.saveNow())]);
  };
  watchTitles(element, requests, signal);
  if (!hasOtherScript) watchWidth(element, requests, signal);
  document.addEventListener(
    wishlistsChangedEvent,
    (event) => {
      const { isAdded = false } = (event as CustomEvent<WishlistsChanged | null>).detail ?? {};
      event.preventDefault();
      // Scroll after an addition: the product was added from a button below the list.
      void requests.reload({ scrollsToForm: isAdded });
    },
    { signal },
  );
  void loadStyleSheet(styles).catch(() => {});
  return () => {
    for (const fields of typed) void fields.saveNow();
    controller.abort();
  };
}

/**
 * Reloads the page in its other layout when the window's width crosses the limit of the settings. An empty list
 * remembers the layout for rows that are restored.
 */
function watchWidth(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  const width = element.querySelector<HTMLElement>('[data-mobile-width]')?.dataset.mobileWidth;
  if (width === undefined) return;
  const media = matchMedia(`(max-width: ${width}px)`);
  media.addEventListener('change', () => void requests.reload({ isMobile: media.matches }), { signal });
}
