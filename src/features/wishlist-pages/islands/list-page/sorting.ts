import { announce } from '#platform/islands/browser/announce.ts';
import { sortByPointer } from '#ui/browser/sort-by-pointer.ts';
import { write } from '../wishlist/calls.ts';
import type { PageRequests } from './page-requests.ts';

/** Milliseconds from the last arrow key until the order is saved. */
const saveDelay = 600;

/**
 * Only these rows have handles: rows of other owners' lists do not, nor do rows of shops that have switched dragging
 * off.
 */
const sortable = '.wishlist_table:not(.no-interactions)';

interface Sorting {
  /** Sends an order that is not saved yet, and waits for the call. */
  saveNow(): Promise<void>;
}

/** Sorts the rows of a page by their handles: with mouse, finger or arrow keys. */
export function watchSorting(element: HTMLElement, requests: PageRequests, signal: AbortSignal): Sorting {
  let saving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sends the order whose delay is running; undefined when none is waiting. */
  let waiting: (() => void) | undefined;
  let sent = Promise.resolve();

  /** Cancels saves and reloads that would show an earlier order again. */
  const cancelEarlier = () => {
    saving.abort();
    saving = new AbortController();
    clearTimeout(timer);
    waiting = undefined;
  };
  const send = async (token: string, positions: readonly number[], current: AbortSignal): Promise<void> => {
    const retry = () => void send(token, positions, current);
    const fields = { wishlist_id: token, positions };
    const reply = await write('sort', fields, { near: element, retry, signal: current });
    if (current.aborted || !reply) return;
    announce(reply.message);
    // Update the move buttons, which depend on the row's position.
    void requests.reload({ signal: current });
  };
  const schedule = (table: HTMLElement, delay: number) => {
    cancelEarlier();
    const positions = listRows(table).map(({ dataset }) => Number(dataset.rowId));
    const { signal: current } = saving;
    waiting = () => {
      waiting = undefined;
      sent = send(table.dataset.token ?? '', positions, current);
    };
    timer = setTimeout(() => waiting?.(), delay);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const handle = (event.target as Element).closest<HTMLElement>(`${sortable} .wishlist-handle`);
    const row = handle?.closest<HTMLElement>('[data-row-id]');
    const table = row?.closest<HTMLElement>(sortable);
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!handle || !row || !table || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const rows = listRows(table);
    const index = rows.indexOf(row) + step;
    const target = rows[index];
    if (!target) return;
    if (step < 0) target.before(row);
    else target.after(row);
    // The handle loses its focus when its row moves in the document.
    handle.focus();
    announce(`${index + 1} / ${rows.length}`);
    schedule(table, saveDelay);
  };
  element.addEventListener('keydown', moveByKey, { signal });
  const sorting = {
    row: `${sortable} [data-row-id]`,
    isHandle: (pressed: Element) => pressed.closest('.wishlist-handle') !== null,
    get direction() {
      return element.querySelector('.images_grid') ? ('inline' as const) : ('block' as const);
    },
    onStart: cancelEarlier,
    onMoved(row: HTMLElement) {
      row.querySelector<HTMLElement>('.wishlist-handle')?.focus({ preventScroll: true });
      schedule(row.closest(sortable) as HTMLElement, 0);
    },
  };
  sortByPointer(element, sorting, signal);
  return {
    saveNow() {
      clearTimeout(timer);
      waiting?.();
      return sent;
    },
  };
}

const listRows = (table: HTMLElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('[data-row-id]')];
