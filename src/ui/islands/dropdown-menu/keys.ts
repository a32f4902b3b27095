import type { Item, OpenItems } from './items.ts';

/** Links and buttons of a list, without those of the lists within. */
function stopsOf(list: Element, selector: 'a' | 'a, button'): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(selector)].filter((stop) => stop.closest('ul') === list);
}

/** Where a key leads within a list; undefined for a key that leads nowhere. */
function lead(stops: readonly HTMLElement[], from: HTMLElement, key: string, back: string, on: string) {
  const at = stops.indexOf(from);
  const to: Readonly<Record<string, number>> = { [back]: at - 1, [on]: at + 1, Home: 0, End: -1 };
  const index = to[key];
  return index === undefined ? undefined : stops.at(index % stops.length);
}

/**
 * The keys of a disclosure menu: Tab goes everywhere; Space opens, down goes in, arrows, Home and End move along, Escape closes and goes back out.
 * @returns whether the key meant something here
 */
export function pressKey({ key }: KeyboardEvent, from: HTMLElement, items: readonly Item[], open: OpenItems): boolean {
  const item = items.find(({ element }) => element.contains(from));
  if (item?.list.contains(from)) return pressInside(key, from, item, open);
  if (item && key === ' ' && from === item.link) {
    if (open.reasonOf(item)) open.close(item);
    else open.open(item, 'asked');
    return true;
  }
  if (item && key === 'ArrowDown') {
    open.open(item, 'asked');
    stopsOf(item.list, 'a')[0]?.focus();
    return true;
  }
  const list = from.closest('ul');
  const to = list && lead(stopsOf(list, 'a, button'), from, key, 'ArrowLeft', 'ArrowRight');
  to?.focus();
  return Boolean(to);
}

function pressInside(key: string, from: HTMLElement, item: Item, open: OpenItems): boolean {
  if (key === 'Escape') {
    item.toggle.focus();
    open.close(item);
    return true;
  }
  const to = lead(stopsOf(item.list, 'a'), from, key, 'ArrowUp', 'ArrowDown');
  to?.focus();
  return Boolean(to);
}
