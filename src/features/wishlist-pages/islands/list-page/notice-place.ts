/** A place among the rows for what was done with one of them. */
const placeClass = 'wishlist-place';

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
  const { tagName } = near;
  const { height } = near.getBoundingClientRect();
  const selector = row ? `[data-row-id="${row.dataset.rowId}"]` : '.wishlist-bulk';
  const nextId = (row?.nextElementSibling as HTMLElement | null)?.dataset.rowId;
  const previousId = (row?.previousElementSibling as HTMLElement | null)?.dataset.rowId;
  return () => {
    const notices = [...element.querySelectorAll<HTMLElement>('.wishlist > .notice')];
    if (notices.length === 0) return;
    const findRow = (id: string | undefined) => element.querySelector(`[data-row-id="${id}"]`);
    const same = element.querySelector(selector);
    const [next, previous] = [findRow(nextId), findRow(previousId)];
    if (!same && !next && !previous) return;
    const place = document.createElement(row ? tagName : 'div');
    place.className = placeClass;
    // Rows that are gone.
    if (!same) place.style.minHeight = `${height}px`;
    const focused = document.activeElement as HTMLElement | null;
    const content = tagName === 'TR' ? document.createElement('td') : place;
    if (content !== place) place.append(content);
    content.append(...notices);
    content.addEventListener('submit', onSubmit);
    if (same && row) same.after(place);
    else if (same) same.before(place);
    else if (next) next.before(place);
    else previous?.after(place);
    if (focused && content.contains(focused)) focused.focus({ preventScroll: true });
  };
}
