import { announce } from '#platform/islands/browser/announce.ts';
import { formatFailure, sendWrite } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { showNote } from '../wishlist/note.ts';
import type { PageRequests } from './page-requests.ts';

/** Milliseconds from the last arrow key until the order is saved. */
const saveDelay = 600;

/** Rows of others' lists, and of shops that don't drag, have no handle. */
const sortable = '.wishlist_table:not(.no-interactions)';

interface Sorting {
  /** Sends an order that is not saved yet, and waits for the call. */
  saveNow(): Promise<void>;
}

/** Sorts the rows of a page by their handles: dragged by mouse or finger, or with the arrow keys. */
export function watchSorting(element: HTMLElement, requests: PageRequests, signal: AbortSignal): Sorting {
  let saving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sends the order that waits for its delay. */
  let waiting: (() => void) | undefined;
  let sent = Promise.resolve();

  /** Stops what would show an earlier order again. */
  const begin = () => {
    saving.abort();
    saving = new AbortController();
    clearTimeout(timer);
    waiting = undefined;
  };
  const send = async (token: string, positions: readonly number[], current: AbortSignal): Promise<void> => {
    const reply = await sendWrite('sort', { wishlist_id: token, positions }, { signal: current });
    if (current.aborted || reply === null) return;
    if (!reply.ok) {
      const actions = [{ label: readWishlistConfig().texts.retry, run: () => void send(token, positions, current) }];
      showNote({ kind: 'error', text: formatFailure(reply), near: element, actions });
      return;
    }
    announce(reply.data.message);
    // The buttons beside it know the new places.
    void requests.reload({ signal: current });
  };
  const schedule = (table: HTMLElement, delay: number) => {
    begin();
    const positions = listRows(table).map(readId);
    const { signal: current } = saving;
    waiting = () => {
      waiting = undefined;
      sent = send(table.dataset.token ?? '', positions, current);
    };
    timer = setTimeout(() => waiting?.(), delay);
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      const row = findRow(event.target);
      if (!row || !event.isPrimary || event.button !== 0) return;
      // Otherwise the browser drags or selects.
      event.preventDefault();
      waiting?.();
      startDrag(event, row, { begin, drop: (table) => schedule(table, 0) });
    },
    { signal },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const row = findRow(event.target);
      const table = row?.closest<HTMLElement>(sortable);
      const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!row || !table || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const rows = listRows(table);
      const index = rows.indexOf(row) + step;
      const target = rows[index];
      if (!target) return;
      if (step < 0) target.before(row);
      else target.after(row);
      // Moving a row in the page takes the focus from it.
      (event.target as HTMLElement).focus();
      announce(`${index + 1} / ${rows.length}`);
      schedule(table, saveDelay);
    },
    { signal },
  );
  return {
    saveNow() {
      clearTimeout(timer);
      waiting?.();
      return sent;
    },
  };
}

const listRows = (table: HTMLElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('[data-row-id]')];
const readId = ({ dataset }: HTMLElement): number => Number(dataset.rowId);

/** The row of a handle in a table that can be sorted. */
function findRow(target: EventTarget | null): HTMLElement | null {
  const handle = target instanceof Element ? target.closest('.wishlist-handle') : null;
  return handle?.closest(sortable) ? handle.closest<HTMLElement>('[data-row-id]') : null;
}

interface DragHandlers {
  /** The first move. */
  begin(): void;
  /** The rows of the table have another order. */
  drop(table: HTMLElement): void;
}

/** Moves a row with the pointer. Escape puts it back. */
function startDrag(event: PointerEvent, row: HTMLElement, { begin, drop }: DragHandlers): void {
  const table = row.closest<HTMLElement>(sortable);
  const handle = (event.target as Element).closest<HTMLElement>('.wishlist-handle');
  if (!table || !handle) return;
  const before = listRows(table);
  const controller = new AbortController();
  const { signal } = controller;
  row.classList.add('is-dragged');
  begin();
  const end = (isKept: boolean) => {
    controller.abort();
    row.classList.remove('is-dragged');
    const after = listRows(table);
    const isChanged = after.some((each, index) => each !== before[index]);
    if (!isKept) row.parentElement?.append(...before);
    else if (isChanged) drop(table);
    handle.focus({ preventScroll: true });
  };
  let pointer: Pick<PointerEvent, 'clientX' | 'clientY'> | undefined;
  const move = () => pointer && moveTo(table, row, pointer.clientX, pointer.clientY);
  // On the document: an element that moves in the page loses the pointer.
  document.addEventListener(
    'pointermove',
    (moved) => {
      const isFirst = pointer === undefined;
      pointer = moved;
      move();
      if (isFirst) scroll();
    },
    { signal },
  );
  /** Scrolls while the pointer is near the edge: fingers that drag do not scroll the page. */
  const scroll = () => {
    if (signal.aborted || !pointer) return;
    const top = getScrollStep(pointer.clientY);
    if (top !== 0) {
      window.scrollBy({ top, behavior: 'instant' });
      move();
    }
    requestAnimationFrame(scroll);
  };
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}

/** Height, in CSS pixels, of the edges of the window at which a drag scrolls. */
const scrollEdge = 72;
/** CSS pixels for each frame at the very edge. */
const maxScrollStep = 16;

/** @returns pixels to scroll in a frame, less farther from the edge; 0 in the middle of the window */
function getScrollStep(y: number): number {
  const above = scrollEdge - y;
  const below = y - (window.innerHeight - scrollEdge);
  const depth = Math.min(Math.max(above, below, 0), scrollEdge);
  return Math.sign(below - above) * Math.ceil((depth / scrollEdge) * maxScrollStep);
}

/** Puts the row where the pointer is: before or after the row there. */
function moveTo(table: HTMLElement, row: HTMLElement, x: number, y: number): void {
  const target = listRows(table).find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return each !== row && x >= left && x <= right && y >= top && y <= bottom;
  });
  if (!target) return;
  const isAfter = (row.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const { left, top, width, height } = target.getBoundingClientRect();
  const isGrid = table.classList.contains('images_grid');
  // Past its middle, so that rows of different sizes do not change places again and again.
  const isPast = isGrid ? x > left + width / 2 === isAfter : y > top + height / 2 === isAfter;
  if (!isPast) return;
  if (isAfter) target.after(row);
  else target.before(row);
}
