import type { Item } from './items.ts';

/**
 * Moves entries that do not fit into the first line into the last dropdown, and back when there is room.
 * @param more the last dropdown, hidden while it is empty
 */
export function keepOneLine(menu: HTMLElement, more: Item, signal: AbortSignal): void {
  const bar = more.element.parentElement as HTMLElement;
  const isInFirstLine = ({ offsetTop }: HTMLElement) => offsetTop <= (bar.firstElementChild as HTMLElement).offsetTop;
  const moveBack = () => {
    for (const entry of [...more.list.children]) {
      more.element.before(entry);
      setInMore(entry, false);
    }
  };
  const arrange = () => {
    const focused = bar.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    moveBack();
    more.element.hidden = true;
    menu.removeAttribute('data-overflows');
    const last = more.element.previousElementSibling as HTMLElement | null;
    if (last && !isInFirstLine(last)) {
      more.element.hidden = false;
      menu.setAttribute('data-overflows', '');
      while (!isInFirstLine(more.element)) {
        const entry = more.element.previousElementSibling;
        if (!entry) break;
        more.list.prepend(entry);
        setInMore(entry, true);
      }
    }
    // A moved element loses the focus.
    if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
  };
  let frame = 0;
  // Deferred to a frame, because the change affects the observed size.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(arrange);
  });
  arrange();
  observer.observe(menu);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    moveBack();
  });
}

/** In the last dropdown, an entry that only opens a dropdown becomes a heading. */
function setInMore(entry: Element, isInMore: boolean): void {
  for (const toggle of entry.querySelectorAll<HTMLButtonElement>(':scope > button')) toggle.disabled = isInMore;
}
