export interface PointerSorting {
  /** Of the rows that can be moved. A row is moved among those with the same parent. */
  readonly row: string;
  /** Whether a press there moves its row. */
  readonly isHandle: (pressed: Element, event: PointerEvent) => boolean;
  readonly direction: 'inline' | 'block';
  /** After a row has another place. `by`: how many places it went down, or up with a negative number. */
  readonly onMoved: (row: HTMLElement, by: number) => void;
}

/** Moves rows with the pointer. Escape puts them back. By keys, buttons do the same. */
export function sortByPointer(element: HTMLElement, sorting: PointerSorting, signal: AbortSignal): void {
  element.addEventListener(
    'pointerdown',
    (event) => {
      const pressed = event.target instanceof Element ? event.target : null;
      const row = pressed?.closest<HTMLElement>(sorting.row);
      if (!pressed || !row || !event.isPrimary || event.button !== 0 || !sorting.isHandle(pressed, event)) return;
      event.preventDefault();
      drag(row, sorting);
    },
    { signal },
  );
}

function drag(row: HTMLElement, { row: selector, direction, onMoved }: PointerSorting): void {
  const list = row.parentElement;
  const listRows = () => [...(list?.children ?? [])].filter((each) => each.matches(selector));
  const before = listRows();
  const controller = new AbortController();
  const { signal } = controller;
  row.classList.add('is-dragged');
  const end = (isKept: boolean) => {
    controller.abort();
    row.classList.remove('is-dragged');
    const by = listRows().indexOf(row) - before.indexOf(row);
    if (!isKept) list?.append(...before);
    else if (by !== 0) onMoved(row, by);
  };
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const target = listRows().find((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return each !== row && clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      });
      if (!target) return;
      const isAfter = (row.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const { left, top, width, height } = target.getBoundingClientRect();
      const isPast = direction === 'inline' ? clientX > left + width / 2 : clientY > top + height / 2;
      // Past its middle, so that rows do not change places again and again.
      if (isPast !== isAfter) return;
      if (isAfter) target.after(row);
      else target.before(row);
    },
    { signal },
  );
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}
