import { handleKey } from './dropdown-menu/handle-key.ts';
import { watchHoverIntent } from './dropdown-menu/hover-intent.ts';
import { type Item, type OpenItems, readItem, trackOpenItem } from './dropdown-menu/items.ts';
import { keepOneLine } from './dropdown-menu/keep-one-line.ts';

/** Opens dropdowns by click, hover and Space. Before hydration CSS opens them. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const menu = element.firstElementChild as HTMLElement | null;
  if (!menu) return;
  const controller = new AbortController();
  const { signal } = controller;
  const items = [...menu.querySelectorAll<HTMLElement>('[data-dropdown]')].flatMap((entry) => readItem(entry) ?? []);
  // The item that contains moved entries comes first, because key handlers look for the item that contains an
  // element.
  items.sort((a, b) => Number('more' in b.element.dataset) - Number('more' in a.element.dataset));
  const openItems = trackOpenItem(menu.closest('[data-dropdown-room]') ?? document.documentElement);
  for (const item of items) listenToItem(item, openItems, signal);

  menu.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (handleKey(event, event.target as HTMLElement, items, openItems)) event.preventDefault();
    },
    { signal },
  );
  // Escape closes a hovered dropdown wherever the focus is.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && openItems.closeAll(), { signal });
  document.addEventListener('pointerdown', ({ target }) => menu.contains(target as Node) || openItems.closeAll(), {
    signal,
  });
  menu.dataset.awake = '';
  const more = items.find(({ element: { dataset } }) => 'more' in dataset);
  if (more) keepOneLine(menu, more, signal);
  for (const item of items) if (item.element.matches(':hover')) openItems.open(item, 'hovered');
  return () => {
    controller.abort();
    openItems.closeAll();
    delete menu.dataset.awake;
  };
}

function listenToItem(item: Item, openItems: OpenItems, signal: AbortSignal): void {
  const { element, toggle, list } = item;
  const handlers = {
    enter: () => openItems.getReason(item) || isInAnother(element) || openItems.open(item, 'hovered'),
    leave: () => {
      const hasFocus = list.contains(document.activeElement);
      if (openItems.getReason(item) === 'hovered' && !hasFocus) openItems.close(item);
    },
  };
  watchHoverIntent(element, handlers, signal);
  // A click on a hovered dropdown keeps it open.
  toggle.addEventListener(
    'click',
    () => (openItems.getReason(item) === 'requested' ? openItems.close(item) : openItems.open(item, 'requested')),
    { signal },
  );
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) openItems.close(item);
    },
    { signal },
  );
}

/** Whether the entry was moved into the last dropdown, where the entry's own dropdown is always open. */
const isInAnother = (element: HTMLElement) => element.parentElement?.closest('[data-dropdown]') != null;
