import { keepInside } from './keep-inside.ts';

/** An entry of the menu that has a dropdown: `<li data-dropdown>` with a link, a button and a list. */
export interface Item {
  readonly element: HTMLElement;
  readonly link: HTMLAnchorElement;
  readonly toggle: HTMLButtonElement;
  readonly list: HTMLElement;
}

/** A dropdown that was asked for stays; one that opened by itself under the mouse closes by itself. */
export type Reason = 'asked' | 'hovered';

export interface OpenItems {
  open(item: Item, reason: Reason): void;
  close(item: Item): void;
  closeAll(): void;
  reasonOf(item: Item): Reason | undefined;
}

export function readItem(element: HTMLElement): Item | undefined {
  const link = element.querySelector('a');
  const toggle = element.querySelector<HTMLButtonElement>('button[aria-controls]');
  const list = document.getElementById(toggle?.getAttribute('aria-controls') ?? '');
  return link && toggle && list ? { element, link, toggle, list } : undefined;
}

/** At most one is open. */
export function trackOpen(container: Element): OpenItems {
  let current: { readonly item: Item; readonly reason: Reason } | undefined;
  const show = ({ element, toggle }: Item, isOpen: boolean) => {
    element.toggleAttribute('data-open', isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const closeAll = () => {
    if (current) show(current.item, false);
    current = undefined;
  };
  return {
    open(item, reason) {
      if (current && current.item !== item) closeAll();
      current = { item, reason };
      keepInside(item.list, container);
      show(item, true);
    },
    close(item) {
      if (current?.item === item) closeAll();
    },
    closeAll,
    reasonOf: (item) => (current?.item === item ? current.reason : undefined),
  };
}
