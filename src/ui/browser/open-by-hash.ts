import { scrollToElement } from './scroll-to.ts';

/** Fired on what the address names, before it is scrolled to: whoever hides it shows it. Bubbles. */
export const revealEvent = 'vt:reveal';

/** The element that the address names by its hash. */
export function hashTarget(hash = location.hash): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/** Opens the tab or accordion that the address names, now and whenever its hash changes or is asked for again (spec 2.1/11). */
export function startOpeningByHash(): void {
  if (open(hashTarget())) hashTarget()?.scrollIntoView();
  addEventListener('hashchange', () => {
    const target = hashTarget();
    if (open(target)) scrollToElement(target as HTMLElement);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href*="#"]');
    // Any other hash is a change of it.
    if (event.defaultPrevented || link?.href !== location.href) return;
    const target = hashTarget();
    if (open(target)) scrollToElement(target as HTMLElement);
  });
}

/** @returns whether there was something to open */
function open(target: HTMLElement | null): boolean {
  if (!target) return false;
  const before = isShown(target);
  for (let at: Element | null | undefined = target; at; at = at.parentElement?.closest('details')) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.dispatchEvent(new CustomEvent(revealEvent, { bubbles: true }));
  return !before;
}

/** Of a closed `<details>` only the summary is. */
function isShown(target: HTMLElement): boolean {
  return target.checkVisibility() && !(target instanceof HTMLDetailsElement && !target.open);
}
