interface Place {
  readonly top: number;
  /** Id of the row that had the focus. */
  readonly row: string | null;
}

const toKey = (address: string) => `list-place ${address}`;
const readAddress = () => location.pathname + location.search;

export function findRow(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('tr[data-row]') ?? null;
}

/** Stores the scroll position and the focused row, by the address of the list. */
export function keepPlace(): void {
  const place: Place = { top: scrollY, row: findRow(document.activeElement)?.dataset.row ?? null };
  sessionStorage.setItem(toKey(readAddress()), JSON.stringify(place));
}

/** Restores scroll position and focus: browsers never cache replies of the back office and so can't do it. */
export function restorePlace(list: HTMLElement): void {
  const stored = sessionStorage.getItem(toKey(readAddress()));
  if (stored === null) return;
  const { top, row } = JSON.parse(stored) as Place;
  scrollTo({ top, behavior: 'instant' });
  if (row === null) return;
  const found = list.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(row)}"]`);
  if (found) focusRow(found);
}

/** Moves the focus to the link that opens the row, or else to the checkbox of the row. */
export function focusRow(row: HTMLElement): void {
  row.querySelector<HTMLElement>('.data__open, [data-mark]')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
