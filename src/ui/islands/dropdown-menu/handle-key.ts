import type { Item, OpenItems } from './items.ts';

/** Lists the links and buttons of the menu, without those in its dropdowns and outside of its own list. */
const listFocusableEntries = (list: Element, items: readonly Item[]): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('a, button')].filter(
    (stop) => stop.closest('ul') === list && !items.some((item) => item.list.contains(stop)),
  );

/** Lists the links of a dropdown. Links in a closed section are left out, because they can't take the focus. */
const listLinks = (dropdown: Element): HTMLElement[] =>
  [...dropdown.querySelectorAll('a')].filter((link) => link.checkVisibility());

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
 * Handles the keys of a disclosure menu: Space opens, arrow down enters the dropdown, arrows, Home and End move
 * the focus, Escape closes and moves the focus back to the toggle.
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
    listLinks(item.list)[0]?.focus();
    return true;
  }
  const list = focused.closest('ul');
  const next = list && findNextStop(listFocusableEntries(list, items), focused, key, 'ArrowLeft', 'ArrowRight');
  next?.focus();
  return Boolean(next);
}

function handleKeyInDropdown(key: string, focused: HTMLElement, item: Item, openItems: OpenItems): boolean {
  if (key === 'Escape') {
    item.toggle.focus();
    openItems.close(item);
    return true;
  }
  const links = listLinks(item.list);
  // A field in a block handles the arrow keys itself.
  if (!links.includes(focused)) return false;
  const next = findNextStop(links, focused, key, 'ArrowUp', 'ArrowDown');
  next?.focus();
  return Boolean(next);
}
