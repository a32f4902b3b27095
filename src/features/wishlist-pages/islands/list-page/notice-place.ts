/** Class of an element among the rows that contains notices about one of the rows. */
const placeClass = 'wishlist-place';

/** Selects the notices of the last form in all places where they can be. */
export const notices = `:is(.wishlist, .${placeClass}, .${placeClass} > td) > .notice`;

/**
 * Remembers where a button was pressed, to show the notices of its action there: in place of a removed row and with
 * its height, so that no other row moves, or else below the row or above the bulk buttons.
 * @param onSubmit handler for forms in the notices: the forms' events do not reach the page from inside the list's
 * form
 * @returns a function that moves the page's notices to this place, to be called after the page has changed
 */
export function rememberPlace(
  element: HTMLElement,
  pressed: HTMLElement | null,
  onSubmit: (event: SubmitEvent) => void,
): () => void {
  const row = pressed?.closest<HTMLElement>('[data-row-id]');
  const near = row ?? pressed?.closest<HTMLElement>('.wishlist-bulk');
  if (!near) return () => {};
  const { height } = near.getBoundingClientRect();
  const selectors = [near, row?.nextElementSibling, row?.previousElementSibling].map(describe);
  return () => {
    const shown = element.querySelectorAll<HTMLElement>('.wishlist > .notice');
    const [same, next, previous] = selectors.map((selector) => selector && element.querySelector(selector));
    if (shown.length === 0 || !(same || next || previous)) return;
    const place = document.createElement(near.tagName);
    place.className = placeClass;
    if (!same) place.style.minHeight = `${height}px`;
    const focused = document.activeElement as HTMLElement | null;
    const content = near.tagName === 'TR' ? document.createElement('td') : place;
    if (content !== place) place.append(content);
    content.append(...shown);
    content.addEventListener('submit', onSubmit);
    if (same && row) same.after(place);
    else if (same || next) (same || (next as Element)).before(place);
    else if (previous) previous.after(place);
    if (focused && content.contains(focused)) focused.focus({ preventScroll: true });
  };
}

function describe(element: Element | null | undefined): string | undefined {
  const rowId = element?.getAttribute('data-row-id');
  if (rowId) return `[data-row-id="${rowId}"]`;
  return element?.matches('.wishlist-bulk') ? '.wishlist-bulk' : undefined;
}
