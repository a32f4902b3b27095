import { scrollToElement } from './scroll-to.ts';

/** Fired on the hash target before scrolling to it, so that tabs can show the target. The event bubbles. */
export const revealEvent = 'vt:reveal';

/** Finds the element with the id in the hash. Null for no or a malformed hash. */
export function findHashTarget(hash = location.hash): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/**
 * Opens the tab or accordion of the hash: now, when the hash changes, and when a link to the
 * current hash is clicked.
 */
export function startOpeningByHash(): void {
  if (reveal(findHashTarget())) findHashTarget()?.scrollIntoView();
  addEventListener('hashchange', () => {
    const target = findHashTarget();
    if (reveal(target)) scrollToElement(target as HTMLElement);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href*="#"]');
    // Another hash fires `hashchange`.
    if (event.defaultPrevented || link?.href !== location.href) return;
    const target = findHashTarget();
    if (reveal(target)) scrollToElement(target as HTMLElement);
  });
}

/** @returns whether the target was hidden before */
function reveal(target: HTMLElement | null): boolean {
  if (!target) return false;
  const wasShown = isShown(target);
  for (let element: Element | null | undefined = target; element; element = element.parentElement?.closest('details')) {
    if (element instanceof HTMLDetailsElement) element.open = true;
  }
  target.dispatchEvent(new CustomEvent(revealEvent, { bubbles: true }));
  return !wasShown;
}

/** A closed `<details>` counts as hidden, because only its summary is visible. */
function isShown(target: HTMLElement): boolean {
  return target.checkVisibility() && !(target instanceof HTMLDetailsElement && !target.open);
}
