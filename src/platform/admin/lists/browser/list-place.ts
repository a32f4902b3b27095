interface Place {
  readonly top: number;
  /** Of the row that had the focus. */
  readonly row: string | null;
}

const toKey = (address: string) => `list-place ${address}`;
const readAddress = () => location.pathname + location.search;

export function findRow(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('tr[data-row]') ?? null;
}

/** Keeps how far somebody has scrolled and which row had the focus, by the address of the list. */
export function keepPlace(): void {
  const place: Place = { top: scrollY, row: findRow(document.activeElement)?.dataset.row ?? null };
  sessionStorage.setItem(toKey(readAddress()), JSON.stringify(place));
}

/** Goes back to the place: replies of the back office are never kept by the browser. */
export function restorePlace(list: HTMLElement): void {
  const stored = sessionStorage.getItem(toKey(readAddress()));
  if (stored === null) return;
  const { top, row } = JSON.parse(stored) as Place;
  scrollTo({ top, behavior: 'instant' });
  if (row === null) return;
  const found = list.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(row)}"]`);
  if (found) focusRow(found);
}

/** Moves the focus to what opens the row, or else to its mark. */
export function focusRow(row: HTMLElement): void {
  row.querySelector<HTMLElement>('.data__open, [data-mark]')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
