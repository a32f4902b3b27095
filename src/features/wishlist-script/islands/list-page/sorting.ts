import { announce } from '#platform/islands/browser/announce.ts';
import { formatFailure, sendWrite } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { showNote } from '../wishlist/note.ts';
import type { PageRequests } from './page-requests.ts';

/** Milliseconds from the last arrow key until the order is saved. */
const saveDelay = 600;

const sortable = '.wishlist_table.sortable:not(.no-interactions)';

/** Sorts the rows of a page by their handles: dragged by mouse or finger, or with the arrow keys (spec 2.9/5, 6/10). */
export function watchSorting(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  let saving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = async (table: HTMLElement) => {
    saving.abort();
    saving = new AbortController();
    const { signal: current } = saving;
    const fields = { wishlist_id: table.dataset.token ?? '', positions: listRows(table).map(readId) };
    const reply = await sendWrite('sort', fields, { signal: current });
    if (current.aborted || reply === null) return;
    if (!reply.ok) {
      const { retry } = readWishlistConfig().texts;
      const actions = [{ label: retry, run: () => void save(table) }];
      return showNote({ kind: 'error', text: formatFailure(reply), near: table, actions });
    }
    announce(reply.data.message);
    // The buttons beside it know the new places.
    await requests.reload();
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      const row = findRow(event.target);
      if (row && event.isPrimary && event.button === 0) startDrag(event, row, save);
    },
    { signal },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const row = findRow(event.target);
      const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!row || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const table = row.closest<HTMLElement>(sortable);
      const rows = table ? listRows(table) : [];
      const index = rows.indexOf(row) + step;
      const target = rows[index];
      if (!table || !target) return;
      if (step < 0) target.before(row);
      else target.after(row);
      // Moving a row in the page takes the focus from it.
      (event.target as HTMLElement).focus();
      announce(`${index + 1} / ${rows.length}`);
      clearTimeout(timer);
      timer = setTimeout(() => void save(table), saveDelay);
    },
    { signal },
  );
}

const listRows = (table: HTMLElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('[data-row-id]')];
const readId = ({ dataset }: HTMLElement): number => Number(dataset.rowId);

/** The row of a handle in a table that can be sorted. */
function findRow(target: EventTarget | null): HTMLElement | null {
  const handle = target instanceof Element ? target.closest('.wishlist-handle') : null;
  return handle?.closest(sortable) ? handle.closest<HTMLElement>('[data-row-id]') : null;
}

/** Moves a row with the pointer. Escape puts it back. */
function startDrag(event: PointerEvent, row: HTMLElement, save: (table: HTMLElement) => Promise<void>): void {
  const table = row.closest<HTMLElement>(sortable);
  const handle = (event.target as Element).closest<HTMLElement>('.wishlist-handle');
  if (!table || !handle) return;
  const before = listRows(table);
  const controller = new AbortController();
  const { signal } = controller;
  row.classList.add('is-dragged');
  const end = (isKept: boolean) => {
    controller.abort();
    row.classList.remove('is-dragged');
    const after = listRows(table);
    const isChanged = after.some((each, index) => each !== before[index]);
    if (!isKept) row.parentElement?.append(...before);
    else if (isChanged) void save(table);
    handle.focus({ preventScroll: true });
  };
  // On the document: an element that moves in the page loses the pointer.
  document.addEventListener('pointermove', ({ clientX, clientY }) => moveTo(table, row, clientX, clientY), { signal });
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
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
