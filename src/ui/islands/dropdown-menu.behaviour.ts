import { watchIntent } from './dropdown-menu/hover-intent.ts';
import { type Item, type OpenItems, readItem, trackOpen } from './dropdown-menu/items.ts';
import { pressKey } from './dropdown-menu/keys.ts';

/** Opens the dropdowns of a menu by click, by a mouse that rests on them, and by Space (spec 2.1/2). Before it wakes, style alone does. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const menu = element.firstElementChild as HTMLElement | null;
  if (!menu) return;
  const life = new AbortController();
  const { signal } = life;
  const items = [...menu.querySelectorAll<HTMLElement>('[data-dropdown]')].flatMap((each) => readItem(each) ?? []);
  const open = trackOpen(menu.closest('[data-dropdown-room]') ?? document.documentElement);
  for (const item of items) listenTo(item, open, signal);

  menu.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (pressKey(event, event.target as HTMLElement, items, open)) event.preventDefault();
    },
    { signal },
  );
  // What opened under the mouse covers something: it closes wherever the focus is.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && open.closeAll(), { signal });
  document.addEventListener('pointerdown', ({ target }) => menu.contains(target as Node) || open.closeAll(), {
    signal,
  });
  menu.dataset.awake = '';
  for (const item of items) if (item.element.matches(':hover')) open.open(item, 'hovered');
  return () => {
    life.abort();
    open.closeAll();
    delete menu.dataset.awake;
  };
}

function listenTo(item: Item, open: OpenItems, signal: AbortSignal): void {
  const { element, toggle, list } = item;
  const intent = {
    enter: () => open.reasonOf(item) || open.open(item, 'hovered'),
    leave: () => {
      const isUsed = list.contains(document.activeElement);
      if (open.reasonOf(item) === 'hovered' && !isUsed) open.close(item);
    },
  };
  watchIntent(element, intent, signal);
  // A click on what the mouse has just opened by resting there means: leave it open.
  toggle.addEventListener(
    'click',
    () => (open.reasonOf(item) === 'asked' ? open.close(item) : open.open(item, 'asked')),
    { signal },
  );
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) open.close(item);
    },
    { signal },
  );
}
