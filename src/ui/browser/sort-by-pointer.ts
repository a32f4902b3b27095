/** Height in CSS pixels of the areas at the edges of the window in which a drag scrolls. */
const scrollEdge = 72;
/** CSS pixels for each frame at the very edge. */
const maxScrollStep = 16;

export interface PointerSorting {
  /** Selector of the rows that can be moved. A row is moved among rows with the same parent. */
  readonly row: string;
  /** Whether a press on this element moves its row. */
  readonly isHandle: (pressed: Element, event: PointerEvent) => boolean;
  readonly direction: 'inline' | 'block';
  readonly onStart?: () => void;
  /** Called after a row was moved. `by`: number of places down, or up when negative. */
  readonly onMoved: (row: HTMLElement, by: number) => void;
}

/** Lets the pointer move rows. Escape puts them back. Buttons offer the same to keyboard users. */
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

function drag(row: HTMLElement, { row: selector, direction, onStart, onMoved }: PointerSorting): void {
  const list = row.parentElement;
  const listRows = () => [...(list?.children ?? [])].filter((each) => each.matches(selector));
  const before = listRows();
  const controller = new AbortController();
  const { signal } = controller;
  row.classList.add('is-dragged');
  onStart?.();
  const end = (isKept: boolean) => {
    controller.abort();
    row.classList.remove('is-dragged');
    const by = listRows().indexOf(row) - before.indexOf(row);
    if (!isKept) list?.append(...before);
    else if (by !== 0) onMoved(row, by);
  };
  let pointer: PointerEvent | undefined;
  const move = ({ clientX, clientY }: PointerEvent) => {
    const target = listRows().find((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return each !== row && clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    });
    if (!target) return;
    const isAfter = (row.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const { left, top, width, height } = target.getBoundingClientRect();
    const isPast = direction === 'inline' ? clientX > left + width / 2 : clientY > top + height / 2;
    // A row moves only past the middle of its target, so that two rows do not swap again and again.
    if (isPast !== isAfter) return;
    if (isAfter) target.after(row);
    else target.before(row);
  };
  /** Scrolls while the pointer is near an edge, because fingers that drag do not scroll the page. */
  const scroll = () => {
    if (signal.aborted || !pointer) return;
    const top = getScrollStep(pointer.clientY);
    if (top !== 0) {
      window.scrollBy({ top, behavior: 'instant' });
      move(pointer);
    }
    requestAnimationFrame(scroll);
  };
  // Listens on the document, because an element that moves in the page loses the pointer.
  document.addEventListener(
    'pointermove',
    (event) => {
      const isFirst = pointer === undefined;
      pointer = event;
      move(event);
      if (isFirst) scroll();
    },
    { signal },
  );
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}

/** @returns pixels to scroll in a frame, more near the edge; 0 in the middle of the window */
function getScrollStep(y: number): number {
  const above = scrollEdge - y;
  const below = y - (window.innerHeight - scrollEdge);
  const depth = Math.min(Math.max(above, below, 0), scrollEdge);
  return Math.sign(below - above) * Math.ceil((depth / scrollEdge) * maxScrollStep);
}
