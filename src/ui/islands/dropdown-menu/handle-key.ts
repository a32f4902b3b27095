import type { Item, OpenItems } from './items.ts';

/** Links and buttons of a list, without those of nested lists. */
function listStops(list: Element, selector: 'a' | 'a, button'): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(selector)].filter((stop) => stop.closest('ul') === list);
}

/** The stop that a key moves the focus to; undefined for a key that moves nothing. */
function findNextStop(
  stops: readonly HTMLElement[],
  focused: HTMLElement,
  key: string,
  previousKey: string,
  nextKey: string,
) {
  const current = stops.indexOf(focused);
  const targets: Readonly<Record<string, number>> = {
    [previousKey]: current - 1,
    [nextKey]: current + 1,
    Home: 0,
    End: -1,
  };
  const index = targets[key];
  return index === undefined ? undefined : stops.at(index % stops.length);
}

/**
 * Keys of a disclosure menu: Space opens, arrow down enters the dropdown, arrows, Home and End move
 * the focus, Escape closes and moves it back to the toggle.
 * @returns whether the key was handled
 */
export function handleKey(
  { key }: KeyboardEvent,
  focused: HTMLElement,
  items: readonly Item[],
  openItems: OpenItems,
): boolean {
  const item = items.find(({ element }) => element.contains(focused));
  if (item?.list.contains(focused)) return handleKeyInDropdown(key, focused, item, openItems);
  if (item && key === ' ' && focused === item.link) {
    if (openItems.getReason(item)) openItems.close(item);
    else openItems.open(item, 'requested');
    return true;
  }
  if (item && key === 'ArrowDown') {
    openItems.open(item, 'requested');
    listStops(item.list, 'a')[0]?.focus();
    return true;
  }
  const list = focused.closest('ul');
  const next = list && findNextStop(listStops(list, 'a, button'), focused, key, 'ArrowLeft', 'ArrowRight');
  next?.focus();
  return Boolean(next);
}

function handleKeyInDropdown(key: string, focused: HTMLElement, item: Item, openItems: OpenItems): boolean {
  if (key === 'Escape') {
    item.toggle.focus();
    openItems.close(item);
    return true;
  }
  const next = findNextStop(listStops(item.list, 'a'), focused, key, 'ArrowUp', 'ArrowDown');
  next?.focus();
  return Boolean(next);
}
