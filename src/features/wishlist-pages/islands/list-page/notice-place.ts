/** A place among the rows for what was done with one of them. */
const placeClass = 'wishlist-place';

/** What the last form did, in the places where it can be. */
export const notices = `:is(.wishlist, .${placeClass}, .${placeClass} > td) > .notice`;

/**
 * Remembers where a button was pressed. What the action did is then said there: in place of a row that is gone, at its height,
 * so that no row moves, or below the row or above the buttons that it was done with.
 * @param onSubmit for forms of notices: the form of the list, which they then are in, stops their events
 * @returns moves the page's notices there, once the page has changed
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

/** A selector that finds the element again after the page has changed. */
function describe(element: Element | null | undefined): string | undefined {
  const rowId = element?.getAttribute('data-row-id');
  if (rowId) return `[data-row-id="${rowId}"]`;
  return element?.matches('.wishlist-bulk') ? '.wishlist-bulk' : undefined;
}
