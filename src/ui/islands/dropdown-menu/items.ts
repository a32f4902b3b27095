import { closeOnBack } from '#ui/browser/close-on-back.ts';

/** Pixels. In a narrower container dropdowns are not moved. */
const minContainerWidth = 750;

/**
 * A menu entry with a dropdown: `<li data-dropdown>` with a button and its dropdown, and mostly a link before the
 * button.
 */
export interface Item {
  readonly element: HTMLElement;
  readonly link: HTMLAnchorElement | null;
  readonly toggle: HTMLButtonElement;
  readonly list: HTMLElement;
}

/** A requested dropdown stays open, and "back" closes it; a hovered dropdown closes when the mouse leaves. */
export type OpenReason = 'requested' | 'hovered';

export interface OpenItems {
  open(item: Item, reason: OpenReason): void;
  close(item: Item): void;
  closeAll(): void;
  getReason(item: Item): OpenReason | undefined;
}

export function readItem(element: HTMLElement): Item | undefined {
  const link = element.querySelector<HTMLAnchorElement>(':scope > a');
  const toggle = element.querySelector<HTMLButtonElement>('button[aria-controls]');
  const list = document.getElementById(toggle?.getAttribute('aria-controls') ?? '');
  return toggle && list ? { element, link, toggle, list } : undefined;
}

/** Keeps at most one item open. @param container dropdowns stay within it */
export function trackOpenItem(container: Element): OpenItems {
  let current: { readonly item: Item; readonly reason: OpenReason } | undefined;
  const show = ({ element, toggle }: Item, isOpen: boolean) => {
    element.toggleAttribute('data-open', isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  let removeLayer: (() => void) | undefined;
  const closeAll = () => {
    if (current) show(current.item, false);
    current = undefined;
    removeLayer?.();
    removeLayer = undefined;
  };
  const closeLayer = () => {
    if (current?.item.list.contains(document.activeElement)) current.item.toggle.focus();
    closeAll();
  };
  return {
    open(item, reason) {
      if (current && current.item !== item) closeAll();
      current = { item, reason };
      keepInside(item.list, container);
      show(item, true);
      if (reason === 'requested') removeLayer ??= closeOnBack({ close: closeLayer });
    },
    close(item) {
      if (current?.item === item) closeAll();
    },
    closeAll,
    getReason: (item) => (current?.item === item ? current.reason : undefined),
  };
}

/** Moves a dropdown sideways, by `--shift`, so that it stays within the container. */
function keepInside(dropdown: HTMLElement, container: Element): void {
  dropdown.style.removeProperty('--shift');
  const bounds = container.getBoundingClientRect();
  if (bounds.width < minContainerWidth) return;
  const box = dropdown.getBoundingClientRect();
  const shift = Math.max(Math.min(0, bounds.right - box.right), bounds.left - box.left);
  if (shift !== 0) dropdown.style.setProperty('--shift', `${shift}px`);
}
