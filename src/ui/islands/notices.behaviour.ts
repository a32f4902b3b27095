import { scrollToElement } from '#ui/browser/scroll-to.ts';

/** Pixels that stay in view above the notices (spec 9.2/2, 9.11/3). */
const scrollOffset = 100;
/** Milliseconds until the focus moves to them (spec 9.2/3). */
const focusDelay = 500;

/** Scrolls to the first error or warning of a page that opens with one, and moves the focus to it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const container = element.querySelector<HTMLElement>('[data-notices]');
  const notice = container?.querySelector<HTMLElement>('[role=alert]');
  if (!container || !notice) return;
  scrollToElement(container, { offset: scrollOffset });
  const focused = document.activeElement;
  const timer = setTimeout(() => {
    // The shopper was faster.
    if (document.activeElement === focused) notice.focus({ preventScroll: true });
  }, focusDelay);
  return () => clearTimeout(timer);
}
